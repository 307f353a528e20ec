// Indexes that a model wants.
import type { Engine } from '../columns.ts'
import { hasColumn, type Definition } from '../types.ts'
import { short } from './plan-names.ts'

export interface WantedIndex {
  name: string
  columns: string[]
  unique: boolean
  label: string
}

/** Indexes of a model: unique fields, fields that name other rows, and those that were asked for. */
export function indexesOf(engine: Engine, { fields, indexes }: Definition): WantedIndex[] {
  const columns = new Map(fields.filter(hasColumn).map(field => [field.id, field.column]))
  return [
    ...fields
      // MySQL numbers only a column that has a key; it is made with the column.
      .filter(field => hasColumn(field) && field.unique && !(engine === 'mysql' && field.type === 'autoNumber'))
      .map(field => ({ name: `ux_${short(field.id)}`, columns: [field.column], unique: true, label: field.name })),
    // MySQL makes an index with the foreign key.
    ...(engine === 'mysql' ? [] : fields.filter(field => field.type === 'relationOne' && !field.unique)).map(field => ({
      name: `rx_${short(field.id)}`,
      columns: [field.column],
      unique: false,
      label: field.name,
    })),
    ...indexes.map(index => ({
      name: `ix_${short(index.id)}`,
      columns: index.fields.flatMap(id => columns.get(id) ?? []),
      unique: index.unique,
      label: index.name,
    })),
  ].filter(index => index.columns.length > 0)
}
