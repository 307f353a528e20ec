// Which tables hold rows of an app or of an organisation, by type and by name: those whose row always has an app_id or a company_id.
import type { ColumnType, Selectable } from 'kysely'
import type { Tables } from './tables.ts'

/** Tables whose row always has this column. One that may be null tells a level, and is no scope. */
type TableWith<Column extends string> = {
  [T in keyof Tables]: Selectable<Tables[T]> extends { [C in Column]: string } ? T : never
}[keyof Tables]

/** Tables with the rows of an app; the app itself is one row of its own. */
export type AppTable = TableWith<'app_id'> | 'app'
/** Tables with the rows of an organisation. */
export type CompanyTable = TableWith<'company_id'>
export type ScopedTable = AppTable | CompanyTable

/** Columns that say whose a row is. `id` does so for the app itself. */
export type ScopeColumn = 'company_id' | 'app_id' | 'id'
type ColumnsOf<T extends ScopedTable> = T extends 'app' ? 'company_id' | 'id' : keyof Tables[T] & ('company_id' | 'app_id')

/** Columns that come from the scope: read as ever, never written by a query. `undefined`, not `never`: that would let a variable through that has them. */
type Kept<T extends keyof Tables, Columns> = { [C in keyof Tables[T]]: C extends Columns ? ColumnType<string, undefined, undefined> : Tables[T][C] }

/** What a query may name that has the scope of an app. */
export type TablesInApp = { [T in keyof Tables]: T extends ScopedTable ? Kept<T, ColumnsOf<T>> : Tables[T] }
/** What a query may name that has the scope of an organisation: of an app's tables, those that name the organisation too. */
export type TablesInCompany = {
  [T in Exclude<keyof Tables, Exclude<AppTable, CompanyTable>>]: T extends ScopedTable ? Kept<T, 'company_id'> : Tables[T]
}
/** What a query without a scope may name. */
export type OpenTables = Omit<Tables, ScopedTable>

const ORGANISATION = ['company_id'] as const
const APP = ['company_id', 'app_id'] as const

/** The same while the server runs: a table that is missing or too many does not compile, and is told by tests/api/scoped-tables.test.ts. */
export const SCOPED_TABLES: { readonly [T in ScopedTable]: readonly ColumnsOf<T>[] } = {
  access_token: APP,
  api_call: APP,
  app: ['company_id', 'id'],
  app_registration: APP,
  app_text: APP,
  body: ORGANISATION,
  ci_pipeline: ORGANISATION,
  ci_push: APP,
  data_applied: APP,
  data_kept: APP,
  data_import: APP,
  data_model: APP,
  data_source: APP,
  data_view: APP,
  department: ORGANISATION,
  department_member: ORGANISATION,
  department_position: ORGANISATION,
  department_reach: ORGANISATION,
  directory_connection: ORGANISATION,
  directory_import: ORGANISATION,
  directory_link: ORGANISATION,
  directory_run: ORGANISATION,
  embedding: APP,
  embedding_ticket: APP,
  entry: APP,
  environment: APP,
  environment_const: APP,
  external_invitation: APP,
  external_user: APP,
  flow_absence: APP,
  flow_batch: APP,
  flow_batch_item: APP,
  flow_case: APP,
  flow_copy: APP,
  flow_day: APP,
  flow_day_changed: APP,
  flow_definition: APP,
  flow_draft: APP,
  flow_event: APP,
  flow_message: APP,
  flow_notice: APP,
  flow_open: APP,
  flow_outbox: APP,
  flow_preference: APP,
  flow_sum: APP,
  flow_switch: APP,
  flow_task: APP,
  flow_timer: APP,
  flow_undo: APP,
  git_branch: APP,
  git_repository: APP,
  interface_push: APP,
  invitation: ORGANISATION,
  kept_upload: APP,
  manifest: APP,
  member: ORGANISATION,
  page: APP,
  page_draft: APP,
  page_error: APP,
  page_version: APP,
  permission_change: ['app_id'],
  permission_list: APP,
  permission_option: APP,
  permission_override: APP,
  permission_test: APP,
  permission_version: APP,
  position: ORGANISATION,
  position_group: ORGANISATION,
  release: APP,
  release_merge: APP,
  release_stage: ['company_id', 'app_id'],
  release_stage_person: ['company_id', 'app_id'],
  release_task: APP,
  remote_export: APP,
  resource: APP,
  resource_version: APP,
  role: APP,
  role_member: APP,
  row_bulk: APP,
  row_change: APP,
  row_permission: APP,
  scim_token: ORGANISATION,
  share: APP,
  sheet_start: APP,
  sync_access: ORGANISATION,
  sync_incoming: APP,
  sync_link: APP,
  sync_part: APP,
  sync_piece: APP,
  sync_task: APP,
  template_install: APP,
  trigger_definition: APP,
  trigger_event: APP,
  trigger_run: APP,
  trigger_switch: APP,
  theme: APP,
  theme_version: APP,
  working_copy: APP,
}
