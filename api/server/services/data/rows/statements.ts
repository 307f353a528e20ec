// The statements that read and write rows; each carries the row rules of whoever asks, except for what was just written.
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { ApiError, fieldError, notFound } from '../../../errors.ts'
import type { Store } from '../sources/connections.ts'
import { compileFilter, fieldOf, parseFilter, textLike, type FilterModel } from './filter.ts'
import { rowError } from './errors.ts'
import type { Row } from './input.ts'
import { answerOf, columnsSql } from './labels.ts'
import { differs, OF_CHANGES } from './history.ts'
import type { ExactRows } from './exact.ts'
import { hidden, wholeOf } from './fields.ts'
import { exactDifference, type Exact } from './exact-texts.ts'
import { ruleRefused, type Asker, type ChangeNote, type RowChange, type RowFilter, type RowRights, type RuleKind } from './rules.ts'
import type { Sources } from '../sources/sources.ts'
import { columnSql } from '../formula-sql.ts'
import { tableOf } from '../sql-text.ts'
import { hasColumn, hasValue, isJson, isText, quoted, type DataScope, type Model } from '../types.ts'
import { checkKey } from '../values.ts'
import { rowsNow as plain } from './plain-rows.ts'
import { put, putMany, putWhole, set, setEach } from './writing.ts'

/** What is open while rows of a model are asked for. */
export interface Opened {
  scope: DataScope
  asker: Asker
  may: RowRights
  /** Relations to many whose rows the asker may change. */
  linkable: ReadonlySet<string>
  /** Relations to one whose rows the asker may add. */
  creatable: ReadonlySet<string>
  model: Model
  store: Store
  /** Models that relations name, by id. */
  targets: ReadonlyMap<string, Model>
  filterModel: FilterModel
  /** A model as the asker has it: without the fields that are hidden from the asker. */
  narrow(model: Model): Model
  /** A text of the app in the language of the asker. */
  say(text: string): string
  /** The language of the asker among the app's; empty where the app has one. */
  language: string
  /** After a change of very many rows: their totals are counted anew. */
  recount(): void
}
export interface RowSearch {
  keywords?: string
  /** A condition tree as JSON text. */
  filter?: string
  orderBy?: string
  orderDir?: 'asc' | 'desc'
}
/** The same rows with all fields, as the server itself works on them; the asker's rules of rows go on limiting them. */
export function wholly(opened: Opened): Opened {
  const model = wholeOf(opened.model)
  const targets = new Map([...opened.targets].map(([id, target]) => [id, wholeOf(target)]))
  return { ...opened, model, targets, filterModel: { ...opened.filterModel, definition: model.definition } }
}
/** Of these columns, those that the asker may hear of. */
export function columnsToldTo({ model, narrow }: Opened, columns: readonly string[]): string[] {
  const unseen = hidden(narrow(model))
  const names = new Set(wholeOf(model).definition.fields.flatMap(field => (unseen.has(field.id) ? [field.column] : [])))
  return columns.filter(column => !names.has(column))
}
export const MAX_BULK = 200
export const rowUnknown = () => notFound('data.rowUnknown', 'There is no such row')
export const listed = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
export const where = (parts: (RawBuilder<boolean> | undefined)[]) => {
  const all = parts.filter(part => part !== undefined)
  return all.length ? sql` where ${sql.join(all, sql` and `)}` : sql``
}

function containing({ definition, engine }: FilterModel, words: string): RawBuilder<boolean> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  const texts = definition.fields.filter(field => isText(field.type) && hasValue(field)).map(field => textLike(engine, columnSql(field), pattern))
  const key = checkKey(definition.primaryKey.type, words)
  if ('value' in key) texts.push(sql<boolean>`${sql.id(definition.primaryKey.column)} = ${key.value}`)
  return texts.length ? sql<boolean>`(${sql.join(texts, sql` or `)})` : sql<boolean>`1 = 0`
}

/** What a list is ordered by, besides the key; no field where that is all. */
export function sortOf({ model: { definition } }: Opened, { orderBy, orderDir = 'asc' }: RowSearch) {
  if (!orderBy) return { field: undefined, isDown: true }
  const field = fieldOf(definition, orderBy)
  if (!field || isJson(field.type)) throw fieldError('data.orderInvalid', 'orderBy', 'There is no field {name}', { name: quoted(orderBy) })
  return { field: field.key === 'id' ? undefined : field, isDown: orderDir === 'desc' }
}

/** The order of a list, always ending with the key, so that pages do not overlap. */
export function orderOf(opened: Opened, search: RowSearch) {
  const { field, isDown } = sortOf(opened, search)
  const key = sql.id(opened.model.definition.primaryKey.column)
  const direction = isDown ? sql`desc` : sql`asc`
  return field ? sql`${columnSql(field)} ${direction}, ${key} ${direction}` : sql`${key} ${direction}`
}

export function idOf({ model }: Opened, id: string): unknown {
  const checked = checkKey(model.definition.primaryKey.type, id)
  if ('problem' in checked) throw rowUnknown()
  return checked.value
}
/** Ids of an address are encoded each for itself, as one may hold a comma; what is not encoded is taken as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
export function idsOf(opened: Opened, text: string | readonly string[]): unknown[] {
  const ids = typeof text === 'string' ? listed(text).map(decoded) : text
  if (ids.length > MAX_BULK) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_BULK } })
  return [...new Set(ids)].map(id => idOf(opened, id))
}

/** Without what changes with every change of a table of ours. */
const ofOthers = ({ managed }: Model['definition'], exact: Exact): Exact =>
  managed ? Object.fromEntries(Object.entries(exact).filter(([column]) => !OF_CHANGES.has(column))) : exact

/** A new row with what the server puts into it. */
function filled({ model: { definition }, asker }: Opened, columns: ReadonlyMap<string, unknown>): Map<string, unknown> {
  const all = new Map(columns)
  if (definition.primaryKey.type === 'uuid' && definition.primaryKey.generated) all.set(definition.primaryKey.column, uuidv7())
  if (definition.managed) for (const column of ['created_by', 'updated_by']) all.set(column, asker.user?.id ?? null)
  return all
}

export function createRowStatements(parts: {
  sources: Sources
  exactRows: ExactRows
  rowFilter: RowFilter
  /** Told of every change; in the transaction of the change where rows are in our database. */
  changed(change: RowChange, on: QueryExecutorProvider): Promise<string>
}) {
  const { sources, exactRows, rowFilter, changed } = parts

  /** Runs a question; what the database says against it is told in our words. */
  async function ask<T>(opened: Opened, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      const told = rowError(opened, error)
      if (told instanceof ApiError && told.code === 'data.unreachable') sources.forget(opened.scope, opened.model.source.id)
      throw told
    }
  }

  /** Refused unless the rules of a kind allow the asker each of these rows, as they are at this moment. */
  async function checkRules({ scope, model, asker, store }: Opened, kind: RuleKind, ids: readonly unknown[], on: QueryExecutorProvider) {
    const rule = ids.length ? await rowFilter(scope, model, asker, { kind }) : undefined
    if (!rule) return
    const { definition } = model
    const key = sql.id(definition.primaryKey.column)
    const question = sql<{ n: number }>`select count(*) as n from ${tableOf(store.schema, definition.table)} where ${key} in (${sql.join(ids)}) and ${rule}`
    if (Number((await question.execute(on)).rows[0]?.n ?? 0) < new Set(ids.map(String)).size) throw ruleRefused(kind)
  }

  /** Refused like an id that is not there, unless the asker sees each row that these columns name. */
  async function checkLinks({ scope, model, asker, store, targets }: Opened, columns: ReadonlyMap<string, unknown>, on: QueryExecutorProvider = store.on) {
    for (const field of model.definition.fields) {
      const target = targets.get(field.relation?.modelId ?? '')
      const value = hasColumn(field) ? (columns.get(field.column) ?? null) : null
      if (!target || value === null) continue
      const rule = await rowFilter(scope, target, asker)
      if (!rule) continue
      const { definition } = target
      const found =
        await sql`select 1 from ${tableOf(store.schema, definition.table)} where ${sql.id(definition.primaryKey.column)} = ${value} and ${rule}`.execute(on)
      if (!found.rows.length) throw fieldError('data.relationUnknown', field.key, 'There is no such row')
    }
  }

  /** What is to be kept of rows that columns are written into; looked at before, told after. */
  async function tracked(
    opened: Opened,
    ids: readonly unknown[],
    written: (id: string) => ReadonlyMap<string, unknown> | undefined,
    on: QueryExecutorProvider,
  ) {
    const { definition } = opened.model
    const key = definition.primaryKey.column
    const shape = await exactRows.shapeOf(opened, on)
    const columns = new Set(ids.flatMap(id => [...(written(String(id))?.keys() ?? [])]))
    const touched = exactRows.touched(shape, columns)
    const was = await exactRows.read(opened, shape, ids, on, touched)
    const chosen = sql<boolean>`${sql.id(key)} in (${sql.join(ids)})`
    // A row that is called otherwise afterwards is looked for by what it is called then.
    const idNow = (id: unknown) => written(String(id))?.get(key) ?? id
    const isPossible = !ids.length || (ids.every(id => String(idNow(id)) === String(id)) && !(await exactRows.losses(opened, { columns }, chosen, on)).length)
    return {
      isPossible,
      /** Those of these rows that are different now, before and after. */
      async changed(before: Row[]): Promise<RowChange['rows']> {
        const idsNow = before.map(row => idNow(row.id))
        const afterById = new Map((await plain(opened, idsNow, on)).map(row => [String(row.id), row]))
        const is = await exactRows.read(opened, shape, idsNow, on, touched)
        return before.flatMap(row => {
          const id = String(idNow(row.id))
          const after = afterById.get(id) ?? null
          const exact = exactDifference(was.get(String(row.id)) ?? {}, is.get(id) ?? {})
          if (after && !differs(definition, row, after) && !Object.keys(ofOthers(definition, exact.before)).length) return []
          return [{ id, before: row, after, ...(after && { exact }) }]
        })
      },
    }
  }

  return {
    ask,
    changed,
    /** Rows as they are, without rules: of what was just written. */
    plain,
    tracked,
    set,
    setEach,
    putMany,
    checkRules,
    checkLinks,

    /** Conditions of a list: the asker's rules, the filter, the keywords. */
    async conditions({ scope, asker, model, filterModel }: Opened, { filter, keywords = '' }: Pick<RowSearch, 'filter' | 'keywords'>) {
      const words = keywords.trim()
      return [await rowFilter(scope, model, asker), compileFilter(parseFilter(filter), filterModel), words ? containing(filterModel, words) : undefined]
    },

    /** The condition that limits the asker; undefined when the asker may see all rows. */
    limit: ({ scope, asker, model }: Opened) => rowFilter(scope, model, asker),

    /** Rows by their ids that the asker may see; locked on request. */
    async byIds({ scope, asker, model, store }: Opened, ids: readonly unknown[], on: QueryExecutorProvider, { lock = false } = {}): Promise<Row[]> {
      if (!ids.length) return []
      const { definition } = model
      const key = sql.id(definition.primaryKey.column)
      const rule = await rowFilter(scope, model, asker)
      const query = sql<Row>`select ${columnsSql(definition)} from ${tableOf(store.schema, definition.table)}${where([sql<boolean>`${key} in (${sql.join(ids)})`, rule])} order by ${key}${lock ? sql` for update` : sql``}`
      return (await query.execute(on)).rows.map(row => answerOf(definition, row))
    },

    /** Writes the same columns into rows that are locked; only rows that are different afterwards were changed. */
    async write(opened: Opened, before: Row[], columns: ReadonlyMap<string, unknown>, on: QueryExecutorProvider, note: ChangeNote = {}) {
      if (!columns.size) return { changed: 0, changeId: '' }
      const { model, scope, asker } = opened
      const ids = before.map(row => row.id)
      const exactly = await tracked(opened, ids, () => columns, on)
      await checkRules(opened, 'UPDATE', ids, on)
      await set(opened, ids, columns, on)
      await checkRules(opened, 'UPDATE', ids, on)
      const rows = await exactly.changed(before)
      if (!rows.length) return { changed: 0, changeId: '' }
      const changeId = await changed(
        { kind: 'update', scope, model, by: asker.user?.id ?? null, rows, ...note, isBulk: !!note.isBulk && exactly.isPossible },
        on,
      )
      return { changed: rows.length, changeId: exactly.isPossible ? changeId : '' }
    },

    /** Adds a row; answers its id. */
    insert: (opened: Opened, columns: ReadonlyMap<string, unknown>, on: QueryExecutorProvider): Promise<unknown> => put(opened, filled(opened, columns), on),

    /** Adds a row; answers it as it became. */
    async insertWhole(opened: Opened, columns: ReadonlyMap<string, unknown>, on: QueryExecutorProvider): Promise<{ id: string | number; row: Row | null }> {
      const all = filled(opened, columns)
      // In tables of ours nothing happens after a row is written; triggers of a database outside may change it once more.
      if (opened.model.source.dialect === 'builtin') {
        const row = await putWhole(opened, all, on)
        return { id: row.id as string | number, row }
      }
      const id = (await put(opened, all, on)) as string | number
      return { id, row: (await plain(opened, [id], on))[0] ?? null }
    },

    async erase({ store, model: { definition } }: Opened, ids: readonly unknown[], on: QueryExecutorProvider) {
      await sql`delete from ${tableOf(store.schema, definition.table)} where ${sql.id(definition.primaryKey.column)} in (${sql.join(ids)})`.execute(on)
    },
  }
}

export type RowStatements = ReturnType<typeof createRowStatements>

/** The rows of these ids, locked; refused when the asker does not see each of them. */
export async function locked({ byIds }: Pick<RowStatements, 'byIds'>, opened: Opened, ids: readonly unknown[], on: QueryExecutorProvider): Promise<Row[]> {
  const rows = await byIds(opened, ids, on, { lock: true })
  if (rows.length < ids.length || !ids.length) throw rowUnknown()
  return rows
}

export const amongIds = ({ model }: Opened, ids: readonly unknown[]) => sql<boolean>`${sql.id(model.definition.primaryKey.column)} in (${sql.join(ids)})`
