// Which rows may leave an app: what an installation elsewhere would refuse stays behind.
import type { Definition, Field } from '../types.ts'
import { checkValue } from '../values.ts'

/** Rows by keys of fields; `id` names a row for the relations of others. */
export interface SampleRows {
  /** Keys of data source and model. */
  source: string
  model: string
  rows: Record<string, unknown>[]
}
/** A model as the package that the rows go into has it. */
export interface PackedModel {
  id: string
  key: string
  source: string
  definition: Definition
}

const LEFT_OUT = new Set<Field['type']>(['user', 'department', 'file', 'image', 'autoNumber', 'relationMany'])
export const carried = ({ fields }: Definition) => fields.filter(field => !LEFT_OUT.has(field.type) && !field.readOnly)
/** Required people: they become who installs the rows. */
export const filledPeople = ({ fields }: Definition) => fields.filter(field => field.type === 'user' && field.required && !field.readOnly)

/** Means something here alone, and is required: a row cannot be without it. One person cannot stand in several rows where each has its own. */
const isBound = ({ type, required, unique }: Field) => required && (type === 'department' || type === 'file' || type === 'image' || (type === 'user' && unique))
const isMissing = (value: unknown) => value === undefined || value === null

/**
 * The rows that can be written elsewhere. A relation to a row that stays behind, and a value that the model takes no longer, are left out; a row that
 * requires it stays behind itself.
 */
export function portable(list: readonly SampleRows[], models: readonly PackedModel[]): SampleRows[] {
  const packed = list.flatMap(({ source, model, rows }) => {
    const found = models.find(one => one.source === source && one.key === model)
    if (!found || found.definition.fields.some(isBound)) return []
    const fields = carried(found.definition)
    const fitting = rows.map(row =>
      Object.fromEntries([
        ['id', row.id],
        ...fields.flatMap(field => {
          const value = row[field.key]
          return isMissing(value) || 'problem' in checkValue(field, value, 'uuid') ? [] : [[field.key, value]]
        }),
      ]),
    )
    return [{ source, model, id: found.id, fields, rows: fitting as Record<string, unknown>[] }]
  })
  const there = new Map(packed.map(({ id, rows }) => [id, new Set(rows.map(row => row.id))]))
  /** Whether a row can go, after the relations that lead nowhere were taken out of it. */
  const goes = (row: Record<string, unknown>, fields: readonly Field[]) => {
    for (const { type, key, relation } of fields)
      if (type === 'relationOne' && !isMissing(row[key]) && !there.get(relation?.modelId ?? '')?.has(row[key])) delete row[key]
    return fields.every(({ key, required }) => !required || !isMissing(row[key]))
  }
  // A row that stays behind may take those that name it along, and these others.
  for (let isChanged = true; isChanged;) {
    isChanged = false
    for (const model of packed)
      model.rows = model.rows.filter(row => {
        const isFit = goes(row, model.fields)
        if (!isFit) isChanged = there.get(model.id)?.delete(row.id) || isChanged
        return isFit
      })
  }
  return packed.map(({ source, model, rows }) => ({ source, model, rows }))
}
