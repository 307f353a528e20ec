import { expect } from 'vitest'
import { addRole, builtIn, foreignRole, lastChange, putIn, rolesNotForThem } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let sales = ''
const of = (id: (world: World) => Promise<string>) => async (world: World) => ({ params: { roleId: await id(world) } })
const own = of(async world => (sales ||= await addRole(world, 'Sales')))

scenarios('role.updateRole', [
  {
    name: 'role.update-role role.edit-dialog: renames and describes',
    as: 'abe',
    given: own,
    body: { name: 'Selling', description: 'Sells things' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { changes, by } = await lastChange(world)
      expect(by).toBe('abe')
      expect(changes).toEqual([
        { what: 'role', before: expect.objectContaining({ name: 'Sales' }), after: expect.objectContaining({ name: 'Selling', description: 'Sells things' }) },
      ])
    },
  },
  { name: 'changes the case of its name', as: 'ann', given: own, body: { name: 'SELLING' }, expect: { status: 0 } },
  { name: 'role.edit-locks: the type stays', as: 'ann', given: own, body: { name: 'X', type: 1 }, expect: { status: 422, errors: ['type'], stored: 'same' } },
  { name: 'role.name-required: wants a name', as: 'ann', given: own, body: { name: '' }, expect: { status: 422, errors: ['name'], stored: 'same' } },
  {
    name: 'takes no name of another',
    as: 'ann',
    given: async world => {
      await addRole(world, 'Other')
      return own(world)
    },
    body: { name: 'other' },
    expect: { status: 422, code: 'role.nameTaken', stored: 'same' },
  },
  ...(['all-users', 'admin', 'guest'] as const).map(word => ({
    name: `role.edit-built-in-conflict role.edit-disabled: ${word} is locked, called directly too`,
    as: 'ann' as const,
    given: of(world => builtIn(world, word)),
    body: { name: 'Mine' },
    expect: { status: 409, code: 'role.locked', stored: 'same' as const },
  })),
  {
    name: 'role.edit-disabled: so is a role that is not editable',
    as: 'ann',
    given: of(world => addRole(world, 'Fixed', { editable: false })),
    body: { name: 'Mine' },
    expect: { status: 409, code: 'role.locked', stored: 'same' },
  },
  {
    name: 'knows no role of another organisation',
    as: 'ann',
    given: of(foreignRole),
    body: { name: 'Mine' },
    expect: { status: 404, code: 'role.unknown', stored: 'same' },
  },
  ...rolesNotForThem({ body: { name: 'Mine' } }, own),
  {
    name: 'permission.who: who configures permissions changes those roles that the role’s own permissions let him change',
    as: 'ben',
    given: async world => {
      const roleId = await addRole(world, 'Configurers')
      await putIn(world, roleId, 'user', [world.ids.ben])
      await world.db
        .insertInto('permission_list')
        .values({ app_id: world.ids.shop, company_id: world.ids.acme, list: 'adminRole', roles: [roleId] })
        .execute()
      return own(world)
    },
    body: { name: 'Mine' },
    expect: { status: 403, code: 'role.noRight', stored: 'same' },
    then: async (_reply, world) => {
      const { items } = (await world.call('role.listRoles', { as: 'ben', query: { keywords: 'selling' } })).data
      expect(items[0]).toMatchObject({
        editReason: 'You are not allowed to do this with the role',
        deleteReason: 'You are not allowed to do this with the role',
      })
      await world.db.updateTable('role').set({ owner_id: world.ids.ben }).where('id', '=', sales).execute()
      expect((await world.call('role.updateRole', { as: 'ben', params: { roleId: sales }, body: { name: 'Mine now' } })).status).toBe(0)
    },
  },
])
