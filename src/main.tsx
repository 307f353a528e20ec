// The start: the sign-in screen is painted from the boot chunk alone; every other address loads the console first.
import { createRoot } from 'react-dom/client'
import { matchRoute } from '../api/routes.ts'
import { connectLabels } from './amis/labels.ts'
import { boot } from './boot.ts'
import { loadAmisWords } from './i18n.ts'
import { setNavigator } from './navigation.ts'
import { Start } from './start.tsx'
import './styles/critical.css'
import './styles/tokens.css'
import './styles/start.css'

const element = document.getElementById('root')
if (!element) throw new Error('the start page has no #root')
const root = createRoot(element)
// Dialogs and drawers are mounted outside #root.
connectLabels(document.body)

/** Long enough not to compete with the first paint on a slow line. */
const IDLE_MS = 2000

const connected = () =>
  import('./connect.ts').then(module => {
    module.connect()
  })

/** Hands the page over to the router. */
async function openConsole() {
  const [{ Console }] = await Promise.all([import('./console.tsx'), connected()])
  root.render(<Console />)
}

/** The rest comes as soon as the person does something, or when the browser has had nothing to do for a while. */
function prefetch() {
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    void Promise.all([import('./console.tsx'), connected(), import('./amis-lite.tsx').then(module => module.loadAll())])
      .then(() => import('./prefetch.ts'))
      .then(module => module.prefetchScreens())
      .catch(() => {
        // Tried again when it is needed.
      })
  }
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300))
  document.addEventListener('input', begin, { once: true })
  window.addEventListener('load', () => setTimeout(() => idle(begin), IDLE_MS), { once: true })
}

const found = matchRoute(boot.routes, location.pathname)
if (found?.route.screen === 'signin.page' && boot.screen?.id === 'signin.page') {
  setNavigator({
    go(to, options) {
      history[options?.replace ? 'replaceState' : 'pushState'](null, '', to)
      void openConsole()
    },
  })
  root.render(<Start screen={boot.screen} />)
  // Needed for the first notice, not for the first paint.
  void loadAmisWords(boot.locale)
  prefetch()
} else {
  void openConsole()
}
