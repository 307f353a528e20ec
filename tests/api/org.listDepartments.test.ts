import { expect } from 'vitest'
import { addDepartment, addMember, notForThem, rootOf, sitIn, treeOf } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

let sales = ''
let east = ''

scenarios('org.listDepartments', [
  {
    name: 'org.list-departments: an organisation has its first department from the start, with everybody in it',
    as: 'ann',
    expect: {
      status: 0,
      data: {
        options: [{ label: 'Acme', name: 'Acme', parentId: null, manager: null, managerId: null, removable: false, members: 3, people: 3, children: [] }],
      },
    },
    then: reply => {
      expect(reply.data.options[0].value).toBe(reply.data.options[0].id)
      // A field that lists departments would take it for its own value.
      expect(reply.data).not.toHaveProperty('value')
    },
  },
  {
    name: 'org.entity-department: tells place, code, manager and how many are in it and below',
    as: 'abe',
    given: async world => {
      sales = await addDepartment(world, 'Sales', undefined, { code: 'S-1', manager: world.ids.ben })
      east = await addDepartment(world, 'East', sales)
      await addMember(world, 'Eve', [east])
      await sitIn(world, world.ids.ben, [sales, east])
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      const [root] = reply.data.options
      expect(root).toMatchObject({ id: await rootOf(world), people: 4, members: 2 })
      expect(root.children).toMatchObject([
        {
          id: sales,
          value: sales,
          parentId: root.id,
          code: 'S-1',
          manager: { id: world.ids.ben, name: 'Ben' },
          managerId: world.ids.ben,
          members: 1,
          people: 2,
          removable: false,
          children: [{ id: east, members: 2, people: 2, removable: false, children: [] }],
        },
      ])
      // Made when none was given.
      expect(root.children[0].children[0].code).toMatch(/^[0-9a-f]{8}$/)
    },
  },
  {
    name: 'org.department-removable: is removable without members and departments below',
    as: 'sue',
    given: async world => void (await addDepartment(world, 'Empty')),
    expect: { status: 0 },
    then: reply =>
      expect(reply.data.options[0].children.map((node: any) => [node.name, node.removable])).toEqual([
        ['Sales', false],
        ['Empty', true],
      ]),
  },
  {
    name: 'gives back those of the chosen ids that exist',
    as: 'ann',
    given: async () => ({ query: { defaultIds: `${east},0191d5a0-0000-7000-8000-000000000001,nonsense` } }),
    expect: { status: 0 },
    then: reply => expect(reply.data.value).toBe(east),
  },
  {
    name: 'leaves out what is out of use, and what is below it, when asked for what is enabled',
    as: 'ann',
    query: { showEnabled: 'true' },
    given: async world => void (await world.db.updateTable('department').set({ disabled: true }).where('id', '=', sales).execute()),
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.options[0].children.map((node: any) => node.name)).toEqual(['Empty'])
      expect(await treeOf(world)).toEqual([['Acme', [['Sales', ['East']], 'Empty']]])
    },
  },
  {
    name: 'tells two of one name on one level apart by their codes',
    as: 'ann',
    given: async world => {
      await world.running.services.organisation.departments.create(world.ids.acme, { name: 'Twin', parentId: await rootOf(world), code: 't1' })
      await world.running.services.organisation.departments.create(world.ids.acme, { name: 'twin', parentId: await rootOf(world), code: 't2' })
    },
    expect: { status: 0 },
    then: reply =>
      expect(reply.data.options[0].children.map((node: any) => [node.label, node.name])).toEqual([
        ['Sales', 'Sales'],
        ['Empty', 'Empty'],
        ['Twin (t1)', 'Twin'],
        ['twin (t2)', 'twin'],
      ]),
  },
  {
    name: 'refuses bad filters',
    as: 'ann',
    query: { showEnabled: 'perhaps', odd: 1 },
    expect: { status: 422, errors: ['showEnabled', 'odd'], stored: 'same' },
  },
  ...notForThem(),
])
