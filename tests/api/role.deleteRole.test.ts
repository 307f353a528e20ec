import { expect } from 'vitest'
import { addRole, builtIn, foreignRole, lastChange, putIn, rolesNotForThem } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const of = (id: (world: World) => Promise<string>) => async (world: World) => ({ params: { roleId: await id(world) } })
let kept = ''

scenarios('role.deleteRole', [
  {
    name: 'role.delete-role role.delete-confirm: goes with its members, out of the roles and lists it stands in',
    as: 'ann',
    given: of(async world => {
      const id = await addRole(world, 'Sales')
      await putIn(world, id, 'user', [world.ids.ben])
      kept = await addRole(world, 'Everyone selling')
      await putIn(world, kept, 'role', [id])
      await world.db
        .insertInto('permission_list')
        .values({ app_id: world.ids.shop, company_id: world.ids.acme, list: 'edit', roles: [id, kept] })
        .execute()
      return id
    }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await world.db.selectFrom('role_member').selectAll().execute()).toEqual([])
      expect((await world.db.selectFrom('permission_list').select('roles').execute())[0]?.roles).toEqual([kept])
      const { by, changes } = await lastChange(world)
      expect(by).toBe('ann')
      expect(changes.map(change => change.what).sort()).toEqual(['list', 'member', 'member', 'role'])
    },
  },
  ...(['all-users', 'admin', 'external-users', 'guest'] as const).map(word => ({
    name: `role.delete-disabled: ${word} stays`,
    as: 'ann' as const,
    given: of(world => builtIn(world, word)),
    expect: { status: 409, code: 'role.notDeletable', stored: 'same' as const },
  })),
  {
    name: 'role.delete-disabled: so does a role that is not deleteable',
    as: 'ann',
    given: of(world => addRole(world, 'Fixed', { deleteable: false })),
    expect: { status: 409, code: 'role.notDeletable', stored: 'same' },
  },
  {
    name: 'permission.acl-form-required: a list that needs a role does not lose its only one',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    given: of(async world => {
      const id = await addRole(world, 'Readers')
      await world.db
        .insertInto('permission_list')
        .values({ app_id: world.ids.shop, company_id: world.ids.acme, list: 'page:read', roles: [id] })
        .execute()
      return id
    }),
    expect: { status: 409, code: 'role.lastInList', stored: 'same' },
    then: reply => expect(reply.msg).toContain('页面'),
  },
  { name: 'knows no role of another organisation', as: 'ann', given: of(foreignRole), expect: { status: 404, code: 'role.unknown', stored: 'same' } },
  ...rolesNotForThem(
    {},
    of(async () => kept),
  ),
])
