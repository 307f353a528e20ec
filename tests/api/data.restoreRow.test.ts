import { expect } from 'vitest'
import { makeOrders, ORDERS, ordersIn } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let ids: string[] = []
/** Three orders, of which one was changed and all were paid together. */
const ready = async (world: World) => {
  if (ids.length) return
  ids = await makeOrders(world)
  await world.call('data.updateRow', { as: 'ann', params: { ...ORDERS, rowId: ids[0] as string }, body: { amount: 30 } })
  await world.call('data.updateRows', { as: 'ann', params: ORDERS, body: { ids, values: { status: 'paid' } } })
}
const earlier = async (world: World, at: number) =>
  (await world.call('data.getHistory', { as: 'ann', params: { ...ORDERS, rowId: ids[0] as string } })).data.items.at(at).id as string
scenarios('data.restoreRow', [
  {
    name: 'keeps a member without the duty out',
    as: 'ben',
    given: async world => {
      await ready(world)
      return { params: { ...ORDERS, rowId: ids[0] as string }, body: { changeId: await earlier(world, -1) } }
    },
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect((await ordersIn(world))[0]).toMatchObject({ amount: 30, status: 'paid' }),
  },
  {
    name: 'puts a row back to how it was, which is a change of its own',
    as: 'ann',
    given: async world => ({ params: { ...ORDERS, rowId: ids[0] as string }, body: { changeId: await earlier(world, -1) } }),
    expect: { status: 0, data: { changed: 2 } },
    then: async (_reply, world) => {
      expect((await ordersIn(world))[0]).toMatchObject({ title: 'First', amount: 3, status: 'new' })
      const { items } = (await world.call('data.getHistory', { as: 'ann', params: { ...ORDERS, rowId: ids[0] as string } })).data
      expect(items[0]).toMatchObject({
        kind: 'restore',
        changes: [
          { field: 'amount', from: '30', to: '3' },
          { field: 'status', from: 'Paid', to: 'New' },
        ],
      })
      expect(items).toHaveLength(4)
    },
  },
  {
    name: 'changes nothing when the row is so already',
    as: 'ann',
    given: async world => ({ params: { ...ORDERS, rowId: ids[0] as string }, body: { changeId: await earlier(world, 0) } }),
    expect: { status: 0, data: { changed: 0 }, stored: 'same' },
  },
  {
    name: 'knows no change of another row',
    as: 'ann',
    given: async () => ({ params: { ...ORDERS, rowId: ids[0] as string }, body: { changeId: '00000000-0000-7000-8000-000000000000' } }),
    expect: { status: 404, code: 'data.changeUnknown', stored: 'same' },
  },
  {
    name: 'wants a change',
    as: 'ann',
    given: async () => ({ params: { ...ORDERS, rowId: ids[0] as string }, body: {} }),
    expect: { status: 422, errors: ['changeId'] },
  },
])
