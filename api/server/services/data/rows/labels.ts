// What ids in rows stand for: people, departments, rows of other models. One question per kind, however many rows.
import { sql } from 'kysely'
import type { Core } from '../../../core.ts'
import type { Store } from '../sources/connections.ts'
import type { Row } from './input.ts'
import type { Asker, RowFilter } from './rules.ts'
import { tableOf } from '../sql-text.ts'
import { systemFields } from './filter.ts'
import { answered } from '../values.ts'
import { columnSql } from '../formula-sql.ts'
import { hasValue, type DataScope, type Definition, type Model } from '../types.ts'
import { inCompany } from '../../../store/scoped.ts'

/** Rows of a relation to many that are answered with each row; the model's own list has them all. */
export const MAX_RELATED = 50
/** Of those, how many are named where there is room for a line. */
const MAX_NAMED = 3

/** Columns of a model, each under its key. */
export function selection(definition: Definition, keys?: readonly string[]) {
  const fields = [...systemFields(definition), ...definition.fields.filter(hasValue)]
  const chosen = keys?.length ? fields.filter(field => field.key === 'id' || field.key === 'version' || keys.includes(field.key)) : fields
  return chosen
}

/** A stored row as it is answered. */
export function answerOf(definition: Definition, stored: Row, keys?: readonly string[]): Row {
  return Object.fromEntries(selection(definition, keys).map(field => [field.key, answered(field, stored[field.key])]))
}

export const columnsSql = (definition: Definition, keys?: readonly string[], table?: string) =>
  sql.join(selection(definition, keys).map(field => sql`${columnSql(field, table)} as ${sql.id(field.key)}`))

/** The text that names a row to people. */
export function titleOf(definition: Definition, row: Row): string {
  // Where nobody chose one, the first text says most.
  const title = definition.fields.find(field => field.id === definition.titleField) ?? definition.fields.find(field => field.type === 'text')
  const value = title ? row[title.key] : undefined
  return value === null || value === undefined || value === '' ? String(row.id) : String(value)
}

/** Names of people and departments as columns of the rows that a page answers, where rows and people are in one database. */
export function namesSql({ companyId }: Pick<DataScope, 'companyId'>, definition: Definition, keys: readonly string[], page: string) {
  const fields = selection(definition, keys).filter(field => field.type === 'user' || field.type === 'department')
  const columns = fields.map((field, at) => {
    const id = sql.id(page, field.key)
    const name =
      field.type === 'user'
        ? sql`select person.name from person join member on member.user_id = person.id where person.id = ${id} and member.company_id = ${companyId}`
        : sql`select department.name from department where department.id = ${id} and department.company_id = ${companyId}`
    return sql`(${name}) as ${sql.id(`tessera_name_${at}`)}`
  })
  const read = (stored: Row): Record<string, string> =>
    Object.fromEntries(fields.map((field, at) => [field.key, stored[`tessera_name_${at}`]]).filter(([, name]) => typeof name === 'string'))
  return { columns, read }
}

/** The names of people of an organisation, by their ids. */
export async function peopleNames(db: Core['db'], companyId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map()
  const rows = await inCompany(db, companyId)
    .selectFrom('person')
    .innerJoin('member', 'member.user_id', 'person.id')
    .select(['person.id', 'person.name'])
    .where('person.id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, row.name]))
}

export function createRowLabels({ db }: Pick<Core, 'db'>, { rowFilter }: { rowFilter: RowFilter }) {
  async function departments(companyId: string, ids: string[]): Promise<Map<unknown, string>> {
    if (!ids.length) return new Map()
    const rows = await inCompany(db, companyId).selectFrom('department').select(['id', 'name']).where('id', 'in', ids).execute()
    return new Map(rows.map(row => [row.id, row.name]))
  }

  /** Rows of a model by a column, as far as the asker may see them. */
  async function rowsBy(scope: DataScope, store: Store, model: Model, asker: Asker, column: string, values: unknown[], limit: number) {
    const { definition } = model
    const rule = await rowFilter(scope, model, asker)
    const query = sql<Row>`select ${columnsSql(definition)} from ${tableOf(store.schema, definition.table)}
      where ${sql.id(column)} in (${sql.join(values)})${rule ? sql` and ${rule}` : sql``} order by ${sql.id(definition.primaryKey.column)} desc limit ${sql.lit(limit)}`
    return (await query.execute(store.on)).rows.map(row => answerOf(definition, row))
  }

  /** Of the rows that name each of these: the latest, and how many there are, as far as the asker may see them. */
  async function latestBehind(scope: DataScope, store: Store, target: Model, asker: Asker, column: string, ids: unknown[]) {
    const { definition } = target
    const rule = await rowFilter(scope, target, asker)
    const table = tableOf(store.schema, definition.table)
    const limits = sql`where ${sql.id(column)} in (${sql.join(ids)})${rule ? sql` and ${rule}` : sql``}`
    const latest = sql<Row>`select ${columnsSql(definition)} from (
      select ${table}.*, row_number() over (partition by ${sql.id(column)} order by ${sql.id(definition.primaryKey.column)} desc) as tessera_n from ${table} ${limits}
    ) as behind where tessera_n <= ${sql.lit(MAX_RELATED)} order by ${sql.id(definition.primaryKey.column)} desc`
    const counted = sql<{ one: unknown; n: number }>`select ${sql.id(column)} as one, count(*) as n from ${table} ${limits} group by ${sql.id(column)}`
    const [found, counts] = await Promise.all([latest.execute(store.on), counted.execute(store.on)])
    return { found: found.rows.map(row => answerOf(definition, row)), counts: new Map(counts.rows.map(({ one, n }) => [String(one), Number(n)])) }
  }

  return {
    /**
     * Adds `_labels` to rows: the names behind ids. For the relations named, also `_related`: the row behind one, the latest rows behind many, of
     * those that the asker may see; `_labels` names some of them then, and `_counts` tells how many there are. `names` are those of each row's people
     * and departments where they are known already.
     */
    async add(
      scope: DataScope,
      store: Store,
      model: Model,
      rows: Row[],
      asker: Asker,
      targets: ReadonlyMap<string, Model>,
      relations: readonly string[] = [],
      names?: readonly Record<string, string>[],
    ) {
      if (!rows.length) return
      const { definition } = model
      const of = (keys: string[]) => [...new Set(rows.flatMap(row => keys.map(key => row[key])).filter(value => value !== null && value !== undefined))]
      const keysOf = (type: string) =>
        selection(definition)
          .filter(field => field.type === type && rows[0] && field.key in rows[0])
          .map(field => field.key)
      const byUser = keysOf('user')
      const byDepartment = keysOf('department')
      const userNames = names ? new Map() : await peopleNames(db, scope.companyId, of(byUser) as string[])
      const departmentNames = names ? new Map() : await departments(scope.companyId, of(byDepartment) as string[])
      for (const [at, row] of rows.entries()) {
        const labels: Record<string, string> = { ...names?.[at] }
        for (const key of byUser) if (userNames.has(row[key])) labels[key] = userNames.get(row[key]) as string
        for (const key of byDepartment) if (departmentNames.has(row[key])) labels[key] = departmentNames.get(row[key]) as string
        row._labels = labels
        if (relations.length) row._related = {}
      }
      for (const field of definition.fields) {
        const target = targets.get(field.relation?.modelId ?? '')
        if (!target) continue
        if (field.type === 'relationOne' && rows[0] && field.key in rows[0]) {
          const ids = of([field.key])
          if (!ids.length) continue
          const found = await rowsBy(scope, store, target, asker, target.definition.primaryKey.column, ids, ids.length)
          const byId = new Map(found.map(row => [String(row.id), row]))
          for (const row of rows) {
            const other = byId.get(String(row[field.key]))
            if (!other) continue
            ;(row._labels as Row)[field.key] = titleOf(target.definition, other)
            if (relations.includes(field.key)) (row._related as Row)[field.key] = other
          }
        }
        if (field.type === 'relationMany' && relations.includes(field.key)) {
          const back = target.definition.fields.find(one => one.id === field.relation?.field)
          if (!back) continue
          const ids = rows.map(row => row.id)
          const { found, counts } = await latestBehind(scope, store, target, asker, back.column, ids)
          for (const row of rows) {
            const behind = found.filter(other => String(other[back.key]) === String(row.id))
            ;(row._related as Row)[field.key] = behind
            ;(row._labels as Row)[field.key] = behind
              .slice(0, MAX_NAMED)
              .map(other => titleOf(target.definition, other))
              .join(', ')
            row._counts = { ...(row._counts as Row | undefined), [field.key]: counts.get(String(row.id)) ?? 0 }
          }
        }
      }
    },
  }
}

export type RowLabels = ReturnType<typeof createRowLabels>
