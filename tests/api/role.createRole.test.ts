import { expect } from 'vitest'
import { addRole, lastChange, putIn, rolesNotForThem } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('role.createRole', [
  {
    name: 'role.create-role role.create-dialog: adds a role, attributed in the history of permissions',
    as: 'abe',
    body: { name: ' Sales ', type: 1, description: 'Sells' },
    expect: { status: 0 },
    then: async (reply, world) => {
      const row = await world.db.selectFrom('role').selectAll().where('id', '=', reply.data.id).executeTakeFirstOrThrow()
      expect(row).toMatchObject({ name: 'Sales', type: 1, description: 'Sells', editable: true, deleteable: true, built_in: null, owner_id: world.ids.abe })
      expect(await lastChange(world)).toMatchObject({ by: 'abe', changes: [{ what: 'role', before: null, after: { name: 'Sales' } }] })
    },
  },
  { name: 'role.create-role: internal when nothing is said', as: 'ann', body: { name: 'Support' }, expect: { status: 0 } },
  { name: 'role.name-required: wants a name', as: 'ann', body: { name: '  ' }, expect: { status: 422, errors: ['name'], stored: 'same' } },
  {
    name: 'role.description-max: 200 characters are the most',
    as: 'ann',
    body: { name: 'X', description: 'x'.repeat(201) },
    expect: { status: 422, errors: ['description'], stored: 'same' },
  },
  { name: 'knows no other type', as: 'ann', body: { name: 'X', type: 2 }, expect: { status: 422, errors: ['type'], stored: 'same' } },
  {
    name: 'takes no name twice, whatever its case',
    as: 'ann',
    body: { name: 'SALES' },
    expect: { status: 422, code: 'role.nameTaken', errors: ['name'], stored: 'same' },
  },
  {
    name: 'takes no name of a built-in role in any language',
    as: 'ann',
    body: { name: '所有用户' },
    expect: { status: 422, code: 'role.nameTaken', stored: 'same' },
  },
  {
    name: 'role.type-visible: an app of a kind without visitors has no external roles',
    as: 'ann',
    given: async world => void (await world.db.updateTable('app').set({ type: 3 }).where('id', '=', world.ids.shop).execute()),
    body: { name: 'Partners', type: 1 },
    expect: { status: 422, code: 'role.typeLocked', errors: ['type'], stored: 'same' },
    then: async (_reply, world) => void (await world.db.updateTable('app').set({ type: 1 }).where('id', '=', world.ids.shop).execute()),
  },
  {
    name: 'role.type-visible: nor has one whose design is not LOW',
    as: 'ann',
    given: async world =>
      void (await world.db
        .updateTable('app')
        .set({ config: JSON.stringify({ design: 'PRO' }) })
        .where('id', '=', world.ids.shop)
        .execute()),
    body: { name: 'Partners', type: 1 },
    expect: { status: 422, code: 'role.typeLocked', stored: 'same' },
    then: async (_reply, world) => void (await world.db.updateTable('app').set({ config: '{}' }).where('id', '=', world.ids.shop).execute()),
  },
  ...rolesNotForThem({ body: { name: 'Mine' } }),
  {
    name: 'role.create-visible: admin:role:create is enough, without configuring permissions',
    as: 'ben',
    given: async world => {
      const makers = await addRole(world, 'Makers')
      await putIn(world, makers, 'user', [world.ids.ben])
      await world.db
        .insertInto('permission_list')
        .values({ app_id: world.ids.shop, company_id: world.ids.acme, list: 'role.create', roles: [makers] })
        .execute()
      return {}
    },
    body: { name: 'Made by Ben' },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.call('role.listRoles', { as: 'ben' })).status).toBe(403),
  },
])
