// Who sits in a group: changes by id in bulk, never by reading all members first.
import { sql } from 'kysely'
import type { Trx } from '../../store/database.ts'
import { conditionOf, UUID } from './conditions.ts'
import type { Operation } from './patch.ts'
import { readValue } from './input.ts'
import { memberParts } from './group-rows.ts'
import { refused } from './refusals.ts'
import { groupType, named, sameName, type Attribute, type Resource } from './schemas.ts'
import { GROUP } from './urns.ts'

const membersAttribute = named(groupType.core.attributes, 'members') as Attribute

/** Ids in what a client names as members; groups inside groups are the tree of departments, which is not said here. */
export function idsOf(value: unknown): string[] {
  const list = (readValue(membersAttribute, value) ?? []) as Resource[]
  const ids = list.map(item => {
    if (typeof item.type === 'string' && !sameName(item.type, 'User'))
      throw refused('invalidValue', 'Members of a group are users. Say where a group belongs by its parent')
    const id = String(item.value ?? '').toLowerCase()
    if (!UUID.test(id)) throw refused('invalidValue', 'There is no user {id}', { id: id.slice(0, 100) })
    return id
  })
  return [...new Set(ids)]
}

/** Whoever was invited has another id after accepting; providers keep the first one. */
async function idsNow(companyId: string, ids: string[], trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(m.user_id, wanted.id) as id from unnest(${ids}::uuid[]) as wanted (id)
    left join member m on m.company_id = ${companyId} and m.joined_as = wanted.id`.execute(trx)
  return rows.map(row => row.id)
}

async function add(companyId: string, groupId: string, said: string[], trx: Trx) {
  if (!said.length) return
  const ids = await idsNow(companyId, said, trx)
  const { rows: strangers } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as wanted (id)
    where not exists (select from member m where m.company_id = ${companyId} and m.user_id = wanted.id) limit 1`.execute(trx)
  if (strangers[0]) throw refused('invalidValue', 'There is no user {id}', { id: strangers[0].id })
  const { rows: made } = await sql<{ user_id: string }>`
    insert into department_member (company_id, department_id, user_id)
    select ${companyId}::uuid, ${groupId}::uuid, id from unnest(${ids}::uuid[]) as wanted (id)
    on conflict do nothing returning user_id`.execute(trx)
  // Who was in no department sat in the first one, which is the organisation itself; this one takes its place.
  await sql`
    delete from department_member seat using department root
    where root.company_id = ${companyId} and root.parent_id is null and seat.department_id = root.id
      and seat.user_id = any (${made.map(row => row.user_id)}::uuid[])
      and (select count(*) from department_member other where other.company_id = seat.company_id and other.user_id = seat.user_id) = 2`.execute(trx)
}

/** Makes exactly these the members. */
async function replace(companyId: string, groupId: string, said: string[], trx: Trx) {
  const ids = await idsNow(companyId, said, trx)
  await add(companyId, groupId, ids, trx)
  await sql`delete from department_member where department_id = ${groupId} and not (user_id = any (${ids}::uuid[]))`.execute(trx)
}

/** Members that a path chooses, such as members[value eq "…"]. */
async function chosen(groupId: string, filter: NonNullable<NonNullable<Operation['target']>['filter']>, trx: Trx): Promise<string[]> {
  const places = {
    core: GROUP,
    extension: '',
    columns: Object.fromEntries(Object.entries(memberParts).map(([name, { kind, sql: own }]) => [name, { kind, sql: own }])),
    lists: {},
  }
  const { rows } = await sql<{ value: string }>`
    select each.value from (select seat.user_id as value, p.name as display, 'User' as type from department_member seat
      join person p on p.id = seat.user_id where seat.department_id = ${groupId}) as each
    where ${conditionOf(places, filter)}`.execute(trx)
  return rows.map(row => row.value)
}

export const isAboutMembers = ({ target }: Operation) => !!target && (!target.urn || sameName(target.urn, GROUP)) && sameName(target.name, 'members')

/** One operation of a PATCH on the members. */
export async function changeMembers(companyId: string, groupId: string, { op, target, value }: Operation, trx: Trx) {
  const { filter, sub } = target ?? {}
  if (sub && sub.toLowerCase() !== 'value') throw refused('mutability', 'The attribute {name} cannot be changed', { name: `members.${sub}` })
  if (!filter) {
    if (op === 'add') return add(companyId, groupId, idsOf(value), trx)
    if (op === 'replace') return replace(companyId, groupId, idsOf(value), trx)
    // Entra ID names who leaves in the value; without one everybody does.
    const gone = value === undefined || value === null ? undefined : await idsNow(companyId, idsOf(value), trx)
    await sql`delete from department_member where department_id = ${groupId} and ${gone ? sql`user_id = any (${gone}::uuid[])` : sql`true`}`.execute(trx)
    return
  }
  const found = await chosen(groupId, filter, trx)
  if (op === 'remove') {
    await sql`delete from department_member where department_id = ${groupId} and user_id = any (${found}::uuid[])`.execute(trx)
    return
  }
  if (op === 'replace' && !found.length) throw refused('noTarget', 'No value of {name} fits the path', { name: 'members' })
  const ids = idsOf(value)
  if (op === 'replace') await sql`delete from department_member where department_id = ${groupId} and user_id = any (${found}::uuid[])`.execute(trx)
  await add(companyId, groupId, ids, trx)
}

export const addMembers = add
export const replaceMembers = replace
