// An import as it stands.
import { csv, ORDERS, ordersIn, read } from '../support/data-imports.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ready = async (world: World) => {
  await ordersIn(world)
  return { params: { ...ORDERS, importId: (await read(world, csv('Number', 'A-1'))).data.id } }
}

scenarios('data.getImport', [
  { name: 'tells what was read', as: 'ann', given: ready, expect: { status: 0, data: { state: 'read', rowCount: 1, progress: 0, result: null } } },
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
