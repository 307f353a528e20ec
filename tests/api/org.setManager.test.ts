import { expect } from 'vitest'
import { addDepartment, foreignDepartment, namesIn, notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let id = ''
const set = (userId: (world: World) => unknown) => async (world: World) => ({
  params: { departmentId: (id ||= await addDepartment(world, 'Sales')) },
  body: { userId: userId(world) },
})
const manager = async (world: World) => (await world.call('org.listDepartments', { as: 'ann' })).data.options[0].children[0].manager

scenarios('org.setManager', [
  {
    name: 'makes a member the manager, who is in the department from then on',
    as: 'abe',
    given: set(world => world.ids.ben),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await manager(world)).toEqual({ id: world.ids.ben, name: 'Ben' })
      expect(await namesIn(world, id)).toEqual(['Ben'])
    },
  },
  {
    name: 'leaves it without one; he stays in it',
    as: 'ann',
    given: set(() => null),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await manager(world)).toBe(null)
      expect(await namesIn(world, id)).toEqual(['Ben'])
    },
  },
  {
    name: 'takes nobody from outside',
    as: 'ann',
    given: set(world => world.ids.dee),
    expect: { status: 422, code: 'org.managerUnknown', errors: ['userId'], stored: 'same' },
  },
  { name: 'wants an id', as: 'ann', given: set(() => 'ben'), expect: { status: 422, errors: ['userId'], stored: 'same' } },
  {
    name: 'knows no department of another organisation',
    as: 'ann',
    given: async world => ({ params: { departmentId: await foreignDepartment(world) }, body: { userId: world.ids.ben } }),
    expect: { status: 404, code: 'org.departmentUnknown', stored: 'same' },
  },
  ...notForThem(
    {},
    set(world => world.ids.abe),
  ),
])
