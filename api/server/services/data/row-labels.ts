// What ids in rows stand for: people, departments, rows of other models. One question per kind, however many rows.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import type { Store } from './connections.ts'
import type { Row } from './row-input.ts'
import type { Asker, RowFilter } from './row-rules.ts'
import { tableOf } from './sql-text.ts'
import { systemFields } from './filter.ts'
import { answered } from './values.ts'
import type { DataScope, Definition, Model } from './types.ts'

/** Rows of a relation to many that are answered with each row; the model's own list has them all. */
export const MAX_RELATED = 50

/** Columns of a model, each under its key. */
export function selection(definition: Definition, keys?: readonly string[]) {
  const fields = [...systemFields(definition), ...definition.fields.filter(field => field.type !== 'relationMany')]
  const chosen = keys?.length ? fields.filter(field => field.key === 'id' || field.key === 'version' || keys.includes(field.key)) : fields
  return chosen
}

/** A stored row as it is answered. */
export function answerOf(definition: Definition, stored: Row, keys?: readonly string[]): Row {
  return Object.fromEntries(selection(definition, keys).map(field => [field.key, answered(field, stored[field.key])]))
}

export const columnsSql = (definition: Definition, keys?: readonly string[], table?: string) =>
  sql.join(selection(definition, keys).map(field => sql`${table ? sql.id(table, field.column) : sql.id(field.column)} as ${sql.id(field.key)}`))

/** The text that names a row to people. */
export function titleOf(definition: Definition, row: Row): string {
  // Where nobody chose one, the first text says most.
  const title = definition.fields.find(field => field.id === definition.titleField) ?? definition.fields.find(field => field.type === 'text')
  const value = title ? row[title.key] : undefined
  return value === null || value === undefined || value === '' ? String(row.id) : String(value)
}

export function createRowLabels({ db }: Pick<Core, 'db'>, { rowFilter }: { rowFilter: RowFilter }) {
  async function people(companyId: string, ids: string[]): Promise<Map<string, string>> {
    if (!ids.length) return new Map()
    const rows = await db
      .selectFrom('person')
      .innerJoin('member', 'member.user_id', 'person.id')
      .select(['person.id', 'person.name'])
      .where('member.company_id', '=', companyId)
      .where('person.id', 'in', ids)
      .execute()
    return new Map(rows.map(row => [row.id, row.name]))
  }
  async function departments(companyId: string, ids: string[]): Promise<Map<string, string>> {
    if (!ids.length) return new Map()
    const rows = await db.selectFrom('department').select(['id', 'name']).where('company_id', '=', companyId).where('id', 'in', ids).execute()
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

  return {
    /**
     * Adds `_labels` to rows: the names behind ids. For the relations named, also `_related`: the row behind one, the latest rows behind many, of
     * those that the asker may see.
     */
    async add(scope: DataScope, store: Store, model: Model, rows: Row[], asker: Asker, targets: ReadonlyMap<string, Model>, relations: readonly string[] = []) {
      if (!rows.length) return
      const { definition } = model
      const of = (keys: string[]) => [...new Set(rows.flatMap(row => keys.map(key => row[key])).filter(value => value !== null && value !== undefined))]
      const keysOf = (type: string) =>
        selection(definition)
          .filter(field => field.type === type && rows[0] && field.key in rows[0])
          .map(field => field.key)
      const byPerson = await people(scope.companyId, of(keysOf('user')) as string[])
      const byDepartment = await departments(scope.companyId, of(keysOf('department')) as string[])
      for (const row of rows) {
        const labels: Record<string, string> = {}
        for (const key of keysOf('user')) if (byPerson.has(row[key] as string)) labels[key] = byPerson.get(row[key] as string) as string
        for (const key of keysOf('department')) if (byDepartment.has(row[key] as string)) labels[key] = byDepartment.get(row[key] as string) as string
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
          const found = await rowsBy(
            scope,
            store,
            target,
            asker,
            back.column,
            rows.map(row => row.id),
            Math.min(rows.length * MAX_RELATED, 2000),
          )
          for (const row of rows) (row._related as Row)[field.key] = found.filter(other => String(other[back.key]) === String(row.id)).slice(0, MAX_RELATED)
        }
      }
    },
  }
}

export type RowLabels = ReturnType<typeof createRowLabels>
