// Relations to many in a query: the rows that name a row of its model, as far as whoever asks may see them. They are put together before they are joined, so that
// each row of the model stands in a group once, and no figure is told several times.
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../../errors.ts'
import { columnSql } from '../formula-sql.ts'
import { fieldOf } from '../rows/filter.ts'
import type { RowFilter } from '../rows/rules.ts'
import type { Opened } from '../rows/statements.ts'
import { wholeOf } from '../rows/fields.ts'
import { tableOf } from '../sql-text.ts'
import { quoted } from '../types.ts'
import { BASE, fieldMissing, fieldUnknown, refused, type Resolved } from './fields.ts'

type Sql = RawBuilder<unknown>
const MOST = 4

export interface Many {
  opened: Opened
  /** What the model calls its related rows. */
  label: string
  /** Name of the related rows within a question about them. */
  alias: string
  /** What is asked of a related row; undefined where the relation itself is named. */
  resolve(key: string): Resolved
  /** A value by which related rows are put together; answers where it stands beside the rows of the model. */
  group(value: Sql): Sql
  /** A figure of the related rows of a row and its groups; answers where it stands. */
  cell(figure: Sql): Sql
  /** Whether a row of the model has a related row of which all of these hold. */
  exists(conditions?: readonly (RawBuilder<boolean> | undefined)[]): RawBuilder<boolean>
}

export function createRelationsToMany(base: Opened, parts: { openModel(dsKey: string, dmKey: string): Promise<Opened>; rowFilter: RowFilter }) {
  const all = new Map<string, Promise<Many & { join(): Sql | undefined }>>()
  const made: (Many & { join(): Sql | undefined })[] = []

  async function open(key: string): Promise<Many & { join(): Sql | undefined }> {
    const { definition } = base.model
    const relation = definition.fields.find(field => field.key === key && field.type === 'relationMany')
    const target = relation && base.targets.get(relation.relation?.modelId ?? '')
    if (!relation || !target) throw fieldUnknown(quoted(key))
    if (all.size > MOST) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MOST } })
    let opened: Opened
    try {
      opened = await parts.openModel(target.source.key, target.key)
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) throw refused(relation.name)
      throw error
    }
    // Which row names which is as little told as the field that names it.
    const back = opened.model.definition.fields.find(field => field.id === relation.relation?.field)
    if (!back) throw refused(relation.name)
    const [inner, joined] = [`r${made.length + 1}`, `m${made.length + 1}`]
    const rule = await parts.rowFilter(opened.scope, opened.model, opened.asker, { table: inner })
    const groups: Sql[] = []
    const cells: Sql[] = []
    const from = sql` from ${tableOf(opened.store.schema, opened.model.definition.table)} as ${sql.id(inner)}`
    const key1 = columnSql(back, inner)
    const own = sql`${sql.id(BASE, definition.primaryKey.column)}`
    const one: Many & { join(): Sql | undefined } = {
      opened,
      label: relation.name,
      alias: inner,
      resolve(name) {
        const field = fieldOf(opened.model.definition, name)
        if (!field) throw fieldMissing(opened, name)
        const column = columnSql(field, inner)
        return { own: field, field, opened, column, label: `${relation.name} · ${field.name}` }
      },
      group(value) {
        groups.push(value)
        return sql.id(joined, `v${groups.length - 1}`)
      },
      cell(figure) {
        cells.push(figure)
        return sql.id(joined, `c${cells.length - 1}`)
      },
      exists: (conditions = []) => {
        const there = [sql<boolean>`${key1} = ${own}`, rule, ...conditions].filter(condition => condition !== undefined)
        return sql<boolean>`exists (select 1${from} where ${sql.join(there, sql` and `)})`
      },
      join() {
        if (!groups.length && !cells.length) return undefined
        const columns = [
          sql`${key1} as k`,
          ...groups.map((value, at) => sql`${value} as ${sql.id(`v${at}`)}`),
          ...cells.map((figure, at) => sql`${figure} as ${sql.id(`c${at}`)}`),
        ]
        const places = Array.from({ length: groups.length + 1 }, (_one, at) => sql.lit(at + 1))
        return sql` left join (select ${sql.join(columns)}${from} where ${key1} is not null${rule ? sql` and ${rule}` : sql``} group by ${sql.join(places)}) as ${sql.id(joined)} on ${sql.id(joined, 'k')} = ${own}`
      },
    }
    made.push(one)
    return one
  }

  return {
    /** The relation to many that a path begins with, and what it names of the related rows; undefined for every other path. */
    async of(path: string): Promise<{ many: Many; key: string } | undefined> {
      const [first = '', ...rest] = path.split('.')
      const is = wholeOf(base.model).definition.fields.find(field => field.key === first && field.type === 'relationMany')
      if (!is) return undefined
      if (!base.model.definition.fields.some(field => field.id === is.id)) throw refused(is.name)
      if (rest.length > 1) throw fieldUnknown(quoted(rest.at(-1)))
      let many = all.get(first)
      if (!many) {
        // One after the other, so that each has a name of its own.
        many = Promise.allSettled(all.values()).then(() => open(first))
        all.set(first, many)
      }
      return { many: await many, key: rest[0] ?? '' }
    },
    joins: () => made.flatMap(one => one.join() ?? []),
    models: () => made.map(({ opened: { model } }) => `${model.source.key}/${model.key}`),
  }
}
export type RelationsToMany = ReturnType<typeof createRelationsToMany>
