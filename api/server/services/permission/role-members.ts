// Who is in a role: people, visitors of the app, departments, and other roles.
import { sql } from 'kysely'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { cappedTotal, TOTAL_CAP } from '../../store/paging.ts'
import { scopeOf, type AppInScope, type SignedIn } from '../foundation/access/index.ts'
import { personMatches } from '../foundation/person-words.ts'
import type { createRights, RightOn } from '../foundation/access/rights.ts'
import { changing, noRight, ROLE_COLUMNS, roleName, roleOf, shownRole, type RoleRow } from './roles.ts'
import { inApp, inCompany } from '../../store/scoped.ts'

export type MemberKind = 'user' | 'external' | 'department' | 'role'
type By = Pick<SignedIn, 'id'>

export interface MemberFilter {
  type?: number
  keywords?: string
  page: number
  perPage: number
}

/** How many names a choice offers. */
const OFFERED = 50

const nick = sql<string>`coalesce(nullif(person.nick_name, ''), person.name)`
const locked = () => new ApiError('role.membersLocked', 'The members of this role cannot be changed', 409)
const wrongType = () => new ApiError('role.wrongType', 'Members go into internal roles, visitors into external ones', 422)

/** A role whose members somebody wants to change. */
export async function changeableRole(scope: Scope, roleId: string, may: RightOn, on: Db | Trx): Promise<RoleRow> {
  const role = await roleOf(scope, roleId, on)
  if (role.built_in === 'all-users' || !role.editable) throw locked()
  // A built-in role is no resource of its own.
  if (!role.built_in && !may(role.id, role.owner_id)) throw noRight()
  return role
}

/** Puts subjects into a role and tells how many were not in it. */
export async function put(scope: Scope, roleId: string, kind: MemberKind, ids: string[], trx: Trx): Promise<number> {
  if (!ids.length) return 0
  const made = await inApp(trx, scope)
    .insertInto('role_member')
    .columns(['role_id', 'kind', 'subject_id'])
    .expression(eb =>
      eb
        .selectFrom(sql<{ id: string }>`unnest(${ids}::uuid[])`.as<'each'>(sql`each (id)`))
        .select([sql<string>`${roleId}::uuid`.as('role_id'), sql<MemberKind>`${kind}::text`.as('kind'), 'each.id']),
    )
    .onConflict(conflict => conflict.doNothing())
    .returning('subject_id')
    .execute()
  return made.length
}

/** Members of the organisation by lower-case email. */
export async function membersByEmail(companyId: string, emails: string[], on: Db | Trx): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    select person.id, lower(person.shown_email) as email from person join member on member.user_id = person.id and member.company_id = ${companyId}
    where (lower(person.email) = any (${emails}::text[]) or lower(person.invited_email) = any (${emails}::text[])) and not member.banned and not person.disabled`.execute(
    on,
  )
  return new Map(rows.map(row => [row.email, row.id]))
}

/** People in the role of administrators without being named: they can do everything in the app anyway. */
const standing = ({ companyId, appId }: Scope) => sql`
  select m.user_id as id, 'organisation' as standing from member m where m.company_id = ${companyId} and m.role <> 'member'
  union all select a.owner_id, 'owner' from app a join member m on m.company_id = a.company_id and m.user_id = a.owner_id
  where a.company_id = ${companyId} and a.id = ${appId}`

const STANDING = { organisation: 'Administrates the organisation', owner: 'Owns the app' } as const

export function createRoleMembers({ db }: Pick<Core, 'db'>, rights: ReturnType<typeof createRights>) {
  /** A change of the members of a role. */
  async function change<T>(app: AppInScope, roleId: string, by: By, work: (trx: Trx, role: RoleRow, scope: Scope) => Promise<T>): Promise<T> {
    const scope = scopeOf(app)
    const may = await rights.on(app, by, 'role', 'edit')
    return changing(db, scope, by.id, async trx => work(trx, await changeableRole(scope, roleId, may, trx), scope))
  }

  async function visitors(scope: Scope, role: RoleRow, { keywords = '', page, perPage }: MemberFilter) {
    let rows = inApp(db, scope)
      .selectFrom('role_member')
      .innerJoin('external_user', 'external_user.id', 'role_member.subject_id')
      .innerJoin('person', 'person.id', 'external_user.user_id')
      .where('role_member.role_id', '=', role.id)
      .where('role_member.kind', '=', 'external')
    if (keywords.trim()) rows = rows.where(personMatches(keywords))
    const [items, total] = await Promise.all([
      rows
        .select(['external_user.id', 'external_user.user_id', 'external_user.disabled', 'person.email', 'person.phone', nick.as('nick')])
        .orderBy(sql`lower(person.name)`)
        .orderBy('external_user.id')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute(),
      cappedTotal(db, rows.select('external_user.id').limit(TOTAL_CAP + 1)),
    ])
    const shown = items.map(row => ({
      id: row.id,
      userId: row.user_id,
      nickName: row.nick,
      email: row.email,
      phone: row.phone,
      removable: role.editable,
      reason: '',
      isActive: !row.disabled,
    }))
    return { items: shown, ...total, page, perPage }
  }

  async function people(scope: Scope, role: RoleRow, { keywords = '', page, perPage }: MemberFilter, locale: Locale) {
    interface Row {
      id: string
      nick: string
      email: string
      phone: string
      standing: keyof typeof STANDING | null
      active: boolean
    }
    const named = sql`
      select m.subject_id as id, null::text as standing from role_member m where m.role_id = ${role.id} and m.kind = 'user'
      ${role.built_in === 'admin' ? sql`union all ${standing(scope)}` : sql``}`
    const rows = sql`from (select id, max(standing) as standing from (${named}) as each group by id) as named
      join person on person.id = named.id left join member on member.company_id = ${scope.companyId} and member.user_id = person.id
      where ${keywords.trim() ? personMatches(keywords) : sql`true`}`
    const [items, total] = await Promise.all([
      sql<Row>`select person.id, ${nick} as nick, person.shown_email as email, person.phone, named.standing,
          coalesce(not member.banned, false) and not person.disabled as active ${rows}
        order by lower(person.name), person.id limit ${perPage} offset ${(page - 1) * perPage}`.execute(db),
      cappedTotal(db, sql`(select person.id ${rows} limit ${TOTAL_CAP + 1})`),
    ])
    const shown = items.rows.map(row => ({
      id: row.id,
      userId: row.id,
      nickName: row.nick,
      email: row.email,
      phone: row.phone,
      removable: role.editable && row.standing === null,
      reason: row.standing ? say(locale, STANDING[row.standing]) : '',
      isActive: row.active,
    }))
    return { items: shown, ...total, page, perPage }
  }

  return {
    async list(scope: Scope, roleId: string, filter: MemberFilter, locale: Locale) {
      const role = await roleOf(scope, roleId, db)
      return filter.type === 1 ? visitors(scope, role, filter) : people(scope, role, filter, locale)
    },

    /** The role with its departments, the roles it includes, and those that include it. */
    async memberships(scope: Scope, roleId: string, locale: Locale) {
      const role = await roleOf(scope, roleId, db)
      const departments = sql<{ id: string; name: string; place: string; people: number; disabled: boolean }>`
        select d.id, d.name, d.people, d.disabled,
          coalesce((select string_agg(a.name, ' / ' order by t.n) from unnest(d.path) with ordinality as t (id, n) join department a on a.id = t.id
            where a.id <> d.id), '') as place
        from role_member m join department d on d.id = m.department_id
        where m.role_id = ${roleId} and m.kind = 'department' order by cardinality(d.path), lower(d.name), d.id limit 1000`.execute(db)
      const roles = inApp(db, scope)
        .selectFrom('role_member')
        .innerJoin('role', 'role.id', 'role_member.subject_id')
        .select(ROLE_COLUMNS)
        .where('role_member.role_id', '=', roleId)
        .where('role_member.kind', '=', 'role')
        .orderBy(sql`lower(role.name)`)
        .limit(1000)
        .execute()
      const includedIn = inApp(db, scope)
        .selectFrom('role_member')
        .innerJoin('role', 'role.id', 'role_member.role_id')
        .select(['role.id', 'role.name', 'role.built_in'])
        .where('role_member.kind', '=', 'role')
        .where('role_member.subject_id', '=', roleId)
        .orderBy(sql`lower(role.name)`)
        .limit(1000)
        .execute()
      const [inDepartments, included, holders] = await Promise.all([departments, roles, includedIn])
      return {
        role: shownRole(role, locale),
        departments: inDepartments.rows,
        roles: included.map(one => {
          const { id, name, description } = shownRole(one as RoleRow, locale)
          return { id, name, description }
        }),
        includedIn: holders.map(one => ({ id: one.id, name: roleName(one as RoleRow, locale) })),
      }
    },

    async addUsers(app: AppInScope, roleId: string, wanted: string[], type: 0 | 1, by: By): Promise<number> {
      return change(app, roleId, by, async (trx, role, scope) => {
        if (role.type !== type) throw wrongType()
        if (type === 1) return addVisitors(scope, roleId, wanted, trx)
        const emails = [...new Set(wanted.map(email => email.trim().toLowerCase()))]
        const found = await membersByEmail(scope.companyId, emails, trx)
        const unknown = emails.filter(email => !found.has(email))
        if (unknown.length) {
          const english = 'User not found: make sure the person is in the organisation'
          throw new ApiError('role.usersUnknown', english, 422, { fields: { email: english }, data: { unknown } })
        }
        return put(scope, roleId, 'user', [...found.values()], trx)
      })
    },

    async addDepartments(app: AppInScope, roleId: string, wanted: string[], by: By): Promise<number> {
      return change(app, roleId, by, async (trx, role, scope) => {
        if (role.type !== 0) throw wrongType()
        const ids = [...new Set(wanted)]
        const found = await inCompany(trx, scope.companyId).selectFrom('department').select('id').where('id', 'in', ids).execute()
        if (found.length < ids.length) throw fieldError('role.departmentUnknown', 'department', 'There is no such department')
        return put(scope, roleId, 'department', ids, trx)
      })
    },

    async addIncludedRoles(app: AppInScope, roleId: string, wanted: string[], locale: Locale, by: By): Promise<number> {
      return change(app, roleId, by, async (trx, role, scope) => {
        if (role.type !== 0) throw wrongType()
        const ids = [...new Set(wanted)]
        const found = await inApp(trx, scope).selectFrom('role').select(['id', 'name', 'built_in']).where('type', '=', 0).where('id', 'in', ids).execute()
        if (found.length < ids.length) throw fieldError('role.includedUnknown', 'role', 'There is no such role')
        const holders = await holdersOf(scope, roleId, trx)
        const inCycle = found.find(one => holders.has(one.id))
        if (inCycle)
          throw fieldError('role.cycle', 'role', '{name} already includes this role, directly or through others', {
            name: roleName(inCycle as RoleRow, locale),
          })
        return put(scope, roleId, 'role', ids, trx)
      })
    },

    /** Takes people or visitors out; when one of them cannot be removed, nobody is. */
    async removeMembers(app: AppInScope, roleId: string, ids: string[], by: By): Promise<number> {
      return change(app, roleId, by, async (trx, role, scope) => {
        if (role.built_in === 'admin') {
          const { rows } = await sql<{ name: string }>`
            select ${nick} as name from (${standing(scope)}) as standing join person on person.id = standing.id
            where standing.id = any (${ids}::uuid[]) limit 1`.execute(trx)
          if (rows[0]) throw new ApiError('role.notRemovable', '{name} cannot be removed from this role', 409, { values: { name: rows[0].name } })
        }
        return takeOut(scope, roleId, ['user', 'external'], ids, trx)
      })
    },

    async removeMemberships(app: AppInScope, roleId: string, kind: 'department' | 'role', ids: string[], by: By): Promise<number> {
      return change(app, roleId, by, trx => takeOut(scopeOf(app), roleId, [kind], ids, trx))
    },

    /** The departments of the organisation to choose from; those in the role cannot be chosen again. */
    async departmentChoices(scope: Scope, roleId: string) {
      await roleOf(scope, roleId, db)
      type Node = { label: string; value: string; disabled: boolean; people: number; children: Node[] }
      const { rows } = await sql<{ id: string; parent_id: string | null; name: string; people: number; chosen: boolean }>`
        select d.id, d.parent_id, d.name, d.people, m.role_id is not null as chosen
        from department d left join role_member m on m.role_id = ${roleId} and m.kind = 'department' and m.subject_id = d.id
        where d.company_id = ${scope.companyId} and not d.disabled order by cardinality(d.path), d.sort, d.id`.execute(db)
      const nodes = new Map<string, Node>()
      const top: Node[] = []
      for (const row of rows) {
        const node: Node = { label: row.name, value: row.id, disabled: row.chosen, people: row.people, children: [] }
        nodes.set(row.id, node)
        if (row.parent_id === null) top.push(node)
        // What is below a department that is out of use is left out with it.
        else nodes.get(row.parent_id)?.children.push(node)
      }
      return top
    },

    /** Roles that can be included: neither the role itself, nor one that holds it, nor one that is in it. */
    async includable(scope: Scope, roleId: string, term: string | undefined, locale: Locale) {
      await roleOf(scope, roleId, db)
      const [holders, roles, inside] = await Promise.all([
        holdersOf(scope, roleId, db),
        inApp(db, scope)
          .selectFrom('role')
          .select(ROLE_COLUMNS)
          .where('type', '=', 0)
          .orderBy(sql`lower(name)`)
          .execute(),
        inApp(db, scope).selectFrom('role_member').select('subject_id').where('role_id', '=', roleId).where('kind', '=', 'role').execute(),
      ])
      const taken = new Set(inside.map(row => row.subject_id))
      const sought = term?.trim().toLowerCase() ?? ''
      return roles
        .filter(role => !holders.has(role.id) && !taken.has(role.id))
        .map(role => shownRole(role as RoleRow, locale))
        .filter(role => role.name.toLowerCase().includes(sought))
        .slice(0, OFFERED)
        .map(({ id, name, description }) => ({ label: name, value: id, description }))
    },
  }
}

/** The role itself and every role that includes it, directly or through others: including one of these would be a cycle. */
async function holdersOf({ appId }: Scope, roleId: string, on: Db | Trx): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive holder (id) as (
      select ${roleId}::uuid union
      select m.role_id from role_member m join holder on holder.id = m.subject_id where m.app_id = ${appId} and m.kind = 'role'
    ) select id from holder`.execute(on)
  return new Set(rows.map(row => row.id))
}

async function addVisitors(scope: Scope, roleId: string, wanted: string[], trx: Trx): Promise<number> {
  const ids = [...new Set(wanted)].filter(id => /^[0-9a-f-]{36}$/.test(id))
  const found = ids.length ? await inApp(trx, scope).selectFrom('external_user').select('id').where('id', 'in', ids).execute() : []
  if (found.length < new Set(wanted).size) throw fieldError('role.visitorsUnknown', 'email', 'Make sure the visitor has registered')
  return put(scope, roleId, 'external', ids, trx)
}

async function takeOut(scope: Scope, roleId: string, kinds: MemberKind[], ids: string[], trx: Trx): Promise<number> {
  const gone = await inApp(trx, scope)
    .deleteFrom('role_member')
    .where('role_id', '=', roleId)
    .where('kind', 'in', kinds)
    .where('subject_id', 'in', ids)
    .returning('subject_id')
    .execute()
  return gone.length
}
