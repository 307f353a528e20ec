import { expect } from 'vitest'
import { makeOrders, ORDERS, ordersIn } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let ids: string[] = []
const ready = async (world: World) => {
  if (!ids.length) ids = await makeOrders(world)
}
const few = JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: 'amount' }, op: 'less', right: 3 }] })

scenarios('data.previewBulk', [
  {
    name: 'says how many rows match, which of them first, which values become which, and changes nothing',
    as: 'ann',
    given: async world => {
      await ready(world)
      return { params: ORDERS, body: { filter: few, values: { amount: 2 } } }
    },
    expect: {
      status: 0,
      data: { count: 2, changed: 1, lines: [{ field: 'amount', name: 'Amount', from: '1', to: '2', count: 1 }], titles: ['Second', 'Third'] },
      stored: 'same',
    },
    then: async (_reply, world) => expect((await ordersIn(world)).map(row => row.amount)).toEqual([3, 1, 2]),
  },
  {
    name: 'says which rows a deletion takes, by keywords too',
    as: 'ann',
    given: async () => ({ params: ORDERS, body: { keywords: 'ir' } }),
    expect: { status: 0, data: { count: 2, changed: 2, lines: [], titles: ['First', 'Third'] }, stored: 'same' },
    then: async (_reply, world) => expect(await ordersIn(world)).toHaveLength(3),
  },
  {
    name: 'says what is wrong with a value',
    as: 'ann',
    given: async () => ({ params: ORDERS, body: { values: { amount: 'many', title: null } } }),
    expect: { status: 422, errors: ['amount', 'title'], stored: 'same' },
  },
  {
    name: 'knows a condition from anything else',
    as: 'ann',
    given: async () => ({ params: ORDERS, body: { filter: '{' } }),
    expect: { status: 422, code: 'data.filterInvalid' },
  },
  {
    name: 'keeps a member without the duty out',
    as: 'ben',
    given: async () => ({ params: ORDERS, body: { values: { amount: 1 } } }),
    expect: { status: 403, stored: 'same' },
  },
])
