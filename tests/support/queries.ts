// Queries of the shop for tests of the calls that keep them.
import { applyAll, builtinSource, DEV, makeModel } from './models.ts'
import type { World } from './world.ts'

export { DEV }
export const COUNTED = { model: 'main/sale', groups: [{ key: 'state', path: 'state' }], measures: [{ key: 'n', measure: 'count' }] }

const begun = new WeakSet<World>()
/** A model of sales, once. */
export async function salesThere(world: World) {
  if (begun.has(world)) return
  begun.add(world)
  const sourceId = await builtinSource(world)
  await makeModel(world, sourceId, 'sale', [
    { key: 'state', name: 'State', type: 'enum', options: [{ value: 'open', label: 'Open' }] },
    { key: 'amount', name: 'Amount', type: 'decimal', precision: 10, scale: 2 },
  ])
  await applyAll(world, sourceId)
}

let made = 0
/** A new query; answers where it is. */
export async function queryIn(world: World, body: Record<string, unknown> = {}) {
  await salesThere(world)
  const key = `query${++made}`
  const reply = await world.call('query.create', { as: 'ann', params: DEV, body: { key, name: key, definition: COUNTED, ...body } })
  if (reply.status !== 0) throw new Error(`${reply.status} ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return { ...DEV, queryId: reply.data.id as string, queryKey: reply.data.key as string }
}
