// What a model is made of, and what belongs to names in it.
import type { RawBuilder } from 'kysely'
import { isAutomatic, type FieldFormat } from '../../../models/formats.ts'
import { KEY_PATTERN } from '../../../models/keys.ts'

export { fieldKeyProblem, KEY_PATTERN, SYSTEM_COLUMNS } from '../../../models/keys.ts'

export type Dialect = 'builtin' | 'postgres' | 'mysql'

export const FIELD_TYPES = [
  'text',
  'longText',
  'integer',
  'decimal',
  'boolean',
  'date',
  'time',
  'datetime',
  'enum',
  'multiEnum',
  'user',
  'department',
  'file',
  'image',
  'relationOne',
  'relationMany',
  'json',
  'autoNumber',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

export interface FieldRules {
  min?: number
  max?: number
  minLength?: number
  maxLength?: number
  /** Regular expression that the whole text has to fit. */
  pattern?: string
  /** Said when the pattern is not fitted. */
  message?: string
}
export interface FieldOption {
  value: string
  label: string
}

export interface Field {
  /** Stays the same when a field is renamed, so that a change of its name is no loss of its column. */
  id: string
  /** Name of the field in rows, filters and answers. */
  key: string
  /** What people read. */
  name: string
  type: FieldType
  /** Column in the table; empty for relationMany and for what is computed, which have none. */
  column: string
  required: boolean
  unique: boolean
  /** Value of a new row that names none; for datetime and date also `now`. */
  default?: string | number | boolean | null
  /** Choices of an enum, or of several of them. */
  options?: FieldOption[]
  rules?: FieldRules
  /** What a text or a number stands for, such as an email or a percentage. */
  format?: FieldFormat
  /** Of amounts: the currency, as ISO 4217 calls it. */
  currency?: string
  /** Digits of a decimal, and how many of them come after the point. */
  precision?: number
  scale?: number
  /** relationOne: the model it names. relationMany: the model whose relationOne `field` names this one. */
  relation?: { modelId: string; field?: string }
  /** What it is computed from whenever it is read; such a field has no column. */
  formula?: string
  /** Of a computed field that is read: its value in SQL, of the columns of a table or alias; never stored. */
  computed?(table?: string): RawBuilder<unknown>
  /** The column fills itself when a new row names no value. */
  databaseDefault?: boolean
  /** Written by the database alone. */
  readOnly?: boolean
  /** Not to be written by whoever asks; never stored. */
  locked?: boolean
  description?: string
}

export interface Index {
  id: string
  name: string
  /** Ids of fields, in order. */
  fields: string[]
  unique: boolean
}

export interface Definition {
  /** Name of the table. */
  table: string
  /** Our own table: it has the system columns, and its structure is changed from here. A table that was read from a database is left as it is. */
  managed: boolean
  /** Column that names a row. */
  primaryKey: { column: string; type: 'uuid' | 'integer' | 'text'; generated: boolean }
  /** Id of the field that names a row to people. */
  titleField: string
  fields: Field[]
  indexes: Index[]
}

/** A model with its source, as rows are read and written. */
export interface Model {
  id: string
  key: string
  name: string
  source: { id: string; key: string; dialect: Dialect }
  definition: Definition
  hash: string
  /** The same model with the fields that are hidden from whoever asks. */
  whole?: Model
}

/** Where data is looked for: an app in one of its environments. */
export interface DataScope {
  companyId: string
  appId: string
  /** Environment of the address: `dev`, `latest`, … */
  tag: string
}

export const MAX_MODELS = 500
export const MAX_FIELDS = 200
/** A name as a message may repeat it: what could be no key is not repeated. */
export const quoted = (key: unknown) => (typeof key === 'string' && KEY_PATTERN.test(key) ? key : '…')

/** The format of a field as answers tell it; nothing where there is none. */
export const formatAnswer = ({ format, currency, formula }: Field) => ({
  ...(format && { format }),
  ...(currency && { currency }),
  ...(formula !== undefined && { formula }),
})

/** What a choice is called. */
export const labelOf = ({ options }: Pick<Field, 'options'>, value: unknown) => options?.find(option => option.value === value)?.label || String(value)

/** Whether a field has a column of its own. */
export const hasColumn = (field: Field) => hasValue(field) && field.formula === undefined
/** Whether a row has a value of it: in a column of its own, or computed. */
export const hasValue = (field: Field) => field.type !== 'relationMany'
/** Whether that column is one that its model was given for it: not one of the system, which every table of ours has. */
export const hasOwnColumn = (field: Field) => hasColumn(field) && !isAutomatic(field)
/** Whether its column holds JSON. */
export const isJson = (type: FieldType) => type === 'json' || type === 'multiEnum'
/** Whether text is looked for in it. */
export const isText = (type: FieldType) => type === 'text' || type === 'longText' || type === 'enum'

/** Schema of an app's built-in tables in an environment; under PostgreSQL's 63 characters whatever the environment is called. */
export const schemaOf = (appId: string, tag: string) => `app_${appId.replaceAll('-', '')}_${tag}`
