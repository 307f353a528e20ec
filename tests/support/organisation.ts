// Departments, people and visitors to try the organisation's administration on.
import { uuidv7 } from 'uuidv7'
import type { Ask, Person, World } from './world.ts'

/** The first department of acme: the organisation itself. */
export const rootOf = async ({ db, ids }: World, company: 'acme' | 'globex' = 'acme') =>
  (await db.selectFrom('department').select('id').where('company_id', '=', ids[company]).where('parent_id', 'is', null).executeTakeFirstOrThrow()).id

export async function addDepartment(world: World, name: string, parentId?: string, more: { code?: string; manager?: string } = {}): Promise<string> {
  return (await world.running.services.organisation.departments.create(world.ids.acme, { name, parentId: parentId ?? (await rootOf(world)), ...more })).id
}

/** A department of globex, out of reach for acme's people. */
export const foreignDepartment = async (world: World) =>
  (await world.running.services.organisation.departments.create(world.ids.globex, { name: 'Secret', parentId: await rootOf(world, 'globex') })).id

/** Adds a person who is a member of acme, sitting in these departments (the first one without any). */
export async function addMember(world: World, name: string, departments: string[] = [], more: { role?: 'admin' | 'member' } = {}): Promise<string> {
  const id = uuidv7()
  const username = `${name.toLowerCase()}-${id.slice(-6)}`
  await world.db
    .insertInto('person')
    .values({ id, username, email: `${username}@example.test`, name })
    .execute()
  await world.db
    .insertInto('member')
    .values({ company_id: world.ids.acme, user_id: id, role: more.role ?? 'member' })
    .execute()
  if (departments.length) await sitIn(world, id, departments)
  return id
}

/** Makes exactly these the departments of a member. */
export async function sitIn({ db, ids }: World, userId: string, departments: string[]) {
  await db
    .insertInto('department_member')
    .values(departments.map(department_id => ({ company_id: ids.acme, department_id, user_id: userId })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await db
    .deleteFrom('department_member')
    .where('company_id', '=', ids.acme)
    .where('user_id', '=', userId)
    .where('department_id', 'not in', departments)
    .execute()
}

/** Names of those in a department, as the list gives them. */
export const namesIn = async (world: World, departmentId: string, query: Record<string, unknown> = {}) =>
  (await world.call('org.listMembers', { as: 'ann', query: { departmentId, ...query } })).data.items.map((row: { name: string }) => row.name) as string[]

/** The tree as names: `['Acme', [['Sales', ['East']]]]`. */
export async function treeOf(world: World): Promise<unknown[]> {
  const names = (nodes: { name: string; children: never[] }[]): unknown[] =>
    nodes.map(node => (node.children.length ? [node.name, names(node.children)] : node.name))
  return names((await world.call('org.listDepartments', { as: 'ann' })).data.options)
}

/** Registers somebody as a visitor of shop. */
export async function addVisitor(world: World, who: Person): Promise<string> {
  const id = uuidv7()
  const row = { id, company_id: world.ids.acme, app_id: world.ids.shop, user_id: world.ids[who] }
  await world.db
    .insertInto('external_user')
    .values(row)
    .onConflict(conflict => conflict.columns(['app_id', 'user_id']).doUpdateSet({ id, disabled: false }))
    .execute()
  return id
}

/** Nobody, a plain member, a stranger and another organisation's owner are kept out, and nothing changes. */
export const notForThem = (ask: Ask = {}, given?: (world: World) => Promise<Partial<Ask>>) =>
  (
    [
      [undefined, 401],
      ['ben', 403],
      ['cyd', 403],
      ['dee', 403],
    ] as const
  ).map(([as, status]) => ({
    ...ask,
    as,
    ...(given && { given }),
    name: `org.area: keeps ${as ?? 'nobody'} out`,
    expect: { status, stored: 'same' as const },
  }))
