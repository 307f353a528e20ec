import { expect } from 'vitest'
import { ORDERS, smallOrders } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const orders = smallOrders()
scenarios('data.updateRow', [
  {
    name: 'data.update-row: changes what is sent',
    as: 'ann',
    given: async world => ({ params: { ...(await orders.ready(world)).params, rowId: orders.rowId } }),
    body: { amount: 7 },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await orders.rows(world)).at(-1)).toEqual({ title: 'Third', amount: 7 }),
  },
  {
    name: 'says what is wrong at its field',
    as: 'ann',
    given: async () => ({ params: { ...ORDERS, rowId: orders.rowId } }),
    body: { title: '', version: 'x' },
    expect: { status: 422, errors: ['version'] },
  },
  {
    name: 'keeps what is required',
    as: 'ann',
    given: async () => ({ params: { ...ORDERS, rowId: orders.rowId } }),
    body: { title: null },
    expect: { status: 422, errors: ['title'] },
  },
  {
    name: 'keeps a member without the duty out',
    as: 'ben',
    given: async () => ({ params: { ...ORDERS, rowId: orders.rowId } }),
    body: { amount: 1 },
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect((await orders.rows(world)).at(-1).amount).toBe(7),
  },
])
