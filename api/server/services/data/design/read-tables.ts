// Tables that are there already, read as models.
import { uuidv7 } from 'uuidv7'
import { fieldTypeOf, type Engine, type FoundColumn, type FoundTable } from '../columns.ts'
import type { ReadModel } from './models.ts'
import { isKept } from './plan-names.ts'
import { KEY_PATTERN, type Definition, type Field } from '../types.ts'

/** Why a table cannot be read as a model; empty when it can. */
export function unreadable(table: FoundTable): '' | 'noPrimaryKey' | 'compositeKey' {
  if (!table.primaryKey.length) return 'noPrimaryKey'
  return table.primaryKey.length > 1 ? 'compositeKey' : ''
}

/** A name as a key: what is no letter, digit or _ becomes _; unique among `taken`. */
export function keyOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^[^A-Za-z]+/, '')
  const start = `${plain.charAt(0).toLowerCase()}${plain.slice(1)}`.slice(0, 45)
  const key = KEY_PATTERN.test(start) ? start : 'field'
  if (!taken.has(key.toLowerCase())) return key
  for (let n = 2; ; n++) if (!taken.has(`${key}${n}`.toLowerCase())) return `${key}${n}`
}

/** `order_items` as `Order items`. */
const readable = (name: string) => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase()
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 50) || name.slice(0, 50)
}

const isWhole = (type: string) => /^(bigint|int|integer|smallint|mediumint|tinyint)\b/i.test(type)

function primaryKeyOf(engine: Engine, column: FoundColumn): Definition['primaryKey'] {
  const type = isWhole(column.type) ? 'integer' : engine === 'postgres' && column.type === 'uuid' ? 'uuid' : 'text'
  // A UUID is made here where the database makes none.
  return { column: column.name, type, generated: column.identity || column.hasDefault || column.generated || type === 'uuid' }
}

function fieldOf(engine: Engine, table: FoundTable, column: FoundColumn, key: string): Field | undefined {
  const type = fieldTypeOf(engine, column)
  if (!type) return undefined
  const field: Field = {
    id: uuidv7(),
    key,
    name: column.comment.trim().slice(0, 50) || readable(column.name),
    type,
    column: column.name,
    required: !column.nullable && !column.hasDefault && !column.identity && !column.generated,
    unique: table.indexes.some(index => index.unique && index.columns.length === 1 && index.columns[0] === column.name),
  }
  if (column.hasDefault || column.identity) field.databaseDefault = true
  if (column.generated) field.readOnly = true
  if (type === 'enum') field.options = column.choices.map(value => ({ value, label: value }))
  const length = /^(?:character varying|varchar|character|char)\((\d+)\)/i.exec(column.type)
  if (length) field.rules = { maxLength: Number(length[1]) }
  if (type === 'decimal') {
    const digits = /\((\d+),\s?(\d+)\)/.exec(column.type)
    field.precision = digits ? Math.min(Number(digits[1]), 38) : 38
    field.scale = digits ? Number(digits[2]) : 15
  }
  return field
}

export function readTable(engine: Engine, table: FoundTable): ReadModel {
  const key = table.primaryKey[0] as string
  const primaryColumn = table.columns.find(column => column.name === key) as FoundColumn
  const primaryKey = primaryKeyOf(engine, primaryColumn)
  const taken = new Set(['id'])
  const fields = table.columns.flatMap(column => {
    // A key that fills itself is answered as `id`; one that people type is a field as well.
    if ((column.name === key && primaryKey.generated) || isKept(column.name)) return []
    const fieldKey = keyOf(column.name, taken)
    const field = fieldOf(engine, table, column, fieldKey)
    if (!field) return []
    taken.add(fieldKey.toLowerCase())
    return [field]
  })
  const title = fields.find(field => /^(name|title|label|subject)$/i.test(field.key)) ?? fields.find(field => field.type === 'text')
  return {
    key: keyOf(table.name, new Set()),
    name: readable(table.name),
    definition: { table: table.name, managed: false, primaryKey, titleField: title?.id ?? '', fields, indexes: [] },
    references: table.references,
  }
}
