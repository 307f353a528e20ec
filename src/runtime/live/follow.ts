// Which models the pages of an app read in this browser, and what is told of changes of their rows.
import { oneStream } from '../../live/one-stream.ts'
import { readResourceAddress } from '../../../api/models/resource-address.ts'
import { dataApiIn } from '../addresses.ts'
import { modelOf } from './parts.ts'

/** What a page opens with comes first. */
const START_MS = 500
/** Models are named together that a page reads one after the other. */
const TOGETHER_MS = 250
/** As many as the call takes; those that were read last. */
const MOST = 60

/** Rows of a model that changed: their ids where they are told; without a model any may have. */
export interface Change {
  /** As source/model. */
  model?: string
  ids?: readonly string[]
}

function queryOf(url: string): string | undefined {
  const named = readResourceAddress(url.replace(/^get:/i, ''))
  return named?.kind === 'query' ? named.key : undefined
}

/** What the pages of an app have read, told by its env. */
export function createRead() {
  const models = new Set<string>()
  const listeners = new Set<() => void>()
  /** Models by the queries that are made of their rows. */
  const queries = new Map<string, readonly string[]>()
  function add(model: string) {
    const isNew = !models.delete(model)
    models.add(model)
    if (isNew) for (const listener of listeners) listener()
  }
  return {
    models: () => [...models].slice(-MOST),
    add,
    /** Only its answer says whose rows a query is made of. */
    answered(address: string, answer: unknown) {
      const key = queryOf(address)
      const of = (answer as { data?: { models?: unknown } } | undefined)?.data?.models
      if (!key || !Array.isArray(of)) return
      queries.set(key, of.map(String))
      for (const model of of) add(String(model))
    },
    /** Models whose rows an api of a page shows. */
    modelsOf(api: unknown): readonly string[] {
      const model = modelOf(api)
      if (model) return [model]
      const url = typeof api === 'string' ? api : (api as { url?: unknown } | null | undefined)?.url
      return (typeof url === 'string' && queries.get(queryOf(url) ?? '')) || []
    },
    listen(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type Read = ReturnType<typeof createRead>

/** Follows what is read, as one of the browser's windows that do; answers how to stop. */
export function followRows(base: string, read: Read, changed: (change: Change) => void): () => void {
  const me = crypto.randomUUID?.() ?? String(Math.random())
  /** What other windows read. */
  const others = new Map<string, readonly string[]>()
  let open: ReadonlySet<string> = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined
  const all = () => [...new Set([...read.models(), ...[...others.values()].flat()])].slice(0, MOST).sort()
  const go = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (all().some(model => !open.has(model))) stream.moved()
    }, TOGETHER_MS)
  }
  const say = () => stream.tell('reads', { window: me, models: read.models() })

  const stream = oneStream({
    name: `tessera-rows ${base}`,
    address() {
      const models = all()
      open = new Set(models)
      stream.tell('who', { window: me })
      return models.length ? `${dataApiIn(base).replace(/\/source$/, '/events')}?models=${models.map(encodeURIComponent).join()}` : undefined
    },
    events: ['rows', 'missed'],
    // One that took over from the last without a break missed nothing.
    opened: isNext => (isNext ? undefined : {}),
    take(event, data) {
      if (event === 'rows') changed(data as Change)
      else if (event === 'missed') changed({})
      else if (data.window === me) return
      else if (event === 'who') say()
      else if (event === 'reads') {
        others.set(String(data.window), data.models as string[])
        go()
      } else if (event === 'left') others.delete(String(data.window))
    },
    startMs: START_MS,
    whileSeen: true,
  })
  const unlisten = read.listen(() => {
    say()
    go()
  })
  const leave = () => stream.tell('left', { window: me })
  window.addEventListener('pagehide', leave)
  return () => {
    clearTimeout(timer)
    unlisten()
    leave()
    window.removeEventListener('pagehide', leave)
    stream.stop()
  }
}
