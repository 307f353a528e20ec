// Taking back what a synchronisation did, thing by thing; what was changed since stays as it is.
import { sql } from 'kysely'
import type { Trx } from '../../../store/database.ts'
import { departmentOf } from '../departments.ts'
import { place } from '../seats.ts'
import { departmentHere, putUnder } from './apply.ts'
import { OUTCOMES, type Row, type Scope } from './outcomes.ts'
import { personHere, personState } from './local.ts'
import { inCompany } from '../../../store/scoped.ts'

export interface Undone {
  state: 'undone' | 'kept'
  reason?: string
}
const kept = (reason: keyof typeof OUTCOMES): Undone => ({ state: 'kept', reason })

interface LinkBefore {
  local_id: string
  is_off: boolean
  manager_id: string | null
}
type DepartmentWas = { name: string; parentId: string | null; isOff: boolean }

/** Equal whatever the order of the keys, which the database does not keep. */
const same = (a: Record<string, unknown>, b: unknown) =>
  Object.entries(a).every(([name, value]) => JSON.stringify(value) === JSON.stringify((b as Record<string, unknown> | null)?.[name]))

async function unlink(scope: Scope, row: Row, before: LinkBefore | null, trx: Trx) {
  const which = inCompany(trx, scope.companyId)
    .updateTable('directory_link')
    .where('platform', '=', scope.platform)
    .where('kind', '=', row.kind)
    .where('external_id', '=', row.external_id)
  if (before) await which.set(before).execute()
  else
    await inCompany(trx, scope.companyId)
      .deleteFrom('directory_link')
      .where('platform', '=', scope.platform)
      .where('kind', '=', row.kind)
      .where('external_id', '=', row.external_id)
      .execute()
}

async function undoDepartment(scope: Scope, row: Row, trx: Trx): Promise<Undone> {
  const { companyId } = scope
  const id = row.local_id as string
  const was = row.was as unknown as DepartmentWas & { link: LinkBefore | null }
  const there = await departmentHere(companyId, id, trx)
  if (!there) return kept('gone')
  if (!same(there.state, row.became)) return kept('changed')
  if (row.action === 'create') {
    const { rows } = await sql<{ used: boolean }>`
      select exists (select from department where parent_id = ${id}) or exists (select from department_member where department_id = ${id}) as used`.execute(trx)
    if (rows[0]?.used) return kept('inUse')
    await unlink(scope, row, was.link, trx)
    await inCompany(trx, scope.companyId).deleteFrom('department').where('id', '=', id).execute()
    return { state: 'undone' }
  }
  if (was.parentId !== there.parent_id) {
    const parent = was.parentId ? await departmentHere(companyId, was.parentId, trx) : undefined
    if (!parent) return kept('gone')
    if (parent.path.includes(id)) return kept('inside')
    await putUnder(companyId, there, parent, trx)
  }
  await inCompany(trx, scope.companyId).updateTable('department').set({ name: was.name, disabled: was.isOff }).where('id', '=', id).execute()
  await unlink(scope, row, was.link, trx)
  return { state: 'undone' }
}

async function undoManager(scope: Scope, row: Row, trx: Trx): Promise<Undone> {
  const id = row.local_id as string
  const was = row.was as unknown as { managerId: string | null; link: LinkBefore | null }
  const there = await departmentHere(scope.companyId, id, trx)
  if (!there) return kept('gone')
  if (!same({ managerId: there.manager_id }, row.became)) return kept('changed')
  const sits =
    was.managerId &&
    (await inCompany(trx, scope.companyId)
      .selectFrom('department_member')
      .select('user_id')
      .where('department_id', '=', id)
      .where('user_id', '=', was.managerId)
      .executeTakeFirst())
  await inCompany(trx, scope.companyId)
    .updateTable('department')
    .set({ manager_id: sits ? was.managerId : null })
    .where('id', '=', id)
    .execute()
  await unlink(scope, row, was.link, trx)
  return { state: 'undone' }
}

/** Whether nothing in the product hangs on the account yet. */
async function isUnused(id: string, trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select p.password_hash is not null or exists (select from session where user_id = p.id) or exists (select from app where owner_id = p.id) as used
    from person p where p.id = ${id}`.execute(trx)
  return rows[0]?.used === false
}

async function undoPerson(scope: Scope, row: Row, trx: Trx): Promise<Undone> {
  const { companyId } = scope
  const id = row.local_id as string
  const was = row.was as unknown as ReturnType<typeof personState> & { isNew?: boolean; manages: string[]; link: LinkBefore | null }
  const there = await personHere(companyId, id, trx)
  if (!there?.role) return kept('gone')
  if (!same(personState(there), row.became)) return kept('changed')
  if (row.action === 'create') {
    if (was.isNew && !(await isUnused(id, trx))) return kept('signedIn')
    await inCompany(trx, companyId).deleteFrom('invitation').where('user_id', '=', id).execute()
    await inCompany(trx, companyId).deleteFrom('member').where('user_id', '=', id).execute()
    await unlink(scope, row, was.link, trx)
    if (was.isNew && there.isOurs) {
      // Something may name the person after all; then the account stays, in no organisation.
      await sql`savepoint person`.execute(trx)
      try {
        await trx.deleteFrom('person').where('id', '=', id).execute()
      } catch {
        await sql`rollback to savepoint person`.execute(trx)
      }
      await sql`release savepoint person`.execute(trx)
    }
    return { state: 'undone' }
  }
  if (there.isOurs)
    await trx
      .updateTable('person')
      .set({ name: was.name, phone: was.phone, ...(!there.isInvited && { email: was.email }) })
      .where('id', '=', id)
      .execute()
  const seats = await inCompany(trx, companyId).selectFrom('department').select('id').where('id', 'in', was.seats).execute()
  const back = seats.length ? seats.map(seat => seat.id) : [(await departmentOf(companyId, undefined, trx)).id]
  await place(companyId, id, back, trx)
  // Leaving a department took its management along.
  const led = was.manages.filter(one => back.includes(one) && !there.manages.includes(one))
  if (led.length)
    await inCompany(trx, scope.companyId).updateTable('department').set({ manager_id: id }).where('id', 'in', led).where('manager_id', 'is', null).execute()
  if (was.banned !== there.banned) await inCompany(trx, companyId).updateTable('member').set({ banned: was.banned }).where('user_id', '=', id).execute()
  await unlink(scope, row, was.link, trx)
  return { state: 'undone' }
}

/** Takes a change back; the caller holds the organisation's lock. */
export function undoChange(scope: Scope, row: Row, trx: Trx): Promise<Undone> {
  if (row.action === 'manager') return undoManager(scope, row, trx)
  return row.kind === 'department' ? undoDepartment(scope, row, trx) : undoPerson(scope, row, trx)
}
