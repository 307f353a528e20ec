import { expect } from 'vitest'
import { addDepartment, notForThem } from '../support/organisation.ts'
import { addGroup, addRank, foreignRank, rankNames } from '../support/positions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const some = async (world: World) => {
  const groupId = await addGroup(world, 'Engineers')
  return { params: { groupId, positionId: await addRank(world, groupId, 'Junior') } }
}

scenarios('org.deletePosition', [
  {
    name: 'org.delete-position, org.rank-delete: deletes a rank, also from departments',
    as: 'abe',
    given: async world => {
      const ask = await some(world)
      const id = await addDepartment(world, 'Sales')
      await world.running.services.organisation.departments.update(world.ids.acme, id, { name: 'Sales', positionIds: [ask.params.positionId] })
      return ask
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await rankNames(world)).toEqual([])
      expect((await world.call('org.listDepartments', { as: 'ann' })).data.options[0].children[0].positionIds).toEqual([])
    },
  },
  {
    name: 'knows no rank of another organisation',
    as: 'ann',
    given: async world => ({ params: await foreignRank(world) }),
    expect: { status: 404, code: 'org.positionUnknown', stored: 'same' },
  },
  { name: 'refuses what is no id', as: 'ann', params: { groupId: 'x', positionId: 'y' }, expect: { status: 404, stored: 'same' } },
  ...notForThem({}, some),
])
