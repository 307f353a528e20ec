import { expect } from 'vitest'
import { ORDERS, smallOrders } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const orders = smallOrders()
scenarios('data.updateRows', [
  {
    name: 'puts values into several rows',
    as: 'ann',
    given: async world => ({ ...(await orders.ready(world)), body: { ids: [orders.rowId], values: { amount: 9 } } }),
    expect: { status: 0, data: { count: 1, changed: 1 } },
    then: async (_reply, world) => expect((await orders.rows(world)).at(-1).amount).toBe(9),
  },
  {
    name: 'tells when nothing is different afterwards, and writes nothing down of it',
    as: 'ann',
    given: async () => ({ params: ORDERS, body: { ids: [orders.rowId], values: { amount: 9 } } }),
    expect: { status: 0, data: { count: 1, changed: 0, changeId: '' } },
    then: async (_reply, world) => {
      const { items } = (await world.call('data.getHistory', { as: 'ann', params: { ...ORDERS, rowId: orders.rowId } })).data
      expect(items).toHaveLength(2)
    },
  },
  {
    name: 'changes only rows that nobody else has changed, where it is said of which version they are',
    as: 'ann',
    given: async () => ({ params: ORDERS, body: { ids: [orders.rowId], values: { amount: 10 }, version: 1 } }),
    expect: { status: 409, code: 'data.rowChanged', stored: 'same' },
    then: async (_reply, world) => {
      const { version } = (await world.call('data.getRow', { as: 'ann', params: { ...ORDERS, rowId: orders.rowId } })).data.row
      const body = { ids: [orders.rowId], values: { amount: 9 }, version }
      expect(await world.call('data.updateRows', { as: 'ann', params: ORDERS, body })).toMatchObject({ status: 0, data: { changed: 0 } })
      expect((await orders.rows(world)).at(-1).amount).toBe(9)
    },
  },
  {
    name: 'says what is wrong',
    as: 'ann',
    given: async () => ({ params: ORDERS, body: { ids: [orders.rowId], values: { amount: 'x' } } }),
    expect: { status: 422, errors: ['amount'] },
  },
  {
    name: 'keeps a member without the duty out',
    as: 'ben',
    given: async () => ({ params: ORDERS, body: { ids: [orders.rowId], values: { amount: 1 } } }),
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect((await orders.rows(world)).at(-1).amount).toBe(9),
  },
])
