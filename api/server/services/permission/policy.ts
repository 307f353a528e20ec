// What is stored, as the facts that the decision is made from.
import { sql } from 'kysely'
import { type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { listKey, overrideKey, type ListFacts, type MemberFacts, type PersonFacts, type Policy, type RoleFacts } from '../foundation/access/verdict.ts'
import { roleName } from './roles.ts'
import { inApp, inCompany } from '../../store/scoped.ts'

export interface RoleNamed extends RoleFacts {
  name: string
  editable: boolean
}
/** A policy with what its roles are called. */
export interface StoredPolicy extends Policy {
  roles: ReadonlyMap<string, RoleNamed>
  ownerId: string
  revision: number
}

/** Which exceptions to read with a policy; they may be many. */
export type OverrideChoice = 'none' | 'all' | { kind: string; resourceIds?: readonly string[]; roleIds?: readonly string[] }

export async function loadPolicy(scope: Scope, overridesOf: OverrideChoice, locale: Locale, on: Db | Trx): Promise<StoredPolicy> {
  const { companyId, appId } = scope
  const overridesWanted = () => {
    let rows = inApp(on, { companyId, appId }).selectFrom('permission_override').select(['role_id', 'environment', 'kind', 'option', 'resource_id', 'allow'])
    if (typeof overridesOf === 'object') {
      rows = rows.where('kind', '=', overridesOf.kind)
      if (overridesOf.resourceIds) rows = rows.where('resource_id', '=', sql<string>`any (${overridesOf.resourceIds}::uuid[])`)
      if (overridesOf.roleIds) rows = rows.where('role_id', '=', sql<string>`any (${overridesOf.roleIds}::uuid[])`)
    }
    // The order in which an explanation names them.
    return rows.orderBy('role_id').execute()
  }
  const [app, roles, members, lists, overrides] = await Promise.all([
    inApp(on, { companyId, appId }).selectFrom('app').select(['state', 'owner_id', 'config', 'permission_revision']).executeTakeFirst(),
    inApp(on, scope).selectFrom('role').select(['id', 'name', 'type', 'built_in', 'editable']).orderBy('created_at').orderBy('id').execute(),
    inApp(on, scope)
      .selectFrom('role_member')
      .select(['role_id', 'kind', 'subject_id'])
      .where('kind', 'in', ['department', 'role'])
      .orderBy('created_at')
      .orderBy('subject_id')
      .execute(),
    inApp(on, scope).selectFrom('permission_list').select(['environment', 'list', 'roles', 'owner']).execute(),
    overridesOf === 'none' ? [] : overridesWanted(),
  ])
  if (!app) throw notFound('access.unknown', 'There is no such organisation or app')
  const exceptions = new Map<string, Map<string, boolean>>()
  for (const row of overrides) {
    const key = overrideKey(row.environment, row.kind, row.resource_id, row.option)
    const of = exceptions.get(key)
    if (of) of.set(row.role_id, row.allow)
    else exceptions.set(key, new Map([[row.role_id, row.allow]]))
  }
  return {
    isArchived: app.state !== 'active',
    guestEnabled: app.config.guestEnabled === true,
    ownerId: app.owner_id,
    revision: app.permission_revision,
    roles: new Map(
      roles.map(role => [
        role.id,
        {
          id: role.id,
          type: role.type,
          builtIn: role.built_in,
          editable: role.editable,
          name: roleName({ name: role.name, built_in: role.built_in }, locale),
        },
      ]),
    ),
    members: members.map((row): MemberFacts => ({ roleId: row.role_id, kind: row.kind as MemberFacts['kind'], subjectId: row.subject_id })),
    lists: new Map(lists.map((row): [string, ListFacts] => [listKey(row.environment, row.list), { roles: row.roles, owner: row.owner }])),
    overrides: exceptions,
  }
}

/** Somebody who is not signed in. */
export const GUEST: PersonFacts = { id: null, isSuper: false, member: undefined, ownsApp: false, externalId: null, direct: [], departments: [] }

interface PersonRow {
  id: string
  name: string
  email: string
  is_super: boolean
  role: 'owner' | 'admin' | 'member' | null
  owns_app: boolean
  external_id: string | null
  direct: string[]
  departments: string[]
}
export type PersonNamed = PersonFacts & { id: string; name: string; email: string }

/** People of an app: members of its organisation and its external users; whoever else is asked for is left out. */
export async function loadPeople({ companyId, appId }: Scope, ids: readonly string[], on: Db | Trx): Promise<Map<string, PersonNamed>> {
  const { rows } = await sql<PersonRow>`
    select p.id, p.name, p.shown_email as email, p.is_super, m.role, a.owner_id = p.id as owns_app, x.id as external_id,
      array(select rm.role_id from role_member rm where rm.app_id = a.id
        and (rm.kind = 'user' and rm.subject_id = p.id and m.role is not null or rm.kind = 'external' and rm.subject_id = x.id) order by rm.role_id) as direct,
      array(select r.department_id from department_reach r join department d on d.id = r.department_id and not d.disabled
        where r.user_id = p.id and r.company_id = ${companyId} and m.role is not null order by cardinality(d.path) desc, d.name) as departments
    from person p
    join app a on a.id = ${appId} and a.company_id = ${companyId}
    left join member m on m.company_id = a.company_id and m.user_id = p.id and not m.banned
    left join external_user x on x.app_id = a.id and x.user_id = p.id and not x.disabled
    where p.id = any (${ids}::uuid[]) and not p.disabled and (p.is_super or m.role is not null or x.id is not null)`.execute(on)
  return new Map(
    rows.map(row => [
      row.id,
      {
        id: row.id,
        name: row.name,
        email: row.email,
        isSuper: row.is_super,
        member: row.role ?? undefined,
        ownsApp: row.owns_app,
        externalId: row.external_id,
        direct: row.direct,
        departments: row.departments,
      },
    ]),
  )
}

/** What departments are called. */
export async function departmentNames(companyId: string, ids: readonly string[], on: Core['db'] | Trx): Promise<Map<string, string>> {
  if (!ids.length) return new Map()
  const rows = await inCompany(on, companyId)
    .selectFrom('department')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(row => [row.id, row.name]))
}
