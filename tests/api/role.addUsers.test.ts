import { expect } from 'vitest'
import { addMember, addRole, addVisitor, builtIn, foreignRole, lastChange, rolesNotForThem, within } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let sales = ''
let partners = ''
const own = async (world: World) => ({ params: { roleId: (sales ||= await addRole(world, 'Sales')) } })
const external = async (world: World) => ({ params: { roleId: (partners ||= await addRole(world, 'Partners', { type: 1 })) } })

scenarios('role.addUsers', [
  {
    name: 'role.add-users role.add-user-dialog: members by email, whatever its case; once more adds nothing',
    as: 'abe',
    given: own,
    body: { email: ['BEN@example.test', 'ann@example.test', 'ben@example.test'] },
    expect: { status: 0, data: { added: 2 } },
    then: async (_reply, world) => {
      expect((await within(world, sales, 'user')).sort()).toEqual([world.ids.ben, world.ids.ann].sort())
      expect(await lastChange(world)).toMatchObject({ by: 'abe', changes: [{ what: 'member' }, { what: 'member' }] })
      const again = await world.call('role.addUsers', { as: 'abe', params: { roleId: sales }, body: { email: ['ben@example.test'] } })
      expect(again.data.added).toBe(0)
    },
  },
  { name: 'role.add-user-email: wants somebody', as: 'ann', given: own, body: { email: [] }, expect: { status: 422, errors: ['email'], stored: 'same' } },
  {
    name: 'role.add-user-empty: nobody outside the organisation, and then none of the others',
    as: 'ann',
    given: own,
    body: { email: ['abe@example.test', 'cyd@example.test'] },
    expect: { status: 422, code: 'role.usersUnknown', errors: ['email'], data: { unknown: ['cyd@example.test'] }, stored: 'same' },
  },
  {
    name: 'nor anybody who is banned',
    as: 'ann',
    given: async world => {
      const id = await addMember(world, 'Zoe')
      await world.db.updateTable('member').set({ banned: true }).where('user_id', '=', id).execute()
      const { email } = await world.db.selectFrom('person').select('email').where('id', '=', id).executeTakeFirstOrThrow()
      return { ...(await own(world)), body: { email: [email] } }
    },
    expect: { status: 422, code: 'role.usersUnknown', stored: 'same' },
  },
  {
    name: 'role.add-external-user-dialog: visitors by their id, into an external role',
    as: 'ann',
    given: async world => ({ ...(await external(world)), body: { email: [await addVisitor(world, 'cyd')], type: 1 } }),
    expect: { status: 0, data: { added: 1 } },
    then: async (_reply, world) => expect(await within(world, partners, 'external')).toHaveLength(1),
  },
  {
    name: 'role.add-external-empty: knows no visitor who did not register',
    as: 'ann',
    given: async world => ({ ...(await external(world)), body: { email: [world.ids.ben], type: 1 } }),
    expect: { status: 422, code: 'role.visitorsUnknown', errors: ['email'], stored: 'same' },
  },
  {
    name: 'no members into an external role',
    as: 'ann',
    given: external,
    body: { email: ['ben@example.test'] },
    expect: { status: 422, code: 'role.wrongType', stored: 'same' },
  },
  {
    name: 'no visitors into an internal one',
    as: 'ann',
    given: own,
    body: { email: ['x'], type: 1 },
    expect: { status: 422, code: 'role.wrongType', stored: 'same' },
  },
  {
    name: 'role.members-disabled: everybody is in “all users” already',
    as: 'ann',
    given: async world => ({ params: { roleId: await builtIn(world, 'all-users') } }),
    body: { email: ['ben@example.test'] },
    expect: { status: 409, code: 'role.membersLocked', stored: 'same' },
  },
  {
    name: 'role.members-disabled: nor into a role that is not editable',
    as: 'ann',
    given: async world => ({ params: { roleId: await addRole(world, 'Fixed', { editable: false }) } }),
    body: { email: ['ben@example.test'] },
    expect: { status: 409, code: 'role.membersLocked', stored: 'same' },
  },
  {
    name: 'knows no role of another organisation',
    as: 'ann',
    given: async world => ({ params: { roleId: await foreignRole(world) } }),
    body: { email: ['ben@example.test'] },
    expect: { status: 404, stored: 'same' },
  },
  ...rolesNotForThem({ body: { email: ['ben@example.test'] } }, own),
])
