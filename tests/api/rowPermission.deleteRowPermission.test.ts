import { expect } from 'vitest'
import { addRule, LINES, makeOrders, notForThem, ORDERS, rule, scopeRefused, type Orders } from '../support/row-permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let made: Orders | undefined
let key = ''
const given = async (world: World, params: object = {}) => {
  if (!made) {
    made = await makeOrders(world)
    key = await addRule(world, rule({ roles: [made.role] }))
  }
  return { params: { ...ORDERS, key, ...params } as Record<string, string> }
}
const locked = (world: World, base_acl: boolean) => world.db.updateTable('row_permission').set({ base_acl }).where('id', '=', key).execute()
scenarios('rowPermission.deleteRowPermission', [
  ...notForThem(given),
  ...scopeRefused(given),
  { name: 'a key is no SQL', as: 'ann', given: world => given(world, { key: "' or ''='" }), expect: { status: 404, stored: 'same' } },
  { name: 'not through another model', as: 'ann', given: world => given(world, LINES), expect: { status: 404, stored: 'same' } },
  {
    name: 'rowPermission.delete-disabled: not what came with the app',
    as: 'ann',
    given: async world => {
      const ask = await given(world)
      await locked(world, true)
      return ask
    },
    expect: { status: 409, code: 'rowPermission.locked', stored: 'same' },
    then: async (_reply, world) => void (await locked(world, false)),
  },
  {
    name: 'rowPermission.delete-rule: is gone',
    as: 'ann',
    given,
    expect: { status: 0 },
    then: async (_reply, world) => expect(await world.db.selectFrom('row_permission').select('id').execute()).toEqual([]),
  },
  { name: 'is not found again', as: 'ann', given, expect: { status: 404, code: 'rowPermission.unknown', stored: 'same' } },
])
