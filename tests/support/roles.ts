// Roles of the app shop to try things on.
import { uuidv7 } from 'uuidv7'
import { addDepartment, addMember, addVisitor } from './organisation.ts'
import type { Ask, Person, World } from './world.ts'

/** Adds a role and gives its id. */
export async function addRole(
  { db, ids }: World,
  name: string,
  more: { type?: number; editable?: boolean; deleteable?: boolean; app_id?: string } = {},
): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('role')
    .values({ id, company_id: ids.acme, app_id: ids.shop, name, ...more })
    .execute()
  return id
}

const ROW_OPTIONS = ['createRows', 'editRows', 'deleteRows', 'importRows', 'exportRows']

/** A role that may open the data pages and do everything with rows, held by this person. */
export async function addDataRole(world: World, person: Person): Promise<string> {
  const { db, ids } = world
  const role = await addRole(world, 'Data')
  await putIn(world, role, 'user', [ids[person]])
  await db
    .insertInto('permission_list')
    .values(['dataManage', ...ROW_OPTIONS.map(option => `model:${option}`)].map(list => ({ company_id: ids.acme, app_id: ids.shop, list, roles: [role] })))
    .execute()
  return role
}

/** A role that every app has. */
export const builtIn = async ({ db, ids }: World, word: 'all-users' | 'admin' | 'external-users' | 'guest') =>
  (await db.selectFrom('role').select('id').where('app_id', '=', ids.shop).where('built_in', '=', word).executeTakeFirstOrThrow()).id

/** A role of an app of another organisation. */
export async function foreignRole({ db, ids }: World): Promise<string> {
  const app = uuidv7()
  await db
    .insertInto('app')
    .values({ id: app, company_id: ids.globex, key: `x${app.slice(-8)}`, name: 'Elsewhere', type: 1, owner_id: ids.dee })
    .execute()
  const id = uuidv7()
  await db.insertInto('role').values({ id, company_id: ids.globex, app_id: app, name: 'Spies' }).execute()
  return id
}

export async function putIn({ db, ids }: World, roleId: string, kind: 'user' | 'external' | 'department' | 'role', subjects: string[]) {
  await db
    .insertInto('role_member')
    .values(subjects.map(subject_id => ({ role_id: roleId, kind, subject_id, company_id: ids.acme, app_id: ids.shop })))
    .execute()
}

/** Who is in a role: ids by kind, in the order they were put in. */
export async function within({ db }: World, roleId: string, kind: 'user' | 'external' | 'department' | 'role'): Promise<string[]> {
  const rows = await db.selectFrom('role_member').select('subject_id').where('role_id', '=', roleId).where('kind', '=', kind).orderBy('created_at').execute()
  return rows.map(row => row.subject_id)
}

/** The last change of the app's permissions: who made it, and what it changed. */
export async function lastChange({ db, ids }: World) {
  const version = await db
    .selectFrom('permission_version')
    .select(['version', 'created_by'])
    .where('app_id', '=', ids.shop)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const changes = await db
    .selectFrom('permission_change')
    .select(['what', 'before', 'after'])
    .where('app_id', '=', ids.shop)
    .where('version', '=', version.version)
    .orderBy('n')
    .execute()
  const by = Object.entries(ids).find(([, id]) => id === version.created_by)?.[0]
  return { by, changes }
}

/** Nobody, a plain member, a stranger and another organisation's owner are kept out, and nothing changes. */
export const rolesNotForThem = (ask: Ask = {}, given?: (world: World) => Promise<Partial<Ask>>) =>
  (
    [
      [undefined, 401],
      ['ben', 403],
      ['cyd', 403],
      ['dee', 403],
    ] as [Person | undefined, number][]
  ).map(([as, status]) => ({
    ...ask,
    as,
    ...(given && { given }),
    name: `permission.who: keeps ${as ?? 'nobody'} out`,
    expect: { status, stored: 'same' as const },
  }))

export { addDepartment, addMember, addVisitor }
