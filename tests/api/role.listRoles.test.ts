import { expect } from 'vitest'
import { addDepartment, addRole, builtIn, foreignRole, putIn, rolesNotForThem } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'

const names = (reply: { data: Record<string, any> }) => reply.data.items.map((row: { name: string }) => row.name)

scenarios('role.listRoles', [
  {
    name: 'role.list-roles role.entity-role role.all-users-name: built-in roles first, then the app’s own by name, with how many are in them',
    as: 'abe',
    given: async world => {
      await foreignRole(world)
      const sales = await addRole(world, 'sales')
      await putIn(world, sales, 'user', [world.ids.ben])
      await putIn(world, sales, 'department', [await addDepartment(world, 'East')])
      await putIn(world, sales, 'role', [await addRole(world, 'Accounts', { deleteable: false })])
      await addRole(world, 'Partners', { type: 1, editable: false })
    },
    expect: { status: 0, data: { total: 7, page: 1, perPage: 20 } },
    then: reply => {
      expect(names(reply)).toEqual(['Administrators', 'All users', 'External users', 'Guests', 'Accounts', 'Partners', 'sales'])
      const by = Object.fromEntries(reply.data.items.map((row: { name: string }) => [row.name, row]))
      expect(by.sales).toMatchObject({ type: 0, editable: true, isBultin: false, deleteable: true, users: 1, departments: 1, roles: 1, editReason: '' })
      // role.edit-disabled role.members-disabled role.delete-disabled: with the reason
      expect(by['All users']).toMatchObject({ isEverybody: true, isBultin: true, editable: false, membersReason: 'It stands for everybody' })
      expect(by.Administrators).toMatchObject({ editReason: 'Every app has this role', membersReason: '', deleteReason: 'Every app has this role' })
      expect(by.Partners).toMatchObject({ type: 1, editReason: 'This role cannot be edited', membersReason: 'Who is in it follows by itself' })
      expect(by.Accounts).toMatchObject({ deleteReason: 'This role cannot be deleted', editReason: '' })
      expect(by.Guests).toMatchObject({ isAppGuest: true })
    },
  },
  {
    name: 'role.all-users-special: is found by what the reader calls it',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    query: { keywords: '所有用户' },
    expect: { status: 0, data: { total: 1, items: [{ name: '所有用户', isEverybody: true }] } },
  },
  {
    name: 'finds a part of a name as it is typed',
    as: 'ann',
    query: { keywords: 'LES' },
    expect: { status: 0, data: { total: 1, items: [{ name: 'sales' }] } },
  },
  { name: 'finds no pattern', as: 'ann', query: { keywords: '%' }, expect: { status: 0, data: { total: 0, items: [] } } },
  {
    name: 'pages, of one type',
    as: 'ann',
    query: { type: 1, page: 2, perPage: 2 },
    expect: { status: 0, data: { total: 3, items: [{ name: 'Partners' }], page: 2, perPage: 2 } },
  },
  { name: 'refuses what is no page', as: 'ann', query: { page: 0, type: 2 }, expect: { status: 422, errors: ['page', 'type'], stored: 'same' } },
  {
    name: 'permission.who: lets a member in who configures permissions',
    as: 'ben',
    given: async world => putIn(world, await builtIn(world, 'admin'), 'user', [world.ids.ben]),
    expect: { status: 0 },
    then: async (_reply, world) => {
      await world.db.deleteFrom('role_member').where('subject_id', '=', world.ids.ben).execute()
    },
  },
  ...rolesNotForThem(),
])
