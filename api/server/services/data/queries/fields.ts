// The fields that a query names: of its model, or of rows that relations lead to, each joined once. A row that whoever asks may not see is joined like none.
import { sql, type RawBuilder } from 'kysely'
import { ApiError, fieldError } from '../../../errors.ts'
import { columnSql } from '../formula-sql.ts'
import { fieldOf } from '../rows/filter.ts'
import type { Opened } from '../rows/statements.ts'
import type { RowFilter } from '../rows/rules.ts'
import { wholeOf } from '../rows/fields.ts'
import { tableOf } from '../sql-text.ts'
import { hasValue, quoted, type Field } from '../types.ts'

/** Name of the model's own rows in a statement. */
export const BASE = 'b'
const MOST_JOINS = 8

export interface Resolved {
  /** Its key is the path. */
  field: Field
  column: RawBuilder<unknown>
  /** Where its own values are read by name. */
  opened: Opened
  /** Key of the field in its own model. */
  own: Field
  /** Names of the fields on the way. */
  label: string
}
interface Joined {
  opened: Opened
  alias: string
  label: string
}

export const fieldUnknown = (name: string) => fieldError('data.fieldUnknown', 'definition', 'There is no field {name}', { name })
export const refused = (name: string) => new ApiError('query.fieldRefused', 'The query uses {name}, which you may not see', 403, { values: { name } })

/** A field that is not there, or is there and hidden from whoever asks. */
export function fieldMissing({ model }: Opened, key: string): Error {
  const hidden = fieldOf(model.definition, key) ? undefined : fieldOf(wholeOf(model).definition, key)
  return hidden ? refused(hidden.name) : fieldUnknown(quoted(key))
}

export function createPaths(base: Opened, parts: { openModel(dsKey: string, dmKey: string): Promise<Opened>; rowFilter: RowFilter }) {
  const joined = new Map<string, Promise<Joined>>()
  const joins: RawBuilder<unknown>[] = []
  let count = 0

  async function join(from: Joined, key: string): Promise<Joined> {
    const relation = from.opened.model.definition.fields.find(field => field.key === key && field.type === 'relationOne' && hasValue(field))
    if (!relation) throw fieldMissing(from.opened, key)
    const target = from.opened.targets.get(relation.relation?.modelId ?? '')
    if (!target) throw fieldUnknown(quoted(key))
    const alias = `j${++count}`
    if (count > MOST_JOINS) throw new ApiError('data.tooMany', 'No more than {limit} entries', 422, { values: { limit: MOST_JOINS } })
    let opened: Opened
    try {
      opened = await parts.openModel(target.source.key, target.key)
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) throw refused(relation.name)
      throw error
    }
    const { definition } = opened.model
    const rule = await parts.rowFilter(opened.scope, opened.model, opened.asker, { table: alias })
    joins.push(
      sql` left join ${tableOf(opened.store.schema, definition.table)} as ${sql.id(alias)} on ${columnSql(relation, from.alias)} = ${sql.id(alias, definition.primaryKey.column)}${rule ? sql` and ${rule}` : sql``}`,
    )
    return { opened, alias, label: from.label ? `${from.label} · ${relation.name}` : relation.name }
  }

  function at(steps: readonly string[]): Promise<Joined> {
    if (!steps.length) return Promise.resolve({ opened: base, alias: BASE, label: '' })
    const path = steps.join('.')
    const there = joined.get(path)
    if (there) return there
    // One after the other, so that each is named before what is joined to it.
    const made = at(steps.slice(0, -1)).then(from => join(from, steps.at(-1) as string))
    joined.set(path, made)
    return made
  }

  return {
    async resolve(path: string): Promise<Resolved> {
      const steps = path.split('.')
      const key = steps.pop() as string
      const { opened, alias, label } = await at(steps)
      const own = fieldOf(opened.model.definition, key)
      if (!own) throw fieldMissing(opened, key)
      const column = columnSql(own, alias)
      const isBase = alias === BASE
      return {
        own,
        opened,
        column,
        // Conditions write a field of another table like one that is computed.
        field: isBase ? own : { ...own, key: path, computed: () => column },
        label: label ? `${label} · ${own.name}` : own.name,
      }
    },
    /** Models whose rows are read, as source/model. */
    models: async () => [
      ...new Set([base, ...(await Promise.all(joined.values())).map(one => one.opened)].map(({ model }) => `${model.source.key}/${model.key}`)),
    ],
    /** What was joined by then. */
    joins: () => joins,
  }
}
export type Paths = ReturnType<typeof createPaths>
