// Imports that are found again: those of the person, with what became of them.
import { expect } from 'vitest'
import { clearOrders, confirmed, csv, ORDERS, ordersIn, planned, read } from '../support/data-imports.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ready = async (world: World) => {
  await ordersIn(world)
  return { params: ORDERS }
}

scenarios('data.listImports', [
  {
    name: 'lists what was done with the rows that were left out, and what waits, the newest first',
    as: 'ann',
    given: async world => {
      await ordersIn(world)
      await clearOrders(world)
      await confirmed(world, (await planned(world, csv('Number,Price', 'A-1,2', 'A-2,cheap'))).data.id)
      await read(world, csv('Number', 'A-3'))
      return { params: ORDERS }
    },
    expect: { status: 0, stored: 'same' },
    then: async (reply, world) => {
      expect(reply.data.items).toMatchObject([
        { fileName: 'orders.csv', state: 'read', rowCount: 1, result: null },
        { state: 'done', rowCount: 2, counts: { create: 1, error: 1 }, result: { created: 1, changed: 0 } },
      ])
      const rows = await world.call('data.listImportRows', { as: 'ann', params: { ...ORDERS, importId: reply.data.items[1].id }, query: { action: 'error' } })
      expect(rows.data.items).toMatchObject([{ row: 3, problems: [{ column: 'Price' }] }])
    },
  },
  { name: 'lists none of another person with the duty', as: 'abe', given: ready, expect: { status: 0, data: { items: [] } } },
  { name: 'not for a member without the duty', as: 'ben', given: ready, expect: { status: 403, stored: 'same' } },
  { name: 'not for another organisation', as: 'dee', given: ready, expect: { status: 403, stored: 'same' } },
  { name: 'not for a stranger', given: ready, expect: { status: 401, stored: 'same' } },
])
