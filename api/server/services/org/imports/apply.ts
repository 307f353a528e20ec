// Writes a plan, in the transaction given: departments, people, where they sit, who manages.
import { sql } from 'kysely'
import type { Trx } from '../../../store/database.ts'
import { departmentOf } from '../departments.ts'
import { standInRow } from '../stand-ins.ts'
import type { Plan } from './types.ts'
import { inCompany } from '../../../store/scoped.ts'

/** Rows of one statement; between two of them the progress moves on. */
const BATCH = 1000
/** Each refresh counts anew in every department above: a few large ones touch the same rows a few times. */
const REFRESH_BATCH = 5000

function* batches<T>(list: readonly T[], size = BATCH): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

export type Steps = Pick<Plan, 'departments' | 'members'>

export interface Applied {
  departmentsCreated: number
  departmentsChanged: number
  membersAdded: number
  membersChanged: number
}

/** `step` hears of each part that is done, as a share of all. */
export async function applyPlan(companyId: string, { departments, members }: Steps, trx: Trx, step: (share: number) => Promise<void>): Promise<Applied> {
  // The planner takes lists of a thousand for a handful, and compares each with each; cached plans of the triggers are not for such lists either.
  await sql`set local enable_nestloop = off`.execute(trx)
  await sql`set local plan_cache_mode = force_custom_plan`.execute(trx)
  // New members are seated here, and what follows from seats is made once per person.
  await sql`set local tessera.seats_later = 'on'`.execute(trx)
  const total = departments.length + members.length * 3 || 1
  let done = 0
  const advance = (count: number) => step((done += count) / total)

  await writeDepartments(companyId, departments, trx)
  await advance(departments.length)

  const added = members.filter(member => member.isNewMember)
  for (const batch of batches(added)) {
    const people = batch.filter(member => member.isNewPerson)
    if (people.length)
      await trx
        .insertInto('person')
        .values(
          people.map(({ id, username, email, name, phone, standsFor }) =>
            standsFor
              ? standInRow({ accountId: standsFor, name, email, phone, username: username === email ? '' : username }, id)
              : { id, username, email, name, phone },
          ),
        )
        .execute()
    await inCompany(trx, companyId)
      .insertInto('member')
      .values(batch.map(member => ({ user_id: member.id, role: 'member' as const })))
      .execute()
    await advance(batch.length)
  }
  const edited = members.filter(member => member.isEdited)
  for (const batch of batches(edited))
    await sql`
      update person set name = next.name, phone = next.phone
      from unnest(${batch.map(one => one.id)}::uuid[], ${batch.map(one => one.name)}::text[], ${batch.map(one => one.phone)}::text[]) as next (id, name, phone)
      where person.id = next.id`.execute(trx)
  await advance(members.length - added.length)
  const root = await departmentOf(companyId, undefined, trx)
  const placed = members.flatMap(({ id, seats, isNewMember }) => (seats || isNewMember ? { id, seats: seats ?? [root.id] } : []))
  for (const batch of batches(placed)) {
    await seat(companyId, batch, trx)
    await advance(batch.length)
  }
  const managers = departments.flatMap(({ id, managerId }) => (managerId ? { id, managerId } : []))
  for (const batch of batches(managers)) await manage(companyId, batch, trx)
  const moved = [...new Set([...placed.map(person => person.id), ...managers.map(one => one.managerId)])]
  for (const batch of batches(moved, REFRESH_BATCH)) {
    await sql`select refresh_reach(${companyId}, ${batch}::uuid[])`.execute(trx)
    await advance(batch.length)
  }
  await step(1)
  const isNew = departments.filter(one => one.isNew).length
  return {
    departmentsCreated: isNew,
    departmentsChanged: departments.length - isNew,
    membersAdded: added.length,
    membersChanged: members.length - added.length,
  }
}

async function writeDepartments(companyId: string, steps: Plan['departments'], trx: Trx) {
  if (!steps.length) return
  const parentOf = new Map(steps.filter(one => one.isNew).map(one => [one.id, one.parentId]))
  const depth = (id: string): number => {
    const parent = parentOf.get(id)
    return parent === undefined ? 0 : depth(parent) + 1
  }
  // Parents first; the paths of all are made afterwards from who is below whom.
  const made = steps.filter(one => one.isNew).sort((a, b) => depth(a.id) - depth(b.id))
  const order = new Map(steps.map((one, at) => [one.id, at]))
  const { last } = await inCompany(trx, companyId)
    .selectFrom('department')
    .select(eb => eb.fn.coalesce(eb.fn.max('sort'), sql<number>`-1`).as('last'))
    .executeTakeFirstOrThrow()
  for (const batch of batches(made))
    await inCompany(trx, companyId)
      .insertInto('department')
      .values(
        batch.map(({ id, name, code, parentId }) => ({
          id,
          parent_id: parentId,
          path: [id],
          name,
          code,
          sort: last + 1 + (order.get(id) ?? 0),
        })),
      )
      .execute()
  const changed = steps.filter(one => !one.isNew && (one.isMoved || one.isRenamed))
  for (const batch of batches(changed))
    await sql`
      update department set name = next.name, parent_id = next.parent_id,
        sort = case when department.parent_id = next.parent_id then department.sort else next.sort end
      from unnest(${batch.map(one => one.id)}::uuid[], ${batch.map(one => one.name)}::text[], ${batch.map(one => one.parentId)}::uuid[],
        ${batch.map(one => last + 1 + (order.get(one.id) ?? 0))}::int[]) as next (id, name, parent_id, sort)
      where department.id = next.id and department.company_id = ${companyId}`.execute(trx)
  await sql`
    with recursive tree as (
      select id, array[id] as path from department where company_id = ${companyId} and parent_id is null
      union all
      select d.id, tree.path || d.id from tree join department d on d.parent_id = tree.id where d.company_id = ${companyId}
    )
    update department set path = tree.path from tree where department.id = tree.id and department.path <> tree.path`.execute(trx)
}

/** Makes exactly these the departments of each person. Seats first, then leaving: nobody is without one in between. */
async function seat(companyId: string, people: { id: string; seats: string[] }[], trx: Trx) {
  const pairs = people.flatMap(person => person.seats.map(department => [person.id, department] as const))
  const users = pairs.map(([user]) => user)
  const departments = pairs.map(([, department]) => department)
  const wanted = sql`unnest(${users}::uuid[], ${departments}::uuid[]) as wanted (user_id, department_id)`
  await sql`
    insert into department_member (company_id, department_id, user_id) select ${companyId}, department_id, user_id from ${wanted}
    on conflict do nothing`.execute(trx)
  await sql`
    delete from department_member seat where seat.company_id = ${companyId} and seat.user_id = any (${people.map(person => person.id)}::uuid[])
      and not exists (select from ${wanted} where wanted.user_id = seat.user_id and wanted.department_id = seat.department_id)`.execute(trx)
}

async function manage(companyId: string, list: { id: string; managerId: string }[], trx: Trx) {
  const next = sql`unnest(${list.map(one => one.id)}::uuid[], ${list.map(one => one.managerId)}::uuid[]) as next (id, manager_id)`
  await sql`
    insert into department_member (company_id, department_id, user_id) select ${companyId}, id, manager_id from ${next} on conflict do nothing`.execute(trx)
  await sql`update department set manager_id = next.manager_id from ${next} where department.id = next.id and department.company_id = ${companyId}`.execute(trx)
}
