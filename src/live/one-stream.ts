// One stream of events per browser, however many windows are open: they agree by a lock who listens, and that one tells the others over a channel.

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
/** A window that is only looked away from for a moment goes on listening. */
const LOOKED_AWAY_MS = 5000

type Data = Record<string, unknown>
export interface StreamAbout {
  /** Of the lock and the channel. */
  name: string
  /** Where to listen; asked whenever a stream is opened. Nowhere until it has moved. */
  address(): string | undefined
  /** What is told there. */
  events: readonly string[]
  /** Hears of everything, in each window. */
  take(event: string, data: Data): void
  /** A stream is open: what is told of it to each window, as a `missed`. `isNext`: the one before went on until now. */
  opened?(isNext: boolean): Data | undefined
  /** A window that opens has more urgent things to ask for. */
  startMs: number
  /** Only windows that are seen listen. */
  whileSeen?: boolean
}
export interface OneStream {
  /** Tells all windows. */
  tell(event: string, data: Data): void
  /** The address is another one: where this window listens, it goes on there. */
  moved(): void
  stop(): void
}

/** Keeps a stream open until it is told to end; waits longer after each failure, and not at all when somebody looks again. */
function keepOpen({ address, events, opened, startMs }: StreamAbout, tell: OneStream['tell']) {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT_MS
  function open() {
    clearTimeout(timer)
    timer = undefined
    const before = source
    const at = address()
    if (!at) return
    const next = new EventSource(at)
    source = next
    next.addEventListener('open', event => {
      // The server's own first word has the same name.
      if (event instanceof MessageEvent) return
      wait = FIRST_WAIT_MS
      const isNext = before?.readyState === EventSource.OPEN
      before?.close()
      // Whatever happened before this moment was told to somebody else, or to nobody.
      const missed = opened ? opened(isNext) : {}
      if (missed) tell('missed', missed)
    })
    for (const name of events) next.addEventListener(name, event => tell(name, JSON.parse((event as MessageEvent<string>).data || '{}') as Data))
    // Also the usual end of a stream. The browser's own way of asking again knows no patience.
    next.addEventListener('error', () => {
      next.close()
      before?.close()
      if (source !== next) return
      source = undefined
      timer ??= setTimeout(open, wait * (1 + Math.random() / 2))
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    })
  }
  const look = () => {
    if (document.visibilityState === 'visible' && timer) open()
  }
  timer = setTimeout(open, startMs)
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', look)
  return {
    moved() {
      if (!timer) open()
    },
    stop() {
      clearTimeout(timer)
      source?.close()
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', look)
    },
  }
}

/** Runs in one window of this browser at a time. */
function withLock(name: string, run: () => () => void): () => void {
  const over = new AbortController()
  let end = () => {}
  const held = new Promise<void>(done => (end = done))
  let stop = () => {}
  void navigator.locks
    .request(name, { signal: over.signal }, () => {
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

/** Runs while this window is seen; a moment longer where `afterMs` says so. */
function seen(run: () => () => void, afterMs: number): () => void {
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = () => {
    stop?.()
    stop = undefined
  }
  const follow = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') stop ??= run()
    else if (afterMs) timer = setTimeout(rest, afterMs)
    else rest()
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', follow)
    rest()
  }
}

export function oneStream(about: StreamAbout): OneStream {
  const { name, take, whileSeen = false } = about
  const others = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined
  others?.addEventListener('message', ({ data }: MessageEvent<{ event: string; data: Data }>) => take(data.event, data.data))
  const tell = (event: string, data: Data) => {
    take(event, data)
    others?.postMessage({ event, data })
  }
  let kept: ReturnType<typeof keepOpen> | undefined
  const listen = () => {
    const mine = keepOpen(about, tell)
    kept = mine
    return () => {
      mine.stop()
      if (kept === mine) kept = undefined
    }
  }
  const alone = () => (navigator.locks ? withLock(name, listen) : listen())
  // Without encryption there are no locks: the windows that are seen listen, which are few.
  const stop = whileSeen || !navigator.locks ? seen(alone, whileSeen ? LOOKED_AWAY_MS : 0) : alone()
  return {
    tell,
    moved: () => kept?.moved(),
    stop() {
      stop()
      others?.close()
    },
  }
}
