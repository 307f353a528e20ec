import { expect } from 'vitest'
import { addDepartment, addMember, foreignDepartment, namesIn, notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let eve = ''
let sales = ''
let east = ''
const her = (body: () => unknown) => async () => ({ params: { userId: eve }, body: body() })
const now = async (world: World, userId = eve) => (await world.call('org.getMember', { as: 'ann', params: { userId } })).data

scenarios('org.updateMember', [
  {
    name: 'changes name, phone and departments of somebody who belongs here alone',
    as: 'abe',
    given: async world => {
      sales = await addDepartment(world, 'Sales')
      east = await addDepartment(world, 'East')
      eve = await addMember(world, 'Eve', [sales])
      await world.running.services.organisation.departments.setManager(world.ids.acme, sales, eve)
      return her(() => ({ name: 'Eva', phone: '139', departmentIds: `${east},${east}`, role: 'member' }))()
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await now(world)).toMatchObject({ name: 'Eva', phone: '139', departmentName: 'East', managed: [] })
      expect(await namesIn(world, sales)).toEqual([])
      expect(await namesIn(world, east)).toEqual(['Eva'])
    },
  },
  {
    name: 'org.member-tag: makes an administrator, who may then administer',
    as: 'abe',
    given: async world => ({ params: { userId: world.ids.ben }, body: { role: 'admin' } }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.call('org.listMembers', { as: 'ben' })).status).toBe(0)
      await world.call('org.updateMember', { as: 'ann', params: { userId: world.ids.ben }, body: { role: 'member' } })
      expect((await world.call('org.listMembers', { as: 'ben' })).status).toBe(403)
    },
  },
  {
    name: 'leaves the role of the owner',
    as: 'abe',
    given: async world => ({ params: { userId: world.ids.ann }, body: { role: 'member' } }),
    expect: { status: 409, code: 'org.ownerProtected', stored: 'same' },
  },
  { name: 'makes nobody an owner', as: 'ann', given: her(() => ({ role: 'owner' })), expect: { status: 409, code: 'org.ownerProtected', stored: 'same' } },
  {
    name: 'is not for making oneself less',
    as: 'abe',
    given: async world => ({ params: { userId: world.ids.abe }, body: { role: 'member' } }),
    expect: { status: 409, code: 'org.notYourself', stored: 'same' },
  },
  {
    name: 'leaves the name of who belongs to other organisations too; the rest is changed with it unchanged',
    as: 'ann',
    given: async world => {
      await world.db.insertInto('member').values({ company_id: world.ids.globex, user_id: eve, role: 'member' }).execute()
      return her(() => ({ name: 'Mallory', departmentIds: sales }))()
    },
    expect: { status: 422, code: 'org.notManaged', errors: ['name'], stored: 'same' },
    then: async (_reply, world) => {
      expect(
        (await world.call('org.updateMember', { as: 'ann', params: { userId: eve }, body: { name: 'Eva', departmentIds: `${sales},${east}` } })).status,
      ).toBe(0)
      expect(await now(world)).toMatchObject({ departmentName: 'Sales, East' })
    },
  },
  {
    name: 'knows no department of another organisation',
    as: 'ann',
    given: async world => ({ params: { userId: eve }, body: { departmentIds: `${sales},${await foreignDepartment(world)}` } }),
    expect: { status: 422, code: 'org.departmentUnknown', errors: ['departmentIds'], stored: 'same' },
  },
  {
    name: 'wants at least one department, a name, a plain phone',
    as: 'ann',
    given: her(() => ({ name: ' ', departmentIds: '', phone: 'x', role: 'king' })),
    expect: { status: 422, errors: ['name', 'departmentIds', 'phone', 'role'], stored: 'same' },
  },
  {
    name: 'knows nobody of another organisation',
    as: 'ann',
    given: async world => ({ params: { userId: world.ids.dee }, body: { name: 'Mine' } }),
    expect: { status: 404, code: 'org.memberUnknown', stored: 'same' },
  },
  ...notForThem(
    {},
    her(() => ({ name: 'Mine' })),
  ),
])
