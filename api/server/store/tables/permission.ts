// Roles of an app and what they may do.
import type { ColumnType, Generated } from 'kysely'
import type { MaybeTime, Time } from './columns.ts'

export interface PermissionTables {
  role: RoleTable
  role_member: RoleMemberTable
  permission_list: PermissionListTable
  permission_override: PermissionOverrideTable
  permission_option: PermissionOptionTable
  environment_const: EnvironmentConstTable
  permission_version: PermissionVersionTable
  permission_change: PermissionChangeTable
  permission_test: PermissionTestTable
  row_permission: RowPermissionTable
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
  what: 'role' | 'member' | 'list' | 'override' | 'option' | 'flag' | 'row'
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
