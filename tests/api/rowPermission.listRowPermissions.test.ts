import { expect } from 'vitest'
import { addRule, makeOrders, notForThem, ORDERS, rule, scopeRefused, where, type Orders } from '../support/row-permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let made: Orders | undefined
const given = async (world: World) => {
  if (!made) {
    made = await makeOrders(world)
    await addRule(world, rule({ users: [world.ids.ben], roles: [made.role] }, where('amount', 'less', 3), { desc: 'Small ones' }))
  }
  return { params: ORDERS as Record<string, string> }
}
scenarios('rowPermission.listRowPermissions', [
  {
    name: 'rowPermission.entity: key, name, users, permissions, conditions with keys of fields',
    as: 'ann',
    given,
    query: { type: 'row' },
    expect: { status: 0, data: { items: [{ name: 'Own orders', desc: 'Small ones', type: 'row', permissions: ['SELECT'], baseAcl: false, problem: '' }] } },
    then: (reply, world) => {
      const [item] = reply.data.items
      expect(item.filters).toEqual(where('amount', 'less', 3))
      expect(item.users).toEqual({ users: [world.ids.ben], roles: [made?.role] })
      expect(item.people).toEqual([{ label: expect.stringContaining('ben@'), uid: world.ids.ben }])
      expect(item.roles).toEqual([{ label: 'Data', value: made?.role }])
    },
  },
  { name: 'knows no other type', as: 'ann', given, query: { type: 'column' }, expect: { status: 422, errors: ['type'] } },
  {
    name: 'knows no other model',
    as: 'ann',
    given: async world => ({ params: { ...(await given(world)).params, dmKey: 'nothing' } }),
    expect: { status: 404, code: 'data.modelUnknown' },
  },
  {
    name: 'keys in the address are no SQL',
    as: 'ann',
    given: async world => ({ params: { ...(await given(world)).params, dmKey: "order' or '1'='1" } }),
    expect: { status: 404 },
  },
  ...notForThem(given),
  ...scopeRefused(given),
])
