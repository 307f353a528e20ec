// What roles and lists let people do, asked through calls: duties, environments, departments, included roles, guests, external users.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addDepartment, sitIn } from '../support/organisation.ts'
import { addExternal, addPage, addRole, builtIn, clearPermissions, letGuestsIn, setList } from '../support/permissions.ts'
import { makeWorld, type Person, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await addPage(world, 'Orders')
  for (const tag of ['latest', 'qa']) {
    const reply = await world.call('release.create', { as: 'ann', query: { sync: 1 }, body: { title: tag, version: '1.0.0', tag } })
    expect(reply.status, reply.msg).toBe(0)
  }
})
afterAll(() => world?.close())
afterEach(async () => {
  await clearPermissions(world)
  await letGuestsIn(world, false)
  await world.db.deleteFrom('external_user').execute()
})

const at = (tag: string) => ({ companyKey: 'acme', appUrlKey: tag === 'latest' ? 'shop' : `shop-${tag}` })
const open = async (as: Person | undefined, tag = 'latest') => (await world.call('runtime.site', { as, params: at(tag) })).status
const design = async (as: Person, tag = 'dev') => (await world.call('page.list', { as, params: at(tag) })).status
const roles = async (as: Person, tag = 'dev') => (await world.call('permission.getAclForm', { as, params: at(tag) })).status

it('begins as it always was: members open the app, and only those who manage it do more', async () => {
  expect([await open('ben'), await design('ben'), await roles('ben')]).toEqual([0, 403, 403])
  for (const who of ['ann', 'abe', 'sue'] as const) expect([await open(who), await design(who), await roles(who)]).toEqual([0, 0, 0])
  expect([await open('cyd'), await open('dee'), await open(undefined)]).toEqual([403, 403, 401])
})

it('gives duties by role: to a person, through a department, through what is above it, through a role that includes the role', async () => {
  const sales = await addRole(world, 'Sales', { users: [world.ids.ben] })
  await setList(world, 'edit', [sales])
  expect(await design('ben')).toBe(0)
  expect(await roles('ben')).toBe(403)
  await clearPermissions(world)

  const region = await addDepartment(world, 'Region')
  const east = await addDepartment(world, 'East', region)
  await sitIn(world, world.ids.ben, [east])
  await setList(world, 'edit', [await addRole(world, 'Region people', { departments: [region] })])
  expect(await design('ben')).toBe(0)
  await world.db.updateTable('department').set({ disabled: true }).where('id', '=', region).execute()
  expect(await design('ben')).toBe(403)
  await clearPermissions(world)

  const inner = await addRole(world, 'Inner', { departments: [east] })
  const middle = await addRole(world, 'Middle', { roles: [inner] })
  await setList(world, 'adminRole', [await addRole(world, 'Outer', { roles: [middle] })])
  expect(await roles('ben')).toBe(0)
})

it('lets nobody open an app whose list names others, but whoever has something to do in it', async () => {
  const few = await addRole(world, 'Few')
  await setList(world, 'read', [few])
  expect(await open('ben')).toBe(403)
  expect(await open('abe')).toBe(0)
  await setList(world, 'viewLog', [await builtIn(world, 'all-users')])
  expect(await open('ben')).toBe(0)
})

it('keeps environments apart', async () => {
  const all = await builtIn(world, 'all-users')
  const few = await addRole(world, 'Few')
  await setList(world, 'read', [few], { environment: 'latest' })
  expect([await open('ben', 'latest'), await open('ben', 'qa')]).toEqual([403, 0])
  // Who configures permissions of an environment has no say in those of the app.
  await setList(world, 'adminRole', [all], { environment: 'qa' })
  expect([await roles('ben', 'qa'), await roles('ben', 'dev'), await roles('ben', 'latest')]).toEqual([403, 403, 403])
  const settings = async (tag: string) => (await world.call('runtime.getSettings', { as: 'ben', params: at(tag) })).status
  expect([await settings('qa'), await settings('latest'), await settings('dev')]).toEqual([0, 403, 403])
})

it('lets guests in where the app does and its list says so, and into nothing else', async () => {
  const [all, guest] = [await builtIn(world, 'all-users'), await builtIn(world, 'guest')]
  await setList(world, 'read', [all, guest])
  expect(await open(undefined)).toBe(401)
  await letGuestsIn(world)
  expect([await open(undefined), await open('cyd'), await open('dee'), await open('ben')]).toEqual([0, 0, 0, 0])
  expect((await world.call('page.list', { params: at('dev') })).status).toBe(401)
  const seen = await world.call('app.get', { params: at('latest') })
  expect(seen).toMatchObject({ status: 0, data: { name: 'Shop', owner: '', environments: [], perms: { edit: false } } })
  // In one environment only.
  await setList(world, 'read', [all])
  await setList(world, 'read', [all, guest], { environment: 'qa' })
  expect([await open(undefined, 'latest'), await open(undefined, 'qa')]).toEqual([401, 0])
  await world.db.updateTable('app').set({ state: 'archived' }).where('id', '=', world.ids.shop).execute()
  expect(await open(undefined, 'qa')).toBe(401)
  await world.db.updateTable('app').set({ state: 'active' }).where('id', '=', world.ids.shop).execute()
})

it('takes external users for people of the app alone', async () => {
  const external = await addExternal(world, 'cyd')
  expect(await open('cyd')).toBe(403)
  await setList(world, 'read', [await builtIn(world, 'external-users')])
  expect(await open('cyd')).toBe(0)
  expect((await world.call('app.list', { as: 'cyd', params: { companyKey: 'acme' } })).status).toBe(403)
  await setList(world, 'read', [await addRole(world, 'Partners', { externals: [external] }, 1)])
  expect(await open('cyd')).toBe(0)
  await world.db.updateTable('external_user').set({ disabled: true }).where('id', '=', external).execute()
  expect(await open('cyd')).toBe(403)
})

it('forgets who is banned, and the owner who left', async () => {
  await setList(world, 'edit', [await addRole(world, 'Sales', { users: [world.ids.ben] })])
  await world.db.updateTable('member').set({ banned: true }).where('user_id', '=', world.ids.ben).execute()
  expect([await open('ben'), await design('ben')]).toEqual([403, 403])
  await world.db.updateTable('member').set({ banned: false }).where('user_id', '=', world.ids.ben).execute()
  await world.db.updateTable('app').set({ owner_id: world.ids.cyd }).where('id', '=', world.ids.shop).execute()
  expect([await open('cyd'), await design('cyd')]).toEqual([403, 403])
  await world.db.updateTable('app').set({ owner_id: world.ids.ann }).where('id', '=', world.ids.shop).execute()
})
