// Hears of changed screens: one stream per browser, whose owner tells the other windows.
import { refreshSession, session } from '../session.ts'
import { changesMissed, screenChanged } from '../screens.ts'
import { isSafe } from './safe-mode.ts'

const ADDRESS = '/api/screen/events'
const NAME = 'tessera-screens'
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
/** The console that opens has more urgent things to ask for; what is published meanwhile is asked about once the stream is open. */
const START_MS = 1000
/** A window that was hidden for so long may have been asleep. */
const ASLEEP_MS = 60_000

/** A screen by its id, all of them (`*`), or the inbox of the platform's operators. */
type Told = { screen: string } | { inbox: true }

const others = 'BroadcastChannel' in window ? new BroadcastChannel(NAME) : undefined

function take(told: Told) {
  // The bell in the header shows what is unread.
  if ('inbox' in told) return void refreshSession().catch(() => false)
  const { screen } = told
  // The shipped screens are not changed by anybody.
  if (isSafe()) return
  if (screen === '*') changesMissed()
  else screenChanged(screen)
}
function spread(told: Told) {
  take(told)
  others?.postMessage(told)
}
others?.addEventListener('message', event => take(event.data as Told))

/** Keeps a stream open until it is told to end; waits longer after each failure, and not at all when somebody looks again. */
function keepOpen(): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT_MS
  function open() {
    clearTimeout(timer)
    timer = undefined
    source = new EventSource(ADDRESS)
    source.addEventListener('open', event => {
      // The server's own first word has the same name.
      if (event instanceof MessageEvent) return
      wait = FIRST_WAIT_MS
      // Whatever was published before this moment was told to somebody else, or to nobody.
      spread({ screen: '*' })
    })
    source.addEventListener('screen', event => spread(JSON.parse((event as MessageEvent<string>).data) as Told))
    source.addEventListener('inbox', () => spread({ inbox: true }))
    // Also the usual end of a stream. The browser's own way of asking again knows no patience.
    source.addEventListener('error', () => {
      source?.close()
      source = undefined
      timer ??= setTimeout(open, wait * (1 + Math.random() / 2))
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    })
  }
  const look = () => {
    if (document.visibilityState === 'visible' && timer) open()
  }
  timer = setTimeout(open, START_MS)
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', look)
  return () => {
    clearTimeout(timer)
    source?.close()
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', look)
  }
}

/** Runs in one window of this browser at a time. */
function inOneWindow(run: () => () => void): () => void {
  if (navigator.locks) {
    const over = new AbortController()
    let end = () => {}
    const held = new Promise<void>(done => (end = done))
    let stop = () => {}
    void navigator.locks
      .request(NAME, { signal: over.signal }, () => {
        stop = run()
        return held
      })
      .catch(() => {})
    return () => {
      over.abort()
      stop()
      end()
    }
  }
  // Without encryption there are no locks: the windows that are seen listen, which are few.
  let stop: (() => void) | undefined
  const follow = () => {
    const seen = document.visibilityState === 'visible'
    if (seen) stop ??= run()
    else {
      stop?.()
      stop = undefined
    }
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    stop?.()
  }
}

/** Listens while somebody is signed in. */
export function listenForScreens() {
  let stop: (() => void) | undefined
  let who: string | undefined
  const follow = () => {
    const { user, companies } = session.get()
    const next = user && !isSafe() ? [user.id, ...companies.map(company => company.key)].join(' ') : undefined
    if (next === who) return
    who = next
    stop?.()
    stop = next === undefined ? undefined : inOneWindow(keepOpen)
  }
  follow()
  session.subscribe(follow)

  let hiddenAt = 0
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now()
    else if (hiddenAt && Date.now() - hiddenAt > ASLEEP_MS && who) take({ screen: '*' })
  })
}
