// A view is changed.
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
  return {
    params: {
      ...ORDERS,
      viewId: await make(world, { name: 'Mine', columns: ['status'], frozen: ['status'], groups: [{ name: 'created_at', unit: 'year' }], filter: FILTER }),
    },
  }
}

scenarios('data.updateView', [
  {
    name: 'in what is sent; the rest stays',
    as: 'ann',
    given: ready,
    body: { name: 'Renamed', isShared: true, widths: [{ name: 'status', width: 300 }] },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect((await world.call('data.listViews', { as: 'ann', params: ORDERS })).data.items).toMatchObject([
        {
          name: 'Renamed',
          isShared: true,
          filter: FILTER,
          columns: ['status'],
          widths: [{ name: 'status', width: 300 }],
          frozen: ['status'],
          groups: [{ name: 'created_at', unit: 'year' }],
        },
      ]),
  },
  {
    name: 'a shared one by anybody who manages the data; taken back it is of whoever took it',
    as: 'abe',
    given: async world => {
      const place = await ready(world)
      await world.call('data.updateView', { as: 'ann', ...place, body: { isShared: true } })
      return place
    },
    body: { isShared: false },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.db.selectFrom('data_view').select('user_id').executeTakeFirstOrThrow()).user_id).toBe(world.ids.abe),
  },
  { name: 'not the own one of somebody else', as: 'abe', given: ready, body: { name: 'A' }, expect: { status: 404, code: 'data.viewUnknown', stored: 'same' } },
  {
    name: 'not into the name of another',
    as: 'ann',
    given: async world => {
      const place = await ready(world)
      await make(world, { name: 'Other' })
      return place
    },
    body: { name: 'other' },
    expect: { status: 422, errors: ['name'], stored: 'same' },
  },
  { name: 'nothing', as: 'ann', given: ready, body: {}, expect: { status: 422, stored: 'same' } },
  { name: 'a column that is no field', as: 'ann', given: ready, body: { columns: ['nothing'] }, expect: { status: 422, errors: ['columns'], stored: 'same' } },
  { name: 'not for somebody else of the installation', as: 'cyd', given: ready, body: { name: 'A' }, expect: { status: 403, stored: 'same' } },
  { name: 'not for another organisation', as: 'dee', given: ready, body: { name: 'A' }, expect: { status: 403, stored: 'same' } },
  { name: 'not for a stranger', given: ready, body: { name: 'A' }, expect: { status: 401, stored: 'same' } },
])
