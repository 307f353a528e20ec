// Triggers of the shop for tests, on its model of orders.
import { addRow, DEV } from './models.ts'
import { makeOrders, ORDERS } from './rows.ts'
import type { Ask, World } from './world.ts'

export { addRow, DEV, ORDERS }

export async function must(world: World, id: Parameters<World['call']>[0], ask: Ask = {}) {
  const reply = await world.call(id, { as: 'ann', params: DEV, ...ask })
  if (reply.status !== 0) throw new Error(`${id}: ${reply.status} ${reply.code} ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return reply.data
}

const orders = new WeakMap<World, Promise<string[]>>()
/** The model of orders with three rows, once; answers the ids of the rows. */
export async function ordersThere(world: World): Promise<string[]> {
  // Tests say when something is done, and at what time.
  await world.running.services.triggers.unwatch()
  const there = orders.get(world) ?? makeOrders(world)
  orders.set(world, there)
  return there
}

let made = 0
/** A trigger that is saved, and enabled unless it is not to be. */
export async function triggerIn(world: World, definition: object, { enable = true, name = 'Made' } = {}) {
  await ordersThere(world)
  const key = `trigger${++made}`
  const { id } = await must(world, 'trigger.create', { body: { key, name, definition: { event: 'rows', model: 'main/order', ...definition } } })
  if (enable) await must(world, 'trigger.setEnable', { body: { key, enable: 1 } })
  return { triggerId: id as string, key, disable: () => must(world, 'trigger.setEnable', { body: { key, enable: 0 } }) }
}

/** A message to nobody but a test. */
export const message = (text: string, more: object = {}) => ({ do: 'message', to: 'test@example.com', subject: text, text, ...more })
export const mails = async (world: World, subject: string): Promise<string[]> =>
  (await world.pool.query('select body from outbox where subject = $1 order by id', [subject])).rows.map(row => row.body)

export const work = (world: World, now?: Date) => world.running.services.triggers.work(now)
export const runsOf = async (world: World, triggerId: string) =>
  (await must(world, 'trigger.listRuns', { query: { trigger: triggerId } })).items as Record<string, any>[]
export const change = (world: World, rowId: string, body: object) => must(world, 'data.updateRow', { params: { ...ORDERS, rowId }, body: { ...body } })
export const rowOf = (world: World, rowId: string) => must(world, 'data.getRow', { params: { ...ORDERS, rowId } })
