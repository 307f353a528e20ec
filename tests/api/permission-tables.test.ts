// What the database keeps of permissions by itself: the roles every app begins with, versions of all changes, nothing left of what is gone.
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

const roles = async () =>
  (await world.pool.query('select built_in, type, editable, deleteable from role where app_id = $1 order by built_in', [world.ids.shop])).rows

async function addRole(name: string) {
  const id = uuidv7()
  await world.db.insertInto('role').values({ id, company_id: world.ids.acme, app_id: world.ids.shop, name, built_in: null, owner_id: null }).execute()
  return id
}
const versions = async () =>
  (await world.db.selectFrom('permission_version').selectAll().where('app_id', '=', world.ids.shop).orderBy('version').execute()).map(v => v.version)
const changes = async (version: number) =>
  (await world.db.selectFrom('permission_change').selectAll().where('app_id', '=', world.ids.shop).where('version', '=', version).orderBy('n').execute()).map(
    ({ what, ref, before, after }) => ({ what, ref, before, after }),
  )

it('an app begins with four roles, and without a version', async () => {
  expect(await roles()).toEqual([
    { built_in: 'admin', type: 0, editable: true, deleteable: false },
    { built_in: 'all-users', type: 0, editable: false, deleteable: false },
    { built_in: 'external-users', type: 1, editable: false, deleteable: false },
    { built_in: 'guest', type: 1, editable: false, deleteable: false },
  ])
  expect(await versions()).toEqual([])
})

it('what one transaction changes is one version with its author', async () => {
  const before = (await versions()).length
  let role = ''
  await world.db.transaction().execute(async trx => {
    role = uuidv7()
    await trx.executeQuery((await import('kysely')).sql`select set_config('tessera.actor', ${world.ids.ann}, true)`.compile(trx))
    await trx
      .insertInto('role')
      .values({ id: role, company_id: world.ids.acme, app_id: world.ids.shop, name: 'Sales', built_in: null, owner_id: null })
      .execute()
    await trx
      .insertInto('role_member')
      .values({ role_id: role, kind: 'user', subject_id: world.ids.ben, company_id: world.ids.acme, app_id: world.ids.shop })
      .execute()
    await trx
      .insertInto('permission_list')
      .values({ app_id: world.ids.shop, company_id: world.ids.acme, list: 'edit', roles: [role] })
      .execute()
  })
  expect(await versions()).toHaveLength(before + 1)
  const version = (await versions()).at(-1) as number
  const row = await world.db.selectFrom('permission_version').selectAll().where('version', '=', version).executeTakeFirstOrThrow()
  expect(row.created_by).toBe(world.ids.ann)
  expect(await changes(version)).toMatchObject([
    { what: 'role', ref: { id: role }, before: null, after: { name: 'Sales', type: 0 } },
    { what: 'member', ref: { role_id: role, kind: 'user', subject_id: world.ids.ben }, before: null, after: {} },
    { what: 'list', ref: { environment: '', list: 'edit' }, before: null, after: { roles: [role], owner: false } },
  ])
  await world.db.updateTable('permission_list').set({ roles: [] }).where('app_id', '=', world.ids.shop).execute()
  expect(await changes(version + 1)).toMatchObject([{ what: 'list', before: { roles: [role] }, after: { roles: [] } }])
  // A statement that changes nothing is no change.
  await world.db.updateTable('permission_list').set({ roles: [] }).where('app_id', '=', world.ids.shop).execute()
  expect(await changes(version + 2)).toEqual([])
})

it('a role that goes takes its members, exceptions and places in lists with it, and all of it is written down', async () => {
  const role = await addRole('Gone soon')
  const other = await addRole('Stays')
  const of = { company_id: world.ids.acme, app_id: world.ids.shop }
  await world.db
    .insertInto('role_member')
    .values({ role_id: other, kind: 'role', subject_id: role, ...of })
    .execute()
  await world.db
    .insertInto('permission_list')
    .values({ ...of, list: 'viewLog', roles: [role, other] })
    .execute()
  await world.db
    .insertInto('permission_override')
    .values({ ...of, role_id: role, kind: 'page', option: 'read', resource_id: uuidv7(), allow: true })
    .execute()
  const before = (await versions()).length
  await world.db.deleteFrom('role').where('id', '=', role).execute()
  expect(await versions()).toHaveLength(before + 1)
  const list = await world.db
    .selectFrom('permission_list')
    .selectAll()
    .where('app_id', '=', world.ids.shop)
    .where('list', '=', 'viewLog')
    .executeTakeFirstOrThrow()
  expect(list.roles).toEqual([other])
  const written = (await changes((await versions()).at(-1) as number)).map(change => change.what)
  expect(written.toSorted()).toEqual(['list', 'member', 'override', 'role'])
})

it('what is said about a resource goes with it', async () => {
  const of = { company_id: world.ids.acme, app_id: world.ids.shop }
  const role = await addRole('About models')
  const source = await world.db.selectFrom('data_source').select('id').where('app_id', '=', world.ids.shop).executeTakeFirstOrThrow()
  const model = uuidv7()
  await world.db
    .insertInto('data_model')
    .values({ id: model, ...of, source_id: source.id, key: 'm', name: 'M', hash: Buffer.from('x'), definition: '{}', updated_by: null })
    .execute()
  for (const [kind, resource_id] of [
    ['model', model],
    ['source', source.id],
  ] as const)
    await world.db
      .insertInto('permission_override')
      .values({ ...of, role_id: role, kind, option: 'read', resource_id, allow: true })
      .execute()
  await world.db.deleteFrom('data_source').where('id', '=', source.id).execute()
  expect(await world.db.selectFrom('permission_override').selectAll().where('role_id', '=', role).execute()).toEqual([])
})

it('who leaves the organisation leaves its roles; an app goes with all of this', async () => {
  const role = await addRole('Leavers')
  const of = { company_id: world.ids.acme, app_id: world.ids.shop }
  await world.db
    .insertInto('role_member')
    .values({ role_id: role, kind: 'user', subject_id: world.ids.ben, ...of })
    .execute()
  await world.db.deleteFrom('member').where('user_id', '=', world.ids.ben).execute()
  expect(await world.db.selectFrom('role_member').selectAll().where('role_id', '=', role).execute()).toEqual([])
  await world.db.deleteFrom('app').where('id', '=', world.ids.shop).execute()
  expect((await world.pool.query('select 1 from role union all select 1 from permission_version union all select 1 from permission_change')).rows).toEqual([])
})
