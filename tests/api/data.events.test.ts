// data.events: who hears of which changed rows, on the process that made the change and on another one.
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRow } from '../support/models.ts'
import { setOverride } from '../support/permissions.ts'
import { builtIn } from '../support/roles.ts'
import { addRule, DEV, dropRules, makeOrders, ORDERS, rule, where, type Orders } from '../support/row-permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type Person, type World } from '../support/world.ts'

scenarios('data.events', [
  { name: 'asks which models', as: 'ann', params: DEV, query: { seconds: 0 }, expect: { status: 422, errors: ['models'] } },
  { name: 'takes no name that no model can have', as: 'ann', params: DEV, query: { models: 'main/order,../x' }, expect: { status: 422, errors: ['models'] } },
  { name: 'is for nobody outside of the app', as: 'dee', params: DEV, query: { models: 'main/order' }, expect: { status: 403 } },
  { name: 'is for nobody who is not signed in', params: DEV, query: { models: 'main/order' }, expect: { status: 401 } },
])

interface Told {
  event: string
  data: { model?: string; ids?: string[] }
}

describe('data.events', () => {
  let world: World
  let other: World
  let orders: Orders
  const open: { stop(): Promise<void> }[] = []
  beforeAll(async () => {
    world = await makeWorld()
    orders = await makeOrders(world)
    other = await world.another()
    for (const one of [world, other]) await one.running.app.listen({ port: 0, host: '127.0.0.1' })
  }, 60_000)
  afterAll(async () => {
    await Promise.all(open.map(one => one.stop()))
    await other?.close()
    await world?.close()
  })

  /** A page of somebody that follows orders. */
  async function follow(as: Person, { at = world, models = 'main/order' } = {}) {
    const { port } = at.running.app.server.address() as AddressInfo
    const reply = await fetch(`http://127.0.0.1:${port}/api/resource/acme/shop-dev/events?models=${models}`, { headers: await at.headersOf(as) })
    expect(reply.status).toBe(200)
    const reader = reply.body!.getReader()
    const told: Told[] = []
    const waiting = new Set<() => void>()
    void (async () => {
      let text = ''
      for (;;) {
        const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
        if (done) return
        text += Buffer.from(value!).toString()
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const [, event, data] = /event: (\w+)\ndata: (.*)/.exec(text.slice(0, end)) ?? []
          text = text.slice(end + 2)
          if (event) told.push({ event, data: JSON.parse(data as string) })
          for (const look of waiting) look()
        }
      }
    })()
    const until = (fits: () => boolean) =>
      new Promise<void>(done => {
        const look = () => {
          if (!fits()) return
          waiting.delete(look)
          done()
        }
        waiting.add(look)
        look()
      })
    await until(() => told.some(({ event }) => event === 'open'))
    const it = {
      rows: () => told.filter(({ event }) => event === 'rows').map(({ data }) => data),
      async next() {
        const before = it.rows().length
        await until(() => it.rows().length > before)
        return it.rows().at(-1)
      },
      /** Waits for one that fits. */
      hears: (fits: (data: Told['data']) => boolean) => until(() => it.rows().some(fits)),
      forget: () => void told.splice(0),
      stop: () => reader.cancel().catch(() => {}),
    }
    open.push(it)
    return it
  }
  const change = async (id: string, body: object, as: Person = 'ann') => {
    const reply = await world.call('data.updateRow', { as, params: { ...ORDERS, rowId: id }, body })
    expect(reply.status, reply.msg).toBe(0)
  }
  const remove = async (rowIds: string) => expect((await world.call('data.deleteRows', { as: 'ann', params: { ...ORDERS, rowIds } })).status).toBe(0)

  it('tells a page on another process within a second which rows changed, and nothing of what is in them', async () => {
    const page = await follow('abe', { at: other })
    const began = performance.now()
    await change(orders.mine, { title: 'Secret words' })
    await page.hears(({ ids }) => !!ids?.includes(orders.mine))
    expect(page.rows().every(told => Object.keys(told).sort().join() === 'ids,model')).toBe(true)
    expect(performance.now() - began).toBeLessThan(1000)
    await page.stop()
  })

  it('tells of rows that are added and deleted, and of many without naming them', async () => {
    const page = await follow('abe')
    let heard = page.next()
    const id = await addRow(world, 'order', { title: 'New' })
    expect(await heard).toEqual({ model: 'main/order', ids: [id] })
    heard = page.next()
    await remove(id)
    expect((await heard)?.model).toBe('main/order')
    const ids: string[] = []
    for (let n = 0; n < 60; n++) ids.push(await addRow(world, 'order', { title: `Row ${n}` }))
    expect((await world.call('data.updateRows', { as: 'ann', params: ORDERS, body: { ids, values: { amount: 3 } } })).status).toBe(0)
    await page.hears(told => !told.ids)
    await page.stop()
  })

  it('tells of a hundred small changes together', async () => {
    const page = await follow('abe')
    await Promise.all(Array.from({ length: 40 }, (_, n) => change(orders.third, { amount: n + 100 })))
    await world.running.services.data.live.settled()
    await change(orders.mine, { title: 'After' })
    await page.hears(({ ids }) => !!ids?.includes(orders.mine))
    expect(page.rows().length).toBeLessThan(20)
    await page.stop()
  })

  it('tells whoever is limited of the rows that are seen, or were, and of no other', async () => {
    await addRule(world, rule({ users: [world.ids.ben] }, where('owner', 'equal', { type: 'field', field: 'user.id' })))
    const [ben, abe] = [await follow('ben'), await follow('abe')]
    let all = abe.next()
    await change(orders.other, { title: 'Not for Ben' })
    await all
    await world.running.services.data.live.settled()
    expect(ben.rows()).toEqual([])
    let heard = ben.next()
    await change(orders.mine, { title: 'For Ben' })
    expect(await heard).toEqual({ model: 'main/order', ids: [orders.mine] })
    // Given to somebody else: it leaves the list, and nothing names it any more.
    heard = ben.next()
    await change(orders.mine, { owner: world.ids.ann })
    expect(await heard).toEqual({ model: 'main/order' })
    ben.forget()
    all = abe.next()
    await change(orders.mine, { title: 'Gone' })
    await all
    await world.running.services.data.live.settled()
    expect(ben.rows()).toEqual([])
    heard = ben.next()
    await change(orders.mine, { owner: world.ids.ben })
    expect(await heard).toEqual({ model: 'main/order', ids: [orders.mine] })
    // A row of Ben's that is deleted.
    const row = await addRow(world, 'order', { title: 'Short', owner: world.ids.ben })
    await ben.hears(({ ids }) => !!ids?.includes(row))
    heard = ben.next()
    await remove(row)
    expect(await heard).toEqual({ model: 'main/order' })
    // The next change counts: the rule is another one, and the page was not opened anew.
    await dropRules(world)
    await addRule(world, rule({ users: [world.ids.ben] }, where('amount', 'greater', 1_000_000)))
    ben.forget()
    all = abe.next()
    await change(orders.mine, { title: 'Not any more' })
    await all
    await world.running.services.data.live.settled()
    expect(ben.rows()).toEqual([])
    await dropRules(world)
    await Promise.all([ben.stop(), abe.stop()])
  })

  it('tells nothing of changes of fields that are hidden, and of models that are not for that person', async () => {
    const all = await builtIn(world, 'all-users')
    await setOverride(world, all, 'field', orders.fields.amount as string, 'read', false)
    const [ben, abe] = [await follow('ben'), await follow('abe')]
    let heard = abe.next()
    await change(orders.mine, { amount: 77 })
    await heard
    await world.running.services.data.live.settled()
    expect(ben.rows()).toEqual([])
    const seen = ben.next()
    await change(orders.mine, { amount: 78, title: 'Both' })
    expect(await seen).toEqual({ model: 'main/order', ids: [orders.mine] })
    await setOverride(world, all, 'model', orders.modelId, 'read', false)
    ben.forget()
    heard = abe.next()
    await change(orders.mine, { title: 'Closed' })
    await heard
    await world.running.services.data.live.settled()
    expect(ben.rows()).toEqual([])
    await Promise.all([ben.stop(), abe.stop()])
  })

  it('follows only what it was asked for', async () => {
    const page = await follow('abe', { models: 'main/line,main/nothing,other/order' })
    const order = await follow('abe')
    const heard = order.next()
    await change(orders.mine, { title: 'An order' })
    await heard
    expect(page.rows()).toEqual([])
    const line = page.next()
    const id = await addRow(world, 'line', { text: 'A line' })
    expect(await line).toEqual({ model: 'main/line', ids: [id] })
    await Promise.all([page.stop(), order.stop()])
  })
})
