// Roles, permissions and people for tests of them.
import { uuidv7 } from 'uuidv7'
import type { Person, World } from './world.ts'

/** Where the app itself is worked on; `shop` alone is its published environment. */
export const DEV = { companyKey: 'acme', appUrlKey: 'shop-dev' }

export const ofShop = (world: World) => ({ company_id: world.ids.acme, app_id: world.ids.shop })

/** Id of a role that every app has. */
export async function builtIn(world: World, name: 'all-users' | 'admin' | 'external-users' | 'guest', appId = world.ids.shop): Promise<string> {
  return (await world.db.selectFrom('role').select('id').where('app_id', '=', appId).where('built_in', '=', name).executeTakeFirstOrThrow()).id
}

/** A role of the shop with people, departments or roles in it. */
export async function addRole(
  world: World,
  name: string,
  members: { users?: string[]; departments?: string[]; roles?: string[]; externals?: string[] } = {},
  type = 0,
): Promise<string> {
  const id = uuidv7()
  await world.db
    .insertInto('role')
    .values({ id, ...ofShop(world), name, type, built_in: null, owner_id: null })
    .execute()
  const rows = [
    ...(members.users ?? []).map(subject_id => ({ kind: 'user' as const, subject_id })),
    ...(members.departments ?? []).map(subject_id => ({ kind: 'department' as const, subject_id })),
    ...(members.roles ?? []).map(subject_id => ({ kind: 'role' as const, subject_id })),
    ...(members.externals ?? []).map(subject_id => ({ kind: 'external' as const, subject_id })),
  ]
  if (rows.length)
    await world.db
      .insertInto('role_member')
      .values(rows.map(row => ({ role_id: id, ...row, ...ofShop(world) })))
      .execute()
  return id
}

/** Sets a list of the shop as if somebody had chosen it. */
export async function setList(world: World, list: string, roles: string[], { environment = '', owner = false } = {}) {
  await world.db
    .insertInto('permission_list')
    .values({ ...ofShop(world), environment, list, roles, owner })
    .onConflict(conflict => conflict.columns(['app_id', 'environment', 'list']).doUpdateSet({ roles, owner }))
    .execute()
}

export const ROW_OPTIONS = ['createRows', 'editRows', 'deleteRows', 'importRows', 'exportRows'] as const

/** Lets roles open the data pages and do everything with rows. */
export async function letManageData(world: World, roles: string[]) {
  for (const list of ['dataManage', ...ROW_OPTIONS.map(option => `model:${option}`)]) await setList(world, list, roles)
}

export async function setOverride(world: World, roleId: string, kind: string, resourceId: string, option: string, allow: boolean, environment = '') {
  await world.db
    .insertInto('permission_override')
    .values({ ...ofShop(world), role_id: roleId, kind, resource_id: resourceId, option, allow, environment })
    .onConflict(conflict => conflict.columns(['role_id', 'kind', 'option', 'resource_id', 'environment']).doUpdateSet({ allow }))
    .execute()
}

/** A page of the shop. */
export async function addPage(world: World, name: string, as: Person = 'ann', more: Record<string, unknown> = {}): Promise<string> {
  const reply = await world.call('page.create', {
    as,
    params: { companyKey: 'acme', appUrlKey: 'shop-dev' },
    body: { name, kind: 'page', schema: { type: 'page', body: name }, ...more },
  })
  if (reply.status) throw new Error(reply.msg)
  return reply.data.id
}

/** Everything off again: lists, exceptions, roles that were made. */
export async function clearPermissions(world: World) {
  for (const table of ['permission_list', 'permission_override'] as const) await world.db.deleteFrom(table).where('app_id', '=', world.ids.shop).execute()
  await world.db.deleteFrom('role').where('app_id', '=', world.ids.shop).where('built_in', 'is', null).execute()
}

export const letGuestsIn = (world: World, enabled = true) =>
  world.pool.query(`update app set config = config || jsonb_build_object('guestEnabled', $2::boolean) where id = $1`, [world.ids.shop, enabled])

/** Makes somebody an external user of the shop; returns the id of that. */
export async function addExternal(world: World, person: Person): Promise<string> {
  const id = uuidv7()
  await world.db
    .insertInto('external_user')
    .values({ id, ...ofShop(world), user_id: world.ids[person] })
    .execute()
  return id
}
