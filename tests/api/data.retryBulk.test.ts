import { expect } from 'vitest'
import { addRow } from '../support/models.ts'
import { makeOrders, ORDERS, ordersIn } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let bulkId = ''
/** A change of four rows, of which there are three. */
const failed = async (world: World) => {
  if (!bulkId) {
    await makeOrders(world)
    const { data } = await world.call('data.startBulk', { as: 'ann', params: ORDERS, body: { values: { amount: 7 }, count: 4 } })
    expect(data.state).toBe('failed')
    bulkId = data.id
  }
  return { params: { ...ORDERS, bulkId }, body: {} }
}
scenarios('data.retryBulk', [
  { name: 'keeps a stranger out', as: 'cyd', given: failed, expect: { status: 403, stored: 'same' } },
  {
    name: 'knows only what one started oneself',
    as: 'abe',
    given: failed,
    expect: { status: 404, code: 'data.bulkUnknown', stored: 'same' },
    then: async (_reply, world) => expect((await ordersIn(world)).map(row => row.amount)).toEqual([3, 1, 2]),
  },
  {
    name: 'tries again what failed',
    as: 'ann',
    given: async world => {
      const given = await failed(world)
      await addRow(world, 'order', { title: 'Fourth', amount: 4, status: 'new' })
      return given
    },
    expect: { status: 0, data: { state: 'done', result: { count: 4, changed: 4 } } },
    then: async (_reply, world) => expect((await ordersIn(world)).map(row => row.amount)).toEqual([7, 7, 7, 7]),
  },
  { name: 'does nothing twice', as: 'ann', given: failed, expect: { status: 409, code: 'data.bulkTaken', stored: 'same' } },
])
