// Pages under the permissions of their app: what a running app shows, what design calls let through, what a page is told.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addPage, addRole, builtIn, clearPermissions, DEV, letGuestsIn, ofShop, setList, setOverride } from '../support/permissions.ts'
import { makeWorld, type Person, type World } from '../support/world.ts'

let world: World
let orders = ''
let salary = ''
let group = ''
let all = ''
beforeAll(async () => {
  world = await makeWorld()
  orders = await addPage(world, 'Orders', 'ann', { path: '/orders' })
  group = await addPage(world, 'Staff', 'ann', { kind: 'group', schema: undefined })
  salary = await addPage(world, 'Salary', 'ann', { path: '/salary', parentId: group })
  all = await builtIn(world, 'all-users')
  await world.call('release.create', { as: 'ann', query: { sync: 1 }, body: { title: 'One', version: '1.0.0' } })
})
afterAll(() => world?.close())
afterEach(async () => {
  await clearPermissions(world)
  await letGuestsIn(world, false)
})

const menu = async (as?: Person, params = {}) => (await world.call('runtime.site', { as, params })).data.pages.map((page: any) => page.name)
const page = (as: Person | undefined, path: string, params = {}) => world.call('runtime.page', { as, params: { ...params, path } })

it('shows a person the pages he may view, and no group without one', async () => {
  expect(await menu('ben')).toEqual(['Orders', 'Staff'])
  await setOverride(world, all, 'page', salary, 'read', false)
  expect(await menu('ben')).toEqual(['Orders'])
  expect(await menu('abe')).toEqual(['Orders', 'Staff'])
  expect(await page('ben', 'salary')).toMatchObject({ status: 403, code: 'runtime.pageForbidden', data: {} })
  expect((await page('abe', 'salary')).status).toBe(0)
  await setOverride(world, await addRole(world, 'HR', { users: [world.ids.ben] }), 'page', salary, 'read', true)
  expect(await menu('ben')).toEqual(['Orders', 'Staff'])
  expect((await page('ben', 'salary')).status).toBe(0)
})

it('keeps what is said for one environment to it', async () => {
  await setOverride(world, all, 'page', orders, 'read', false, 'latest')
  expect((await page('ben', 'orders')).status).toBe(403)
  expect((await page('ben', 'orders', DEV)).status).toBe(0)
})

it('begins with the first page that somebody sees', async () => {
  await setOverride(world, all, 'page', orders, 'read', false)
  expect((await world.call('runtime.site', { as: 'ben' })).data.home).toBe('/salary')
})

it('shows guests what they may view', async () => {
  const guest = await builtIn(world, 'guest')
  await letGuestsIn(world)
  await setList(world, 'read', [all, guest])
  expect(await menu()).toEqual([])
  await setOverride(world, guest, 'page', orders, 'read', true)
  expect(await menu()).toEqual(['Orders'])
  expect((await page(undefined, 'orders')).data).toMatchObject({ name: 'Orders', perms: { read: true, edit: false } })
  expect((await page(undefined, 'salary')).status).toBe(403)
})

it('tells a page what its reader may do, its own permissions too', async () => {
  await world.db
    .insertInto('permission_option')
    .values({ page_id: orders, ...ofShop(world), value: 'export', label: 'Export' })
    .execute()
  expect((await page('ben', 'orders')).data.perms).toEqual({ read: true, edit: false, delete: false, export: false })
  expect((await page('abe', 'orders')).data.perms).toEqual({ read: true, edit: true, delete: true, export: true })
  const tag = (await page('ben', 'orders')).headers.etag
  await setOverride(world, all, 'page', orders, 'export', true)
  const now = await page('ben', 'orders')
  expect(now.data.perms.export).toBe(true)
  expect(now.headers.etag).not.toBe(tag)
  expect((await world.call('runtime.site', { as: 'ben' })).data.app.perms).toMatchObject({ edit: false })
})

it('shows the app’s own page for those without access to everybody', async () => {
  await world.pool.query(`update app set config = config || jsonb_build_object('appCustomPermissionPage', $2::text) where id = $1`, [world.ids.shop, salary])
  await setOverride(world, all, 'page', salary, 'read', false)
  expect((await page('ben', 'salary')).status).toBe(0)
  await world.pool.query(`update app set config = '{}' where id = $1`, [world.ids.shop])
})

it('lets somebody design the pages he may edit, and delete, copy and make those he may', async () => {
  await setList(world, 'edit', [all])
  const call = async (id: Parameters<World['call']>[0], pageId: string, body?: unknown) =>
    (await world.call(id, { as: 'ben', params: { ...DEV, pageId }, body })).status
  expect((await world.call('page.list', { as: 'ben', params: DEV })).data.items).toHaveLength(2)
  expect(await call('page.get', orders)).toBe(0)
  expect([await call('page.update', orders, { name: 'Mine' }), await call('page.delete', orders), await call('page.copy', orders, {})]).toEqual([403, 403, 403])
  expect((await world.call('page.create', { as: 'ben', params: DEV, body: { name: 'New', kind: 'page' } })).status).toBe(403)
  await setOverride(world, all, 'page', orders, 'edit', true)
  expect(await call('page.update', orders, { name: 'Orders' })).toBe(0)
  await setOverride(world, all, 'page', salary, 'read', false)
  expect(await call('page.get', salary)).toBe(403)
  const seen = (await world.call('page.list', { as: 'ben', params: DEV })).data.items
  expect(seen.find((one: any) => one.name === 'Staff').children).toEqual([])
  // Nothing is taken out that he cannot see.
  expect((await world.call('app.copy', { as: 'ben', params: DEV, body: { name: 'Copy', key: 'copy' } })).status).toBe(403)
  expect((await world.call('release.exportPackage', { as: 'ben', params: DEV, body: { password: 'Secret-12', openSource: true } })).status).toBe(403)
})

it('gives who makes a page what owners may', async () => {
  await setList(world, 'edit', [all])
  await setList(world, 'page.create', [all])
  const mine = await addPage(world, 'Mine', 'ben')
  const params = { ...DEV, pageId: mine }
  expect((await world.call('page.update', { as: 'ben', params, body: { name: 'Still mine' } })).status).toBe(0)
  await setList(world, 'page:delete', [await builtIn(world, 'admin')])
  expect((await world.call('page.delete', { as: 'ben', params })).status).toBe(403)
  await setList(world, 'page:delete', [await builtIn(world, 'admin')], { owner: true })
  expect((await world.call('page.delete', { as: 'ben', params })).status).toBe(0)
})
