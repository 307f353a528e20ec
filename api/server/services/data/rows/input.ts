// A row as it was sent, against its model: every problem at its field, and the columns to write.
import type { Core } from '../../../core.ts'
import { ApiError, type FieldText } from '../../../errors.ts'
import { engineOf } from '../columns.ts'
import type { DataScope, Field, Model } from '../types.ts'
import { hasColumn } from '../types.ts'
import { wholeOf, withheld } from './fields.ts'
import { isSame } from './history.ts'
import { bound, checkValue } from '../values.ts'
import { inCompany } from '../../../store/scoped.ts'

export type Row = Record<string, unknown>
/** Columns and the values to bind. */
export type Columns = Map<string, unknown>

const MAX_BODY_FIELDS = 300
/** Nothing said; no star is no rating, and no choice none of several. */
const isEmpty = (value: unknown, { format, type }: Partial<Pick<Field, 'format' | 'type'>> = {}) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (format === 'rating' && value === 0) ||
  (type === 'multiEnum' && Array.isArray(value) && !value.length)

/** The value of a new row that names none. */
function defaultOf(field: Field): unknown {
  if (field.default === 'now' && field.type === 'datetime') return new Date().toISOString()
  if (field.default === 'now' && field.type === 'date') return new Date().toISOString().slice(0, 10)
  return field.default
}

export function createRowInput({ db }: Pick<Core, 'db'>) {
  /** Ids among these that are no people, or no departments, of the organisation. */
  async function strangers(companyId: string, kind: 'user' | 'department', ids: string[]): Promise<Set<string>> {
    if (!ids.length) return new Set()
    const known =
      kind === 'user'
        ? await inCompany(db, companyId).selectFrom('member').select('user_id as id').where('user_id', 'in', ids).execute()
        : await inCompany(db, companyId).selectFrom('department').select('id').where('id', 'in', ids).execute()
    const found = new Set(known.map(row => row.id))
    return new Set(ids.filter(id => !found.has(id)))
  }

  /**
   * The columns that rows write, each row checked on its own; problems by row. A create fills defaults and asks for what is required, an update only
   * looks at what was sent. `keyTypes`: primary key types of the models that relations name.
   */
  async function check(
    scope: DataScope,
    model: Model,
    rows: readonly Row[],
    mode: 'create' | 'update',
    keyTypes: ReadonlyMap<string, Model>,
  ): Promise<{ columns: Columns; problems: Record<string, FieldText> }[]> {
    const engine = engineOf(model.source.dialect)
    const fields = new Map(model.definition.fields.map(field => [field.key, field]))
    const isKept = withheld(model)
    const people: Record<'user' | 'department', { id: string; at: number; key: string }[]> = { user: [], department: [] }

    const checked = rows.map((row, place) => {
      const columns: Columns = new Map()
      const problems: Record<string, FieldText> = {}
      const given = Object.keys(row)
      if (given.length > MAX_BODY_FIELDS) return { columns, problems: { [given[MAX_BODY_FIELDS] as string]: 'Unknown field' } }
      for (const key of given) {
        // What an answer carries besides the fields may come back with a form.
        if (key === 'id' || key === 'version' || key.startsWith('_') || (model.definition.managed && /^(created|updated)_(at|by)$/.test(key))) continue
        const field = fields.get(key)
        if (!field || !Object.hasOwn(row, key)) problems[key] = 'Unknown field'
      }
      for (const field of wholeOf(model).definition.fields) {
        const isGiven = fields.has(field.key) && Object.hasOwn(row, field.key)
        // What is wrong with a field that is hidden is wrong with the row.
        const at = fields.has(field.key) ? field.key : ''
        // Computed of the row: sent back with a form, and of no meaning.
        if (field.formula !== undefined) continue
        if (!hasColumn(field)) {
          if (isGiven) problems[field.key] = 'This relation is changed in the other model'
          continue
        }
        let value = isGiven ? row[field.key] : undefined
        if (isKept.has(field.id)) {
          // A form sends a new row with what such a field starts with.
          if (isGiven && !(mode === 'create' && (isEmpty(value) || isSame(value, field.default)))) problems[field.key] = 'You may not change this field'
          if (isGiven && mode === 'update') continue
          value = undefined
        }
        if (value === undefined && mode === 'update') continue
        if (field.readOnly || field.type === 'autoNumber') {
          // Sent back unchanged with a form; a new value is the database's own affair.
          continue
        }
        if (value === undefined) value = defaultOf(field)
        if (isEmpty(value, field)) {
          if (value === undefined && field.databaseDefault) continue
          if (field.required && isKept.has(field.id)) problems[at] = 'A field that has to be filled in is not open to you'
          else if (field.required) problems[field.key] = 'Required'
          else columns.set(field.column, null)
          continue
        }
        const result = checkValue(field, value, keyTypes.get(field.relation?.modelId ?? '')?.definition.primaryKey.type ?? 'uuid')
        if ('problem' in result) problems[at] = result.problem
        else {
          columns.set(field.column, bound(engine, result.value))
          if (field.type === 'user' || field.type === 'department') people[field.type].push({ id: String(result.value), at: place, key: at })
        }
      }
      return { columns, problems }
    })

    for (const kind of ['user', 'department'] as const) {
      const unknown = await strangers(scope.companyId, kind, [...new Set(people[kind].map(one => one.id))])
      for (const { id, at, key } of people[kind])
        if (unknown.has(id))
          (checked[at] as (typeof checked)[number]).problems[key] =
            kind === 'user' ? 'There is no such person in the organisation' : 'There is no such department'
    }
    return checked
  }

  return {
    check,

    /** One row; throws with all its problems. */
    async checkOne(scope: DataScope, model: Model, row: Row, mode: 'create' | 'update', keyTypes: ReadonlyMap<string, Model>): Promise<Columns> {
      const [result] = await check(scope, model, [row], mode, keyTypes)
      const { columns, problems } = result as { columns: Columns; problems: Record<string, FieldText> }
      const { '': ofAll, ...atFields } = problems
      if (Object.keys(atFields).length) throw new ApiError('request.invalid', 'Check the form', 422, { fields: atFields })
      if (ofAll !== undefined) throw new ApiError('data.fieldLocked', 'A field that has to be filled in is not open to you', 403)
      return columns
    },
  }
}

export type RowInput = ReturnType<typeof createRowInput>
