import { addDepartment, addRole, foreignRole, putIn, rolesNotForThem } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let sales = ''
const own = async (world: World) => {
  if (!sales) {
    sales = await addRole(world, 'Sales')
    const east = await addDepartment(world, 'East', await addDepartment(world, 'Trade'))
    await putIn(world, sales, 'department', [east])
    await putIn(world, sales, 'role', [await addRole(world, 'Support')])
    await putIn(world, await addRole(world, 'Readers'), 'role', [sales])
  }
  return { params: { roleId: sales } }
}

scenarios('role.getRoleMemberships', [
  {
    name: 'role.get-role-memberships role.members-drawer: departments with their place, roles in it, roles it is in',
    as: 'abe',
    given: own,
    expect: {
      status: 0,
      data: {
        role: { name: 'Sales', type: 0, editable: true },
        departments: [{ name: 'East', place: 'Acme / Trade', people: 0, disabled: false }],
        roles: [{ name: 'Support' }],
        includedIn: [{ name: 'Readers' }],
      },
    },
  },
  { name: 'refuses what is no id', as: 'ann', params: { roleId: 'x' }, expect: { status: 404, stored: 'same' } },
  {
    name: 'knows no role of another organisation',
    as: 'ann',
    given: async world => ({ params: { roleId: await foreignRole(world) } }),
    expect: { status: 404, code: 'role.unknown' },
  },
  ...rolesNotForThem({}, own),
])
