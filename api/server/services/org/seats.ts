// Where members sit, and what every change of a member starts from.
import { sql } from 'kysely'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import type { CompanyInScope } from '../foundation/access/index.ts'
import { departmentsAmong } from './departments.ts'
import { inCompany } from '../../store/scoped.ts'

export type Role = 'owner' | 'admin' | 'member'
export type Company = Pick<CompanyInScope, 'id' | 'key' | 'name'>
export interface Named {
  id: string
  name: string
}

export const memberUnknown = () => notFound('org.memberUnknown', 'There is no such member')
export const ownerProtected = () => new ApiError('org.ownerProtected', 'The owner of the organisation cannot be banned, removed or made a plain member', 409)

export async function memberOf(companyId: string, userId: string, on: Db | Trx) {
  const row = await inCompany(on, companyId)
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.user_id')
    .select(['person.id', 'person.name', 'person.phone', 'person.is_super', 'member.role', 'member.banned', 'member.created_at'])
    .select(sql<string>`person.shown_email`.as('email'))
    .select(sql<boolean>`person.stands_for is not null`.as('is_invited'))
    .select(sql<boolean>`person.password_hash is null and not exists (select from identity i where i.user_id = person.id)`.as('is_pending'))
    // In all organisations; a query within this one would be held to the same one.
    .select(sql<number>`(select count(*)::int from member other where other.user_id = person.id)`.as('organisations'))
    .where('member.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw memberUnknown()
  return row
}

/** Departments of a person, and those that the person manages. */
export async function seatsOf(companyId: string, userId: string, on: Db | Trx) {
  return inCompany(on, companyId)
    .selectFrom('department_member')
    .innerJoin('department', 'department.id', 'department_member.department_id')
    .select(['department.id', 'department.name', 'department.parent_id', 'department.manager_id'])
    .where('department_member.user_id', '=', userId)
    .orderBy(sql`cardinality(department.path)`)
    .orderBy('department.sort')
    .orderBy('department.id')
    .execute()
}

/** Seats first, then leaving: somebody without a department would fall back to the first one. */
export async function sit(companyId: string, userIds: string[], departmentIds: string[], trx: Trx): Promise<number> {
  const rows = userIds.flatMap(userId => departmentIds.map(departmentId => ({ department_id: departmentId, user_id: userId })))
  if (!rows.length) return 0
  const made = await inCompany(trx, companyId)
    .insertInto('department_member')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .returning('user_id')
    .execute()
  return made.length
}

/** Makes exactly these the departments of a person. */
export async function place(companyId: string, userId: string, departmentIds: string[], trx: Trx) {
  await sit(companyId, [userId], departmentIds, trx)
  await inCompany(trx, companyId).deleteFrom('department_member').where('user_id', '=', userId).where('department_id', 'not in', departmentIds).execute()
}

/** The departments that a comma-separated text names; all must be there. */
export async function departmentsNamed(companyId: string, text: string, on: Db | Trx) {
  const ids = [...new Set(text.split(','))]
  const found = await departmentsAmong(companyId, ids, on)
  if (found.length < ids.length) throw fieldError('org.departmentUnknown', 'departmentIds', 'There is no such department')
  return found
}

/** Name and phone belong to the person; an organisation changes them where the person is nobody else's. */
export function mayEdit(member: { id: string; role: Role; is_super: boolean; organisations: number | null }, byId: string): boolean {
  if (member.id === byId) return true
  return member.organisations === 1 && !member.is_super && member.role !== 'owner'
}
