// Groups as rows and as JSON: departments below the organisation itself.
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../store/database.ts'
import { UUID, type Condition, type Places } from './conditions.ts'
import type { Resource } from './schemas.ts'
import { versionOf, type Provisioning } from './scope.ts'
import { DEPARTMENT, GROUP } from './urns.ts'

export interface GroupRow {
  id: string
  external_id: string | null
  name: string
  code: string
  revision: number
  created_at: Date
  modified_at: Date
  parent: { value: string; display: string } | null
  manager: { value: string; display: string } | null
  members: { value: string; display: string }[] | null
}

export const memberParts = {
  value: {
    kind: 'id' as const,
    sql: sql`each.value`,
    narrow: (value: string) =>
      UUID.test(value) ? sql<boolean>`d.id in (select department_id from department_member where user_id = ${value}::uuid)` : sql<boolean>`false`,
  },
  display: { kind: 'text' as const, sql: sql`each.display` },
  type: { kind: 'text' as const, sql: sql`each.type` },
}

export const groupPlaces: Places = {
  core: GROUP,
  extension: DEPARTMENT,
  columns: {
    id: { kind: 'id', sql: sql`d.id` },
    externalid: { kind: 'exact', sql: sql`d.external_id` },
    displayname: { kind: 'text', sql: sql`d.name` },
    'meta.created': { kind: 'time', sql: sql`d.created_at` },
    'meta.lastmodified': { kind: 'time', sql: sql`d.modified_at` },
    'meta.resourcetype': { kind: 'exact', sql: sql`'Group'::text` },
    ':code': { kind: 'text', sql: sql`d.code` },
    // The organisation itself is no group, so a department of the first level has none above it.
    ':parent.value': { kind: 'id', sql: sql`(select above.id from department above where above.id = d.parent_id and above.parent_id is not null)` },
    ':manager.value': { kind: 'id', sql: sql`d.manager_id` },
  },
  lists: {
    members: {
      from: sql`(select seat.user_id as value, p.name as display, 'User' as type
        from department_member seat join person p on p.id = seat.user_id where seat.department_id = d.id)`,
      parts: memberParts,
    },
  },
}

const members = sql`(select coalesce(json_agg(json_build_object('value', seat.user_id, 'display', p.name) order by seat.user_id), '[]')
  from department_member seat join person p on p.id = seat.user_id where seat.department_id = d.id)`
const above = sql`(select json_build_object('value', u.id, 'display', u.name) from department u where u.id = d.parent_id and u.parent_id is not null)`
const manager = sql`(select json_build_object('value', p.id, 'display', p.name) from person p where p.id = d.manager_id)`

const from = (companyId: string, where: Condition) => sql`from department d where d.company_id = ${companyId} and d.parent_id is not null and ${where}`

export async function groupRows(
  on: Db | Trx,
  companyId: string,
  where: Condition,
  {
    withMembers = true,
    order = sql`d.id`,
    limit = 1,
    offset = 0,
  }: { withMembers?: boolean; order?: RawBuilder<unknown>; limit?: number; offset?: number } = {},
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select d.id, d.external_id, d.name, d.code, d.revision, d.created_at, d.modified_at, ${above} as parent, ${manager} as manager,
      ${withMembers ? members : sql`null`} as members
    ${from(companyId, where)} order by ${order} limit ${limit} offset ${offset}`.execute(on)
  return rows
}

export async function countGroups(on: Db | Trx, companyId: string, where: Condition): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${from(companyId, where)}`.execute(on)
  return rows[0]?.n ?? 0
}

/** What a client may say of a group but its members, as it stands. */
export const writableOf = (row: GroupRow): Resource => ({
  ...(row.external_id !== null && { externalId: row.external_id }),
  displayName: row.name,
  [DEPARTMENT]: { code: row.code, ...(row.parent && { parent: row.parent }), ...(row.manager && { manager: row.manager }) },
})

export function shownGroup(row: GroupRow, { base }: Pick<Provisioning, 'base'>): Resource {
  const { [DEPARTMENT]: extension, ...own } = writableOf(row)
  return {
    schemas: [GROUP, DEPARTMENT],
    id: row.id,
    ...own,
    ...(row.members?.length && { members: row.members.map(member => ({ ...member, $ref: `${base}/Users/${member.value}`, type: 'User' })) }),
    [DEPARTMENT]: extension,
    meta: {
      resourceType: 'Group',
      created: row.created_at.toISOString(),
      lastModified: row.modified_at.toISOString(),
      location: `${base}/Groups/${row.id}`,
      version: versionOf(row.revision),
    },
  }
}
