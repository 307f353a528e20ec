// The theme that is shown: of the app while its pages are, of the platform elsewhere. Its file is in the document and its mark on the root; it is exchanged
// when another one is saved. Safe mode is in the look that is shipped.
import { call } from '../api/client/index.ts'
import { boot } from './boot.ts'
import { isSafe } from './live/safe-mode.ts'

const MARK = 'data-app-theme'
const LINK = 'app-theme'
/** Stands on the root while the editor of themes shows its own there. */
const EDITED = 'preview'
/** What holds for many apps is asked for by many windows: not by all of them at once. */
const SPREAD_MS = 400

let platform = boot.look
let shown: { appId: string; companyKey: string; appUrlKey: string } | undefined

const linked = () => document.getElementById(LINK) as HTMLLinkElement | null
const addressOf = (file: string) => `/api/theme-file/${file}`
const isEdited = () => document.documentElement.getAttribute(MARK) === EDITED

/** Puts a file in the place of the one before once it has come: nothing is drawn in between. */
async function put(wanted: string): Promise<void> {
  if (isEdited()) return
  const file = isSafe() ? '' : wanted
  const before = linked()
  if (!file) {
    before?.remove()
    document.documentElement.removeAttribute(MARK)
    return
  }
  if (!before || before.getAttribute('href') !== addressOf(file)) {
    const next = document.createElement('link')
    next.rel = 'stylesheet'
    next.href = addressOf(file)
    await new Promise<void>(done => {
      // A file that does not come leaves the shipped look, which works as well.
      next.addEventListener('load', () => done(), { once: true })
      next.addEventListener('error', () => done(), { once: true })
      document.head.append(next)
    })
    if (isEdited()) return next.remove()
    before?.remove()
    next.id = LINK
  }
  document.documentElement.setAttribute(MARK, file)
}

/** An app is shown from now on. */
export async function showAppTheme(app: { appId: string; companyKey: string; appUrlKey: string }, file: string): Promise<void> {
  shown = app
  await put(file)
}
export function leaveAppTheme() {
  shown = undefined
  void put(platform)
}

/** Asks again in which file the app is shown. */
async function askAgain() {
  await new Promise(done => setTimeout(done, Math.random() * SPREAD_MS))
  const app = shown
  if (!app) return
  const { theme } = await call('runtime.site', { params: { companyKey: app.companyKey, appUrlKey: app.appUrlKey } })
  if (shown === app) await put(theme)
}

/** Told by the server: the theme of an app is another one now, or one that holds for all apps of an organisation, or of the platform. */
export function appThemeChanged({ appId, level, file }: { appId?: unknown; level?: unknown; file?: unknown }) {
  if (level === 'platform') platform = String(file ?? '')
  if (shown) {
    if (shown.appId === appId) void put(String(file ?? ''))
    else if (level) askAgain().catch(() => false)
  } else if (level === 'platform') void put(platform)
}

/** What was saved since the page came and before changes were heard of, or while they were not, is asked for. */
export const themesMissed = () => void askAgain().catch(() => false)
