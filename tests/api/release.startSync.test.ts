// release.start-sync, release.init-sync, release.sync-services: an app between two servers on loopback, over a line that breaks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { builtinSource, DEV, makeModel } from '../support/models.ts'
import { addPage, shopOf, wrongPeople } from '../support/pages.ts'
import { addRole } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import { outcomeOf, syncShop, twoServers, type TwoServers } from '../support/two-servers.ts'
import type { World } from '../support/world.ts'

const whole = { from: 'dev', services: ['0191d5a0-0000-7000-8000-0000000005e1'] }

scenarios('release.startSync', [
  { name: 'wants a source and services', as: 'ann', params: DEV, body: {}, expect: { status: 422, errors: ['from', 'services'], stored: 'same' } },
  {
    name: 'knows the services of the platform only',
    as: 'ann',
    params: DEV,
    body: whole,
    given: async world => void (await addPage(world, { name: 'Home' })),
    expect: { status: 422, code: 'sync.serviceUnknown', errors: ['services'], stored: 'same' },
  },
  { name: 'knows dev and versions only', as: 'ann', params: DEV, body: { ...whole, from: '9.9' }, expect: { status: 422, errors: ['from'], stored: 'same' } },
  ...wrongPeople({ body: whole }, async () => ({ params: DEV })),
])

describe('two servers', { timeout: 60_000 }, () => {
  let two: TwoServers
  let orders: string
  let customer: { modelId: string; fields: Record<string, string> }
  const text = (body: string) => ({ type: 'page', title: body, body })
  const contentOf = async (world: World) => world.running.services.releases.contentOf(shopOf(world), 'dev')
  const pageNamed = async (world: World, name: string) => Object.entries((await contentOf(world)).pages).find(([, one]) => one.name === name)
  const bodyOf = async (world: World, name: string) => {
    const [id = ''] = (await pageNamed(world, name)) ?? []
    return id && (await world.running.services.pages.get(shopOf(world), id, world.ids.ann)).schema?.body
  }
  const save = async (world: World, pageId: string, body: string) => {
    const reply = await world.call('page.update', { as: 'ann', params: { ...DEV, pageId }, body: { schema: text(body) } })
    expect(reply.status, reply.msg).toBe(0)
  }
  const retry = async (id: string, overwrite: string[] = []) => {
    const reply = await two.here.call('release.retrySync', { as: 'ann', params: { ...DEV, syncId: id }, body: { overwrite } })
    expect(reply.status, reply.msg).toBe(0)
    return outcomeOf(two.here, id)
  }

  beforeAll(async () => {
    two = await twoServers()
    orders = await addPage(two.here, { name: 'Orders', path: '/orders', schema: text('Orders') })
    const group = await addPage(two.here, { name: 'Sales', kind: 'group' })
    await addPage(two.here, { name: 'Home', path: '/home', parentId: group, schema: text('Home') })
    customer = await makeModel(two.here, await builtinSource(two.here), 'customer', [{ key: 'name', type: 'text', name: 'Name' }], 'Customer')
    await addRole(two.here, 'Sellers')
  })
  afterAll(() => two?.close())

  it('know each other before anything is sent', async () => {
    const reply = await two.here.call('sync.checkService', { as: 'sue', params: { syncServiceId: two.service } })
    expect(reply.data).toEqual({ ok: true, text: 'Tessera 0.1.0 answers as “Acme”', version: '0.1.0' })
  })

  it('bring an app over: pages, groups, models, roles, under the ids that they have', async () => {
    const done = await syncShop(two)
    expect(done.task, done.task.log).toMatchObject({ status: 2, progress: 100 })
    expect(done.task.log).toContain('Production has Tessera 0.1.0')
    const there = await contentOf(two.there)
    expect(Object.values(there.pages).map(one => one.name)).toEqual(expect.arrayContaining(['Orders', 'Sales', 'Home']))
    expect(Object.keys(there.pages).sort()).toEqual(Object.keys((await contentOf(two.here)).pages).sort())
    expect(there.design?.data.models[0]).toMatchObject({ id: customer.modelId, key: 'customer' })
    expect(there.design?.permissions.roles.map(one => one.name)).toContain('Sellers')
    // Told like any other taking over, and taken back like it.
    const [merge] = (await two.there.call('release.listMerges', { as: 'ann', params: DEV })).data.items
    expect(merge).toMatchObject({ kind: 'sync', source: 'Workshop', createdBy: 'Ann' })
  })

  it('send only what differs the next time, and find what was renamed by its id', async () => {
    await two.here.call('page.update', {
      as: 'ann',
      params: { ...DEV, pageId: orders },
      body: { name: 'All orders', path: '/all-orders' },
    })
    await save(two.here, orders, 'Orders by month')
    const done = await syncShop(two)
    expect(done.task.status, done.task.log).toBe(2)
    // The list of parts and one page.
    expect(done.task.log).toContain('Parts that Production lacks: 1')
    expect(done.targets[0].count).toBe(1)
    expect(await bodyOf(two.there, 'All orders')).toBe('Orders by month')
    expect(await pageNamed(two.there, 'Orders')).toBeUndefined()
  })

  it('say that there is nothing where nothing changed', async () => {
    const done = await syncShop(two)
    expect(done.task.log).toContain('Production had all of it already')
    expect(done.targets[0]).toMatchObject({ status: 'done', count: 0 })
  })

  it('leave what was added there, tell what both changed, and wait for a decision', async () => {
    await addPage(two.there, { name: 'Only there', path: '/only-there', schema: text('Only there') })
    await save(two.there, orders, 'Changed there')
    await save(two.here, orders, 'Changed here')
    await addPage(two.here, { name: 'Fresh', path: '/fresh', schema: text('Fresh') })
    const stored = await two.there.stored()
    const asked = await syncShop(two)
    expect(asked).toMatchObject({ task: { status: -1 }, canRetry: true, hasDrift: true })
    expect(asked.targets[0]).toMatchObject({ status: 'drift', drift: [{ label: 'All orders', section: 'Pages', change: 'changed' }] })
    expect(await bodyOf(two.there, 'All orders')).toBe('Changed there')
    expect(await pageNamed(two.there, 'Fresh')).toBeUndefined()
    expect(stored).not.toBe('')
    // Kept: the rest arrives.
    const kept = await retry(asked.id)
    expect(kept.task.status, kept.task.log).toBe(2)
    expect(await bodyOf(two.there, 'All orders')).toBe('Changed there')
    expect(await bodyOf(two.there, 'Fresh')).toBe('Fresh')
    expect(await bodyOf(two.there, 'Only there')).toBe('Only there')
    // Changed once more here, and overwritten this time.
    await save(two.here, orders, 'Changed here again')
    const again = await syncShop(two)
    const [drift] = again.targets[0].drift
    const over = await retry(again.id, [drift.value])
    expect(over.task.status, over.task.log).toBe(2)
    expect(await bodyOf(two.there, 'All orders')).toBe('Changed here again')
  })

  it('leave out sections that were not chosen, and bring them when they are', async () => {
    await addRole(two.here, 'Buyers')
    const roles = async () => (await contentOf(two.there)).design?.permissions.roles.map(one => one.name)
    expect((await syncShop(two, { overWriteOldConfig: ['api'] })).task.status).toBe(2)
    expect(await roles()).not.toContain('Buyers')
    expect((await syncShop(two)).task.status).toBe(2)
    expect(await roles()).toContain('Buyers')
  })

  it('publish over there where that is wanted', async () => {
    const done = await syncShop(two, { syncRelease: true, tag: 'qa' })
    expect(done.task.status, done.task.log).toBe(2)
    expect(done.task.log).toContain('qa of Production runs version 1.0.0')
    expect((await two.there.call('release.list', { as: 'ann', params: DEV })).data.items[0]).toMatchObject({
      tag: 'qa',
      status: 1,
      title: 'Synchronised from Workshop',
    })
  })

  it('go on where the line broke, with nothing half in between', async () => {
    const large = Array.from({ length: 40_000 }, (_, at) => `${at} ${Math.sqrt(at)}`).join(' ')
    await addPage(two.here, { name: 'Large', path: '/large', schema: { type: 'page', body: large } })
    two.line.cutAfter(700_000)
    const broken = await syncShop(two)
    expect(broken.task.status).toBe(-1)
    expect(broken.task.log).toContain('Production cannot be reached')
    expect(await pageNamed(two.there, 'Large')).toBeUndefined()
    const sent = broken.targets[0].sent as number
    expect(sent).toBeGreaterThan(150_000)
    two.line.mend()
    two.line.bytes()
    const done = await retry(broken.id)
    expect(done.task.status, done.task.log).toBe(2)
    expect(await bodyOf(two.there, 'Large')).toBe(large)
    // What was there was not sent again.
    expect(done.targets[0].sent).toBeLessThan(large.length - sent + 60_000)
  })

  it('go on in another process where the first was killed', async () => {
    await addPage(two.here, { name: 'After all', path: '/after-all', schema: text('After all') })
    two.line.cutAfter(0)
    const { id } = await syncShop(two)
    two.line.mend()
    // As the process left it that was killed while it sent.
    await two.here.db.updateTable('sync_task').set({ status: 1, worker: uuidv7(), can_retry: false, ended_at: null }).where('id', '=', id).execute()
    expect((await two.here.call('release.startSync', { as: 'ann', params: DEV, body: { from: 'dev', services: [two.service] } })).code).toBe('sync.inProgress')
    await two.here.running.services.sync.resume(shopOf(two.here), id)
    expect((await outcomeOf(two.here, id)).task.status).toBe(1)
    await two.here.running.services.sync.resume(shopOf(two.here), id, 0)
    expect((await outcomeOf(two.here, id)).task.status).toBe(2)
    expect(await bodyOf(two.there, 'After all')).toBe('After all')
  })

  it('refuse whoever may not write there any more', async () => {
    await save(two.here, orders, 'Too late')
    await two.there.db.deleteFrom('member').where('user_id', '=', two.there.ids.ann).execute()
    const refused = await syncShop(two)
    expect(refused.task.status).toBe(-1)
    expect(refused.task.log).toContain('There is no app shop in “Acme” that this access may write into')
    expect(await bodyOf(two.there, 'All orders')).not.toBe('Too late')
  })
})
