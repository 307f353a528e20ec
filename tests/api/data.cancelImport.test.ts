// An import that is not wanted is forgotten.
import { expect } from 'vitest'
import { confirmed, csv, ORDERS, ordersIn, planned } from '../support/data-imports.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ready = async (world: World) => {
  await ordersIn(world)
  return { params: { ...ORDERS, importId: (await planned(world, csv('Number', 'A-1'))).data.id } }
}

scenarios('data.cancelImport', [
  {
    name: 'is gone',
    as: 'ann',
    given: ready,
    expect: { status: 0 },
    then: async (_reply, world) => expect(await world.db.selectFrom('data_import').select('id').execute()).toEqual([]),
  },
  {
    name: 'not one that was written',
    as: 'ann',
    given: async world => {
      const place = await ready(world)
      await confirmed(world, place.params.importId)
      return place
    },
    expect: { status: 409, code: 'data.importTaken', stored: 'same' },
  },
  {
    name: 'no id',
    as: 'ann',
    given: async world => ({ params: { ...(await ready(world)).params, importId: 'x' } }),
    expect: { status: 404, stored: 'same' },
  },
  { name: 'not for another person with the duty', as: 'abe', given: ready, expect: { status: 404, code: 'data.importUnknown', stored: 'same' } },
  { name: 'not for a member without the duty', as: 'ben', given: ready, expect: { status: 403, stored: 'same' } },
  { name: 'not for another organisation', as: 'dee', given: ready, expect: { status: 403, stored: 'same' } },
  { name: 'not for a stranger', given: ready, expect: { status: 401, stored: 'same' } },
])
