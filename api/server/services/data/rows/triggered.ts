// Triggers hear of changes of rows inside the transaction that makes them, whoever makes them in whatever way; what they set in the rows is written there too.
import type { QueryExecutorProvider } from 'kysely'
import type { Core } from '../../../core.ts'
import { ApiError } from '../../../errors.ts'
import { wholeOf } from './fields.ts'
import { differs } from './history.ts'
import type { Row, RowInput } from './input.ts'
import { rowsNow } from './plain-rows.ts'
import type { Origin, RowChange } from './rules.ts'
import type { Opened } from './statements.ts'
import type { DataScope, Model } from '../types.ts'
import { hasColumn } from '../types.ts'
import { setEach } from './writing.ts'

/** A row that is new, other than before, or gone. */
export interface HeardRow {
  id: string
  before: Row | null
  after: Row | null
}
export interface Heard {
  scope: DataScope
  model: Model
  /** Null for nobody. */
  by: string | null
  origin: Origin
  rows: readonly HeardRow[]
}
/** What a trigger puts into a row in the same transaction. */
export interface RowSet {
  trigger: { id: string; name: string }
  id: string
  values: Row
}
/** The triggers of an environment, as they were when a transaction began. */
export interface ActiveTriggers {
  isAbout(model: Model): boolean
}
/** Who is told of rows; `on` is where that is written, in the transaction of the change where rows are in our database. */
export interface RowEvents<Active extends ActiveTriggers = ActiveTriggers> {
  active(scope: DataScope): Promise<Active>
  heard(active: Active, heard: Heard, on: QueryExecutorProvider): Promise<RowSet[]>
}
export const NO_EVENTS: RowEvents = { active: async () => ({ isAbout: () => false }), heard: async () => [] }

interface Inside {
  active: ActiveTriggers
  opened: Opened
  origin: Origin
}

export function createTriggered(
  { db }: Pick<Core, 'db'>,
  { events, input, record }: { events: RowEvents; input: RowInput; record(change: RowChange, on: QueryExecutorProvider): Promise<string> },
) {
  const inside = new WeakMap<QueryExecutorProvider, Inside>()
  const NOBODY: Origin = { triggers: [] }

  /** Rows that were read in part, as relations that a deletion emptied are, are read again. */
  async function wholeRows(opened: Opened, { model, rows }: Pick<RowChange, 'model' | 'rows'>, on: QueryExecutorProvider): Promise<HeardRow[]> {
    const parts = rows.filter(({ before, after }) => !Object.hasOwn(after ?? before ?? {}, 'id'))
    const now = parts.length
      ? new Map(
          (
            await rowsNow(
              { ...opened, model },
              parts.map(row => row.id),
              on,
            )
          ).map(row => [String(row.id), row]),
        )
      : undefined
    return rows.map(({ id, before, after }) => {
      const whole = now?.get(String(id))
      return { id: String(id), before: whole && before ? { ...whole, ...before } : before, after: whole && after ? { ...whole, ...after } : after }
    })
  }

  async function put(here: Inside, { scope, model }: Heard, trigger: RowSet['trigger'], sets: readonly RowSet[], on: QueryExecutorProvider) {
    const opened: Opened = { ...here.opened, model: wholeOf(model), asker: { ...here.opened.asker, user: undefined } }
    const known = new Map(opened.model.definition.fields.filter(hasColumn).map(field => [field.key, field]))
    const before = await rowsNow(
      opened,
      sets.map(one => one.id),
      on,
    )
    const byId = new Map(sets.map(one => [one.id, one.values]))
    const checked = await input.check(
      scope,
      opened.model,
      before.map(row => byId.get(String(row.id)) ?? {}),
      'update',
      opened.targets,
    )
    const [problem] = checked.flatMap(({ problems }) => Object.entries(problems))
    // Whoever changes the row is told: it would stay half of what it should be.
    if (problem)
      throw new ApiError('data.triggerRefused', 'The trigger “{trigger}” cannot fill the field {field}', 422, {
        values: { trigger: trigger.name, field: known.get(problem[0])?.name ?? problem[0] },
      })
    await setEach(
      opened,
      before.map((row, at) => ({ id: row.id, columns: checked[at]?.columns ?? new Map<string, unknown>() })),
      on,
    )
    const after = new Map(
      (
        await rowsNow(
          opened,
          before.map(row => row.id),
          on,
        )
      ).map(row => [String(row.id), row]),
    )
    const rows = before.flatMap(row => {
      const now = after.get(String(row.id))
      return now && differs(opened.model.definition, row, now) ? [{ id: row.id as string, before: row, after: now }] : []
    })
    if (!rows.length) return
    inside.set(on, { ...here, origin: { triggers: [...here.origin.triggers, trigger.id], sets: true } })
    try {
      await record({ kind: 'update', scope, model, by: null, rows }, on)
    } finally {
      inside.set(on, here)
    }
  }

  return {
    /** What happens in this transaction is told to the triggers that there are now. */
    async through<T>(
      opened: () => Opened,
      transaction: (run: (on: QueryExecutorProvider) => Promise<T>) => Promise<T>,
      run: (on: QueryExecutorProvider) => Promise<T>,
    ): Promise<T> {
      const at = opened()
      const active = await events.active(at.scope)
      return transaction(on => {
        inside.set(on, { active, opened: at, origin: at.asker.origin ?? NOBODY })
        return run(on)
      })
    },

    /** Whether triggers hear of this model in this transaction, and may fill fields of its rows. */
    isHeard: (model: Model, on: QueryExecutorProvider) => !!inside.get(on)?.active.isAbout(model),

    /** Told of changes of rows as the history is. */
    async told({ scope, model, by, rows }: Pick<RowChange, 'scope' | 'model' | 'by' | 'rows'>, on: QueryExecutorProvider) {
      const here = inside.get(on)
      if (!here || !rows.length || !here.active.isAbout(model)) return
      const heard: Heard = { scope, model, by, origin: here.origin, rows: await wholeRows(here.opened, { model, rows }, on) }
      const isHere = model.source.dialect === 'builtin'
      const sets = await events.heard(here.active, heard, isHere ? on : db)
      const triggers = new Map(sets.map(one => [one.trigger.id, one.trigger]))
      for (const [id, trigger] of triggers) {
        const own = sets.filter(one => one.trigger.id === id)
        await put(here, heard, trigger, own, on)
      }
    },
  }
}

export type Triggered = ReturnType<typeof createTriggered>
