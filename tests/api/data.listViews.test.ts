// The views of a list.
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
const FILTER = JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: 'status' }, op: 'equal', right: 'new' }] })

const ready = async (world: World) => {
  await world.db.deleteFrom('data_view').execute()
  await make(world, { name: 'Mine', columns: ['status', 'number'], filter: FILTER, orderBy: 'number', orderDir: 'desc' })
  await make(world, { name: 'Of all', isShared: true, isDefault: true })
  return { params: ORDERS as Record<string, string> }
}

scenarios('data.listViews', [
  {
    name: "one's own first, then those of all",
    as: 'ann',
    given: ready,
    expect: {
      status: 0,
      data: {
        items: [
          { name: 'Mine', isShared: false, isDefault: false, filter: FILTER, orderBy: 'number', orderDir: 'desc', columns: ['status', 'number'] },
          { name: 'Of all', isShared: true, isDefault: true, filter: '', orderBy: '', columns: [] },
        ],
      },
    },
  },
  {
    name: 'others see those of all only',
    as: 'abe',
    given: ready,
    expect: { status: 0 },
    then: reply => expect(reply.data.items.map((one: { name: string }) => one.name)).toEqual(['Of all']),
  },
  { name: 'no such model', as: 'ann', given: async world => ({ params: { ...(await ready(world)).params, dmKey: 'nothing' } }), expect: { status: 404 } },
  { name: 'not for a member without the duty', as: 'ben', given: ready, expect: { status: 403, stored: 'same' } },
  { name: 'not for another organisation', as: 'dee', given: ready, expect: { status: 403, stored: 'same' } },
  { name: 'not for a stranger', given: ready, expect: { status: 401, stored: 'same' } },
])
