import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { addGroup, foreignRank, groupNames } from '../support/positions.ts'
import { scenarios } from '../support/scenarios.ts'

const ids: Record<string, string> = {}

scenarios('org.savePositionGroupOrder', [
  {
    name: 'org.save-position-group-order: numbers the categories anew; those not named come last',
    as: 'abe',
    given: async world => {
      for (const [at, name] of ['AA', 'BB', 'CC'].entries()) ids[name] = await addGroup(world, name, at * 10)
      return { body: { ids: [ids.CC, ids.AA] } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await groupNames(world)).toEqual(['CC', 'AA', 'BB'])
      expect((await world.call('org.listPositionGroups', { as: 'ann' })).data.options.map((group: any) => group.sequence)).toEqual([1, 2, 3])
    },
  },
  {
    name: 'takes nothing twice',
    as: 'ann',
    given: async () => ({ body: { ids: [ids.AA, ids.AA] } }),
    expect: { status: 422, code: 'org.orderInvalid', errors: ['ids'], stored: 'same' },
  },
  {
    name: 'takes nothing of another organisation',
    as: 'ann',
    given: async world => ({ body: { ids: [(await foreignRank(world)).groupId] } }),
    expect: { status: 422, code: 'org.orderInvalid', stored: 'same' },
  },
  { name: 'wants ids', as: 'ann', body: { ids: ['x'] }, expect: { status: 422, errors: ['ids.0'], stored: 'same' } },
  ...notForThem({ body: { ids: [] } }),
])
