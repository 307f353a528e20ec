import { expect } from 'vitest'
import { addDepartment, addMember, foreignDepartment, notForThem, rootOf, treeOf } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('org.deleteDepartment', [
  {
    name: 'org.delete-department: deletes an empty one, with the positions it had',
    as: 'abe',
    given: async world => {
      const departmentId = await addDepartment(world, 'Empty')
      const { positions, departments } = world.running.services.organisation
      const groupId = await positions.createGroup(world.ids.acme, { name: 'Engineers', sequence: 1 })
      const position = await positions.create(world.ids.acme, groupId, { groupId, name: 'Junior', level: 1 })
      await departments.update(world.ids.acme, departmentId, { name: 'Empty', positionIds: [position] })
      return { params: { departmentId } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect(await treeOf(world)).toEqual(['Acme']),
  },
  {
    name: 'org.department-delete: says that members are in it',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    given: async world => {
      const departmentId = await addDepartment(world, 'Full')
      await addMember(world, 'Eve', [departmentId])
      return { params: { departmentId } }
    },
    expect: { status: 409, code: 'org.departmentHasMembers', stored: 'same' },
    then: reply => expect(reply.msg).toBe('还有 1 名成员，请先移走'),
  },
  {
    name: 'org.department-removable: says that departments are below it',
    as: 'ann',
    given: async world => {
      const departmentId = await addDepartment(world, 'Upper')
      await addDepartment(world, 'Lower', departmentId)
      return { params: { departmentId } }
    },
    expect: { status: 409, code: 'org.departmentHasChildren', stored: 'same' },
    then: reply => expect(reply.msg).toBe('It still has departments below it (1). Move or delete them first'),
  },
  {
    name: 'keeps the organisation itself',
    as: 'ann',
    given: async world => ({ params: { departmentId: await rootOf(world) } }),
    expect: { status: 409, code: 'org.departmentIsRoot', stored: 'same' },
  },
  {
    name: 'knows no department of another organisation',
    as: 'ann',
    given: async world => ({ params: { departmentId: await foreignDepartment(world) } }),
    expect: { status: 404, code: 'org.departmentUnknown', stored: 'same' },
  },
  { name: 'refuses what is no id', as: 'ann', params: { departmentId: "1' or 1=1" }, expect: { status: 404, stored: 'same' } },
  ...notForThem({}, async world => ({ params: { departmentId: await addDepartment(world, 'Guarded') } })),
])
