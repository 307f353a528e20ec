// Tells every process which rows were changed, once the change is through: by their ids and those of the entries of the history, never what is in them.
import type { QueryExecutorProvider } from 'kysely'
import type { Core } from '../../../../core.ts'
import type { DataScope, Model } from '../../types.ts'

export const ROWS_TOPIC = 'rows'
/** Of one model a process tells no more often: many small changes are told together. */
export const TOGETHER_MS = 200
/** Entries of the history in one message, which holds 8,000 bytes. */
const MOST_CHANGES = 50
/** Rows that are named, and what their names may come to. */
export const MOST_NAMED = 50
const MOST_LETTERS = 3000

interface Noted extends Pick<DataScope, 'appId' | 'tag'> {
  modelId: string
  changeId: string
  /** As many as are worth naming. */
  rows: string[]
  isMany: boolean
}
/** Changes of rows of one model, as processes tell each other. */
export interface ChangedRows extends Pick<DataScope, 'appId' | 'tag'> {
  modelId: string
  /** Entries of the history. */
  changes: string[]
  /** Ids of the rows; null for more than are named. */
  rows: string[] | null
}
interface Waiting {
  noted: Noted[]
  timer?: ReturnType<typeof setTimeout> | undefined
}

export function createAnnouncer({ db, bus, log }: Pick<Core, 'db' | 'bus' | 'log'>) {
  const inside = new WeakMap<QueryExecutorProvider, Noted[]>()
  const waiting = new Map<string, Waiting>()
  const sending = new Set<Promise<void>>()

  function send(key: string) {
    const here = waiting.get(key)
    if (!here) return
    clearTimeout(here.timer)
    here.timer = undefined
    const noted = here.noted.splice(0)
    // Nothing came since it was told last: forgotten, so that what is kept are the models that change now.
    if (!noted.length) return void waiting.delete(key)
    here.timer = setTimeout(() => send(key), TOGETHER_MS)
    here.timer.unref()
    for (let at = 0; at < noted.length; at += MOST_CHANGES) {
      const some = noted.slice(at, at + MOST_CHANGES)
      const { appId, tag, modelId } = some[0] as Noted
      const rows = [...new Set(some.flatMap(one => one.rows))]
      const areNamed = rows.length <= MOST_NAMED && rows.join().length <= MOST_LETTERS && !some.some(one => one.isMany)
      const message: ChangedRows = { appId, tag, modelId, changes: some.map(one => one.changeId), rows: areNamed ? rows : null }
      const sent = bus
        .publish(db, ROWS_TOPIC, { ...message })
        .catch(error => log.warn({ err: error }, 'open pages are not told of a change of rows'))
        .finally(() => sending.delete(sent))
      sending.add(sent)
    }
  }

  function tell(noted: readonly Noted[]) {
    for (const one of noted) {
      const key = `${one.appId} ${one.tag} ${one.modelId}`
      const here = waiting.get(key) ?? { noted: [] }
      waiting.set(key, here)
      here.noted.push(one)
      if (!here.timer) send(key)
    }
  }

  return {
    /** Notes an entry of the history that is begun in a transaction; answers what it is told of. */
    note(on: QueryExecutorProvider, scope: DataScope, { id: modelId }: Pick<Model, 'id'>, changeId: string) {
      const noted: Noted = { appId: scope.appId, tag: scope.tag, modelId, changeId, rows: [], isMany: false }
      const list = inside.get(on)
      list?.push(noted)
      return {
        add(ids: readonly unknown[]) {
          noted.isMany ||= noted.rows.length + ids.length > MOST_NAMED
          if (!noted.isMany) noted.rows.push(...ids.map(String))
        },
        drop() {
          const at = list?.indexOf(noted) ?? -1
          if (at >= 0) list?.splice(at, 1)
        },
      }
    },

    /** A transaction whose changes are told when it is through. */
    async through<T>(transaction: (run: (on: QueryExecutorProvider) => Promise<T>) => Promise<T>, run: (on: QueryExecutorProvider) => Promise<T>): Promise<T> {
      let noted: Noted[] = []
      const result = await transaction(on => {
        // It may be done again, where it came to nothing among others.
        noted = []
        inside.set(on, noted)
        return run(on)
      })
      tell(noted)
      return result
    },

    /** Everything that was noted is told. */
    async settled() {
      for (const key of waiting.keys()) send(key)
      await Promise.all(sending)
    },
  }
}

export type Announcer = ReturnType<typeof createAnnouncer>
