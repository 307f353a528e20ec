import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addDepartment, addMember, foreignDepartment, namesIn, notForThem, rootOf, sitIn, treeOf } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let id = ''
const on = (body: (world: World) => unknown) => async (world: World) => ({ params: { departmentId: id }, body: await body(world) })
const node = async (world: World) => (await world.call('org.listDepartments', { as: 'ann' })).data.options[0].children.find((one: any) => one.id === id)

scenarios('org.updateDepartment', [
  {
    name: 'org.update-department: changes name, manager and positions, and keeps the code',
    as: 'abe',
    given: async world => {
      id = await addDepartment(world, 'Sales', undefined, { code: 'sales' })
      const { organisation } = world.running.services
      const groupId = await organisation.positions.createGroup(world.ids.acme, { name: 'Engineers', sequence: 1 })
      const position = await organisation.positions.create(world.ids.acme, groupId, { groupId, name: 'Junior', level: 1 })
      return { params: { departmentId: id }, body: { name: ' Trade ', code: 'sales', manager: world.ids.ben, positionIds: [position, position] } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const now = await node(world)
      expect(now).toMatchObject({ name: 'Trade', code: 'sales', managerId: world.ids.ben })
      expect(now.positionIds).toHaveLength(1)
      expect(await namesIn(world, id)).toEqual(['Ben'])
    },
  },
  {
    name: 'takes the organisation itself as it was answered, its missing parent included',
    as: 'ann',
    given: async world => ({ params: { departmentId: await rootOf(world) }, body: { name: 'Acme', parentId: null } }),
    expect: { status: 0 },
  },
  {
    name: 'leaves no other department without a parent',
    as: 'ann',
    given: on(() => ({ name: 'Trade', parentId: null })),
    expect: { status: 422, errors: ['parentId'], stored: 'same' },
  },
  {
    name: 'org.department-edit: leaves what is not sent, and no manager for an empty one',
    as: 'ann',
    given: on(() => ({ name: 'Trade', manager: '' })),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await node(world)).toMatchObject({ manager: null, code: 'sales' })
      expect((await node(world)).positionIds).toHaveLength(1)
      expect(await namesIn(world, id)).toEqual(['Ben'])
    },
  },
  {
    name: 'org.department-code: is locked once set',
    as: 'ann',
    given: on(() => ({ name: 'Trade', code: 'other' })),
    expect: { status: 422, code: 'org.codeLocked', errors: ['code'], stored: 'same' },
  },
  {
    name: 'org.department-parent: moves with all that is below, and everybody there counts in the new place',
    as: 'ann',
    given: async world => {
      const other = await addDepartment(world, 'Other')
      const below = await addDepartment(world, 'Below', id)
      await addMember(world, 'Eve', [below])
      return { params: { departmentId: id }, body: { name: 'Trade', parentId: other } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await treeOf(world)).toEqual([['Acme', [['Other', [['Trade', ['Below']]]]]]])
      const [root] = (await world.call('org.listDepartments', { as: 'ann' })).data.options
      expect(root.children[0]).toMatchObject({ name: 'Other', members: 0, people: 2 })
      expect(await namesIn(world, root.children[0].id, { showDescendants: true })).toEqual(['Ben', 'Eve'])
      await world.call('org.updateDepartment', { as: 'ann', params: { departmentId: id }, body: { name: 'Trade', parentId: root.id } })
      expect((await world.call('org.listDepartments', { as: 'ann' })).data.options[0].children[0]).toMatchObject({ name: 'Other', people: 0 })
    },
  },
  {
    name: 'is not put under itself',
    as: 'ann',
    given: async world => ({ params: { departmentId: id }, body: { name: 'Trade', parentId: await addDepartment(world, 'Inside', id) } }),
    expect: { status: 422, code: 'org.departmentLoop', errors: ['parentId'], stored: 'same' },
  },
  {
    name: 'is not moved deeper than 20 levels',
    as: 'ann',
    given: async world => {
      let parentId = await rootOf(world)
      for (let level = 2; level <= 19; level++) parentId = await addDepartment(world, `Level ${level}`, parentId)
      return { params: { departmentId: id }, body: { name: 'Trade', parentId } }
    },
    expect: { status: 422, code: 'org.tooDeep', errors: ['parentId'], stored: 'same' },
  },
  {
    name: 'the organisation itself is renamed, and gets no parent',
    as: 'ann',
    given: async world => ({ params: { departmentId: await rootOf(world) }, body: { name: 'Acme', parentId: id } }),
    expect: { status: 422, code: 'org.rootParent', errors: ['parentId'], stored: 'same' },
  },
  {
    name: 'goes to no parent of another organisation',
    as: 'ann',
    given: async world => ({ params: { departmentId: id }, body: { name: 'Trade', parentId: await foreignDepartment(world) } }),
    expect: { status: 422, code: 'org.departmentUnknown', errors: ['parentId'], stored: 'same' },
  },
  {
    name: 'takes no manager from outside',
    as: 'ann',
    given: on(world => ({ name: 'Trade', manager: world.ids.dee })),
    expect: { status: 422, code: 'org.managerUnknown', errors: ['manager'], stored: 'same' },
  },
  {
    name: 'takes no position that is not there, and changes nothing of the rest',
    as: 'ann',
    given: on(() => ({ name: 'Renamed', positionIds: [uuidv7()] })),
    expect: { status: 422, code: 'org.positionsUnknown', errors: ['positionIds'], stored: 'same' },
  },
  {
    name: 'has no manager any more when he leaves it',
    as: 'ann',
    given: on(world => ({ name: 'Trade', manager: world.ids.ben })),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await node(world)).managerId).toBe(world.ids.ben)
      await sitIn(world, world.ids.ben, [await rootOf(world)])
      expect((await node(world)).managerId).toBe(null)
    },
  },
  { name: 'wants a name', as: 'ann', given: on(() => ({ name: '' })), expect: { status: 422, errors: ['name'], stored: 'same' } },
  {
    name: 'knows no department of another organisation',
    as: 'ann',
    given: async world => ({ params: { departmentId: await foreignDepartment(world) }, body: { name: 'Mine' } }),
    expect: { status: 404, code: 'org.departmentUnknown', stored: 'same' },
  },
  ...notForThem(
    {},
    on(() => ({ name: 'Mine' })),
  ),
])
