// Rows of a model: every name in the SQL comes from the applied definition, every value is bound, and every statement carries the row rules.
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import { TOTAL_CAP } from '../../store/paging.ts'
import { engineOf } from './columns.ts'
import type { Store } from './connections.ts'
import { compileFilter, fieldOf, parseFilter, type FilterModel } from './filter.ts'
import type { Models } from './models.ts'
import { rowError } from './row-errors.ts'
import type { Row, RowInput } from './row-input.ts'
import { answerOf, columnsSql, type RowLabels } from './row-labels.ts'
import type { Asker, RowChange, RowFilter } from './row-rules.ts'
import type { Sources } from './sources.ts'
import { tableOf } from './sql-text.ts'
import { hasColumn, isText, quoted, type DataScope, type Model } from './types.ts'
import { bound, checkKey } from './values.ts'

export interface RowQuery {
  page: number
  perPage: number
  keywords?: string
  orderBy?: string
  orderDir?: 'asc' | 'desc'
  /** A condition tree as JSON text. */
  filter?: string
  /** Keys with commas between them; all fields when left out. */
  fields?: string
  /** Relations whose rows are answered too. */
  relations?: string
}
/** What is open while rows of a model are asked for. */
export interface Opened {
  scope: DataScope
  asker: Asker
  model: Model
  store: Store
  /** Models that relations name, by id. */
  targets: ReadonlyMap<string, Model>
  filterModel: FilterModel
}
export const MAX_BULK = 200

const rowUnknown = () => notFound('data.rowUnknown', 'There is no such row')
const listed = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
const and = (parts: (RawBuilder<boolean> | undefined)[]) => {
  const all = parts.filter(part => part !== undefined)
  return all.length ? sql` where ${sql.join(all, sql` and `)}` : sql``
}

export function createRows(parts: {
  sources: Sources
  models: Models
  input: RowInput
  labels: RowLabels
  rowFilter: RowFilter
  /** Told of every change; in the transaction of the change where rows are in our database. */
  changed(change: RowChange, on: QueryExecutorProvider): Promise<void>
}) {
  const { sources, models, input, labels, rowFilter, changed } = parts

  async function open(scope: DataScope, asker: Asker, dsKey: string, dmKey: string): Promise<Opened> {
    const model = await models.applied(scope, dsKey, dmKey)
    const ids = [...new Set(model.definition.fields.flatMap(field => field.relation?.modelId ?? []))]
    const [store, targets] = await Promise.all([sources.storeOf(scope, model.source), models.appliedMany(scope, ids)])
    const filterModel: FilterModel = {
      definition: model.definition,
      engine: engineOf(model.source.dialect),
      keyTypeOf: id => targets.get(id)?.definition.primaryKey.type,
    }
    return { scope, asker, model, store, targets, filterModel }
  }

  /** Runs a question; what the database says against it is told in our words. */
  async function ask<T>({ scope, model }: Opened, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      const told = rowError(model.definition, error)
      if (told instanceof ApiError && told.code === 'data.unreachable') sources.forget(scope, model.source.id)
      throw told
    }
  }

  /** Conditions of a list: the asker's rules, the filter, the keywords. */
  async function conditions({ scope, asker, model, filterModel }: Opened, { filter, keywords = '' }: Pick<RowQuery, 'filter' | 'keywords'>) {
    const words = keywords.trim()
    return [await rowFilter(scope, model, asker), compileFilter(parseFilter(filter), filterModel), words ? containing(filterModel, words) : undefined]
  }

  function containing({ definition, engine }: FilterModel, words: string): RawBuilder<boolean> {
    const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    const texts = definition.fields
      .filter(field => isText(field.type) && hasColumn(field))
      .map(field =>
        engine === 'postgres' ? sql<boolean>`${sql.id(field.column)}::text ilike ${pattern}` : sql<boolean>`${sql.id(field.column)} like ${pattern}`,
      )
    const key = checkKey(definition.primaryKey.type, words)
    if ('value' in key) texts.push(sql<boolean>`${sql.id(definition.primaryKey.column)} = ${key.value}`)
    return texts.length ? sql<boolean>`(${sql.join(texts, sql` or `)})` : sql<boolean>`1 = 0`
  }

  function order({ model: { definition } }: Opened, { orderBy, orderDir = 'asc' }: RowQuery) {
    const key = sql.id(definition.primaryKey.column)
    if (!orderBy) return sql`${key} desc`
    const field = fieldOf(definition, orderBy)
    if (!field || field.type === 'json') throw fieldError('data.orderInvalid', 'orderBy', 'There is no field {name}', { name: quoted(orderBy) })
    const direction = orderDir === 'desc' ? sql`desc` : sql`asc`
    return field.key === 'id' ? sql`${key} ${direction}` : sql`${sql.id(field.column)} ${direction}, ${key} ${direction}`
  }

  function idOf({ model }: Opened, id: string): unknown {
    const checked = checkKey(model.definition.primaryKey.type, id)
    if ('problem' in checked) throw rowUnknown()
    return checked.value
  }
  function idsOf(opened: Opened, text: string | readonly string[]): unknown[] {
    const ids = typeof text === 'string' ? listed(text) : text
    if (ids.length > MAX_BULK) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MAX_BULK } })
    return [...new Set(ids)].map(id => idOf(opened, id))
  }

  /** Rows by their ids that the asker may see; locked on request. */
  async function byIds({ scope, asker, model, store }: Opened, ids: unknown[], on: QueryExecutorProvider, { lock = false } = {}): Promise<Row[]> {
    if (!ids.length) return []
    const { definition } = model
    const key = sql.id(definition.primaryKey.column)
    const rule = await rowFilter(scope, model, asker)
    const query = sql<Row>`select ${columnsSql(definition)} from ${tableOf(store.schema, definition.table)}${and([sql<boolean>`${key} in (${sql.join(ids)})`, rule])} order by ${key}${lock ? sql` for update` : sql``}`
    return (await query.execute(on)).rows.map(row => answerOf(definition, row))
  }

  /** Writes the same columns into rows that are locked; answers how they are afterwards. */
  async function write(opened: Opened, before: Row[], columns: ReadonlyMap<string, unknown>, on: QueryExecutorProvider): Promise<Row[]> {
    const { model, store, asker, scope } = opened
    const { definition } = model
    const ids = before.map(row => row.id)
    const sets = [...columns].map(([column, value]) => sql`${sql.id(column)} = ${value}`)
    if (definition.managed)
      sets.push(
        sql`${sql.id('updated_at')} = ${bound(store.engine, new Date())}`,
        sql`${sql.id('updated_by')} = ${asker.user.id}`,
        sql`${sql.id('version')} = ${sql.id('version')} + 1`,
      )
    if (!columns.size) return before
    await sql`update ${tableOf(store.schema, definition.table)} set ${sql.join(sets)} where ${sql.id(definition.primaryKey.column)} in (${sql.join(ids)})`.execute(
      on,
    )
    const after = await plain(opened, ids, on)
    const afterById = new Map(after.map(row => [String(row.id), row]))
    await changed(
      {
        kind: 'update',
        scope,
        model,
        by: asker.user.id,
        rows: before.map(row => ({ id: row.id as string, before: row, after: afterById.get(String(row.id)) ?? null })),
      },
      on,
    )
    return after
  }

  /** Rows as they are, without rules: of what was just written. */
  async function plain({ model: { definition }, store }: Opened, ids: unknown[], on: QueryExecutorProvider): Promise<Row[]> {
    const key = sql.id(definition.primaryKey.column)
    const query = sql<Row>`select ${columnsSql(definition)} from ${tableOf(store.schema, definition.table)} where ${key} in (${sql.join(ids)}) order by ${key}`
    return (await query.execute(on)).rows.map(row => answerOf(definition, row))
  }

  async function insert(opened: Opened, columns: ReadonlyMap<string, unknown>, on: QueryExecutorProvider): Promise<unknown> {
    const { model, store, asker } = opened
    const { definition } = model
    const { primaryKey } = definition
    const all = new Map(columns)
    let id = all.get(primaryKey.column)
    if (primaryKey.type === 'uuid' && primaryKey.generated) {
      id = uuidv7()
      all.set(primaryKey.column, id)
    }
    if (definition.managed) for (const column of ['created_by', 'updated_by']) all.set(column, asker.user.id)
    const table = tableOf(store.schema, definition.table)
    const names = sql.join([...all.keys()].map(column => sql.id(column)))
    const values = sql.join([...all.values()].map(value => sql`${value}`))
    if (store.engine === 'mysql') {
      const result = await sql`insert into ${table} (${names}) values (${values})`.execute(on)
      return id ?? Number(result.insertId)
    }
    const statement = all.size ? sql`insert into ${table} (${names}) values (${values})` : sql`insert into ${table} default values`
    const { rows } = await sql<{ id: unknown }>`${statement} returning ${sql.id(primaryKey.column)} as id`.execute(on)
    return rows[0]?.id
  }

  return {
    open,

    /** How a field is described to those who show rows. */
    describe({ model, targets }: Opened) {
      return model.definition.fields.map(field => ({
        key: field.key,
        name: field.name,
        type: field.type,
        required: field.required,
        unique: field.unique,
        readOnly: !!field.readOnly || field.type === 'autoNumber' || field.type === 'relationMany',
        default: field.default ?? null,
        options: field.options ?? [],
        rules: { ...field.rules },
        precision: field.precision ?? null,
        scale: field.scale ?? null,
        model: targets.get(field.relation?.modelId ?? '')?.key ?? '',
        description: field.description ?? '',
        isTitle: field.id === model.definition.titleField,
      }))
    },

    async list(opened: Opened, query: RowQuery) {
      const { model, store, scope, asker, targets } = opened
      const { definition } = model
      const keys = listed(query.fields)
      const unknown = keys.find(key => !fieldOf(definition, key))
      if (unknown !== undefined) throw fieldError('data.fieldUnknown', 'fields', 'There is no field {name}', { name: quoted(unknown) })
      const relations = listed(query.relations)
      const noRelation = relations.find(key => !definition.fields.some(field => field.key === key && field.relation))
      if (noRelation !== undefined) throw fieldError('data.fieldUnknown', 'relations', 'There is no field {name}', { name: quoted(noRelation) })
      const where = and(await conditions(opened, query))
      const by = order(opened, query)
      const table = tableOf(store.schema, definition.table)
      return ask(opened, async () => {
        const page = sql<Row>`select ${columnsSql(definition, keys)} from ${table}${where} order by ${by} limit ${sql.lit(query.perPage)} offset ${sql.lit((query.page - 1) * query.perPage)}`
        const count = sql<{ n: number }>`select count(*) as n from (select 1 as one from ${table}${where} limit ${sql.lit(TOTAL_CAP + 1)}) as counted`
        const [found, counted] = await Promise.all([page.execute(store.on), count.execute(store.on)])
        const items = found.rows.map(row => answerOf(definition, row, keys))
        await labels.add(scope, store, model, items, asker, targets, relations)
        const total = Number(counted.rows[0]?.n ?? 0)
        return { items, ...(total > TOTAL_CAP ? { total: TOTAL_CAP, totalIsCapped: true as const } : { total }), page: query.page, perPage: query.perPage }
      })
    },

    async get(opened: Opened, id: string, relations?: string): Promise<Row> {
      const key = idOf(opened, id)
      return ask(opened, async () => {
        const [row] = await byIds(opened, [key], opened.store.on)
        if (!row) throw rowUnknown()
        await labels.add(opened.scope, opened.store, opened.model, [row], opened.asker, opened.targets, listed(relations))
        return row
      })
    },

    async create(opened: Opened, row: Row): Promise<string | number> {
      const { scope, model, store, targets, asker } = opened
      const columns = await input.checkOne(scope, model, row, 'create', targets)
      return ask(opened, () =>
        store.transaction(async on => {
          const id = (await insert(opened, columns, on)) as string | number
          const [after] = await plain(opened, [id], on)
          await changed({ kind: 'create', scope, model, by: asker.user.id, rows: [{ id, before: null, after: after ?? null }] }, on)
          return id
        }),
      )
    },

    /** Changes what is sent; with `version` only a row that nobody else changed since. */
    async update(opened: Opened, id: string, row: Row) {
      const { scope, model, store, targets } = opened
      const key = idOf(opened, id)
      const { version } = row
      if (version !== undefined && version !== null && !Number.isInteger(version))
        throw fieldError('request.invalid', 'version', 'Should be of type {type}', { type: 'integer' })
      const columns = await input.checkOne(scope, model, row, 'update', targets)
      await ask(opened, () =>
        store.transaction(async on => {
          const before = await byIds(opened, [key], on, { lock: true })
          if (!before[0]) throw rowUnknown()
          if (model.definition.managed && typeof version === 'number' && before[0].version !== version)
            throw new ApiError('data.rowChanged', 'Somebody else has changed this row. Look at it again', 409)
          await write(opened, before, columns, on)
        }),
      )
    },

    /** The same values into several rows, all or none of them. */
    async updateMany(opened: Opened, ids: readonly string[], row: Row): Promise<number> {
      const { scope, model, store, targets } = opened
      const keys = idsOf(opened, ids)
      const columns = await input.checkOne(scope, model, row, 'update', targets)
      return ask(opened, () =>
        store.transaction(async on => {
          const before = await byIds(opened, keys, on, { lock: true })
          if (before.length < keys.length) throw rowUnknown()
          await write(opened, before, columns, on)
          return before.length
        }),
      )
    },

    /** Deletes rows, all or none of them. */
    async remove(opened: Opened, ids: string | readonly string[]): Promise<number> {
      const { scope, model, store, asker } = opened
      const keys = idsOf(opened, ids)
      if (!keys.length) throw rowUnknown()
      return ask(opened, () =>
        store.transaction(async on => {
          const before = await byIds(opened, keys, on, { lock: true })
          if (before.length < keys.length) throw rowUnknown()
          await sql`delete from ${tableOf(store.schema, model.definition.table)} where ${sql.id(model.definition.primaryKey.column)} in (${sql.join(before.map(one => one.id))})`.execute(
            on,
          )
          await changed({ kind: 'delete', scope, model, by: asker.user.id, rows: before.map(one => ({ id: one.id as string, before: one, after: null })) }, on)
          return before.length
        }),
      )
    },
  }
}

export type Rows = ReturnType<typeof createRows>
