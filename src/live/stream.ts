// Hears of changed screens while somebody is signed in.
import { refreshSession, session } from '../session.ts'
import { changesMissed, screenChanged } from '../screens.ts'
import { oneStream } from './one-stream.ts'
import { appThemeChanged, themesMissed } from '../app-theme.ts'
import { isSafe } from './safe-mode.ts'
import { tasksChanged } from './tasks.ts'

/** The console that opens has more urgent things to ask for; what is published meanwhile is asked about once the stream is open. */
const START_MS = 1000
/** A window that was hidden for so long may have been asleep. */
const ASLEEP_MS = 60_000

/** A screen by its id, all of them (`*`), the inbox of the platform's operators, or what flows ask of this person. */
function take(event: string, data: { screen?: unknown; appId?: unknown; level?: unknown; file?: unknown }) {
  const { screen } = data
  if (event === 'theme') return appThemeChanged(data)
  // The bell in the header shows what is unread.
  if (event === 'inbox') return void refreshSession().catch(() => false)
  if (event === 'tasks' || event === 'missed') tasksChanged()
  if (event === 'missed') themesMissed()
  if (event === 'tasks') return
  // The shipped screens are not changed by anybody.
  if (isSafe()) return
  if (event === 'missed' || screen === '*') changesMissed()
  else if (event === 'screen') screenChanged(String(screen))
}

export function listenForScreens() {
  let stop: (() => void) | undefined
  let who: string | undefined
  const follow = () => {
    const { user, companies } = session.get()
    const next = user && !isSafe() ? [user.id, ...companies.map(company => company.key)].join(' ') : undefined
    if (next === who) return
    who = next
    stop?.()
    stop =
      next === undefined
        ? undefined
        : oneStream({ name: 'tessera-screens', address: () => '/api/screen/events', events: ['screen', 'inbox', 'tasks', 'theme'], take, startMs: START_MS })
            .stop
  }
  follow()
  session.subscribe(follow)

  let hiddenAt = 0
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now()
    else if (hiddenAt && Date.now() - hiddenAt > ASLEEP_MS && who) take('missed', {})
  })
}
