// Columns of the field types in each dialect, and the field type that a found column is read as.
import type { Dialect, Field, FieldType } from './types.ts'

/** PostgreSQL and MySQL, whichever of the two serves a source. */
export type Engine = 'postgres' | 'mysql'
export const engineOf = (dialect: Dialect): Engine => (dialect === 'mysql' ? 'mysql' : 'postgres')

/** SQL type of a field's column; made of constants and whole numbers only. `uuid` names the type of the other table's primary key. */
export function columnType(engine: Engine, field: Field, target: 'uuid' | 'integer' | 'text' = 'uuid'): string {
  const precision = Math.trunc(field.precision ?? 18)
  const scale = Math.trunc(field.scale ?? 2)
  const pg = engine === 'postgres'
  const text = Math.min(Math.trunc(field.rules?.maxLength ?? 255), 4000)
  const key = { uuid: pg ? 'uuid' : 'char(36)', integer: 'bigint', text: pg ? 'text' : 'varchar(255)' }
  switch (field.type) {
    case 'text':
      return pg ? 'text' : `varchar(${Math.max(text, 1)})`
    case 'enum':
      return pg ? 'text' : 'varchar(100)'
    case 'longText':
      return pg ? 'text' : 'longtext'
    case 'integer':
    case 'autoNumber':
      return 'bigint'
    case 'decimal':
      return `${pg ? 'numeric' : 'decimal'}(${precision},${scale})`
    case 'boolean':
      return pg ? 'boolean' : 'tinyint(1)'
    case 'date':
      return 'date'
    case 'time':
      return pg ? 'time without time zone' : 'time'
    case 'datetime':
      return pg ? 'timestamp with time zone' : 'datetime(3)'
    case 'user':
    case 'department':
      return key.uuid
    case 'file':
    case 'image':
      return pg ? 'text' : 'varchar(2000)'
    case 'json':
    case 'multiEnum':
      return pg ? 'jsonb' : 'json'
    case 'relationOne':
      return key[target]
    case 'relationMany':
      throw new Error('a relation to many has no column')
  }
}

/** A column as a database describes it. */
export interface FoundColumn {
  name: string
  /** As `columnType` writes it: `numeric(18,2)`, `timestamp with time zone`, `tinyint(1)`. */
  type: string
  nullable: boolean
  hasDefault: boolean
  /** Numbered by the database. */
  identity: boolean
  /** Computed by the database. */
  generated: boolean
  /** Choices of an enum type of the database. */
  choices: string[]
  comment: string
}
export interface FoundIndex {
  name: string
  columns: string[]
  unique: boolean
}
export interface FoundTable {
  name: string
  isView: boolean
  columns: FoundColumn[]
  primaryKey: string[]
  indexes: FoundIndex[]
  /** Foreign keys of one column. */
  references: { name: string; column: string; table: string; targetColumn: string; onDelete: string }[]
}

/** A type in one spelling, so that what was asked for and what is found can be compared. */
export function normalType(engine: Engine, type: string): string {
  const text = type.toLowerCase().replace(/\s+/g, ' ').replace(/, /g, ',').trim()
  if (engine === 'postgres') {
    if (text === 'timestamptz') return 'timestamp with time zone'
    return text
  }
  // MariaDB keeps JSON as longtext with a check, and both write display widths that mean nothing.
  return text.replace(/^(bigint|int|smallint|mediumint)\(\d+\)/, '$1').replace(/^json$/, 'longtext')
}

/** Types that a value can move between without a loss: the widening ones. */
export function isWidening(engine: Engine, from: string, to: string): boolean {
  if (from === to) return true
  const sized = /^(?:varchar|character varying)\((\d+)\)$/
  const number = /^(?:numeric|decimal)\((\d+),(\d+)\)$/
  const [a, b] = [sized.exec(from), sized.exec(to)]
  if (a && b) return Number(a[1]) <= Number(b[1])
  const [c, d] = [number.exec(from), number.exec(to)]
  if (c && d) return Number(c[2]) <= Number(d[2]) && Number(c[1]) - Number(c[2]) <= Number(d[1]) - Number(d[2])
  if (to === 'text' && engine === 'postgres') return from !== 'bytea'
  if (to === 'longtext') return a !== null || from === 'text'
  if (to === 'bigint') return from === 'integer' || from === 'int' || from === 'smallint'
  return false
}

/** The field type that a found column is read as; undefined for what no field can hold, such as bytes. */
export function fieldTypeOf(engine: Engine, column: FoundColumn): FieldType | undefined {
  const type = column.type.toLowerCase()
  // A list of values is none of them.
  if (type.endsWith('[]')) return undefined
  if (column.choices.length) return 'enum'
  if (column.identity) return 'autoNumber'
  if (/^(character varying|varchar|char|character|citext|uuid|name)\b/.test(type)) return 'text'
  if (engine === 'postgres' ? type === 'text' : type.endsWith('text')) return engine === 'postgres' ? 'text' : 'longText'
  if (type.startsWith('tinyint(1)') || type === 'boolean') return 'boolean'
  if (/^(bigint|int|integer|smallint|mediumint|tinyint|year)\b/.test(type)) return 'integer'
  if (/^(numeric|decimal|double precision|double|real|float|money)\b/.test(type)) return type === 'money' ? undefined : 'decimal'
  if (type === 'date') return 'date'
  if (/^time\b/.test(type) && !/with time zone/.test(type)) return 'time'
  if (/^(timestamp|datetime)/.test(type)) return 'datetime'
  if (/^jsonb?$/.test(type)) return 'json'
  return undefined
}
