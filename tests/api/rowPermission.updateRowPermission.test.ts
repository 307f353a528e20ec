import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addRule, LINES, makeOrders, notForThem, ORDERS, rule, scopeRefused, where, type Orders } from '../support/row-permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let made: Orders | undefined
let key = ''
const given = async (world: World, params: object = {}, body: object = {}) => {
  if (!made) {
    made = await makeOrders(world)
    key = await addRule(world, rule({ roles: [made.role] }))
  }
  return {
    params: { ...ORDERS, key, ...params } as Record<string, string>,
    body: { ...rule({ users: [world.ids.ben] }, where('amount', 'less', 3), { name: 'Small' }), ...body },
  }
}
scenarios('rowPermission.updateRowPermission', [
  {
    name: 'rowPermission.update-row-permission: replaces name, people and conditions',
    as: 'ann',
    given,
    expect: { status: 0 },
    then: async (_reply, world) => {
      const row = await world.db.selectFrom('row_permission').selectAll().where('id', '=', key).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ name: 'Small', user_ids: [world.ids.ben], role_ids: [] })
    },
  },
  { name: 'needs users', as: 'ann', given: world => given(world, {}, { users: { users: [] } }), expect: { status: 422, errors: ['users'], stored: 'same' } },
  {
    name: 'refuses conditions on what is no field',
    as: 'ann',
    given: world => given(world, {}, { filters: where('password', 'equal', '1') }),
    expect: { status: 422, errors: ['filters'], stored: 'same' },
  },
  { name: 'knows no other key', as: 'ann', given: world => given(world, { key: uuidv7() }), expect: { status: 404, stored: 'same' } },
  { name: 'a key is no SQL', as: 'ann', given: world => given(world, { key: "x' or '1'='1" }), expect: { status: 404, stored: 'same' } },
  { name: 'not through another model', as: 'ann', given: world => given(world, LINES), expect: { status: 422, stored: 'same' } },
  ...notForThem(given),
  ...scopeRefused(given),
])
