// Hand-typed rows of the system tables; the migrations are the truth, tests/api/tables.test.ts compares the two.
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string | undefined, Date | string>
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** jsonb: read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string | undefined, string>

export interface PersonTable {
  id: string
  username: string
  name: string
  nick_name: Generated<string>
  email: string
  email_verified: Generated<boolean>
  phone: Generated<string>
  avatar: Generated<string>
  password_hash: string | null
  /** Given by an administrator: the person has to choose another one. */
  password_is_initial: Generated<boolean>
  is_super: Generated<boolean>
  disabled: Generated<boolean>
  failed_count: Generated<number>
  locked_until: MaybeTime
  created_at: Time
}
export interface SessionTable {
  token_hash: Buffer
  user_id: string
  csrf: string
  ip: Generated<string>
  agent: Generated<string>
  created_at: Time
  seen_at: Time
  expires_at: ColumnType<Date, Date, Date>
}
export interface SettingTable {
  key: string
  value: ColumnType<unknown, string, string>
  updated_at: Time
}
export interface RateTable {
  key: string
  window_start: ColumnType<Date, Date, Date>
  hits: number
}
export interface CompanyTable {
  id: string
  key: string
  name: string
  industry: Generated<string>
  logo: Generated<string>
  extra: Json<Record<string, unknown>>
  owner_id: string
  created_at: Time
}
export interface MemberTable {
  company_id: string
  user_id: string
  role: 'owner' | 'admin' | 'member'
  /** A member who may not use the organisation. */
  banned: Generated<boolean>
  created_at: Time
  /** What an identity provider calls somebody: its id, and a user name that is not the person's own. */
  external_id: string | null
  user_name: string | null
  /** SCIM attributes that have no column. */
  scim: Json<Record<string, unknown>>
  /** Made by this organisation's identity provider. */
  provisioned: Generated<boolean>
  /** Goes up with every change that a provider sees. */
  revision: Generated<number>
  modified_at: Time
}
export interface AppTable {
  id: string
  company_id: string
  key: string
  name: string
  type: number
  logo: Generated<string>
  description: Generated<string>
  state: Generated<'active' | 'archived'>
  config: Json<Record<string, unknown>>
  owner_id: string
  /** Counted up by triggers with every change of the pages' tree. */
  tree_revision: Generated<number>
  /** Number of the last version of its permissions; counted up by triggers. */
  permission_revision: Generated<number>
  created_at: Time
  updated_at: Time
}
export interface BodyTable {
  company_id: string
  hash: Buffer
  size: number
  content: string
  /** When it was found that nothing names it; swept some days later. */
  unused_since: MaybeTime
}
export interface PageTable {
  id: string
  company_id: string
  app_id: string
  parent_id: string | null
  kind: 'page' | 'group' | 'link'
  name: string
  path: Generated<string>
  icon: Generated<string>
  link: Generated<string>
  visible: Generated<boolean>
  sort: Generated<number>
  version: Generated<number>
  body_hash: Buffer | null
  created_at: Time
  updated_at: Time
  updated_by: string | null
  /** The resource owner. */
  owner_id: string | null
}
export interface PageVersionTable {
  page_id: string
  version: number
  company_id: string
  app_id: string
  name: string
  body_hash: Buffer
  note: Generated<string>
  created_at: Time
  created_by: string | null
}
/** Unsaved work of one person on a page; replaced at every autosave, so it is no body of its own hash. */
export interface PageDraftTable {
  page_id: string
  company_id: string
  app_id: string
  base_version: number
  content: string
  by: string
  at: Time
}
export interface PageEditorTable {
  page_id: string
  user_id: string
  tab: string
  since: Time
  seen_at: Time
}
export interface ManifestTable {
  company_id: string
  app_id: string
  hash: Buffer
  entries: ColumnType<unknown, string, string>
  created_at: Time
}
export interface ReleaseTable {
  id: string
  company_id: string
  app_id: string
  version: string
  title: string
  description: Generated<string>
  tag: string
  source: string
  mode: Generated<number>
  standalone: Generated<boolean>
  status: number
  manifest_hash: Buffer
  config: Json<Record<string, unknown>>
  log: Generated<string>
  created_at: Time
  created_by: string | null
}
export interface EnvironmentTable {
  app_id: string
  tag: string
  company_id: string
  release_id: string
  updated_at: Time
}
export interface BlobTable {
  hash: Buffer
  size: number
  created_at: Time
}
export interface BlobChunkTable {
  hash: Buffer
  n: number
  bytes: Buffer
}
export interface FileTable {
  id: string
  company_id: string | null
  app_id: string | null
  hash: Buffer
  name: string
  mime: string
  owner_id: string | null
  created_at: Time
}
export interface OutboxTable {
  id: string
  kind: 'mail' | 'sms'
  recipient: string
  subject: Generated<string>
  body: string
  html: Generated<string>
  status: 'kept' | 'waiting' | 'sent' | 'failed'
  attempts: Generated<number>
  error: Generated<string>
  created_at: Time
  sent_at: MaybeTime
}
export interface AuditTable {
  id: string
  at: Time
  request_id: string
  user_id: string | null
  company_id: string | null
  app_id: string | null
  call: string
  path: string
  ip: string
  agent: string
  status: number
  input: Json<Record<string, unknown>>
  method: Generated<string>
  duration_ms: Generated<number>
  /** Of HTTP; zero for what no request did. */
  http_status: Generated<number>
  code: Generated<string>
  content_type: Generated<string>
  context: Json<Record<string, unknown>>
  headers: Json<Record<string, string>>
  response_headers: Json<Record<string, string>>
  response: Json<Record<string, unknown>>
}
export interface ScreenBodyTable {
  hash: Buffer
  content: string
  unused_since: MaybeTime
}
export interface ScreenOverrideTable {
  id: string
  level: 'platform' | 'company' | 'app'
  company_id: string | null
  app_id: string | null
  screen_id: string
  version: Generated<number>
  conflicts: Json<unknown[]>
  updated_at: Time
}
export interface ScreenVersionTable {
  override_id: string
  version: number
  kind: 'publish' | 'restore' | 'reset' | 'import' | 'rebase' | 'release'
  patch: ColumnType<unknown[], string, string>
  base_hash: Buffer
  result_hash: Buffer
  note: Generated<string>
  broken: Generated<string>
  audience: Generated<'everybody' | 'staged' | 'released' | 'withdrawn'>
  created_at: Time
  created_by: string | null
}
export interface ScreenStagedPersonTable {
  override_id: string
  version: number
  user_id: string
}
export interface ScreenGrantTable {
  id: string
  level: 'platform' | 'company' | 'app'
  company_id: string | null
  app_id: string | null
  user_id: string
  permission: 'read' | 'change'
  granted_by: string | null
  granted_at: Time
}
export interface ScreenEditorTable {
  override_id: string
  user_id: string
  tab: string
  since: Time
  seen_at: Time
}
export interface ScreenDraftTable {
  override_id: string
  user_id: string
  base_version: number
  content: string
  at: Time
}
export interface ScreenReportTable {
  override_id: string
  version: number
  reporter: string
  message: string
  at: Time
}
export interface NoticeTable {
  id: string
  subject: string
  kind: 'screen.failed' | 'screen.broken' | 'screen.conflict'
  override_id: string | null
  screen_id: string
  level: 'platform' | 'company' | 'app'
  company_id: string | null
  app_id: string | null
  version: number
  detail: Generated<string>
  created_at: Time
}
export interface NoticeReadTable {
  notice_id: string
  user_id: string
  at: Time
}

export interface DepartmentTable {
  id: string
  company_id: string
  parent_id: string | null
  /** Ids from the organisation's first department down to this one. */
  path: string[]
  name: string
  code: string
  manager_id: string | null
  sort: Generated<number>
  disabled: Generated<boolean>
  /** People in it, and in it or below; counted by the database. */
  members: Generated<number>
  people: Generated<number>
  created_at: Time
  /** What an identity provider calls it. */
  external_id: string | null
  revision: Generated<number>
  modified_at: Time
}
export interface DepartmentMemberTable {
  department_id: string
  user_id: string
  company_id: string
  created_at: Time
}
/** Everybody in a department or below it; kept by the database. */
export interface DepartmentReachTable {
  department_id: string
  user_id: string
  company_id: string
  name: string
  is_direct: boolean
}
export interface PositionGroupTable {
  id: string
  company_id: string
  name: string
  sequence: number
  description: Generated<string>
  created_at: Time
}
export interface PositionTable {
  id: string
  company_id: string
  group_id: string
  name: string
  level: number
  description: Generated<string>
  created_at: Time
}
export interface DepartmentPositionTable {
  department_id: string
  position_id: string
  company_id: string
}
export interface ExternalUserTable {
  id: string
  company_id: string
  app_id: string
  user_id: string
  disabled: Generated<boolean>
  created_at: Time
  last_login_at: MaybeTime
}
export interface InvitationTable {
  token_hash: Buffer
  user_id: string
  company_id: string
  invited_by: string | null
  created_at: Time
  expires_at: ColumnType<Date, Date, Date>
}

export interface RoleTable {
  id: string
  company_id: string
  app_id: string
  name: string
  /** 0 holds people of the organisation, 1 external users. */
  type: Generated<number>
  built_in: 'all-users' | 'admin' | 'external-users' | 'guest' | null
  description: Generated<string>
  editable: Generated<boolean>
  deleteable: Generated<boolean>
  owner_id: string | null
  created_at: Time
}
export interface RoleMemberTable {
  role_id: string
  kind: 'user' | 'external' | 'department' | 'role'
  subject_id: string
  company_id: string
  app_id: string
  created_at: Time
  /** The subject by its kind; made by the database. */
  user_id: ColumnType<string | null, never, never>
  external_id: ColumnType<string | null, never, never>
  department_id: ColumnType<string | null, never, never>
  included_role_id: ColumnType<string | null, never, never>
}
export interface PermissionListTable {
  app_id: string
  /** '' is the app itself, otherwise a tag. */
  environment: Generated<string>
  list: string
  company_id: string
  roles: string[]
  owner: Generated<boolean>
}
export interface PermissionOverrideTable {
  role_id: string
  kind: string
  option: string
  resource_id: string
  /** '' is every environment. */
  environment: Generated<string>
  app_id: string
  company_id: string
  allow: boolean
}
export interface PermissionOptionTable {
  page_id: string
  value: string
  label: string
  app_id: string
  company_id: string
  created_at: Time
}
export interface EnvironmentConstTable {
  app_id: string
  tag: string
  var: string
  company_id: string
  value: string
  is_secret: Generated<boolean>
  sort: Generated<number>
}
export interface PermissionVersionTable {
  app_id: string
  version: number
  company_id: string
  kind: Generated<'edit' | 'restore'>
  note: Generated<string>
  created_at: Time
  created_by: string | null
  made_in: Generated<string>
}
export interface PermissionChangeTable {
  app_id: string
  version: number
  n: Generated<number>
  what: 'role' | 'member' | 'list' | 'override' | 'option' | 'flag'
  ref: ColumnType<Record<string, string>, string, never>
  before: ColumnType<Record<string, unknown> | null, string | null | undefined, never>
  after: ColumnType<Record<string, unknown> | null, string | null | undefined, never>
}
export interface PermissionTestTable {
  id: string
  company_id: string
  app_id: string
  name: string
  who: 'guest' | 'member' | 'external' | 'role' | 'user'
  role_id: string | null
  user_id: string | null
  environment: Generated<string>
  kind: string
  resource_id: string | null
  option: string
  expected: boolean
  created_at: Time
  created_by: string | null
  last_run_at: MaybeTime
  last_result: boolean | null
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
}

export interface ShareTable {
  id: string
  company_id: string
  app_id: string
  /** What the link carries. */
  key: string
  content: 'page' | 'widgetTpl'
  type: number
  page_id: string | null
  page_version: number | null
  name: string
  title: Generated<string>
  description: Generated<string>
  body_hash: Buffer
  password_hash: string | null
  /** Signs the cookies of those who gave the password. */
  unlock_key: Buffer
  expires_at: MaybeTime
  stopped_at: MaybeTime
  created_at: Time
  created_by: string | null
  updated_at: Time
}
export interface ShareDayTable {
  share_id: string
  day: string
  visits: number
  visitors: number
}
export interface ShareVisitorTable {
  share_id: string
  day: string
  visitor: Buffer
}
/** A browser that wants to choose a password anew. */
export interface ResetSessionTable {
  token_hash: Buffer
  graph_hash: Buffer | null
  graph_until: MaybeTime
  account_hash: Buffer | null
  code_hash: Buffer | null
  code_until: MaybeTime
  code_tries: Generated<number>
  user_id: string | null
  verified_until: MaybeTime
  expires_at: ColumnType<Date, Date, Date>
}
export interface ResetSendTable {
  account_hash: Buffer
  sent_at: ColumnType<Date, Date, Date>
}

export interface ScimTokenTable {
  id: string
  company_id: string
  name: string
  token_hash: Buffer
  /** The last characters, to tell tokens apart. */
  ending: string
  /** Whether people whom it adds get a mail. */
  invites: boolean
  locale: 'en-US' | 'zh-CN'
  created_by: string | null
  created_at: Time
  expires_at: MaybeTime
  last_used_at: MaybeTime
}

export interface DirectoryImportTable {
  id: string
  company_id: string
  user_id: string
  file_name: string
  state: 'planned' | 'working' | 'done' | 'failed'
  progress: Generated<number>
  touched_at: Time
  counts: Json<Record<'department' | 'member', Record<'create' | 'change' | 'leave' | 'error', number>>>
  plan_hash: Buffer
  is_renewed: Generated<boolean>
  result: Json<Record<'departmentsCreated' | 'departmentsChanged' | 'membersAdded' | 'membersChanged' | 'invited', number>> | null
  created_at: Time
  expires_at: Date
}

export interface DirectoryImportRowTable {
  import_id: string
  n: number
  kind: 'department' | 'member'
  row: number
  given: Json<unknown>
  action: 'create' | 'change' | 'leave' | 'error'
  outcome: Json<unknown>
}

export interface DirectoryConnectionTable {
  company_id: string
  platform: 'dingding' | 'feishu' | 'workweixin'
  app_key: string
  /** Sealed; only services/secrets.ts opens it. */
  secret: string
  address: Generated<string>
  share_limit: Generated<number>
  daily_hour: number | null
  next_run_at: MaybeTime
  updated_at: Time
}
export interface DirectoryLinkTable {
  company_id: string
  platform: 'dingding' | 'feishu' | 'workweixin'
  kind: 'department' | 'person'
  external_id: string
  local_id: string
  is_off: Generated<boolean>
  manager_id: string | null
}
export interface DirectoryRunTable {
  id: string
  company_id: string
  platform: 'dingding' | 'feishu' | 'workweixin'
  status: 'reading' | 'planned' | 'stopped' | 'applying' | 'done' | 'undoing' | 'undone' | 'failed' | 'cancelled'
  cause: 'person' | 'schedule'
  started_by: string | null
  confirmed_by: string | null
  undone_by: string | null
  departments_read: Generated<number>
  people_read: Generated<number>
  counts: Json<Record<string, number>>
  share: Json<Record<string, number>>
  total: Generated<number>
  position: Generated<number>
  error: Generated<string>
  error_detail: Generated<string>
  error_step: Generated<string>
  worker: string | null
  beat_at: MaybeTime
  created_at: Time
  planned_at: MaybeTime
  finished_at: MaybeTime
}
export interface DirectoryChangeTable {
  run_id: string
  n: number
  kind: 'department' | 'person'
  action: 'create' | 'move' | 'change' | 'enable' | 'disable' | 'manager' | 'skip' | 'unchanged'
  external_id: string
  local_id: string | null
  name: string
  before: Json<Record<string, unknown>>
  after: Json<Record<string, unknown>>
  reason: Generated<string>
  state: Generated<'planned' | 'applied' | 'undone' | 'kept'>
  was: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  became: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

export interface EntryTable {
  id: string
  company_id: string
  app_id: string
  key: string
  name: string
  type: number
  page_id: string | null
  config: Json<Record<string, unknown>>
  sort: Generated<number>
  created_at: Time
}
export interface EntryRoleTable {
  entry_id: string
  role_id: string
}
/** Which rows of a model some people may see. */
export interface RowPermissionTable {
  id: string
  company_id: string
  app_id: string
  model_id: string
  name: string
  description: Generated<string>
  user_ids: Generated<string[]>
  role_ids: Generated<string[]>
  permissions: Generated<string[]>
  filters: ColumnType<unknown, string | undefined, string>
  base_acl: Generated<boolean>
  created_at: Time
  updated_at: Time
  updated_by: string | null
}

export interface Tables {
  person: PersonTable
  session: SessionTable
  setting: SettingTable
  rate: RateTable
  company: CompanyTable
  member: MemberTable
  app: AppTable
  body: BodyTable
  page: PageTable
  page_version: PageVersionTable
  page_draft: PageDraftTable
  page_editor: PageEditorTable
  manifest: ManifestTable
  release: ReleaseTable
  environment: EnvironmentTable
  blob: BlobTable
  blob_chunk: BlobChunkTable
  file: FileTable
  outbox: OutboxTable
  audit: AuditTable
  screen_body: ScreenBodyTable
  screen_override: ScreenOverrideTable
  screen_version: ScreenVersionTable
  screen_draft: ScreenDraftTable
  screen_staged_person: ScreenStagedPersonTable
  screen_grant: ScreenGrantTable
  screen_editor: ScreenEditorTable
  screen_report: ScreenReportTable
  notice: NoticeTable
  notice_read: NoticeReadTable
  department: DepartmentTable
  department_member: DepartmentMemberTable
  department_reach: DepartmentReachTable
  position_group: PositionGroupTable
  position: PositionTable
  department_position: DepartmentPositionTable
  external_user: ExternalUserTable
  invitation: InvitationTable
  reset_session: ResetSessionTable
  reset_send: ResetSendTable
  role: RoleTable
  role_member: RoleMemberTable
  permission_list: PermissionListTable
  permission_override: PermissionOverrideTable
  permission_option: PermissionOptionTable
  environment_const: EnvironmentConstTable
  permission_version: PermissionVersionTable
  permission_change: PermissionChangeTable
  permission_test: PermissionTestTable
  data_source: DataSourceTable
  data_connection: DataConnectionTable
  data_model: DataModelTable
  data_applied: DataAppliedTable
  share: ShareTable
  share_day: ShareDayTable
  share_visitor: ShareVisitorTable
  scim_token: ScimTokenTable
  directory_import: DirectoryImportTable
  directory_import_row: DirectoryImportRowTable
  directory_connection: DirectoryConnectionTable
  directory_link: DirectoryLinkTable
  directory_run: DirectoryRunTable
  directory_change: DirectoryChangeTable
  entry: EntryTable
  entry_role: EntryRoleTable
  row_permission: RowPermissionTable
}
