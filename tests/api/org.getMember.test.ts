import { expect } from 'vitest'
import { addDepartment, addMember, notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('org.getMember', [
  {
    name: 'tells a member with departments and what he manages',
    as: 'abe',
    given: async world => {
      const sales = await addDepartment(world, 'Sales')
      const userId = await addMember(world, 'Eve', [sales])
      await world.running.services.organisation.departments.setManager(world.ids.acme, sales, userId)
      return { params: { userId } }
    },
    expect: { status: 0, data: { name: 'Eve', departmentName: 'Sales', managed: [{ name: 'Sales' }], isManager: true, role: 'member', canEditPerson: true } },
    then: reply => expect(reply.data.departmentIds).toBe(reply.data.departments[0].id),
  },
  {
    name: 'says when name and phone are not this organisation’s to change',
    as: 'abe',
    given: async world => ({ params: { userId: world.ids.ann } }),
    expect: { status: 0, data: { role: 'owner', isLeader: true, canEditPerson: false } },
  },
  {
    name: 'lets somebody change his own name',
    as: 'ann',
    given: async world => ({ params: { userId: world.ids.ann } }),
    expect: { status: 0, data: { canEditPerson: true } },
  },
  {
    name: 'knows nobody of another organisation',
    as: 'ann',
    given: async world => ({ params: { userId: world.ids.dee } }),
    expect: { status: 404, code: 'org.memberUnknown' },
  },
  { name: 'refuses what is no id', as: 'ann', params: { userId: 'me' }, expect: { status: 404 } },
  ...notForThem({}, async world => ({ params: { userId: world.ids.abe } })),
])
