import { expect } from 'vitest'
import { addDepartment, foreignDepartment, notForThem, rootOf, treeOf } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const ids: Record<string, string> = {}
const order = (names: string[]) => async (world: World) => ({ body: { parentId: await rootOf(world), ids: names.map(name => ids[name]) } })

scenarios('org.saveDepartmentOrder', [
  {
    name: 'org.save-department-order: orders a level; those not named keep their order behind',
    as: 'abe',
    given: async world => {
      for (const name of ['A', 'B', 'C', 'D']) ids[name] = await addDepartment(world, name)
      ids.below = await addDepartment(world, 'Below', ids.A)
      return order(['C', 'A'])(world)
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect(await treeOf(world)).toEqual([['Acme', ['C', ['A', ['Below']], 'B', 'D']]]),
  },
  {
    name: 'org.reorder: takes nothing from another level',
    as: 'ann',
    given: order(['A', 'below']),
    expect: { status: 422, code: 'org.orderInvalid', errors: ['ids'], stored: 'same' },
  },
  { name: 'takes nothing twice', as: 'ann', given: order(['A', 'A']), expect: { status: 422, code: 'org.orderInvalid', stored: 'same' } },
  {
    name: 'takes nothing of another organisation',
    as: 'ann',
    given: async world => ({ body: { parentId: await rootOf(world), ids: [await foreignDepartment(world)] } }),
    expect: { status: 422, code: 'org.orderInvalid', stored: 'same' },
  },
  {
    name: 'knows no level of another organisation',
    as: 'ann',
    given: async world => ({ body: { parentId: await foreignDepartment(world), ids: [] } }),
    expect: { status: 404, code: 'org.departmentUnknown', stored: 'same' },
  },
  { name: 'wants ids', as: 'ann', body: { parentId: 'x', ids: ['y'] }, expect: { status: 422, errors: ['parentId', 'ids.0'], stored: 'same' } },
  ...notForThem({}, order(['D', 'C'])),
])
