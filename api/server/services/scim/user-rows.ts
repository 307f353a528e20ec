// Users as rows and as JSON: where each attribute is kept, and what a row looks like to a provider.
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../store/database.ts'
import { UUID, type Condition, type Places } from './conditions.ts'
import type { Resource } from './schemas.ts'
import { versionOf, type Provisioning } from './scope.ts'
import { ENTERPRISE, USER } from './urns.ts'

export interface UserRow {
  id: string
  external_id: string | null
  user_name: string
  name: string
  email: string
  phone: string
  active: boolean
  scim: Resource
  revision: number
  created_at: Date
  modified_at: Date
  provisioned: boolean
  is_super: boolean
  /** Has an account and has yet to accept. */
  is_invited: boolean
  role: 'owner' | 'admin' | 'member'
  organisations: number
  has_password: boolean
  groups: { value: string; display: string }[] | null
}

const userName = sql`coalesce(m.user_name, p.shown_username)`
/** What the provider said, where that is another account's, which stays untold. */
const email = sql`coalesce(m.scim ->> 'email', p.shown_email)`
/** An attribute without a column; the path is ours, never the client's. */
const kept = (...path: string[]) => sql.raw(`m.scim #>> '{${path.join(',')}}'`)
const text = (own: RawBuilder<unknown>) => ({ kind: 'text' as const, sql: own })
const NAME = ['familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix']
const SIMPLE = ['nickName', 'profileUrl', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone']
const WORK = ['employeeNumber', 'costCenter', 'organization', 'division', 'department']

const itemsOf = (name: string, columns: string) => sql.raw(`jsonb_to_recordset(coalesce(m.scim -> '${name}', '[]')) as item (${columns})`)
const partsOf = (...names: string[]) => Object.fromEntries(names.map(name => [name.toLowerCase(), text(sql.raw(`each."${name}"`))]))
const primary = { primary: { kind: 'boolean' as const, sql: sql`each."primary"` } }
const ADDRESS = ['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country']

export const userPlaces = (companyId: string): Places => ({
  core: USER,
  extension: ENTERPRISE,
  columns: {
    id: { kind: 'id', sql: sql`m.user_id` },
    externalid: { kind: 'exact', sql: sql`m.external_id` },
    username: {
      ...text(userName),
      narrow: value => sql<boolean>`m.user_id in (select id from person where lower(username) = ${value.toLowerCase()}
        union all select user_id from member where company_id = ${companyId} and lower(user_name) = ${value.toLowerCase()})`,
    },
    displayname: text(sql`p.name`),
    'name.formatted': text(sql`coalesce(${kept('name', 'formatted')}, case when m.scim -> 'name' is null then p.name end)`),
    ...Object.fromEntries(NAME.map(name => [`name.${name.toLowerCase()}`, text(kept('name', name))])),
    ...Object.fromEntries(SIMPLE.map(name => [name.toLowerCase(), text(kept(name))])),
    active: { kind: 'boolean', sql: sql`(not m.banned and not p.disabled)` },
    'meta.created': { kind: 'time', sql: sql`m.created_at` },
    'meta.lastmodified': { kind: 'time', sql: sql`m.modified_at` },
    'meta.resourcetype': { kind: 'exact', sql: sql`'User'::text` },
    ...Object.fromEntries(WORK.map(name => [`:${name.toLowerCase()}`, text(kept('enterprise', name))])),
    ':manager.value': { kind: 'exact', sql: kept('enterprise', 'manager', 'value') },
    ':manager.displayname': text(kept('enterprise', 'manager', 'displayName')),
  },
  lists: {
    emails: {
      from: sql`(select ${email} as value, ${kept('emailType')} as type, null as display, true as "primary"
        union all select value, type, display, false from ${itemsOf('emails', 'value text, type text, display text')})`,
      parts: {
        ...partsOf('type', 'display'),
        ...primary,
        value: {
          ...text(sql`each.value`),
          narrow:
            value => sql<boolean>`m.user_id in (select id from person where lower(email) = ${value.toLowerCase()} or lower(invited_email) = ${value.toLowerCase()}
            union all select user_id from member where company_id = ${companyId} and lower(scim ->> 'email') = ${value.toLowerCase()}
            union all select user_id from member where company_id = ${companyId} and scim @> ${JSON.stringify({ emails: [{ value: value.toLowerCase() }] })}::jsonb)`,
        },
      },
    },
    phonenumbers: {
      from: sql`(select p.phone as value, 'work' as type, null as display, true as "primary" where p.phone <> '' and m.scim -> 'phoneNumbers' is null
        union all select value, type, display, "primary" from ${itemsOf('phoneNumbers', 'value text, type text, display text, "primary" boolean')})`,
      parts: { ...partsOf('value', 'type', 'display'), ...primary },
    },
    addresses: {
      from: sql`(select * from ${itemsOf('addresses', `${ADDRESS.map(name => `"${name}" text`).join(', ')}, type text, display text, "primary" boolean`)})`,
      parts: { ...partsOf(...ADDRESS, 'type', 'display'), ...primary },
    },
    groups: {
      from: sql`(select seat.department_id as value, d.name as display, 'direct' as type
        from department_member seat join department d on d.id = seat.department_id and d.parent_id is not null
        where seat.company_id = m.company_id and seat.user_id = m.user_id)`,
      parts: {
        ...partsOf('display', 'type'),
        value: {
          kind: 'id',
          sql: sql`each.value`,
          narrow: value =>
            UUID.test(value) ? sql<boolean>`m.user_id in (select user_id from department_member where department_id = ${value}::uuid)` : sql<boolean>`false`,
        },
      },
    },
  },
  sorts: { emails: text(email), 'emails.value': text(email) },
})

const groups = sql`(select coalesce(json_agg(json_build_object('value', d.id, 'display', d.name) order by d.path), '[]')
  from department_member seat join department d on d.id = seat.department_id and d.parent_id is not null
  where seat.company_id = m.company_id and seat.user_id = m.user_id)`

const from = (companyId: string, where: Condition) => sql`from member m join person p on p.id = m.user_id where m.company_id = ${companyId} and ${where}`

export async function userRows(
  on: Db | Trx,
  companyId: string,
  where: Condition,
  {
    withGroups = true,
    order = sql`m.user_id`,
    limit = 1,
    offset = 0,
  }: { withGroups?: boolean; order?: RawBuilder<unknown>; limit?: number; offset?: number } = {},
): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select m.user_id as id, m.external_id, ${userName} as user_name, p.name, ${email} as email, p.stands_for is not null as is_invited, p.phone, not m.banned and not p.disabled as active, m.scim, m.revision,
      m.created_at, m.modified_at, m.provisioned, m.role, p.is_super, p.password_hash is not null as has_password,
      (select count(*) from member other where other.user_id = p.id)::int as organisations,
      ${withGroups ? groups : sql`null`} as groups
    ${from(companyId, where)} order by ${order} limit ${limit} offset ${offset}`.execute(on)
  return rows
}

export async function countUsers(on: Db | Trx, companyId: string, where: Condition): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${from(companyId, where)}`.execute(on)
  return rows[0]?.n ?? 0
}

/** A number as the organisation's own forms take it; empty where they would not. */
export function plainPhone(value: unknown): string {
  const digits = String(value ?? '')
    .replace(/^tel:/i, '')
    .replace(/;.*$/, '')
    .replaceAll('.', '-')
    .trim()
  return /^[0-9+() -]{1,20}$/.test(digits) ? digits : ''
}

function phonesOf(row: UserRow): Resource[] {
  const list = (row.scim.phoneNumbers ?? []) as Resource[]
  const first = list.find(item => item.primary === true) ?? list[0]
  if (!row.phone || plainPhone(first?.value) === row.phone) return list
  // Changed in the console meanwhile.
  const own = { ...(first ?? { type: 'work', primary: true }), value: row.phone }
  return first ? list.map(item => (item === first ? own : item)) : [own]
}

const filled = (resource: Resource): Resource =>
  Object.fromEntries(
    Object.entries(resource).filter(([, value]) => value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && !value.length)),
  )

/** What a client may say of a user, as it stands; PATCH changes this. */
export function writableOf(row: UserRow): Resource {
  const { name, enterprise, emailType, email: _email, emails, phoneNumbers: _phones, ...simple } = row.scim
  return filled({
    externalId: row.external_id,
    userName: row.user_name,
    name: name ?? { formatted: row.name },
    displayName: row.name,
    ...simple,
    active: row.active,
    emails: [filled({ value: row.email, type: emailType ?? 'work', primary: true }), ...((emails ?? []) as Resource[])],
    phoneNumbers: phonesOf(row),
    [ENTERPRISE]: enterprise,
  })
}

export function shownUser(row: UserRow, { base }: Pick<Provisioning, 'base'>): Resource {
  const resource = writableOf(row)
  const own = resource[ENTERPRISE] as Resource | undefined
  const location = `${base}/Users/${row.id}`
  return {
    schemas: own ? [USER, ENTERPRISE] : [USER],
    id: row.id,
    ...resource,
    ...(row.groups?.length && { groups: row.groups.map(group => ({ ...group, $ref: `${base}/Groups/${group.value}`, type: 'direct' })) }),
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: row.modified_at.toISOString(),
      location,
      version: versionOf(row.revision),
    },
  }
}
