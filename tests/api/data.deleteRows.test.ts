import { expect } from 'vitest'
import { ORDERS, smallOrders } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const orders = smallOrders()
scenarios('data.deleteRows', [
  {
    name: 'keeps a member without the duty out',
    as: 'ben',
    given: async world => ({ params: { ...(await orders.ready(world)).params, rowIds: orders.rowId } }),
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect(await orders.rows(world)).toHaveLength(3),
  },
  {
    name: 'data.delete-rows: deletes rows',
    as: 'ann',
    given: async () => ({ params: { ...ORDERS, rowIds: orders.rowId } }),
    expect: { status: 0, data: { count: 1 } },
    then: async (_reply, world) => expect(await orders.rows(world)).toHaveLength(2),
  },
  {
    name: 'deletes none when one of them is not there',
    as: 'ann',
    given: async () => ({ params: { ...ORDERS, rowIds: orders.rowId } }),
    expect: { status: 404, code: 'data.rowUnknown' },
    then: async (_reply, world) => expect(await orders.rows(world)).toHaveLength(2),
  },
])
