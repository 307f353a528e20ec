// Data sources, models and the work on their rows.
import type { ColumnType, Generated } from 'kysely'
import type { Json, MaybeTime, Time } from './columns.ts'

export interface DataTables {
  data_source: DataSourceTable
  data_connection: DataConnectionTable
  data_model: DataModelTable
  data_applied: DataAppliedTable
  row_change: RowChangeTable
  row_change_row: RowChangeRowTable
  row_bulk: RowBulkTable
  data_import: DataImportTable
  data_import_row: DataImportRowTable
  data_view: DataViewTable
  data_file: DataFileTable
}

export interface DataSourceTable {
  id: string
  company_id: string
  app_id: string
  key: string
  name: string
  dialect: 'builtin' | 'postgres' | 'mysql'
  created_at: Time
  updated_at: Time
}

export interface DataConnectionTable {
  source_id: string
  tag: string
  settings: ColumnType<unknown, string, string>
  secret: Generated<string>
  updated_at: Time
}

export interface DataModelTable {
  id: string
  company_id: string
  app_id: string
  source_id: string
  key: string
  name: string
  description: Generated<string>
  version: Generated<number>
  hash: Buffer
  definition: ColumnType<unknown, string, string>
  created_at: Time
  updated_at: Time
  updated_by: string | null
}

/** What an environment's database holds of a model; rows are read and written by it. */
export interface DataAppliedTable {
  source_id: string
  tag: string
  model_id: string
  company_id: string
  app_id: string
  key: string
  name: string
  hash: Buffer
  definition: ColumnType<unknown, string, string>
  drift: Generated<string>
  applied_at: Time
  applied_by: string | null
  /** Another number with each write. */
  revision: Generated<number>
}

/** Something that happened to rows of a model. */
export interface RowChangeTable {
  id: string
  company_id: string
  app_id: string
  source_id: string
  tag: string
  model_id: string
  kind: 'create' | 'update' | 'delete' | 'import' | 'restore' | 'undo'
  by_id: string | null
  row_count: number
  fields: Generated<string[]>
  created_at: Time
  undo_until: MaybeTime
  undone_at: MaybeTime
  undone_by: string | null
  cause_id: string | null
}

export interface RowChangeRowTable {
  change_id: string
  n: number
  model_id: string
  row_id: string
  before: ColumnType<Record<string, unknown> | null, string | null, string | null>
  after: ColumnType<Record<string, unknown> | null, string | null, string | null>
}

export interface RowBulkTable {
  id: string
  company_id: string
  app_id: string
  tag: string
  model_id: string
  user_id: string
  filter: string
  keywords: string
  row_values: Json<Record<string, unknown>> | null
  row_count: number
  state: 'working' | 'done' | 'failed'
  progress: Generated<number>
  touched_at: Time
  reason: Json<Told> | null
  result: Json<RowBulkResult> | null
  created_at: Time
  expires_at: Date
  change_id: Generated<string | null>
  attempts: Generated<number>
  undo_id: Generated<string | null>
}

/** What a change of all rows that match came to, or taking one back. */
export interface RowBulkResult {
  count: number
  changed: number
  changeId: string
  undone?: RowsUndone
}

/** What taking a change of rows back came to. */
export interface RowsUndone {
  count: number
  /** Rows that were changed again since. */
  leftCount: number
  /** Some of these. */
  left: { id: string; title: string }[]
  /** Of other rows to these, which the deletion had emptied. */
  relations: { filled: number; left: number; leftTitles: string[] }
}

/** A header of a file, with a few of its values. */
export interface DataImportColumn {
  name: string
  sample: string[]
}

/** An English sentence with the values of its places. */
export interface Told {
  english: string
  values?: Record<string, string | number>
}

export interface DataImportTable {
  id: string
  company_id: string
  app_id: string
  tag: string
  model_id: string
  user_id: string
  file_name: string
  state: 'read' | 'checking' | 'planned' | 'working' | 'done' | 'failed'
  progress: Generated<number>
  touched_at: Time
  columns: Json<DataImportColumn[]>
  row_count: number
  mode: 'insert' | 'update' | 'upsert'
  key_field: string
  fields: Json<string[]>
  counts: Json<Record<'create' | 'change' | 'leave' | 'error', number>> | null
  is_renewed: Generated<boolean>
  reason: Json<Told> | null
  result: Json<Record<'created' | 'changed', number>> | null
  created_at: Time
  expires_at: Date
}

export interface DataImportRowTable {
  import_id: string
  n: number
  row: number
  cells: Json<string[]>
  action: 'create' | 'change' | 'leave' | 'error' | null
  outcome: Json<unknown> | null
}

export interface DataViewTable {
  id: string
  company_id: string
  app_id: string
  tag: string
  model_id: string
  user_id: string | null
  is_shared: boolean
  name: string
  filter: string
  order_by: string
  order_dir: 'asc' | 'desc'
  columns: Json<string[]>
  is_default: Generated<boolean>
  created_at: Time
  updated_at: Time
}

export interface DataFileTable {
  file_id: string
  tag: string
  model_id: string
  field_id: string
  checked_at: MaybeTime
}
