// Queries go where their app goes: into releases, of all pages or of chosen ones, into copies and packages, with what is said of who may have them answered.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addRow } from '../support/models.ts'
import { addPage } from '../support/pages.ts'
import { builtIn, setOverride } from '../support/permissions.ts'
import { COUNTED, DEV, queryIn } from '../support/queries.ts'
import { publish } from '../support/releases.ts'
import { addRole, putIn } from '../support/roles.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let there: Awaited<ReturnType<typeof queryIn>>
const pages: Record<string, string> = {}
const PUBLISHED = { companyKey: 'acme', appUrlKey: 'shop' }
const run = (queryKey: string, params: object = PUBLISHED, as: 'ann' | 'ben' | 'dee' = 'ann') =>
  world.call('query.run', { as, params: { ...params, queryKey } as never })
const save = (definition: object) =>
  world.call('query.update', { as: 'ann', params: { ...DEV, queryId: there.queryId }, body: { key: there.queryKey, name: 'Asked', definition } as never })
const shows = (query: string) => ({ type: 'page', body: { type: 'tessera-chart', query } })

beforeAll(async () => {
  world = await makeWorld()
  there = await queryIn(world, { key: 'asked' })
  await addRow(world, 'sale', { state: 'open', amount: 1 })
  pages.one = await addPage(world, { name: 'One', path: '/one', schema: shows('asked') } as never)
})
afterAll(() => world?.close())

it('is in an environment as it was published', async () => {
  expect((await run('asked')).status).toBe(404)
  await publish(world, { version: '1.0.0' })
  expect((await run('asked')).data.columns).toMatchObject([{ key: 'state' }, { key: 'n' }])
  expect((await save({ ...COUNTED, groups: [] })).msg).toBe('')
  expect((await run('asked')).data.columns).toMatchObject([{ key: 'state' }, { key: 'n' }])
  expect((await run('asked', DEV)).data.columns).toMatchObject([{ key: 'n' }])
  await publish(world, { version: '1.1.0' })
  expect((await run('asked')).data.columns).toMatchObject([{ key: 'n' }])
})

it('comes with the chosen pages that name it, while others stay as they are there', async () => {
  const other = await queryIn(world, { key: 'other' })
  await queryIn(world, { key: 'unnamed' })
  pages.two = await addPage(world, { name: 'Two', path: '/two', schema: shows('other') } as never)
  await save({ ...COUNTED, limit: 1 })
  await publish(world, { version: '1.2.0', mode: 2, partialBody: [pages.two] })
  expect((await run('other')).status).toBe(0)
  expect((await run('unnamed')).status).toBe(404)
  expect((await run('asked')).data.columns).toMatchObject([{ key: 'n' }])
  // Going back is going back with what was then.
  await publish(world, { version: '1.2.1', from: '1.0.0' })
  expect((await run('asked')).data.columns).toMatchObject([{ key: 'state' }, { key: 'n' }])
  expect((await run('other')).status).toBe(404)
  expect(other.queryKey).toBe('other')
})

it('is in a copy of the app, with who may have it answered', async () => {
  await setOverride(world, await builtIn(world, 'all-users'), 'query', there.queryId, 'read', false)
  expect((await run('asked', DEV, 'ben')).code).toBe('permission.denied')
  expect((await world.call('app.copy', { as: 'abe', params: DEV, body: { name: 'Copy', key: 'copied' } })).msg).toBe('')
  const copy = { companyKey: 'acme', appUrlKey: 'copied-dev' }
  const { items } = (await world.call('query.list', { as: 'abe', params: copy })).data
  expect(items.map(({ key }: { key: string }) => key).sort()).toEqual(['asked', 'other', 'unnamed'])
  expect(items.map(({ id }: { id: string }) => id)).not.toContain(there.queryId)
  const copied = await world.db
    .selectFrom('permission_override')
    .select('resource_id')
    .where('kind', '=', 'query')
    .where('resource_id', '<>', there.queryId)
    .execute()
  expect(copied.map(one => one.resource_id)).toEqual([items.find(({ key }: { key: string }) => key === 'asked').id])
})

it('is in a package; where its key is taken, what is there stays', async () => {
  const reply = await world.call('release.exportPackage', { as: 'ann', params: DEV, body: { password: 'Secret-1' } })
  expect(reply.http).toBe(200)
  await world.call('app.create', { as: 'dee', params: { companyKey: 'globex' }, body: { name: 'Taken', key: 'taken', type: 1 } })
  const target = { companyKey: 'globex', appUrlKey: 'taken-dev' }
  const files = [{ field: 'file', name: 'shop.amis', content: reply.raw }]
  const first = await world.call('page.import', { as: 'dee', params: target, files, body: { password: 'Secret-1', onConflict: 'rename' } })
  expect(first.msg).toBe('')
  const list = async () => (await world.call('query.list', { as: 'dee', params: target })).data.items as { id: string; key: string; version: number }[]
  const made = await list()
  expect(made.map(({ key }) => key).sort()).toEqual(['asked', 'other', 'unnamed'])
  await world.call('page.import', { as: 'dee', params: target, files, body: { password: 'Secret-1', onConflict: 'rename' } })
  expect(await list()).toEqual(made)
})

it('query.sql-right: in SQL it answers over the tables of the environment, and comes into an app only with who may write SQL there', async () => {
  const definition = { sql: { source: 'main', text: 'select count(*) as n from sale' } }
  const made = await world.call('query.create', { as: 'ann', params: DEV, body: { key: 'in_sql', name: 'In SQL', definition } })
  expect(made.msg).toBe('')
  await publish(world, { version: '1.3.0' })
  // There are no rows in what was published.
  expect((await run('in_sql', DEV)).data).toMatchObject({ isWhole: true, items: [{ n: 1 }] })
  expect((await run('in_sql')).data).toMatchObject({ isWhole: true, items: [{ n: 0 }] })
  expect((await world.call('app.copy', { as: 'abe', params: DEV, body: { name: 'Other copy', key: 'sql_copy' } })).msg).toBe('')
  const there = async (params: object, as: 'ann' | 'abe' | 'ben' = 'ann') =>
    ((await world.call('query.list', { as, params: params as never })).data.items as { key: string }[]).some(({ key }) => key === 'in_sql')
  expect(await there({ companyKey: 'acme', appUrlKey: 'sql_copy-dev' }, 'abe')).toBe(true)

  const { raw } = await world.call('release.exportPackage', { as: 'ann', params: DEV, body: { password: 'Secret-1' } })
  const role = await addRole(world, 'Designers')
  await putIn(world, role, 'user', [world.ids.ben])
  await world.db
    .insertInto('permission_list')
    .values(['edit', 'page.create'].map(list => ({ company_id: world.ids.acme, app_id: world.ids.shop, list, roles: [role] })))
    .execute()
  await world.call('query.delete', { as: 'ann', params: { ...DEV, queryId: made.data.id } })
  const brought = async (as: 'ann' | 'ben') => {
    const files = [{ field: 'file', name: 'shop.amis', content: raw }]
    const reply = await world.call('page.import', { as, params: DEV, files, body: { password: 'Secret-1', onConflict: 'rename' } })
    expect(reply.msg).toBe('')
    return JSON.stringify(reply.data.notes)
  }
  expect(await brought('ben')).toContain('Queries in SQL were left out')
  expect(await there(DEV)).toBe(false)
  expect(await brought('ann')).not.toContain('Queries in SQL')
  expect(await there(DEV)).toBe(true)
})
