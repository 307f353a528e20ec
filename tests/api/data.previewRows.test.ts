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
scenarios('data.previewRows', [
  {
    name: 'says how many rows a change makes different, which values become which, and changes nothing',
    as: 'ann',
    given: async world => {
      await ready(world)
      return { params: ORDERS, body: { ids, values: { amount: 30 } } }
    },
    expect: {
      status: 0,
      data: {
        count: 3,
        changed: 2,
        lines: [
          { field: 'amount', name: 'Amount', from: '1', to: '30', count: 1 },
          { field: 'amount', from: '2', to: '30', count: 1 },
        ],
        titles: ['First', 'Second', 'Third'],
      },
      stored: 'same',
    },
    then: async (_reply, world) => expect((await ordersIn(world)).map(row => row.amount)).toEqual([30, 1, 2]),
  },
  {
    name: 'says which rows a deletion takes, and deletes none',
    as: 'ann',
    given: async () => ({ params: ORDERS, body: { ids: ids.slice(1) } }),
    expect: { status: 0, data: { count: 2, changed: 2, lines: [], titles: ['Second', 'Third'] }, stored: 'same' },
    then: async (_reply, world) => expect(await ordersIn(world)).toHaveLength(3),
  },
  {
    name: 'says what is wrong with a value',
    as: 'ann',
    given: async () => ({ params: ORDERS, body: { ids, values: { amount: 'many', title: null } } }),
    expect: { status: 422, errors: ['amount', 'title'], stored: 'same' },
  },
  {
    name: 'knows no row that is not there',
    as: 'ann',
    given: async () => ({ params: ORDERS, body: { ids: ['00000000-0000-7000-8000-000000000000'], values: { amount: 1 } } }),
    expect: { status: 404, code: 'data.rowUnknown' },
  },
  {
    name: 'keeps a member without the duty out',
    as: 'ben',
    given: async () => ({ params: ORDERS, body: { ids, values: { amount: 1 } } }),
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect((await ordersIn(world)).map(row => row.amount)).toEqual([30, 1, 2]),
  },
])
