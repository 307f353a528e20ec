// The organisation as a synchronisation sees it: departments, the people whom a directory may mean, and who is who so far.
import { sql } from 'kysely'
import type { Core } from '../../../core.ts'
import type { Db, Trx } from '../../../store/database.ts'
import { departmentOf } from '../departments.ts'
import type { Platform } from './directory.ts'
import type { Link, Local, LocalPerson } from './plan.ts'
import type { Snapshot } from './read.ts'
import { inCompany } from '../../../store/scoped.ts'

/** The state of a person here, as plans and undoing compare it. */
export interface PersonRow extends LocalPerson {
  /** Has an account and has yet to accept. */
  isInvited: boolean
  /** Departments that the person manages. */
  manages: string[]
}

const PEOPLE = sql`
  select p.id, p.name, p.shown_email as email, p.phone, p.email_verified as "emailVerified", m.role,
    coalesce(m.banned, false) as banned,
    m.role is not null and m.role <> 'owner' and not p.is_super
      and not exists (select from member other where other.user_id = p.id and other.company_id <> m.company_id) as "isOurs",
    p.password_hash is null and not exists (select from identity i where i.user_id = p.id)
      and not exists (select from member other where other.user_id = p.id) as "isUnclaimed", p.stands_for is not null as "isInvited",
    array(select s.department_id::text from department_member s where s.company_id = m.company_id and s.user_id = p.id order by 1) as seats
  from person p`

export async function personHere(companyId: string, id: string, on: Db | Trx): Promise<PersonRow | undefined> {
  const { rows } = await sql<Omit<PersonRow, 'manages'> & { role: LocalPerson['role'] | null }>`
    ${PEOPLE} left join member m on m.company_id = ${companyId} and m.user_id = p.id where p.id = ${id}`.execute(on)
  const row = rows[0]
  if (!row) return undefined
  // Who manages a department sits in it.
  const managed = row.seats.length
    ? await inCompany(on, companyId).selectFrom('department').select('id').where('id', 'in', row.seats).where('manager_id', '=', id).orderBy('id').execute()
    : []
  return { ...row, role: row.role ?? undefined, manages: managed.map(department => department.id) }
}

/** Several at once, without what they manage. */
export async function peopleHere(companyId: string, ids: string[], on: Db | Trx): Promise<Map<string, LocalPerson>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<LocalPerson & { role: LocalPerson['role'] | null }>`
    ${PEOPLE} left join member m on m.company_id = ${companyId} and m.user_id = p.id where p.id = any (${ids}::uuid[])`.execute(on)
  return new Map(rows.map(row => [row.id, { ...row, role: row.role ?? undefined }]))
}

export async function linksOf(companyId: string, platform: Platform, on: Db | Trx): Promise<Link[]> {
  const rows = await inCompany(on, companyId).selectFrom('directory_link').selectAll().where('platform', '=', platform).execute()
  return rows.map(row => ({ kind: row.kind, externalId: row.external_id, localId: row.local_id, isOff: row.is_off, managerId: row.manager_id }))
}

export async function loadLocal({ db }: Pick<Core, 'db'>, companyId: string, platform: Platform, snapshot: Snapshot): Promise<Local> {
  const emails = snapshot.people.map(person => person.email).filter(Boolean)
  const phones = snapshot.people.map(person => person.phone).filter(Boolean)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      const root = await departmentOf(companyId, undefined, trx)
      const departments = await inCompany(trx, companyId).selectFrom('department').select(['id', 'parent_id', 'name', 'disabled', 'manager_id']).execute()
      const links = await linksOf(companyId, platform, trx)
      const known = links.filter(link => link.kind === 'person').map(link => link.localId)
      const people = await sql<LocalPerson & { role: LocalPerson['role'] | null }>`
        ${PEOPLE} left join member m on m.company_id = ${companyId} and m.user_id = p.id
        where p.id = any (${known}::uuid[])
          -- Whoever is no member is nobody to the plan: it says of accounts elsewhere no more than of nobody's emails.
          or m.user_id is not null and p.id in (
            select id from person where email <> '' and lower(email) = any (${emails}::text[])
            union all select id from person where invited_email <> '' and lower(invited_email) = any (${emails}::text[]))
          or (p.phone <> '' and m.user_id is not null and p.phone = any (${phones}::text[]))`.execute(trx)
      return {
        rootId: root.id,
        departments: new Map(
          departments.map(row => [row.id, { id: row.id, parentId: row.parent_id, name: row.name, isOff: row.disabled, managerId: row.manager_id }]),
        ),
        people: new Map(people.rows.map(row => [row.id, { ...row, role: row.role ?? undefined }])),
        links,
      }
    })
}

export const personState = ({ name, email, phone, banned, role, seats }: Omit<PersonRow, 'manages' | 'isInvited'>) => ({
  name,
  email,
  phone,
  banned,
  role: role ?? null,
  seats,
})
