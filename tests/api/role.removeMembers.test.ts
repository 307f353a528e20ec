import { expect } from 'vitest'
import { addRole, addVisitor, builtIn, foreignRole, lastChange, putIn, rolesNotForThem, within } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let sales = ''
const own = async (world: World) => {
  if (!sales) {
    sales = await addRole(world, 'Sales')
    await putIn(world, sales, 'user', [world.ids.ben, world.ids.abe, world.ids.ann])
  }
  return { params: { roleId: sales, memberIds: world.ids.ben } }
}

scenarios('role.removeMembers', [
  {
    name: 'role.remove-members role.remove-selected-confirm: several at once',
    as: 'abe',
    given: async world => ({ params: { ...(await own(world)).params, memberIds: `${world.ids.ben},${world.ids.ann}` } }),
    expect: { status: 0, data: { removed: 2 } },
    then: async (_reply, world) => {
      expect(await within(world, sales, 'user')).toEqual([world.ids.abe])
      expect(await lastChange(world)).toMatchObject({
        by: 'abe',
        changes: [
          { what: 'member', after: null },
          { what: 'member', after: null },
        ],
      })
    },
  },
  {
    name: 'role.remove-employee-confirm: somebody who is in it no more is no mistake',
    as: 'ann',
    given: own,
    expect: { status: 0, data: { removed: 0 }, stored: 'same' },
  },
  {
    name: 'role.remove-members: a visitor out of an external role',
    as: 'ann',
    given: async world => {
      const roleId = await addRole(world, 'Partners', { type: 1 })
      const memberIds = await addVisitor(world, 'cyd')
      await putIn(world, roleId, 'external', [memberIds])
      return { params: { roleId, memberIds } }
    },
    expect: { status: 0, data: { removed: 1 } },
  },
  {
    name: 'role.remove-member-disabled: who cannot be removed is named, and nobody is removed then',
    as: 'ann',
    given: async world => {
      const roleId = await builtIn(world, 'admin')
      await putIn(world, roleId, 'user', [world.ids.ben, world.ids.abe])
      return { params: { roleId, memberIds: `${world.ids.ben},${world.ids.abe}` } }
    },
    expect: { status: 409, code: 'role.notRemovable', stored: 'same' },
    then: reply => expect(reply.msg).toBe('Abe cannot be removed from this role'),
  },
  {
    name: 'role.members-disabled: nobody out of a role that is not editable',
    as: 'ann',
    given: async world => ({ params: { roleId: await addRole(world, 'Fixed', { editable: false }), memberIds: world.ids.ben } }),
    expect: { status: 409, code: 'role.membersLocked', stored: 'same' },
  },
  {
    name: 'refuses what is no list of ids',
    as: 'ann',
    given: async world => ({ params: { ...(await own(world)).params, memberIds: 'a,b' } }),
    expect: { status: 404, stored: 'same' },
  },
  {
    name: 'knows no role of another organisation',
    as: 'ann',
    given: async world => ({ params: { roleId: await foreignRole(world), memberIds: world.ids.ben } }),
    expect: { status: 404, stored: 'same' },
  },
  ...rolesNotForThem({}, own).filter(one => one.as !== 'ben'),
])
