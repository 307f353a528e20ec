import { expect } from 'vitest'
import { addMember, addRole, addVisitor, builtIn, foreignRole, putIn, rolesNotForThem } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let sales = ''
const own = async (world: World) => {
  if (!sales) {
    sales = await addRole(world, 'Sales')
    await world.db.updateTable('person').set({ nick_name: 'Benny' }).where('id', '=', world.ids.ben).execute()
    const banned = await addMember(world, 'Zoe')
    await world.db.updateTable('member').set({ banned: true }).where('user_id', '=', banned).execute()
    await putIn(world, sales, 'user', [banned, world.ids.ben])
  }
  return { params: { roleId: sales } }
}

scenarios('role.listMembers', [
  {
    name: 'role.list-members role.members-user-tab: people by name, those who are banned marked',
    as: 'abe',
    given: own,
    expect: {
      status: 0,
      data: {
        items: [
          { nickName: 'Benny', email: 'ben@example.test', removable: true, isActive: true },
          { nickName: 'Zoe', removable: true, isActive: false },
        ],
        total: 2,
      },
    },
  },
  {
    name: 'finds a part of the email, in pages',
    as: 'ann',
    given: own,
    query: { keywords: 'BEN@', perPage: 1 },
    expect: { status: 0, data: { total: 1, perPage: 1 } },
  },
  {
    name: 'role.remove-member-disabled: administrators of the organisation and the owner of the app stand in the role of administrators, and cannot be removed',
    as: 'ann',
    given: async world => {
      const roleId = await builtIn(world, 'admin')
      await putIn(world, roleId, 'user', [world.ids.ben, world.ids.abe])
      return { params: { roleId } }
    },
    expect: { status: 0, data: { total: 3 } },
    then: async (reply, world) => {
      await world.db.deleteFrom('role_member').where('subject_id', '=', world.ids.ben).execute()
      expect(reply.data.items.map((row: Record<string, unknown>) => [row.nickName, row.removable, row.reason])).toEqual([
        ['Abe', false, 'Administrates the organisation'],
        ['Ann', false, 'Owns the app'],
        ['Benny', true, ''],
      ])
    },
  },
  {
    name: 'role.members-external-tab: type 1 gives visitors of the app',
    as: 'ann',
    given: async world => {
      const roleId = await addRole(world, 'Partners', { type: 1 })
      await putIn(world, roleId, 'external', [await addVisitor(world, 'cyd')])
      return { params: { roleId } }
    },
    query: { type: 1 },
    expect: { status: 0, data: { items: [{ nickName: 'Cyd', email: 'cyd@example.test', removable: true, isActive: true }], total: 1 } },
  },
  { name: 'refuses what is no page', as: 'ann', given: own, query: { perPage: 1000 }, expect: { status: 422, errors: ['perPage'] } },
  {
    name: 'knows no role of another organisation',
    as: 'ann',
    given: async world => ({ params: { roleId: await foreignRole(world) } }),
    expect: { status: 404, code: 'role.unknown' },
  },
  ...rolesNotForThem({}, own),
])
