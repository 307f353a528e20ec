// Organisations, their people and their structure.
import type { ColumnType, Generated } from 'kysely'
import type { Json, MaybeTime, Time } from './columns.ts'

export interface OrganisationTables {
  company: CompanyTable
  member: MemberTable
  department: DepartmentTable
  department_member: DepartmentMemberTable
  department_reach: DepartmentReachTable
  position_group: PositionGroupTable
  position: PositionTable
  department_position: DepartmentPositionTable
  external_user: ExternalUserTable
  invitation: InvitationTable
  entry: EntryTable
  entry_role: EntryRoleTable
  company_application: CompanyApplicationTable
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

export interface CompanyApplicationTable {
  id: string
  user_id: string
  name: string
  key: Generated<string>
  logo: Generated<string>
  owner_name: string
  phone: string
  position: Generated<string>
  remark: Generated<string>
  locale: Generated<string>
  status: Generated<'waiting' | 'approved' | 'refused'>
  reason: Generated<string>
  decided_by: string | null
  decided_at: MaybeTime
  company_id: string | null
  created_at: Time
}
