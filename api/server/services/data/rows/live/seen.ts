// What of changed rows somebody may hear of, who does not see all rows or all fields: asked of the database with the conditions that limit that person's lists,
// about the rows as they are and as they were before each change.
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { Db } from '../../../../store/database.ts'
import type { Store } from '../../sources/connections.ts'
import { tableOf } from '../../sql-text.ts'
import type { Model } from '../../types.ts'
import { columnsOf, OF_CHANGES, type Values } from '../history.ts'

/** Rows that are looked at in one go, and conditions that one statement asks about. */
const PAGE = 1000
const CONDITIONS = 50
/** The rows as conditions name them. */
export const STATE = 'tessera_state'

/** People for whom the same rows and fields are kept back. */
export interface Limits {
  /** Of columns of `STATE`; undefined for all rows. */
  condition: RawBuilder<boolean> | undefined
  /** Ids of fields. */
  hidden: ReadonlySet<string>
}
export interface Seen {
  /** Something changed that is seen, or was. */
  isTold: boolean
  /** Rows that changed and are seen now. */
  ids: string[]
}
interface Past {
  changeId: string
  rowId: string
  before: Values | null
  isGone: boolean
}
/** A row as it is or was; `fields` are those that became different then, none for a row that was added or deleted. */
interface State {
  n: number
  id: string
  /** Columns that were otherwise than they are now; all of them for a row that is gone. */
  was: Record<string, unknown>
  gone: boolean
  isNow: boolean
  fields: readonly (readonly string[] | undefined)[]
}

/** What these changes did to some rows, and what was done to them since: the latest first. */
const pastsOf = async (on: QueryExecutorProvider, model: Model, rowIds: readonly string[], since: string): Promise<Past[]> =>
  (
    await sql<Past>`
      select change_id as "changeId", row_id as "rowId", before, after is null as "isGone" from row_change_row
      where model_id = ${model.id} and row_id = any (${rowIds}::text[]) and change_id >= ${since} order by change_id desc`.execute(on)
  ).rows

async function* rowsOf(on: QueryExecutorProvider, model: Model, changes: readonly string[]): AsyncGenerator<string[]> {
  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string }>`
      select distinct row_id collate "C" as id from row_change_row
      where change_id = any (${changes}::uuid[]) and model_id = ${model.id} and row_id collate "C" > ${after} order by id limit ${sql.lit(PAGE)}`.execute(on)
    if (rows.length) yield rows.map(row => row.id)
    if (rows.length < PAGE) return
    after = (rows.at(-1) as { id: string }).id
  }
}

/** The rows as they are, and as they were before each of these changes. */
function statesOf({ definition }: Model, pasts: readonly Past[], changes: ReadonlySet<string>): State[] {
  const columns = new Map(columnsOf(definition).map(field => [field.id, field.column]))
  const byRow = new Map<string, Past[]>()
  for (const past of pasts) {
    const list = byRow.get(past.rowId)
    if (list) list.push(past)
    else byRow.set(past.rowId, [past])
  }
  const states: State[] = []
  const add = (state: Omit<State, 'n'>) => states.push({ ...state, n: states.length })
  for (const [id, list] of byRow) {
    let was: Record<string, unknown> = {}
    let gone = false
    const all: State['fields'][number][] = []
    const earlier: Omit<State, 'n'>[] = []
    for (const { changeId, before, isGone } of list) {
      const fields = before && !isGone ? Object.keys(before) : undefined
      const isAsked = changes.has(changeId)
      if (isAsked) all.push(fields)
      if (!before) continue
      const told = Object.fromEntries(Object.entries(before).flatMap(([field, value]) => (columns.has(field) ? [[columns.get(field) as string, value]] : [])))
      gone ||= isGone
      was = isGone ? told : { ...was, ...told }
      if (isAsked) earlier.push({ id, was, gone, isNow: false, fields: [fields] })
    }
    add({ id, was: {}, gone: false, isNow: true, fields: all })
    for (const state of earlier) add(state)
  }
  return states
}

/** Which conditions each state fits, by its number; one that cannot be looked at fits none. */
async function fitting(
  { definition }: Model,
  { schema, engine }: Pick<Store, 'schema' | 'engine'>,
  states: readonly State[],
  conditions: readonly RawBuilder<boolean>[],
  on: QueryExecutorProvider,
): Promise<Map<number, boolean[]>> {
  const table = tableOf(schema, definition.table)
  const [key, state] = [sql.id(definition.primaryKey.column), sql.id(STATE)]
  const found = new Map<number, boolean[]>()
  for (let at = 0; at < conditions.length; at += CONDITIONS) {
    const asked = conditions.slice(at, at + CONDITIONS)
    const columns = sql.join(asked.map((condition, i) => sql`case when ${condition} then 1 else 0 end as ${sql.id(`c${i}`)}`))
    const rows: Record<string, unknown>[] = []
    if (engine === 'postgres') {
      const json = JSON.stringify(states.map(({ n, id, was, gone }) => ({ n, id, was, gone })))
      // What is not said of a state is as the row is now. A type of the table reads every value as its column does.
      const answer = await sql<Record<string, unknown>>`
        select asked.n, ${columns} from jsonb_to_recordset(${json}::jsonb) as asked (n int, id text, was jsonb, gone boolean)
        cross join lateral jsonb_populate_record(null::${table}, jsonb_build_object(${definition.primaryKey.column}::text, asked.id)) as named
        left join ${table} as tessera_now on tessera_now.${key} = named.${key} and not asked.gone
        cross join lateral jsonb_populate_record(tessera_now, asked.was) as ${state}
        where tessera_now.${key} is not null or asked.gone`.execute(on)
      rows.push(...answer.rows)
    } else {
      // MySQL has no such type: of what was, nothing is known there.
      const now = new Map(states.filter(one => one.isNow).map(one => [one.id, one.n]))
      if (!now.size) continue
      const answer = await sql<Record<string, unknown>>`
        select ${state}.${key} as id, ${columns} from ${table} as ${state} where ${state}.${key} in (${sql.join([...now.keys()])})`.execute(on)
      for (const { id, ...row } of answer.rows) if (now.has(String(id))) rows.push({ ...row, n: now.get(String(id)) })
    }
    for (const row of rows) {
      const list = found.get(Number(row.n)) ?? conditions.map(() => false)
      for (const i of asked.keys()) list[at + i] = Number(row[`c${i}`]) === 1
      found.set(Number(row.n), list)
    }
  }
  return found
}

/** A change of fields that are hidden did not happen. */
const isSilent = (fields: readonly string[] | undefined, hidden: ReadonlySet<string>) =>
  hidden.size > 0 && !!fields && fields.every(id => hidden.has(id) || OF_CHANGES.has(id))

/** What each of these may hear of, in their order. `named`: ids are of use; else it is enough to know whether there are any. */
export async function whatIsSeen(
  db: Db,
  store: Store,
  model: Model,
  changeIds: readonly string[],
  all: readonly Limits[],
  { named }: { named: boolean },
): Promise<Seen[]> {
  const changes = new Set(changeIds)
  const since = [...changeIds].sort()[0] as string
  const told: Seen[] = all.map(() => ({ isTold: false, ids: [] }))

  async function look(on: QueryExecutorProvider, there: QueryExecutorProvider) {
    for await (const rowIds of rowsOf(on, model, changeIds)) {
      const left = [...all.keys()].filter(at => named || !told[at]?.isTold)
      if (!left.length) return
      const states = statesOf(model, await pastsOf(on, model, rowIds, since), changes)
      const conditions = [...new Set(left.flatMap(at => all[at]?.condition ?? []))]
      const fits = conditions.length ? await fitting(model, store, states, conditions, there) : new Map<number, boolean[]>()
      for (const at of left) {
        const { condition, hidden } = all[at] as Limits
        const seen = told[at] as Seen
        const column = condition ? conditions.indexOf(condition) : -1
        for (const { n, id, isNow, fields } of states) {
          if (fields.every(one => isSilent(one, hidden))) continue
          if (condition && !fits.get(n)?.[column]) continue
          seen.isTold = true
          if (isNow && named) seen.ids.push(id)
        }
      }
    }
  }
  // In our own database both are of one moment.
  if (model.source.dialect === 'builtin')
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(on => look(on, on))
  else await look(db, store.on)
  return told
}
