// The screen on the page, and what tells that it does not work: an error while it is drawn, or a request that it makes without end.

interface Watched {
  /** Called at the first sign of trouble; what a screen does after that is no news. */
  fail(message: string, error?: unknown): void
}
let watched: Watched | undefined

/** The shell shows this screen from now on; answers the function that ends it. */
export function watchScreen(next: Watched): () => void {
  watched = next
  asked.clear()
  return () => {
    if (watched === next) watched = undefined
  }
}

/** An error is told while React is still at work on the page that holds the watcher, so it waits for that. */
export const screenFailed = (error: unknown) => queueMicrotask(() => watched?.fail(error instanceof Error ? error.message : String(error), error))

/** Parts that could not be fetched, and a server that is away, are no fault of the screen. */
const NOT_FETCHED =
  /dynamically imported module|module script failed|ChunkLoadError|Loading (CSS )?chunk|Unable to preload|Network ?Error|Failed to fetch|Load failed/i
export function isTransport(error: unknown): boolean {
  const { name = '', message = '', code = '' } = (error ?? {}) as { name?: string; message?: string; code?: string }
  return ['CallError', 'AxiosError', 'ChunkLoadError'].includes(name) || code === 'ERR_CANCELED' || NOT_FETCHED.test(message)
}

/** So many times may a screen ask for the same, one after the other, … */
const MOST = 40
/** … within this time, without the person doing anything. */
const WITHIN_MS = 10_000

interface Asked {
  times: number[]
  /** Nothing came back since the last one that was counted: ten parts that load at once are one request of the screen. */
  isOpen: boolean
}
const asked = new Map<string, Asked>()
const keyOf = (method: string, url: string) => `${method.toUpperCase()} ${url.replace(/[?#].*$/, '')}`

const readers = new Set<(url: string) => void>()
/** Hears of the addresses that screens read from. */
export function listenToReads(tell: (url: string) => void): () => void {
  readers.add(tell)
  return () => void readers.delete(tell)
}

/** Counts a request of the screen. The query is left out: an endless request often changes it every time. */
export function requestBegins(method: string, url: string, now = performance.now()) {
  if (/^get$/i.test(method)) for (const tell of readers) tell(url)
  const key = keyOf(method, url)
  const entry = asked.get(key) ?? { times: [], isOpen: false }
  if (entry.isOpen) return
  entry.isOpen = true
  entry.times = [...entry.times.filter(time => now - time < WITHIN_MS), now]
  asked.set(key, entry)
  if (entry.times.length <= MOST) return
  asked.clear()
  watched?.fail(`${key} is asked for without end`)
}

export function requestEnds(method: string, url: string) {
  const entry = asked.get(keyOf(method, url))
  if (entry) entry.isOpen = false
}

// A search that is asked for at each key is no loop.
for (const event of ['keydown', 'pointerdown', 'wheel', 'input']) window.addEventListener(event, () => asked.clear(), { capture: true, passive: true })
