import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { field, makeOrders, notForThem, ORDERS, rule, scopeRefused, where, type Orders } from '../support/row-permissions.ts'
import { foreignRole } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let made: Orders | undefined
const given = async (world: World, more: object = {}) => {
  made ??= await makeOrders(world)
  return { params: ORDERS as Record<string, string>, body: { ...rule({ roles: [made.role] }, where('owner', 'equal', field('user.id'))), ...more } }
}
const bad = (name: string, more: (world: World) => object | Promise<object>, errors: string[]) => {
  let body: object | undefined
  return {
    name,
    as: 'ann' as const,
    given: async (world: World) => given(world, (body ??= await more(world))),
    expect: { status: 422, errors, stored: 'same' as const },
  }
}
scenarios('rowPermission.createRowPermission', [
  {
    name: 'rowPermission.create-row-permission: keeps conditions by the ids of fields, for SELECT alone',
    as: 'ann',
    given,
    expect: { status: 0 },
    then: async (reply, world) => {
      const row = await world.db.selectFrom('row_permission').selectAll().where('id', '=', reply.data.key).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ name: 'Own orders', permissions: ['SELECT'], base_acl: false, role_ids: [made?.role], updated_by: world.ids.ann })
      expect(JSON.stringify(row.filters)).toContain(made?.fields.owner)
    },
  },
  { name: 'an administrator may, with no conditions', as: 'abe', given: world => given(world, { filters: {} }), expect: { status: 0 } },
  {
    name: 'an administrator may, with the empty group that the screen sends',
    as: 'abe',
    given: world => given(world, { filters: { conjunction: 'and', children: [] } }),
    expect: { status: 0 },
  },
  bad('rowPermission.name-required', () => ({ name: ' ' }), ['name']),
  bad('rowPermission.users-required: users or roles', () => ({ users: {} }), ['users']),
  bad('rowPermission.permissions-optional: nothing but what is done with rows', () => ({ permissions: ['TRUNCATE'] }), ['permissions.0']),
  bad('about nothing', () => ({ permissions: [] }), ['permissions']),
  bad('nothing but rows', () => ({ type: 'column' }), ['type']),
  bad('a person who is not there', () => ({ users: { users: [uuidv7()] } }), ['users']),
  bad('a person of another organisation', world => ({ users: { users: [world.ids.dee] } }), ['users']),
  bad('a role of another organisation', async world => ({ users: { roles: [await foreignRole(world)] } }), ['users']),
  bad('an unknown field', () => ({ filters: where('nothing', 'equal', 1) }), ['filters']),
  bad('a field with SQL in its name', () => ({ filters: where('title" or 1=1 --', 'equal', 'x') }), ['filters']),
  bad('a comparison with SQL in it', () => ({ filters: where('title', '= 1 or 1=1', 'x') }), ['filters']),
  bad('an unknown variable', () => ({ filters: where('title', 'equal', field('user.password_hash')) }), ['filters']),
  bad('a variable that does not fit the field', () => ({ filters: where('amount', 'equal', field('user.email')) }), ['filters']),
  bad('a variable as a pattern', () => ({ filters: where('title', 'like', field('user.name')) }), ['filters']),
  bad('a variable from the prototype', () => ({ filters: where('title', 'equal', field('constructor')) }), ['filters']),
  ...notForThem(given),
  ...scopeRefused(given),
])
