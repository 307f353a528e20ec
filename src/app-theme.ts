// The theme of the app that is shown: its file in the document and its mark on the root, there while the app is, and exchanged when another one is saved.
const MARK = 'data-app-theme'
const LINK = 'app-theme'

let shown: { appId: string } | undefined

const linked = () => document.getElementById(LINK) as HTMLLinkElement | null
const addressOf = (file: string) => `/api/theme-file/${file}`

/** Puts a file in the place of the one before once it has come: nothing is drawn in between. */
async function put(file: string): Promise<void> {
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
    before?.remove()
    next.id = LINK
  }
  document.documentElement.setAttribute(MARK, file)
}

/** An app is shown from now on. */
export async function showAppTheme(appId: string, file: string): Promise<void> {
  shown = { appId }
  await put(file)
}
export function leaveAppTheme() {
  shown = undefined
  void put('')
}
/** Told by the server: the theme of an app is another one now. */
export function appThemeChanged({ appId, file }: { appId?: unknown; file?: unknown }) {
  if (shown && shown.appId === appId) void put(String(file ?? ''))
}
