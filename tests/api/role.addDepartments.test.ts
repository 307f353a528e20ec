import { expect } from 'vitest'
import { foreignDepartment } from '../support/organisation.ts'
import { addDepartment, addRole, builtIn, foreignRole, lastChange, rolesNotForThem, within } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let sales = ''
let east = ''
const own = (department: (world: World) => Promise<string[]>) => async (world: World) => ({
  params: { roleId: (sales ||= await addRole(world, 'Sales')) },
  body: { department: await department(world) },
})
const toEast = own(async world => [(east ||= await addDepartment(world, 'East'))])

scenarios('role.addDepartments', [
  {
    name: 'role.add-departments role.add-department-dialog: everybody in it gets the role',
    as: 'abe',
    given: toEast,
    expect: { status: 0, data: { added: 1 } },
    then: async (_reply, world) => {
      expect(await within(world, sales, 'department')).toEqual([east])
      expect(await lastChange(world)).toMatchObject({ by: 'abe', changes: [{ what: 'member' }] })
    },
  },
  { name: 'wants one', as: 'ann', given: own(async () => []), expect: { status: 422, errors: ['department'], stored: 'same' } },
  {
    name: 'knows none of another organisation, and takes none of the others then',
    as: 'ann',
    given: own(async world => [await addDepartment(world, 'West'), await foreignDepartment(world)]),
    expect: { status: 422, code: 'role.departmentUnknown', errors: ['department'], stored: 'same' },
  },
  {
    name: 'no departments in an external role',
    as: 'ann',
    given: async world => ({ params: { roleId: await addRole(world, 'Partners', { type: 1 }) }, body: { department: [east] } }),
    expect: { status: 422, code: 'role.wrongType', stored: 'same' },
  },
  {
    name: 'role.members-disabled: nor in “all users”',
    as: 'ann',
    given: async world => ({ params: { roleId: await builtIn(world, 'all-users') }, body: { department: [east] } }),
    expect: { status: 409, code: 'role.membersLocked', stored: 'same' },
  },
  {
    name: 'knows no role of another organisation',
    as: 'ann',
    given: async world => ({ params: { roleId: await foreignRole(world) }, body: { department: [east] } }),
    expect: { status: 404, code: 'role.unknown', stored: 'same' },
  },
  ...rolesNotForThem({}, toEast),
])
