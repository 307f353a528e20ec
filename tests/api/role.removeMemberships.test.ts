import { expect } from 'vitest'
import { addDepartment, addRole, foreignRole, lastChange, putIn, rolesNotForThem, within } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let sales = ''
let east = ''
let inside = ''
const own = (memberKind: string, ids: () => string) => async (world: World) => {
  if (!sales) {
    sales = await addRole(world, 'Sales')
    await putIn(world, sales, 'department', [(east = await addDepartment(world, 'East'))])
    await putIn(world, sales, 'role', [(inside = await addRole(world, 'Inside'))])
  }
  return { params: { roleId: sales, memberKind, memberIds: ids() } }
}

scenarios('role.removeMemberships', [
  ...rolesNotForThem(
    {},
    own('department', () => east),
  ),
  {
    name: 'role.remove-departments-or-roles role.remove-membership-confirm: a department',
    as: 'abe',
    given: own('department', () => east),
    expect: { status: 0, data: { removed: 1 } },
    then: async (_reply, world) => {
      expect([await within(world, sales, 'department'), await within(world, sales, 'role')]).toEqual([[], [inside]])
      expect((await lastChange(world)).by).toBe('abe')
    },
  },
  {
    name: 'role.members-department-tab: a department’s id takes out no role',
    as: 'ann',
    given: own('role', () => east),
    expect: { status: 0, data: { removed: 0 }, stored: 'same' },
  },
  { name: 'role.remove-departments-or-roles: an included role', as: 'ann', given: own('role', () => inside), expect: { status: 0, data: { removed: 1 } } },
  { name: 'knows nothing else that is in a role', as: 'ann', given: own('user', () => east), expect: { status: 404, stored: 'same' } },
  {
    name: 'role.members-disabled: nothing out of a role that is not editable',
    as: 'ann',
    given: async world => ({ params: { roleId: await addRole(world, 'Fixed', { editable: false }), memberKind: 'department', memberIds: east } }),
    expect: { status: 409, code: 'role.membersLocked', stored: 'same' },
  },
  {
    name: 'knows no role of another organisation',
    as: 'ann',
    given: async world => ({ params: { roleId: await foreignRole(world), memberKind: 'department', memberIds: east } }),
    expect: { status: 404, code: 'role.unknown', stored: 'same' },
  },
])
