// The start: the sign-in screen is painted from the boot chunk alone; every other address loads the console first.
import { createRoot } from 'react-dom/client'
import { matchRoute } from '../api/routes.ts'
import { connectLabels } from './amis/labels.ts'
import { connectTabs } from './amis/tabs.ts'
import { boot } from './boot.ts'
import { loadAmisWords } from './i18n.ts'
import { reloadIntoSafeMode, safeMode } from './live/safe-mode.ts'
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
connectTabs(document.body)

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

/** The rest comes when the browser has had nothing to do for a while, or as soon as the person types. */
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
  const later = () => setTimeout(() => idle(begin), IDLE_MS)
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true })
}

const found = matchRoute(boot.routes, location.pathname)
// The start can draw the shipped sign-in screen, with a little more the shipped share page, and nothing else; what operators made of it may need all of the console, also to fall back.
const isShipped = boot.screen?.id === found?.route.screen && !boot.screen?.changed && safeMode.get() === 'off'
// An email code, a frame and a second proof need parts that come with the console.
const isStart = isShipped && boot.screen?.id === 'signin.page' && !/[?&](type=[23]|next=)/.test(location.search)
if (reloadIntoSafeMode()) {
  // The page that comes next goes on.
} else if (isStart && boot.screen) {
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
} else if (isShipped && boot.screen?.id === 'share.page') {
  const { screen } = boot
  void import('./share/start.tsx').then(module => module.startShare(root, screen, found?.params ?? {}))
} else {
  void openConsole()
  // Whoever comes back with a session goes on from screen to screen just as fast.
  if (boot.session.user) prefetch()
}
