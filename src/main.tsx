// The start: the sign-in screen is painted from the boot chunk alone; every other address loads the console first.
import { createRoot } from 'react-dom/client'
import { matchRoute } from '../api/routes.ts'
import { boot } from './boot.ts'
import { setNavigator } from './navigation.ts'
import { Start } from './start.tsx'
import './styles/critical.css'
import './styles/tokens.css'
import './styles/start.css'

const element = document.getElementById('root')
if (!element) throw new Error('the start page has no #root')
const root = createRoot(element)

const connected = () =>
  import('./connect.ts').then(module => {
    module.connect()
  })

/** Hands the page over to the router. */
async function openConsole() {
  const [{ Console }] = await Promise.all([import('./console.tsx'), connected()])
  root.render(<Console />)
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
  // The rest of the console comes while the person types, so that the first screen is there at once.
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300))
  window.addEventListener(
    'load',
    () => idle(() => setTimeout(() => void Promise.all([import('./console.tsx'), connected(), import('./amis-lite.tsx').then(m => m.loadAll())]), 1200)),
    { once: true },
  )
} else {
  void openConsole()
}
