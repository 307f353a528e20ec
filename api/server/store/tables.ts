// Made from the migrations by `npm run gen:tables`, and held against them by tests/api/tables.test.ts.
import type { JsonColumn } from './columns.ts'
import type { ColumnType } from 'kysely'

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface AccessToken {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  duties: string[]
  expires_at: Timestamp
  hint: string
  id: string
  name: string
  token_hash: Buffer
  used_at: Timestamp | null
  user_id: string
}

export interface AccountProof {
  expires_at: Timestamp
  kind: 'email' | 'phone'
  session_hash: Buffer
  user_id: string
}

export interface ApiCall {
  api_key: string
  api_name: string
  app_id: string
  at: Generated<Timestamp>
  cached: boolean
  code: string
  company_id: string
  id: string
  input: string
  ms: number
  problem: string
  resource_id: string
  status: number
  tag: string
  user_id: string | null
}

export interface App {
  company_id: string
  config: Generated<JsonColumn<'app.config'>>
  copy_of: string | null
  created_at: Generated<Timestamp>
  description: Generated<string>
  id: string
  key: string
  logo: Generated<string>
  name: string
  owner_id: string
  /**
   * Number of the last version of its permissions; counted up by triggers.
   */
  permission_revision: Generated<number>
  shared_theme_id: string | null
  state: Generated<'active' | 'archived'>
  /**
   * Counted up by triggers with every change of the pages' tree.
   */
  tree_revision: Generated<number>
  type: number
  updated_at: Generated<Timestamp>
}

export interface AppRegistration {
  app_id: string
  approval: Generated<boolean>
  company_id: string
  kinds: Generated<string[]>
  mode: Generated<'off' | 'invite' | 'open'>
}

export interface AppText {
  app_id: string
  company_id: string
  hash: Buffer
  language: string
  source: string
  translation: string
  updated_at: Generated<Timestamp>
  updated_by: string | null
}

export interface Audit {
  agent: string
  app_id: string | null
  at: Generated<Timestamp>
  call: string
  code: Generated<string>
  company_id: string | null
  content_type: Generated<string>
  context: Generated<JsonColumn<'audit.context'>>
  duration_ms: Generated<number>
  headers: Generated<JsonColumn<'audit.headers'>>
  /**
   * Of HTTP; zero for what no request did.
   */
  http_status: Generated<number>
  id: string
  input: Generated<JsonColumn<'audit.input'>>
  ip: string
  method: Generated<string>
  path: string
  request_id: string
  response: Generated<JsonColumn<'audit.response'>>
  response_headers: Generated<JsonColumn<'audit.response_headers'>>
  status: number
  user_id: string | null
}

export interface Blob {
  created_at: Generated<Timestamp>
  hash: Buffer
  size: number
}

export interface BlobChunk {
  bytes: Buffer
  hash: Buffer
  n: number
}

export interface Body {
  company_id: string
  content: string
  hash: Buffer
  size: number
  /**
   * When it was found that nothing names it; swept some days later.
   */
  unused_since: Timestamp | null
}

export interface CiPipeline {
  account: Generated<string>
  address: string
  branch: Generated<string>
  changed_at: Generated<Timestamp>
  changed_by: string | null
  company_id: string
  kind: 'gitlab' | 'gitea' | 'jenkins'
  project: string
  token: string
  workflow: Generated<string>
}

export interface CiPush {
  app_id: string
  applet_type: number
  codes: Generated<JsonColumn<'ci_push.codes'>>
  company_id: string
  content: Buffer | null
  created_at: Generated<Timestamp>
  created_by: string | null
  deadline_at: Timestamp
  ended_at: Timestamp | null
  framework: Generated<'uniapp' | 'taro'>
  id: string
  lines: Generated<JsonColumn<'ci_push.lines'>>
  misses: Generated<number>
  next_at: Generated<Timestamp>
  reason: JsonColumn<'ci_push.reason'> | null
  run: Generated<JsonColumn<'ci_push.run'>>
  runtime: Generated<string>
  source: string
  status: Generated<number>
  tag: string
  task_status: Generated<number>
  title: string
  token: Generated<string>
  version: string
  wish: JsonColumn<'ci_push.wish'>
}

export interface Company {
  created_at: Generated<Timestamp>
  extra: Generated<JsonColumn<'company.extra'>>
  id: string
  industry: Generated<string>
  key: string
  logo: Generated<string>
  name: string
  outside_hosts: Generated<JsonColumn<'company.outside_hosts'>>
  owner_id: string
}

export interface CompanyApplication {
  company_id: string | null
  created_at: Generated<Timestamp>
  decided_at: Timestamp | null
  decided_by: string | null
  id: string
  key: Generated<string>
  locale: Generated<string>
  logo: Generated<string>
  name: string
  owner_name: string
  phone: string
  position: Generated<string>
  reason: Generated<string>
  remark: Generated<string>
  status: Generated<'waiting' | 'approved' | 'refused'>
  user_id: string
}

/** What an environment's database holds of a model; rows are read and written by it. */
export interface DataApplied {
  app_id: string
  applied_at: Generated<Timestamp>
  applied_by: string | null
  company_id: string
  definition: JsonColumn<'data_applied.definition'>
  drift: Generated<string>
  hash: Buffer
  key: string
  model_id: string
  name: string
  /**
   * Another number with each write.
   */
  revision: Generated<number>
  source_id: string
  tag: string
}

export interface DataConnection {
  secret: Generated<string>
  settings: JsonColumn<'data_connection.settings'>
  source_id: string
  tag: string
  updated_at: Generated<Timestamp>
}

export interface DataFile {
  checked_at: Timestamp | null
  field_id: string
  file_id: string
  model_id: string
  tag: string
}

export interface DataImport {
  app_id: string
  columns: JsonColumn<'data_import.columns'>
  company_id: string
  counts: JsonColumn<'data_import.counts'> | null
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  fields: JsonColumn<'data_import.fields'>
  file_name: string
  id: string
  is_renewed: Generated<boolean>
  key_field: string
  mode: 'insert' | 'update' | 'upsert'
  model_id: string
  progress: Generated<number>
  reason: JsonColumn<'data_import.reason'> | null
  result: JsonColumn<'data_import.result'> | null
  row_count: number
  state: 'read' | 'checking' | 'planned' | 'working' | 'done' | 'failed'
  tag: string
  touched_at: Generated<Timestamp>
  user_id: string
}

export interface DataImportRow {
  action: 'create' | 'change' | 'leave' | 'error' | null
  cells: JsonColumn<'data_import_row.cells'>
  import_id: string
  n: number
  outcome: JsonColumn<'data_import_row.outcome'> | null
  row: number
}

export interface DataKept {
  app_id: string
  company_id: string
  definition: JsonColumn<'data_kept.definition'>
  field_id: Generated<string>
  field_name: Generated<string>
  id: string
  kept_at: Generated<Timestamp>
  kept_by: string | null
  model_id: string
  model_name: string
  source_id: string
  table_name: string
  tag: string
  until: Timestamp
}

export interface DataModel {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  definition: JsonColumn<'data_model.definition'>
  description: Generated<string>
  hash: Buffer
  id: string
  key: string
  name: string
  source_id: string
  updated_at: Generated<Timestamp>
  updated_by: string | null
  version: Generated<number>
}

export interface DataSource {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  dialect: 'builtin' | 'postgres' | 'mysql'
  id: string
  key: string
  name: string
  updated_at: Generated<Timestamp>
}

export interface DataView {
  app_id: string
  columns: JsonColumn<'data_view.columns'>
  company_id: string
  created_at: Generated<Timestamp>
  filter: string
  id: string
  is_default: Generated<boolean>
  is_shared: boolean
  look: Generated<JsonColumn<'data_view.look'>>
  model_id: string
  name: string
  order_by: string
  order_dir: 'asc' | 'desc'
  tag: string
  updated_at: Generated<Timestamp>
  user_id: string | null
}

export interface Department {
  code: string
  company_id: string
  created_at: Generated<Timestamp>
  disabled: Generated<boolean>
  /**
   * What an identity provider calls it.
   */
  external_id: string | null
  id: string
  manager_id: string | null
  /**
   * People in it; counted by the database.
   */
  members: Generated<number>
  modified_at: Generated<Timestamp>
  name: string
  parent_id: string | null
  /**
   * Ids from the organisation's first department down to this one.
   */
  path: string[]
  /**
   * People in it or below; counted by the database.
   */
  people: Generated<number>
  revision: Generated<number>
  sort: Generated<number>
}

export interface DepartmentMember {
  company_id: string
  created_at: Generated<Timestamp>
  department_id: string
  user_id: string
}

export interface DepartmentPosition {
  company_id: string
  department_id: string
  position_id: string
}

/** Everybody in a department or below it; kept by the database. */
export interface DepartmentReach {
  company_id: string
  department_id: string
  is_direct: boolean
  name: string
  user_id: string
}

export interface DirectoryChange {
  action: 'create' | 'move' | 'change' | 'enable' | 'disable' | 'manager' | 'skip' | 'unchanged'
  after: Generated<JsonColumn<'directory_change.after'>>
  became: JsonColumn<'directory_change.became'> | null
  before: Generated<JsonColumn<'directory_change.before'>>
  external_id: string
  kind: 'department' | 'person'
  local_id: string | null
  n: number
  name: string
  reason: Generated<string>
  run_id: string
  state: Generated<'planned' | 'applied' | 'undone' | 'kept'>
  was: JsonColumn<'directory_change.was'> | null
}

export interface DirectoryConnection {
  address: Generated<string>
  app_key: string
  company_id: string
  daily_hour: number | null
  next_run_at: Timestamp | null
  platform: 'dingding' | 'feishu' | 'workweixin'
  /**
   * Sealed; only services/foundation/secrets.ts opens it.
   */
  secret: string
  share_limit: Generated<number>
  updated_at: Generated<Timestamp>
}

export interface DirectoryImport {
  company_id: string
  counts: JsonColumn<'directory_import.counts'>
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  file_name: string
  id: string
  is_renewed: Generated<boolean>
  plan_hash: Buffer
  progress: Generated<number>
  result: JsonColumn<'directory_import.result'> | null
  state: 'planned' | 'working' | 'done' | 'failed'
  touched_at: Generated<Timestamp>
  user_id: string
}

export interface DirectoryImportRow {
  action: 'create' | 'change' | 'leave' | 'error'
  given: JsonColumn<'directory_import_row.given'>
  import_id: string
  kind: 'department' | 'member'
  n: number
  outcome: JsonColumn<'directory_import_row.outcome'>
  row: number
}

export interface DirectoryLink {
  company_id: string
  external_id: string
  is_off: Generated<boolean>
  kind: 'department' | 'person'
  local_id: string
  manager_id: string | null
  platform: 'dingding' | 'feishu' | 'workweixin'
}

export interface DirectoryRun {
  beat_at: Timestamp | null
  cause: 'person' | 'schedule'
  company_id: string
  confirmed_by: string | null
  counts: Generated<JsonColumn<'directory_run.counts'>>
  created_at: Generated<Timestamp>
  departments_read: Generated<number>
  error: Generated<string>
  error_detail: Generated<string>
  error_step: Generated<string>
  finished_at: Timestamp | null
  id: string
  people_read: Generated<number>
  planned_at: Timestamp | null
  platform: 'dingding' | 'feishu' | 'workweixin'
  position: Generated<number>
  share: Generated<JsonColumn<'directory_run.share'>>
  started_by: string | null
  status: 'reading' | 'planned' | 'stopped' | 'applying' | 'done' | 'undoing' | 'undone' | 'failed' | 'cancelled'
  total: Generated<number>
  undone_by: string | null
  worker: string | null
}

export interface Embedding {
  app_id: string
  call_origins: Generated<string[]>
  company_id: string
  frame_origins: Generated<string[]>
  secret: Generated<string>
  secret_at: Timestamp | null
  tag: string
}

export interface EmbeddingTicket {
  app_id: string
  company_id: string
  expires_at: Timestamp
  hash: Buffer
  tag: string
  user_id: string
}

export interface Entry {
  app_id: string
  company_id: string
  config: Generated<JsonColumn<'entry.config'>>
  created_at: Generated<Timestamp>
  id: string
  key: string
  name: string
  page_id: string | null
  sort: Generated<number>
  type: number
}

export interface EntryRole {
  entry_id: string
  role_id: string
}

export interface Environment {
  app_id: string
  company_id: string
  release_id: string
  tag: string
  updated_at: Generated<Timestamp>
}

export interface EnvironmentConst {
  app_id: string
  company_id: string
  is_secret: Generated<boolean>
  sort: Generated<number>
  tag: string
  value: string
  var: string
}

export interface ExternalInvitation {
  app_id: string
  company_id: string
  contact: string
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  id: string
  kind: 'email' | 'phone'
  name: string
}

export interface ExternalUser {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  disabled: Generated<boolean>
  id: string
  last_login_at: Timestamp | null
  user_id: string
  waiting: Generated<boolean>
}

export interface File {
  app_id: string | null
  company_id: string | null
  created_at: Generated<Timestamp>
  hash: Buffer
  id: string
  mime: string
  name: string
  owner_id: string | null
}

export interface FlowAbsence {
  app_id: string
  company_id: string
  deputy_id: string
  from_at: Timestamp
  set_by: string | null
  tag: string
  to_at: Timestamp
  user_id: string
}

export interface FlowBatch {
  action: 'RESET' | 'SUSPEND' | 'RESUME' | 'ABORT' | 'TRANSFER' | 'MIGRATE'
  app_id: string
  by_id: string | null
  company_id: string
  definition_hash: string | null
  from_id: string | null
  id: string
  made_at: Timestamp
  node_map: JsonColumn<'flow_batch.node_map'> | null
  reason: string
  tag: string
  to_id: string | null
  undo_by_id: string | null
  undo_reason: Generated<string>
}

export interface FlowBatchItem {
  app_id: string
  batch_id: string
  case_id: string
  company_id: string
  done_at: Timestamp | null
  error: Generated<string>
  id: string
  leased_until: Timestamp | null
  state: 'waiting' | 'done' | 'failed' | 'undoing' | 'undone'
  tag: string
  tries: Generated<number>
}

export interface FlowCase {
  app_id: string
  caller_id: string | null
  caller_token: Generated<number>
  choices: Generated<JsonColumn<'flow_case.choices'>>
  company_id: string
  created_at: Generated<Timestamp>
  definition_hash: string
  depth: Generated<number>
  ended_at: Timestamp | null
  flow_id: string
  flow_name: string
  id: string
  model: string
  record_id: string
  result: 'approved' | 'rejected' | 'aborted' | null
  seq: Generated<number>
  snapshot: JsonColumn<'flow_case.snapshot'>
  starter_id: string | null
  state: JsonColumn<'flow_case.state'>
  status: number
  suspended_at: Timestamp | null
  tag: string
  title: string
  vars: Generated<JsonColumn<'flow_case.vars'>>
}

export interface FlowCopy {
  app_id: string
  case_id: string
  company_id: string
  created_at: Generated<Timestamp>
  node_name: string
  tag: string
  user_id: string
}

export interface FlowDay {
  app_id: string
  company_id: string
  day: string
  tag: string
}

export interface FlowDayChanged {
  app_id: string
  company_id: string
  day: string
  id: Generated<string>
  tag: string
}

export interface FlowDefinition {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  definition: JsonColumn<'flow_definition.definition'>
  hash: string
}

export interface FlowDraft {
  app_id: string
  company_id: string
  content: JsonColumn<'flow_draft.content'>
  created_at: Generated<Timestamp>
  flow_id: string
  id: string
  tag: string
  updated_at: Generated<Timestamp>
  user_id: string
}

export interface FlowEvent {
  app_id: string
  by_id: string | null
  case_id: string
  company_id: string
  created_at: Generated<Timestamp>
  data: Generated<JsonColumn<'flow_event.data'>>
  node: Generated<string>
  seq: number
  type: string
}

export interface FlowMessage {
  app_id: string
  case_id: string
  company_id: string
  name: string
  node: string
  tag: string
  token: number
  value: string
}

export interface FlowNotice {
  app_id: string
  by_id: string | null
  case_id: string
  company_id: string
  created_at: Generated<Timestamp>
  data: Generated<JsonColumn<'flow_notice.data'>>
  id: string
  kind: string
  message: Generated<string>
  node_name: Generated<string>
  read_at: Timestamp | null
  tag: string
  task: Generated<number>
  told_at: Timestamp | null
  user_id: string
}

export interface FlowOpen {
  app_id: string
  assignee_id: string | null
  company_id: string
  count: number
  flow_id: string
  is_new: Generated<boolean>
  node: Generated<string>
  node_name: Generated<string>
  tag: string
  what: 'running' | 'stuck' | 'task' | 'nobody'
}

export interface FlowOutbox {
  app_id: string
  case_id: string
  company_id: string
  created_at: Generated<Timestamp>
  error: Generated<string>
  id: string
  kind: 'api' | 'service' | 'retry' | 'called' | 'message'
  leased_until: Timestamp | null
  next_at: Generated<Timestamp>
  node: Generated<string>
  payload: Generated<JsonColumn<'flow_outbox.payload'>>
  state: Generated<'waiting' | 'failed'>
  tag: string
  token: Generated<number>
  tries: Generated<number>
}

export interface FlowPreference {
  app_id: string
  company_id: string
  filters: Generated<JsonColumn<'flow_preference.filters'>>
  mail: Generated<boolean>
  user_id: string
}

export interface FlowSum {
  app_id: string
  bucket: number
  company_id: string
  count: number
  day: string
  flow_id: string
  ms: number
  node: Generated<string>
  node_name: Generated<string>
  tag: string
  what: 'started' | 'ended' | 'decided'
}

export interface FlowSwitch {
  app_id: string
  company_id: string
  enabled: boolean
  flow_id: string
  tag: string
  updated_at: Generated<Timestamp>
  updated_by: string | null
  version: number | null
}

export interface FlowTask {
  app_id: string
  assignee_id: string | null
  case_id: string
  comment: Generated<string>
  company_id: string
  created_at: Generated<Timestamp>
  decision: 'approve' | 'reject' | null
  done_at: Timestamp | null
  flow_id: string | null
  no: number
  node: string
  node_name: string
  on_behalf_of: string | null
  read_at: Timestamp | null
  state: 'open' | 'suspended' | 'nobody' | 'done' | 'dropped'
  tag: string
  token: number
}

export interface FlowTimer {
  action: string
  app_id: string
  case_id: string
  company_id: string
  created_at: Generated<Timestamp>
  done: Generated<number>
  due_at: Timestamp
  id: string
  leased_until: Timestamp | null
  paused_at: Timestamp | null
  tag: string
  task: Generated<number>
  token: number
  tries: Generated<number>
}

export interface FlowUndo {
  act: string
  app_id: string
  before: JsonColumn<'flow_undo.before'>
  by_id: string | null
  case_id: string
  company_id: string
  made_at: Timestamp
  seq: number
  tag: string
}

export interface GitAccount {
  created_at: Generated<Timestamp>
  description: Generated<string>
  git_email: string
  git_username: string
  id: string
  method: 'auto' | 'hand'
  private_key: string
  public_key: string
  updated_at: Generated<Timestamp>
  user_id: string
}

export interface GitBranch {
  app_id: string
  branch: string
  busy_until: Timestamp | null
  changed_at: Timestamp | null
  changed_by: string | null
  commit_id: Generated<string>
  company_id: string
  pushing_tree_id: Generated<string>
  repository_id: string
  tree_id: Generated<string>
  version: Generated<string>
}

export interface GitRepository {
  address: string
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  created_by: string | null
  host_keys: string[]
  id: string
  is_remote: Generated<boolean>
  name: string
}

export interface Identity {
  created_at: Generated<Timestamp>
  email: Generated<string>
  id: string
  /**
   * Which provider; subjects of two of them have nothing to do with each other.
   */
  issuer: Generated<string>
  kind: string
  name: Generated<string>
  subject: string
  used_at: Generated<Timestamp>
  user_id: string
}

export interface InterfacePush {
  app_id: string
  attempts: Generated<number>
  company_id: string
  created_at: Generated<Timestamp>
  created_by: string | null
  ended_at: Timestamp | null
  id: string
  reason: JsonColumn<'interface_push.reason'> | null
  release_id: string
  status: Generated<number>
}

export interface Invitation {
  company_id: string
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  invited_by: string | null
  is_shown: Generated<boolean>
  token_hash: Buffer
  user_id: string
}

export interface KeptUpload {
  app_id: string
  company_id: string
  expires_at: Timestamp
  id: string
  name: string
  size: number
  user_id: string
}

export interface KeptUploadPiece {
  bytes: Buffer
  n: number
  upload_id: string
}

export interface Manifest {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  design: JsonColumn<'manifest.design'> | null
  entries: JsonColumn<'manifest.entries'>
  hash: Buffer
}

export interface Member {
  /**
   * A member who may not use the organisation.
   */
  banned: Generated<boolean>
  company_id: string
  created_at: Generated<Timestamp>
  /**
   * What an identity provider calls somebody: its id, and a user name that is not the person's own.
   */
  external_id: string | null
  joined_as: string | null
  modified_at: Generated<Timestamp>
  /**
   * Made by this organisation's identity provider.
   */
  provisioned: Generated<boolean>
  /**
   * Goes up with every change that a provider sees.
   */
  revision: Generated<number>
  role: 'owner' | 'admin' | 'member'
  /**
   * SCIM attributes that have no column.
   */
  scim: Generated<JsonColumn<'member.scim'>>
  user_id: string
  user_name: string | null
}

export interface MiniappRuntime {
  created_at: Generated<Timestamp>
  files: JsonColumn<'miniapp_runtime.files'>
  version: string
}

export interface Notice {
  app_id: string | null
  company_id: string | null
  created_at: Generated<Timestamp>
  detail: Generated<string>
  id: string
  kind: 'screen.failed' | 'screen.broken' | 'screen.conflict'
  level: 'platform' | 'company' | 'app'
  override_id: string | null
  screen_id: string
  subject: string
  version: number
}

export interface NoticeRead {
  at: Generated<Timestamp>
  notice_id: string
  user_id: string
}

export interface Outbox {
  attempts: Generated<number>
  body: string
  created_at: Generated<Timestamp>
  error: Generated<string>
  html: Generated<string>
  id: string
  kind: 'mail' | 'sms'
  recipient: string
  sent_at: Timestamp | null
  status: 'kept' | 'waiting' | 'sent' | 'failed'
  subject: Generated<string>
}

export interface Page {
  app_id: string
  body_hash: Buffer | null
  company_id: string
  created_at: Generated<Timestamp>
  icon: Generated<string>
  id: string
  kind: 'page' | 'group' | 'link'
  link: Generated<string>
  name: string
  /**
   * The resource owner.
   */
  owner_id: string | null
  parent_id: string | null
  path: Generated<string>
  sort: Generated<number>
  updated_at: Generated<Timestamp>
  updated_by: string | null
  version: Generated<number>
  visible: Generated<boolean>
}

/** Unsaved work of one person on a page; replaced at every autosave, so it is no body of its own hash. */
export interface PageDraft {
  app_id: string
  at: Generated<Timestamp>
  base_version: number
  by: string
  company_id: string
  content: string
  page_id: string
}

export interface PageEditor {
  page_id: string
  seen_at: Generated<Timestamp>
  since: Generated<Timestamp>
  tab: string
  user_id: string
}

export interface PageError {
  address: Generated<string>
  app_id: string
  code: Generated<string>
  company_id: string
  first_at: Generated<Timestamp>
  id: string
  kind: 'call' | 'drawing'
  last_at: Generated<Timestamp>
  message: Generated<string>
  method: Generated<string>
  page_id: string
  status: Generated<number>
  tag: string
  times: number
}

export interface PageVersion {
  app_id: string
  body_hash: Buffer
  company_id: string
  created_at: Generated<Timestamp>
  created_by: string | null
  name: string
  note: Generated<string>
  page_id: string
  version: number
}

export interface Passkey {
  counter: number
  created_at: Generated<Timestamp>
  credential_id: string
  id: string
  name: string
  public_key: Buffer
  synced: Generated<boolean>
  transports: Generated<string[]>
  used_at: Timestamp | null
  user_id: string
}

export interface PasskeyChallenge {
  asked_hash: Buffer
  challenge: string
  expires_at: Timestamp
  user_id: string
}

export interface PermissionChange {
  after: JsonColumn<'permission_change.after'> | null
  app_id: string
  before: JsonColumn<'permission_change.before'> | null
  n: Generated<number>
  ref: JsonColumn<'permission_change.ref'>
  version: number
  what: 'role' | 'member' | 'list' | 'override' | 'option' | 'flag' | 'row'
}

export interface PermissionList {
  app_id: string
  company_id: string
  /**
   * '' is the app itself, otherwise a tag.
   */
  environment: Generated<string>
  list: string
  owner: Generated<boolean>
  roles: string[]
}

export interface PermissionOption {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  label: string
  page_id: string
  value: string
}

export interface PermissionOverride {
  allow: boolean
  app_id: string
  company_id: string
  /**
   * '' is every environment.
   */
  environment: Generated<string>
  kind: string
  option: string
  resource_id: string
  role_id: string
}

export interface PermissionTest {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  created_by: string | null
  environment: Generated<string>
  expected: boolean
  id: string
  kind: string
  last_result: boolean | null
  last_run_at: Timestamp | null
  name: string
  option: string
  resource_id: string | null
  role_id: string | null
  user_id: string | null
  who: 'guest' | 'member' | 'external' | 'role' | 'user'
}

export interface PermissionVersion {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  created_by: string | null
  kind: Generated<'edit' | 'restore'>
  made_in: Generated<string>
  note: Generated<string>
  version: number
}

export interface Person {
  avatar: Generated<string>
  created_at: Generated<Timestamp>
  disabled: Generated<boolean>
  email: string
  email_verified: Generated<boolean>
  id: string
  invited_email: Generated<string>
  invited_username: Generated<string>
  is_external: Generated<boolean>
  is_super: Generated<boolean>
  name: string
  nick_name: Generated<string>
  password_hash: string | null
  /**
   * Given by an administrator: the person has to choose another one.
   */
  password_is_initial: Generated<boolean>
  phone: Generated<string>
  phone_verified: Generated<boolean>
  shown_email: ColumnType<string | null, never, never>
  shown_username: ColumnType<string | null, never, never>
  stands_for: string | null
  username: string
}

export interface Position {
  company_id: string
  created_at: Generated<Timestamp>
  description: Generated<string>
  group_id: string
  id: string
  level: number
  name: string
}

export interface PositionGroup {
  company_id: string
  created_at: Generated<Timestamp>
  description: Generated<string>
  id: string
  name: string
  sequence: number
}

export interface ProviderMessage {
  expires_at: Timestamp
  mark: string
}

export interface Rate {
  hits: number
  key: string
  window_start: Timestamp
}

export interface RecoveryCode {
  code_hash: Buffer
  used_at: Timestamp | null
  user_id: string
}

export interface Release {
  app_id: string
  company_id: string
  config: Generated<JsonColumn<'release.config'>>
  created_at: Generated<Timestamp>
  created_by: string | null
  description: Generated<string>
  id: string
  log: Generated<string>
  manifest_hash: Buffer | null
  mode: Generated<number>
  source: string
  standalone: Generated<boolean>
  status: number
  tag: string
  title: string
  version: string
}

export interface ReleaseMerge {
  after_hash: Buffer
  app_id: string
  before_hash: Buffer
  company_id: string
  created_at: Generated<Timestamp>
  created_by: string | null
  id: string
  kind: string
  parts: string[]
  source: string
  undone_at: Timestamp | null
  undone_by: string | null
}

export interface ReleaseStage {
  app_id: string
  company_id: string
  percent: number
  release_id: string
  started_at: Generated<Timestamp>
  started_by: string | null
  tag: string
  takes_back: boolean
  user_ids: string[]
}

export interface ReleaseStagePerson {
  app_id: string
  company_id: string
  failed_at: Timestamp | null
  is_first: boolean
  release_id: string
  user_id: string
}

export interface ReleaseTask {
  app_id: string
  can_retry: Generated<boolean>
  company_id: string
  created_at: Generated<Timestamp>
  deadline_at: Timestamp
  ended_at: Timestamp | null
  id: string
  lines: Generated<JsonColumn<'release_task.lines'>>
  progress: Generated<number>
  reason: JsonColumn<'release_task.reason'> | null
  release_id: string
  status: Generated<number>
  touched_at: Generated<Timestamp>
  wish: JsonColumn<'release_task.wish'>
  worker: string | null
}

export interface RemoteExport {
  account_id: string
  app_id: string
  branch: string
  commit_id: Generated<string>
  company_id: string
  created_at: Generated<Timestamp>
  created_by: string | null
  ended_at: Timestamp | null
  id: string
  message: string
  repository_id: string | null
  source: string
  status: Generated<'NotStarted' | 'Pending' | 'Success' | 'Fail' | 'Finish'>
  steps: JsonColumn<'remote_export.steps'>
  touched_at: Generated<Timestamp>
  version: string
  worker: string | null
}

export interface ResetSend {
  account_hash: Buffer
  sent_at: Timestamp
}

/** A browser that wants to choose a password anew. */
export interface ResetSession {
  account_hash: Buffer | null
  code_hash: Buffer | null
  code_tries: Generated<number>
  code_until: Timestamp | null
  expires_at: Timestamp
  graph_hash: Buffer | null
  graph_until: Timestamp | null
  token_hash: Buffer
  user_id: string | null
  verified_until: Timestamp | null
}

export interface Resource {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  definition: JsonColumn<'resource.definition'>
  description: Generated<string>
  id: string
  key: string
  kind: string
  name: string
  owner_id: string | null
  parent_id: string | null
  updated_at: Generated<Timestamp>
  updated_by: string | null
  version: Generated<number>
}

export interface ResourceVersion {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  created_by: string | null
  definition: JsonColumn<'resource_version.definition'>
  key: string
  name: string
  note: Generated<string>
  resource_id: string
  version: number
}

export interface Role {
  app_id: string
  built_in: 'all-users' | 'admin' | 'external-users' | 'guest' | null
  company_id: string
  created_at: Generated<Timestamp>
  deleteable: Generated<boolean>
  description: Generated<string>
  editable: Generated<boolean>
  id: string
  name: string
  owner_id: string | null
  /**
   * 0 holds people of the organisation, 1 external users.
   */
  type: Generated<number>
}

export interface RoleMember {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  department_id: ColumnType<string | null, never, never>
  external_id: ColumnType<string | null, never, never>
  included_role_id: ColumnType<string | null, never, never>
  kind: 'user' | 'external' | 'department' | 'role'
  role_id: string
  subject_id: string
  /**
   * The subject by its kind; made by the database, as the ids of the other kinds are.
   */
  user_id: ColumnType<string | null, never, never>
}

export interface RowBulk {
  app_id: string
  attempts: Generated<number>
  change_id: string | null
  company_id: string
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  filter: string
  id: string
  keywords: string
  model_id: string
  progress: Generated<number>
  reason: JsonColumn<'row_bulk.reason'> | null
  result: JsonColumn<'row_bulk.result'> | null
  row_count: number
  row_values: JsonColumn<'row_bulk.row_values'> | null
  state: 'working' | 'done' | 'failed'
  tag: string
  touched_at: Generated<Timestamp>
  undo_id: string | null
  user_id: string
}

/** Something that happened to rows of a model. */
export interface RowChange {
  app_id: string
  by_id: string | null
  cause_id: string | null
  company_id: string
  created_at: Generated<Timestamp>
  fields: Generated<string[]>
  id: string
  kind: 'create' | 'update' | 'delete' | 'import' | 'restore' | 'undo'
  model_id: string
  row_count: number
  source_id: string
  tag: string
  undo_until: Timestamp | null
  undone_at: Timestamp | null
  undone_by: string | null
}

export interface RowChangeRow {
  after: JsonColumn<'row_change_row.after'> | null
  before: JsonColumn<'row_change_row.before'> | null
  change_id: string
  exact_after: JsonColumn<'row_change_row.exact_after'> | null
  exact_before: JsonColumn<'row_change_row.exact_before'> | null
  model_id: string
  n: number
  row_id: string
}

/** Which rows of a model some people may see. */
export interface RowPermission {
  app_id: string
  base_acl: Generated<boolean>
  company_id: string
  created_at: Generated<Timestamp>
  description: Generated<string>
  filters: Generated<JsonColumn<'row_permission.filters'>>
  id: string
  model_id: string
  name: string
  permissions: Generated<string[]>
  role_ids: Generated<string[]>
  updated_at: Generated<Timestamp>
  updated_by: string | null
  user_ids: Generated<string[]>
}

export interface ScimToken {
  company_id: string
  created_at: Generated<Timestamp>
  created_by: string | null
  /**
   * The last characters, to tell tokens apart.
   */
  ending: string
  expires_at: Timestamp | null
  id: string
  /**
   * Whether people whom it adds get a mail.
   */
  invites: boolean
  last_used_at: Timestamp | null
  locale: 'en-US' | 'zh-CN'
  name: string
  token_hash: Buffer
}

export interface ScreenBody {
  content: string
  hash: Buffer
  unused_since: Timestamp | null
}

export interface ScreenDraft {
  at: Generated<Timestamp>
  base_version: number
  content: string
  override_id: string
  user_id: string
}

export interface ScreenEditor {
  override_id: string
  seen_at: Generated<Timestamp>
  since: Generated<Timestamp>
  tab: string
  user_id: string
}

export interface ScreenGrant {
  app_id: string | null
  company_id: string | null
  granted_at: Generated<Timestamp>
  granted_by: string | null
  id: string
  level: 'platform' | 'company' | 'app'
  permission: 'read' | 'change'
  user_id: string
}

export interface ScreenOverride {
  app_id: string | null
  company_id: string | null
  conflicts: Generated<JsonColumn<'screen_override.conflicts'>>
  id: string
  level: 'platform' | 'company' | 'app'
  screen_id: string
  updated_at: Generated<Timestamp>
  version: Generated<number>
}

export interface ScreenReport {
  at: Generated<Timestamp>
  message: string
  override_id: string
  reporter: string
  version: number
}

export interface ScreenStagedPerson {
  override_id: string
  user_id: string
  version: number
}

export interface ScreenVersion {
  audience: Generated<'everybody' | 'staged' | 'released' | 'withdrawn'>
  base_hash: Buffer
  broken: Generated<string>
  created_at: Generated<Timestamp>
  created_by: string | null
  kind: 'publish' | 'restore' | 'reset' | 'import' | 'rebase' | 'release'
  note: Generated<string>
  override_id: string
  patch: JsonColumn<'screen_version.patch'>
  result_hash: Buffer
  version: number
}

export interface SecondFactorTicket {
  expires_at: Timestamp
  kind: string
  provider_marks: Generated<string[]>
  provider_token: Generated<string>
  redirect: Generated<string>
  token_hash: Buffer
  tries: Generated<number>
  user_id: string
}

export interface Session {
  agent: Generated<string>
  app_id: string | null
  created_at: Generated<Timestamp>
  csrf: string
  embedded: string | null
  expires_at: Timestamp
  ip: Generated<string>
  /**
   * Kind of the provider that this session comes from, and what ends it there as well, sealed.
   */
  provider: Generated<string>
  provider_marks: Generated<string[]>
  provider_token: Generated<string>
  seen_at: Generated<Timestamp>
  token_hash: Buffer
  user_id: string
}

export interface Setting {
  key: string
  updated_at: Generated<Timestamp>
  value: JsonColumn<'setting.value'>
}

export interface Share {
  app_id: string
  body_hash: Buffer
  company_id: string
  content: 'page' | 'widgetTpl'
  created_at: Generated<Timestamp>
  created_by: string | null
  description: Generated<string>
  expires_at: Timestamp | null
  id: string
  /**
   * What the link carries.
   */
  key: string
  name: string
  page_id: string | null
  page_version: number | null
  password_hash: string | null
  stopped_at: Timestamp | null
  template_id: string | null
  title: Generated<string>
  type: number
  /**
   * Signs the cookies of those who gave the password.
   */
  unlock_key: Buffer
  updated_at: Generated<Timestamp>
}

export interface ShareDay {
  day: string
  share_id: string
  visitors: number
  visits: number
}

export interface SharedTheme {
  body_hash: Buffer
  company_id: string | null
  created_at: Generated<Timestamp>
  description: Generated<string>
  draft_at: Timestamp | null
  draft_by: string | null
  draft_hash: Buffer | null
  id: string
  is_default: Generated<boolean>
  name: string
  updated_at: Generated<Timestamp>
  updated_by: string | null
  version: Generated<number>
}

export interface SharedThemeBody {
  content: string
  hash: Buffer
}

export interface SharedThemeVersion {
  body_hash: Buffer
  created_at: Generated<Timestamp>
  created_by: string | null
  note: Generated<string>
  theme_id: string
  version: number
}

export interface ShareVisitor {
  day: string
  share_id: string
  visitor: Buffer
}

export interface SheetStart {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  file_name: string
  id: string
  progress: Generated<number>
  reason: JsonColumn<'sheet_start.reason'> | null
  result: JsonColumn<'sheet_start.result'> | null
  sheets: JsonColumn<'sheet_start.sheets'>
  state: 'read' | 'working' | 'done' | 'failed'
  touched_at: Generated<Timestamp>
  user_id: string
}

export interface SheetStartRow {
  cells: JsonColumn<'sheet_start_row.cells'>
  problems: JsonColumn<'sheet_start_row.problems'> | null
  row: number
  sheet: number
  start_id: string
}

export interface SigninCode {
  code_hash: Buffer
  expires_at: Timestamp
  key_hash: Buffer
  tries: Generated<number>
}

export interface SigninCodeSent {
  account_hash: Buffer
  sent_at: Timestamp
}

export interface SigninEvent {
  agent: string
  at: Generated<Timestamp>
  id: string
  ip: string
  kind: string
  name: string
  ok: boolean
  reason: Generated<string>
  user_id: string | null
}

export interface SigninGuard {
  attempts: number
  key: Buffer
  last_at: Timestamp
  locked_until: Timestamp | null
}

export interface SigninMethod {
  enabled: boolean
  kind: 'password' | 'ldap' | 'email' | 'weixin' | 'sso' | 'oauth' | 'third' | 'cas2'
  secrets: Generated<JsonColumn<'signin_method.secrets'>>
  settings: Generated<JsonColumn<'signin_method.settings'>>
  tested: JsonColumn<'signin_method.tested'> | null
  tested_at: Timestamp | null
  updated_at: Generated<Timestamp>
  updated_by: string | null
}

export interface SigninPending {
  browser_hash: Buffer
  email: Generated<string>
  email_verified: Generated<boolean>
  expires_at: Timestamp
  id: string
  issuer: Generated<string>
  kind: string
  name: Generated<string>
  needs: Generated<string[]>
  phone: Generated<string>
  phone_verified: Generated<boolean>
  provider_marks: Generated<string[]>
  provider_token: Generated<string>
  redirect: Generated<string>
  subject: string
  user_id: string | null
}

export interface SigninState {
  browser_hash: Buffer
  expires_at: Timestamp
  kept: string
  kind: string
  query: Generated<JsonColumn<'signin_state.query'>>
  token_hash: Buffer
  user_id: string | null
}

export interface SyncAccess {
  apps: Generated<string[]>
  company_id: string
  created_at: Generated<Timestamp>
  created_by: string | null
  id: string
  name: string
  person_id: string
  token_hash: Buffer
  used_at: Timestamp | null
}

export interface SyncIncoming {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  head_hash: string
  id: string
  link_id: string
  release_id: string | null
  result: JsonColumn<'sync_incoming.result'> | null
  taken_at: Timestamp | null
}

export interface SyncLink {
  access_id: string
  app_id: string
  base_hash: Generated<string>
  company_id: string
  id: string
  ids: Generated<JsonColumn<'sync_link.ids'>>
  remote_app_id: string
  skipped: Generated<string[]>
}

export interface SyncPart {
  app_id: string
  company_id: string
  hash: string
  link_id: string
  received: Generated<number>
  size: number
  whole: Generated<boolean>
}

export interface SyncPiece {
  app_id: string
  at: number
  company_id: string
  data: Buffer
  hash: string
  link_id: string
}

export interface SyncService {
  address: string
  checked: JsonColumn<'sync_service.checked'> | null
  checked_at: Timestamp | null
  created_at: Generated<Timestamp>
  created_by: string | null
  id: string
  name: string
  token: string
}

export interface SyncTask {
  app_id: string
  can_retry: Generated<boolean>
  company_id: string
  created_at: Generated<Timestamp>
  created_by: string | null
  deadline_at: Timestamp
  ended_at: Timestamp | null
  id: string
  language: Generated<string>
  lines: Generated<JsonColumn<'sync_task.lines'>>
  progress: Generated<number>
  sections: Generated<string[]>
  source: string
  status: Generated<number>
  sync_release: Generated<boolean>
  tag: Generated<string>
  targets: JsonColumn<'sync_task.targets'>
  touched_at: Generated<Timestamp>
  worker: string | null
}

export interface TemplateInstall {
  app_id: string
  company_id: string
  created_at: Generated<Timestamp>
  id: string
  name: string
  no_data: boolean
  template_id: string
  user_id: string | null
}

export interface Theme {
  app_id: string
  body_hash: Buffer
  company_id: string
  created_at: Generated<Timestamp>
  description: Generated<string>
  draft_at: Timestamp | null
  draft_by: string | null
  draft_hash: Buffer | null
  id: string
  is_default: Generated<boolean>
  name: string
  updated_at: Generated<Timestamp>
  updated_by: string | null
  version: Generated<number>
}

export interface ThemeVersion {
  app_id: string
  body_hash: Buffer
  company_id: string
  created_at: Generated<Timestamp>
  created_by: string | null
  note: Generated<string>
  theme_id: string
  version: number
}

export interface Totp {
  confirmed_at: Timestamp | null
  created_at: Generated<Timestamp>
  last_step: Generated<number>
  secret: string
  user_id: string
}

export interface TriggerDefinition {
  app_id: string
  company_id: string
  definition: JsonColumn<'trigger_definition.definition'>
  hash: string
}

export interface TriggerEvent {
  app_id: string
  by_id: string | null
  company_id: string
  created_at: Generated<Timestamp>
  id: string
  input: JsonColumn<'trigger_event.input'>
  is_open: Generated<boolean>
  kind: string
  origin: Generated<JsonColumn<'trigger_event.origin'>>
  tag: string
  triggers: JsonColumn<'trigger_event.triggers'>
}

export interface TriggerRun {
  app_id: string
  attempts: Generated<number>
  code: Generated<string>
  company_id: string
  created_at: Generated<Timestamp>
  definition_hash: string
  ended_at: Timestamp | null
  event_id: string
  id: string
  next_at: Timestamp | null
  problem: Generated<string>
  status: 'waiting' | 'running' | 'done' | 'failed' | 'stopped'
  step: Generated<number>
  steps: Generated<JsonColumn<'trigger_run.steps'>>
  tag: string
  trigger_id: string
  trigger_name: string
}

export interface TriggerSwitch {
  app_id: string
  company_id: string
  enabled: boolean
  next_at: Timestamp | null
  plan: Generated<string>
  secret: Generated<string>
  tag: string
  trigger_id: string
  updated_at: Generated<Timestamp>
  updated_by: string | null
}

export interface WidgetGroup {
  app_id: string | null
  /**
   * Null for a group of the platform.
   */
  company_id: string | null
  created_at: Generated<Timestamp>
  description: Generated<string>
  id: string
  name: string
}

export interface WidgetTemplate {
  app_id: string | null
  /**
   * The exact JSON text of the schema.
   */
  body: string
  code: Generated<string>
  company_id: string | null
  created_at: Generated<Timestamp>
  created_by: string | null
  custom_preview_img: Generated<string>
  description: Generated<string>
  group_id: string | null
  id: string
  name: string
  screenshot: Generated<string>
  status: Generated<number>
  updated_at: Generated<Timestamp>
  updated_by: string | null
  version: Generated<number>
  widget_type: Generated<number>
}

export interface WorkingCopy {
  app_id: string
  base_before: Buffer | null
  base_hash: Buffer
  company_id: string
  created_at: Generated<Timestamp>
  created_by: string | null
  ids: JsonColumn<'working_copy.ids'>
  merge_id: string | null
  merged_at: Timestamp | null
  updated_at: Timestamp | null
}

export interface Tables {
  access_token: AccessToken
  account_proof: AccountProof
  api_call: ApiCall
  app: App
  app_registration: AppRegistration
  app_text: AppText
  audit: Audit
  blob: Blob
  blob_chunk: BlobChunk
  body: Body
  ci_pipeline: CiPipeline
  ci_push: CiPush
  company: Company
  company_application: CompanyApplication
  data_applied: DataApplied
  data_connection: DataConnection
  data_file: DataFile
  data_import: DataImport
  data_import_row: DataImportRow
  data_kept: DataKept
  data_model: DataModel
  data_source: DataSource
  data_view: DataView
  department: Department
  department_member: DepartmentMember
  department_position: DepartmentPosition
  department_reach: DepartmentReach
  directory_change: DirectoryChange
  directory_connection: DirectoryConnection
  directory_import: DirectoryImport
  directory_import_row: DirectoryImportRow
  directory_link: DirectoryLink
  directory_run: DirectoryRun
  embedding: Embedding
  embedding_ticket: EmbeddingTicket
  entry: Entry
  entry_role: EntryRole
  environment: Environment
  environment_const: EnvironmentConst
  external_invitation: ExternalInvitation
  external_user: ExternalUser
  file: File
  flow_absence: FlowAbsence
  flow_batch: FlowBatch
  flow_batch_item: FlowBatchItem
  flow_case: FlowCase
  flow_copy: FlowCopy
  flow_day: FlowDay
  flow_day_changed: FlowDayChanged
  flow_definition: FlowDefinition
  flow_draft: FlowDraft
  flow_event: FlowEvent
  flow_message: FlowMessage
  flow_notice: FlowNotice
  flow_open: FlowOpen
  flow_outbox: FlowOutbox
  flow_preference: FlowPreference
  flow_sum: FlowSum
  flow_switch: FlowSwitch
  flow_task: FlowTask
  flow_timer: FlowTimer
  flow_undo: FlowUndo
  git_account: GitAccount
  git_branch: GitBranch
  git_repository: GitRepository
  identity: Identity
  interface_push: InterfacePush
  invitation: Invitation
  kept_upload: KeptUpload
  kept_upload_piece: KeptUploadPiece
  manifest: Manifest
  member: Member
  miniapp_runtime: MiniappRuntime
  notice: Notice
  notice_read: NoticeRead
  outbox: Outbox
  page: Page
  page_draft: PageDraft
  page_editor: PageEditor
  page_error: PageError
  page_version: PageVersion
  passkey: Passkey
  passkey_challenge: PasskeyChallenge
  permission_change: PermissionChange
  permission_list: PermissionList
  permission_option: PermissionOption
  permission_override: PermissionOverride
  permission_test: PermissionTest
  permission_version: PermissionVersion
  person: Person
  position: Position
  position_group: PositionGroup
  provider_message: ProviderMessage
  rate: Rate
  recovery_code: RecoveryCode
  release: Release
  release_merge: ReleaseMerge
  release_stage: ReleaseStage
  release_stage_person: ReleaseStagePerson
  release_task: ReleaseTask
  remote_export: RemoteExport
  reset_send: ResetSend
  reset_session: ResetSession
  resource: Resource
  resource_version: ResourceVersion
  role: Role
  role_member: RoleMember
  row_bulk: RowBulk
  row_change: RowChange
  row_change_row: RowChangeRow
  row_permission: RowPermission
  scim_token: ScimToken
  screen_body: ScreenBody
  screen_draft: ScreenDraft
  screen_editor: ScreenEditor
  screen_grant: ScreenGrant
  screen_override: ScreenOverride
  screen_report: ScreenReport
  screen_staged_person: ScreenStagedPerson
  screen_version: ScreenVersion
  second_factor_ticket: SecondFactorTicket
  session: Session
  setting: Setting
  share: Share
  share_day: ShareDay
  share_visitor: ShareVisitor
  shared_theme: SharedTheme
  shared_theme_body: SharedThemeBody
  shared_theme_version: SharedThemeVersion
  sheet_start: SheetStart
  sheet_start_row: SheetStartRow
  signin_code: SigninCode
  signin_code_sent: SigninCodeSent
  signin_event: SigninEvent
  signin_guard: SigninGuard
  signin_method: SigninMethod
  signin_pending: SigninPending
  signin_state: SigninState
  sync_access: SyncAccess
  sync_incoming: SyncIncoming
  sync_link: SyncLink
  sync_part: SyncPart
  sync_piece: SyncPiece
  sync_service: SyncService
  sync_task: SyncTask
  template_install: TemplateInstall
  theme: Theme
  theme_version: ThemeVersion
  totp: Totp
  trigger_definition: TriggerDefinition
  trigger_event: TriggerEvent
  trigger_run: TriggerRun
  trigger_switch: TriggerSwitch
  widget_group: WidgetGroup
  widget_template: WidgetTemplate
  working_copy: WorkingCopy
}
