// A view is kept under a name.
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

scenarios('data.createView', [
  {
    name: 'conditions, order and columns; one default of each kind',
    as: 'ann',
    given: ordersIn,
    body: { name: 'Open', filter: FILTER, orderBy: 'price', orderDir: 'desc', columns: ['number', 'created_at'], isDefault: true },
    expect: { status: 0 },
    then: async (_reply, world) => {
      await make(world, { name: 'Other', isDefault: true })
      await make(world, { name: 'Of all', isShared: true, isDefault: true })
      const rows = await world.db.selectFrom('data_view').select(['name', 'is_default']).orderBy('name').execute()
      expect(rows).toEqual([
        { name: 'Of all', is_default: true },
        { name: 'Open', is_default: false },
        { name: 'Other', is_default: true },
      ])
    },
  },
  {
    name: 'a name that another view has, whatever the capitals',
    as: 'ann',
    given: ordersIn,
    body: { name: 'OPEN' },
    expect: { status: 422, code: 'data.viewNameTaken', errors: ['name'], stored: 'same' },
  },
  { name: "the name of somebody else's own view is free", as: 'abe', given: ordersIn, body: { name: 'Open' }, expect: { status: 0 } },
  { name: 'no name', as: 'ann', given: ordersIn, body: { name: ' ' }, expect: { status: 422, errors: ['name'], stored: 'same' } },
  {
    name: 'a column that is no field',
    as: 'ann',
    given: ordersIn,
    body: { name: 'A', columns: ['nothing'] },
    expect: { status: 422, errors: ['columns'], stored: 'same' },
  },
  {
    name: 'a column that is no field and stays in view',
    as: 'ann',
    given: ordersIn,
    body: { name: 'A', frozen: ['nothing'] },
    expect: { status: 422, errors: ['frozen'], stored: 'same' },
  },
  {
    name: 'rows put together by no field',
    as: 'ann',
    given: ordersIn,
    body: { name: 'A', groups: [{ name: 'nothing' }] },
    expect: { status: 422, errors: ['groups'], stored: 'same' },
  },
  {
    name: 'figures of no field',
    as: 'ann',
    given: ordersIn,
    body: { name: 'A', figures: [{ name: 'nothing', measure: 'sum' }] },
    expect: { status: 422, errors: ['figures'], stored: 'same' },
  },
  {
    name: 'an order by no field',
    as: 'ann',
    given: ordersIn,
    body: { name: 'A', orderBy: 'x"; --' },
    expect: { status: 422, errors: ['orderBy'], stored: 'same' },
  },
  {
    name: 'conditions that are none',
    as: 'ann',
    given: ordersIn,
    body: { name: 'A', filter: '{"conjunction":"xor"}' },
    expect: { status: 422, errors: ['filter'], stored: 'same' },
  },
  { name: 'not for somebody else of the installation', as: 'cyd', given: ordersIn, body: { name: 'A' }, expect: { status: 403, stored: 'same' } },
  { name: 'not for another organisation', as: 'dee', given: ordersIn, body: { name: 'A' }, expect: { status: 403, stored: 'same' } },
  { name: 'not for a stranger', given: ordersIn, body: { name: 'A' }, expect: { status: 401, stored: 'same' } },
])
