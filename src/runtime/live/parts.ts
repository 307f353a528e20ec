// What a page shows of rows that changed is read again where it stands: quietly, at most once a second, and not under the hands of whoever is editing it.
import type { IScopedContext } from 'amis-core'
import { readModelAddress } from '../../../api/models/address.ts'
import type { Change } from './follow.ts'

/** Between two readings of one part; and a moment by chance, so that many pages do not ask at once. */
const APART_MS = 1000
const CHANCE_MS = 200
/** What takes long is read less often, so that it leaves the server time for others. */
const REST = 4
/** An editor that is open in a list is asked about again. */
const BUSY_MS = 300
/** A cell that is being changed, or a card that is being moved. */
const IN_HAND = '.tes-grid__editor, [data-in-hand]'

export interface Part {
  props: Record<string, unknown> & { type?: string; store?: { data?: Record<string, unknown> } }
  reload?(subPath?: unknown, query?: unknown, context?: unknown, silent?: boolean): unknown
  /** Of parts of ours that know by their answer whose rows they show. */
  models?(): readonly string[]
  /** Of lists. */
  silentSearch?(values?: unknown, clearSelection?: boolean, forceReload?: boolean): unknown
  /** Of charts. */
  echarts?: { showLoading(): void }
  setValues?(values: Record<string, unknown>): unknown
}
type Scope = IScopedContext & { children?: Scope[] }

export function* partsIn(scope: unknown): Generator<Part> {
  const { getComponents, children } = (scope ?? {}) as Partial<Scope>
  yield* (getComponents?.() ?? []) as unknown as Part[]
  for (const child of children ?? []) yield* partsIn(child)
}

const OLDER = /\/([A-Za-z][\w-]*)\/model\/([A-Za-z][\w-]*)(?=$|[/?#])/
/** The model whose rows an api of a page asks for, as source/model. */
export function modelOf(api: unknown): string | undefined {
  const url = typeof api === 'string' ? api : (api as { url?: unknown } | null | undefined)?.url
  if (typeof url !== 'string') return undefined
  const named = readModelAddress(url.replace(/^\w+:(?=model:)/i, ''))
  if (named) return `${named.source}/${named.model}`
  const [, source, model] = OLDER.exec(url) ?? []
  return source && `${source}/${model}`
}

const ownModel = (api: unknown): readonly string[] => {
  const model = modelOf(api)
  return model ? [model] : []
}

/** Parts that show what they read, with what they read by. */
const READS: Record<string, readonly string[]> = {
  page: ['initApi'],
  service: ['api'],
  crud: ['api'],
  crud2: ['api'],
  chart: ['api'],
  form: ['initApi'],
}
function shows({ props, models }: Part, model: string | undefined, modelsOf: (api: unknown) => readonly string[]): boolean {
  const { type = '' } = props
  if (models) return model === undefined || models().includes(model)
  // A form is somebody's work, unless it only shows a row.
  if (type === 'form' && !props.static) return false
  const of = type === 'tessera-board' ? props.model && `${String(props.source || 'main')}/${String(props.model)}` : undefined
  const read = of ? [of] : (READS[type] ?? []).flatMap(name => modelsOf(props[name]))
  return model === undefined ? read.length > 0 : read.includes(model)
}

async function readQuietly(part: Part): Promise<unknown> {
  if (part.silentSearch) return part.silentSearch(undefined, false, true)
  const { echarts } = part
  if (!echarts) return part.reload?.(undefined, undefined, undefined, true)
  // amis covers a chart while it is read: the one that is there stays until the next one.
  const { showLoading } = echarts
  echarts.showLoading = () => {}
  const reading = part.reload?.(undefined, undefined, undefined, true)
  echarts.showLoading = showLoading
  return reading
}

/** Reads again what a page shows of changed rows. */
export function createReader(scope: () => unknown, modelsOf: (api: unknown) => readonly string[] = ownModel) {
  /** When a part may be read next. */
  const nextAt = new WeakMap<Part, number>()
  const waiting = new Map<Part, ReturnType<typeof setTimeout>>()
  /** What changed while nobody looked; `undefined` for anything. */
  const unseen = new Set<string | undefined>()

  function plan(part: Part, inMs: number) {
    const go = () => {
      if (document.querySelector(IN_HAND)) return plan(part, BUSY_MS)
      waiting.delete(part)
      // It may have gone with its page or dialog.
      if (![...partsIn(scope())].includes(part)) return
      const began = performance.now()
      nextAt.set(part, began + APART_MS)
      const ended = () => nextAt.set(part, Math.max(began + APART_MS, performance.now() + REST * (performance.now() - began)))
      void readQuietly(part).then(ended, ended)
    }
    waiting.set(part, setTimeout(go, inMs))
  }
  function read(model: string | undefined) {
    if (document.visibilityState === 'hidden') return void unseen.add(model)
    const now = performance.now()
    for (const part of partsIn(scope()))
      if (!waiting.has(part) && shows(part, model, modelsOf)) plan(part, Math.max(0, (nextAt.get(part) ?? 0) - now) + Math.random() * CHANCE_MS)
  }
  const look = () => {
    if (document.visibilityState !== 'visible') return
    const models = unseen.has(undefined) ? [undefined] : [...unseen]
    unseen.clear()
    for (const model of models) read(model)
  }
  document.addEventListener('visibilitychange', look)
  return {
    changed: ({ model }: Change) => read(model),
    stop() {
      document.removeEventListener('visibilitychange', look)
      for (const timer of waiting.values()) clearTimeout(timer)
    },
  }
}
