// A view is deleted.
import { expect } from 'vitest'
import { ORDERS, ordersIn } from '../support/data-imports.ts'
import { scenarios } from '../support/scenarios.ts'
import type { Person, World } from '../support/world.ts'

const make = async (world: World, body: Record<string, unknown>, as: Person = 'ann'): Promise<string> => {
  await ordersIn(world)
  const reply = await world.call('data.createView', { as, params: ORDERS, body })
  if (reply.status) throw new Error(`${reply.msg} ${JSON.stringify(reply.errors)}`)
  return reply.data.id
}

const ready = async (world: World) => {
  await world.db.deleteFrom('data_view').execute()
  return { params: { ...ORDERS, viewId: await make(world, { name: 'Mine' }) } }
}

scenarios('data.deleteView', [
  {
    name: 'is gone',
    as: 'ann',
    given: ready,
    expect: { status: 0 },
    then: async (_reply, world) => expect(await world.db.selectFrom('data_view').select('id').execute()).toEqual([]),
  },
  { name: 'not the own one of somebody else', as: 'abe', given: ready, expect: { status: 404, code: 'data.viewUnknown', stored: 'same' } },
  {
    name: 'no such view',
    as: 'ann',
    given: async world => ({ params: { ...(await ready(world)).params, viewId: '0191d5a0-0000-7000-8000-00000000ffff' } }),
    expect: { status: 404, stored: 'same' },
  },
  { name: 'not for somebody else of the installation', as: 'cyd', given: ready, expect: { status: 403, stored: 'same' } },
  { name: 'not for another organisation', as: 'dee', given: ready, expect: { status: 403, stored: 'same' } },
  { name: 'not for a stranger', given: ready, expect: { status: 401, stored: 'same' } },
])
