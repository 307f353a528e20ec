// What was shown is written.
import { expect } from 'vitest'
import { confirmed, csv, ORDERS, ordersIn, planned, read, storedOrders } from '../support/data-imports.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ready = async (world: World) => {
  await ordersIn(world)
  return { params: { ...ORDERS, importId: (await planned(world, csv('Number,Price', 'A-1,1', ',2'))).data.id } }
}

scenarios('data.confirmImport', [
  {
    name: 'not for others, who change nothing',
    as: 'abe',
    given: ready,
    body: {},
    expect: { status: 404, stored: 'same' },
    then: async (_reply, world) => expect(await storedOrders(world)).toEqual([]),
  },
  {
    name: 'an import that nobody has looked at',
    as: 'ann',
    given: async world => ({ params: { ...ORDERS, importId: (await read(world, csv('Number', 'A-9'))).data.id } }),
    body: {},
    expect: { status: 409, code: 'data.importNotPlanned', stored: 'same' },
  },
  {
    name: 'an import that does nothing',
    as: 'ann',
    given: async world => ({ params: { ...ORDERS, importId: (await planned(world, csv('Number,Price', ',1'))).data.id } }),
    body: {},
    expect: { status: 409, code: 'data.importNothing', stored: 'same' },
  },
  { name: 'with more than was asked', as: 'ann', given: ready, body: { force: true }, expect: { status: 422, errors: ['force'], stored: 'same' } },
  {
    name: 'writes the rows without errors, once',
    as: 'ann',
    given: ready,
    body: {},
    expect: { status: 0, data: { state: 'done', result: { created: 1, changed: 0 } } },
    then: async (reply, world) => {
      expect(await storedOrders(world)).toEqual([{ number: 'A-1', status: 'new', price: '1.00', pieces: null }])
      expect((await confirmed(world, reply.data.id)).code).toBe('data.importTaken')
    },
  },
  { name: 'not for a member without the duty', as: 'ben', given: ready, body: {}, expect: { status: 403, stored: 'same' } },
  { name: 'not for another organisation', as: 'dee', given: ready, body: {}, expect: { status: 403, stored: 'same' } },
  { name: 'not for a stranger', given: ready, body: {}, expect: { status: 401, stored: 'same' } },
])
