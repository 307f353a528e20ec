import { expect } from 'vitest'
import { ORDERS, smallOrders } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const orders = smallOrders()
scenarios('data.getRow', [
  {
    name: 'answers a row',
    as: 'ann',
    given: async world => ({ params: { ...(await orders.ready(world)).params, rowId: orders.rowId } }),
    expect: { status: 0, data: { row: { title: 'Third', amount: 2, version: 1 } } },
  },
  {
    name: 'finds no other',
    as: 'ann',
    given: async () => ({ params: { ...ORDERS, rowId: orders.sourceId } }),
    expect: { status: 404, code: 'data.rowUnknown' },
  },
  {
    name: 'takes what is no id for no row',
    as: 'ann',
    given: async () => ({ params: { ...ORDERS, rowId: "1' or '1'='1" } }),
    expect: { status: 404, code: 'data.rowUnknown' },
  },
  {
    name: 'keeps a stranger out',
    as: 'cyd',
    given: async () => ({ params: { ...ORDERS, rowId: orders.rowId } }),
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect(await orders.rows(world)).toHaveLength(3),
  },
])
