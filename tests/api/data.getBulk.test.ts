import { makeOrders, ORDERS } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let bulkId = ''
const made = async (world: World) => {
  if (!bulkId) {
    await makeOrders(world)
    bulkId = (await world.call('data.startBulk', { as: 'ann', params: ORDERS, body: { values: { amount: 7 }, count: 3 } })).data.id
  }
  return { params: { ...ORDERS, bulkId } }
}
scenarios('data.getBulk', [
  {
    name: 'tells how far a change of all rows that match is, and what it came to',
    as: 'ann',
    given: made,
    expect: { status: 0, data: { state: 'done', progress: 100, count: 3, reason: '', result: { count: 3, changed: 3 } } },
  },
  {
    name: 'says that one stopped whose server is gone',
    as: 'ann',
    given: async world => {
      await world.pool.query("update row_bulk set state = 'working', touched_at = now() - interval '3 minutes'")
      return made(world)
    },
    expect: { status: 0, data: { state: 'failed', reason: '' } },
  },
  { name: 'knows only what one started oneself', as: 'abe', given: made, expect: { status: 404, code: 'data.bulkUnknown' } },
  { name: 'finds nothing at what is no id', as: 'ann', given: async () => ({ params: { ...ORDERS, bulkId: 'x' } }), expect: { status: 404 } },
  { name: 'keeps a stranger out', as: 'cyd', given: made, expect: { status: 403 } },
])
