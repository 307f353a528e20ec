// People who come from a directory: by file, connection or SCIM.
import type { ColumnType, Generated } from 'kysely'
import type { Json, MaybeTime, Time } from './columns.ts'

export interface DirectoryTables {
  scim_token: ScimTokenTable
  directory_import: DirectoryImportTable
  directory_import_row: DirectoryImportRowTable
  directory_connection: DirectoryConnectionTable
  directory_link: DirectoryLinkTable
  directory_run: DirectoryRunTable
  directory_change: DirectoryChangeTable
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
  /** Sealed; only services/foundation/secrets.ts opens it. */
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
