import { expect } from 'vitest'
import { addDepartment, addRole, builtIn, foreignRole, putIn, rolesNotForThem } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let sales = ''
const own = async (world: World) => {
  if (!sales) {
    sales = await addRole(world, 'Sales')
    const trade = await addDepartment(world, 'Trade')
    await putIn(world, sales, 'department', [await addDepartment(world, 'East', trade)])
    const closed = await addDepartment(world, 'Closed')
    await addDepartment(world, 'Below', closed)
    await world.db.updateTable('department').set({ disabled: true }).where('id', '=', closed).execute()
  }
  return { params: { roleId: sales } }
}

scenarios('role.listDepartments', [
  {
    name: 'role.list-departments: the tree, what is in the role marked, what is out of use left out with what is below it',
    as: 'abe',
    given: own,
    expect: { status: 0 },
    then: reply => {
      const [root] = reply.data.options
      expect(root).toMatchObject({ label: 'Acme', disabled: false })
      expect(root.children).toMatchObject([{ label: 'Trade', disabled: false, children: [{ label: 'East', disabled: true, children: [] }] }])
      expect(root.children).toHaveLength(1)
    },
  },
  {
    name: 'is there for a member who configures permissions without running the organisation',
    as: 'ben',
    given: async world => {
      await putIn(world, await builtIn(world, 'admin'), 'user', [world.ids.ben])
      return own(world)
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.call('org.listDepartments', { as: 'ben' })).status).toBe(403)
      await world.db.deleteFrom('role_member').where('subject_id', '=', world.ids.ben).execute()
    },
  },
  { name: 'refuses what is no id', as: 'ann', params: { roleId: 'x' }, expect: { status: 404 } },
  {
    name: 'knows no role of another organisation',
    as: 'ann',
    given: async world => ({ params: { roleId: await foreignRole(world) } }),
    expect: { status: 404, code: 'role.unknown' },
  },
  ...rolesNotForThem({}, own),
])
