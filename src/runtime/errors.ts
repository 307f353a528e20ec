// What goes wrong on running pages is told to who builds the app: gathered here, the same once with its count, and sent now and then.
import type { PageError } from '../../api/page-errors.ts'
import { errorShape, failedCall } from '../../api/page-errors.ts'
import { isTransport } from '../live/watch.ts'

/** A page that fails at once is told of soon; one that fails without end not more often than this. */
const WAIT_MS = 5000
/** Different errors of one visit. */
const MOST = 30
const MOST_AT_ONCE = 20
const MOST_TIMES = 1000
const REPORT = '/runtime/report'

interface Shown {
  companyKey: string
  appUrlKey: string
  pageId: string
  /** Asks as the page does. */
  send(api: { url: string; method: 'post'; data: object }): Promise<unknown>
}
let shown: Shown | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const waiting = new Map<string, { error: PageError; at: Shown; times: number }>()
const known = new Set<string>()

/** The page that is on the screen from now on; answers the function that ends it. */
export function showPage(page: Shown): () => void {
  shown = page
  return () => {
    if (shown === page) shown = undefined
  }
}

async function tell() {
  timer = undefined
  const some = [...waiting.entries()].slice(0, MOST_AT_ONCE)
  const at = some[0]?.[1].at
  if (!at) return
  const mine = some.filter(([, one]) => one.at.companyKey === at.companyKey && one.at.appUrlKey === at.appUrlKey)
  for (const [key] of mine) waiting.delete(key)
  const errors = mine.map(
    ([
      ,
      {
        error,
        at: { pageId },
        times,
      },
    ]) => ({ ...error, pageId, times: Math.min(times, MOST_TIMES) }),
  )
  const path = [at.companyKey, 'app', at.appUrlKey].map(encodeURIComponent).join('/')
  // Nobody is told that this failed: it is no business of the person at the page.
  await at.send({ url: `/api/company/${path}${REPORT}`, method: 'post', data: { errors } }).catch(() => undefined)
  if (waiting.size) timer ??= setTimeout(() => void tell(), WAIT_MS)
}

function add(error: PageError | undefined) {
  if (!error || !shown) return
  const key = JSON.stringify([shown.companyKey, shown.appUrlKey, shown.pageId, error])
  const there = waiting.get(key)
  if (there) there.times++
  else if (known.has(key) || known.size < MOST) {
    known.add(key)
    waiting.set(key, { error, at: shown, times: 1 })
  }
  if (waiting.size) timer ??= setTimeout(() => void tell(), WAIT_MS)
}

/** A call of the page was answered. */
export function callAnswered(method: string | undefined, url: string, data: unknown) {
  const { status = 0, code = '' } = (data ?? {}) as { status?: unknown; code?: unknown }
  if (typeof status === 'number' && status !== 0 && !url.endsWith(REPORT)) add(failedCall(method ?? 'get', url, status, String(code), location.origin))
}

/** A part of the page, or all of it, could not be drawn. */
export function drawingFailed(error: unknown) {
  if (!isTransport(error)) add({ kind: 'drawing', method: '', address: '', status: 0, code: '', message: errorShape(error) })
}
