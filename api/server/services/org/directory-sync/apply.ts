// Carrying out one planned change. What it really was and what it became is answered, so that it can be taken back.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../../store/database.ts'
import { departmentOf, DEPTH_MAX } from '../departments.ts'
import { sit } from '../seats.ts'
import { applyNewPeople } from './join.ts'
import { personHere, personState } from './local.ts'
import { kept, type Outcome, type Row, type Scope } from './outcomes.ts'
import type { DepartmentState, Named, PersonState } from './plan.ts'
import { inCompany } from '../../../store/scoped.ts'

export const departmentHere = async (companyId: string, id: string, trx: Trx) => {
  const row = await inCompany(trx, companyId)
    .selectFrom('department')
    .select(['id', 'name', 'parent_id', 'path', 'disabled', 'manager_id', 'members'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, state: { name: row.name, parentId: row.parent_id, isOff: row.disabled } }
}

const linkRow = (scope: Scope, kind: Row['kind'], externalId: string, trx: Trx) =>
  inCompany(trx, scope.companyId)
    .selectFrom('directory_link')
    .select(['local_id', 'is_off', 'manager_id'])
    .where('platform', '=', scope.platform)
    .where('kind', '=', kind)
    .where('external_id', '=', externalId)
    .executeTakeFirst()

/** Remembers who is who, and answers what was known before. */
async function link(scope: Scope, row: Row, values: { is_off?: boolean; manager_id?: string | null }, trx: Trx) {
  const before = await linkRow(scope, row.kind, row.external_id, trx)
  await inCompany(trx, scope.companyId)
    .insertInto('directory_link')
    .values({
      platform: scope.platform,
      kind: row.kind,
      external_id: row.external_id,
      local_id: row.local_id as string,
      ...values,
    })
    .onConflict(conflict => conflict.columns(['company_id', 'platform', 'kind', 'external_id']).doUpdateSet({ local_id: row.local_id as string, ...values }))
    .execute()
  return before ?? null
}

/** Puts a department with all that is below it under another one. */
export async function putUnder(companyId: string, of: { id: string; path: string[] }, parent: { id: string; path: string[] }, trx: Trx) {
  const last = sql<number>`(select coalesce(max(sort), -1) + 1 from department where parent_id = ${parent.id})`
  await inCompany(trx, companyId).updateTable('department').set({ parent_id: parent.id, sort: last }).where('id', '=', of.id).execute()
  await sql`
    update department set path = ${parent.path}::uuid[] || path[${of.path.length}::int:]
    where company_id = ${companyId} and path @> array[${of.id}::uuid]`.execute(trx)
}

async function applyDepartment(scope: Scope, row: Row, trx: Trx): Promise<Outcome> {
  const { companyId } = scope
  const id = row.local_id as string
  const after = row.after as unknown as DepartmentState
  const there = await departmentHere(companyId, id, trx)
  // Who deleted the parent in the meantime finds the department below the organisation.
  const parent = (await departmentHere(companyId, after.parent.id, trx)) ?? (await departmentOf(companyId, undefined, trx))
  if (row.action === 'create') {
    if (there) return kept('changed')
    if (parent.path.length >= DEPTH_MAX) return kept('tooDeep')
    const sort = sql<number>`(select coalesce(max(sort), -1) + 1 from department where parent_id = ${parent.id})`
    const code = randomBytes(6).toString('hex')
    await inCompany(trx, companyId)
      .insertInto('department')
      .values({ id, parent_id: parent.id, path: [...parent.path, id], name: after.name, code, sort })
      .execute()
    const was = { link: await link(scope, row, { is_off: false }, trx) }
    return { state: 'applied', was, became: { name: after.name, parentId: parent.id, isOff: false } }
  }
  if (!there) return kept('gone')
  if (parent.id !== there.parent_id && there.parent_id !== null) {
    if (parent.path.includes(id)) return kept('inside')
    await putUnder(companyId, there, parent, trx)
  }
  await inCompany(trx, scope.companyId).updateTable('department').set({ name: after.name, disabled: after.isOff }).where('id', '=', id).execute()
  const before = await link(scope, row, { is_off: row.action === 'disable' }, trx)
  const now = await departmentHere(companyId, id, trx)
  return { state: 'applied', was: { ...there.state, link: before }, became: now?.state }
}

async function applyManager(scope: Scope, row: Row, trx: Trx): Promise<Outcome> {
  const { companyId } = scope
  const id = row.local_id as string
  const { manager } = row.after as { manager: Named | null }
  const there = await departmentHere(companyId, id, trx)
  if (!there) return kept('gone')
  if (manager) {
    const person = await personHere(companyId, manager.id, trx)
    if (!person?.role) return kept('gone')
    await sit(companyId, [manager.id], [id], trx)
  }
  await inCompany(trx, scope.companyId)
    .updateTable('department')
    .set({ manager_id: manager?.id ?? null })
    .where('id', '=', id)
    .execute()
  const before = await link(scope, row, { manager_id: manager?.id ?? null }, trx)
  return { state: 'applied', was: { managerId: there.manager_id, link: before }, became: { managerId: manager?.id ?? null } }
}

/** Seats first, then leaving: somebody without a department falls back to the first one, where whoever joins sits already. */
async function settle(companyId: string, id: string, add: string[], remove: string[], trx: Trx) {
  const there = add.length ? await inCompany(trx, companyId).selectFrom('department').select('id').where('id', 'in', add).execute() : []
  await sit(
    companyId,
    [id],
    there.map(row => row.id),
    trx,
  )
  const root = await departmentOf(companyId, undefined, trx)
  const leaves = there.length && !add.includes(root.id) ? [...remove, root.id] : remove
  if (leaves.length)
    await inCompany(trx, companyId)
      .deleteFrom('department_member')
      .where('user_id', '=', id)
      .where('department_id', 'in', [...new Set(leaves)])
      .execute()
}

async function applyPerson(scope: Scope, row: Row, trx: Trx): Promise<Outcome> {
  const { companyId } = scope
  const id = row.local_id as string
  const after = row.after as unknown as PersonState & { add?: string[]; remove?: string[] }
  const there = await personHere(companyId, id, trx)
  if (!there?.role) return kept('gone')
  if (row.action === 'disable' && there.role !== 'member') return kept('mayNot')
  if (row.action !== 'disable') {
    if (there.isOurs) {
      const email = there.email || after.email
      // An email belongs to the account that is invited by it.
      const isFree =
        email !== there.email &&
        !there.isInvited &&
        !(await trx
          .selectFrom('person')
          .select('id')
          .where(sql`lower(email)`, '=', email)
          .executeTakeFirst())
      await trx
        .updateTable('person')
        .set({ name: after.name, phone: after.phone, ...(isFree && { email }) })
        .where('id', '=', id)
        .execute()
    }
    const seated = new Set(there.seats)
    const remove = (after.remove ?? []).filter(seat => seated.has(seat))
    const add = (after.add ?? []).filter(seat => !seated.has(seat))
    if (add.length || remove.length) await settle(companyId, id, add, remove, trx)
  }
  if (after.banned !== there.banned && (row.action === 'disable' || row.action === 'enable'))
    await inCompany(trx, companyId).updateTable('member').set({ banned: after.banned }).where('user_id', '=', id).execute()
  const before = await link(scope, row, { is_off: row.action === 'disable' }, trx)
  const now = await personHere(companyId, id, trx)
  return { state: 'applied', was: { ...personState(there), manages: there.manages, link: before }, became: now && personState(now) }
}

function applyChange(scope: Scope, row: Row, trx: Trx): Promise<Outcome> {
  if (row.action === 'manager') return applyManager(scope, row, trx)
  if (row.kind === 'department') return applyDepartment(scope, row, trx)
  return applyPerson(scope, row, trx)
}

/** Carries out changes in their order; the caller holds the organisation's lock. */
export async function applyChanges(scope: Scope, rows: Row[], trx: Trx): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let at = 0; at < rows.length;) {
    let end = at
    while (rows[end]?.kind === 'person' && rows[end]?.action === 'create') end++
    if (end > at) outcomes.push(...(await applyNewPeople(scope, rows.slice(at, end), trx)))
    else outcomes.push(await applyChange(scope, rows[end++] as Row, trx))
    at = end
  }
  return outcomes
}
