import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { addGroup, addRank, foreignRank, rankNames } from '../support/positions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const change =
  (more: Record<string, unknown> = {}) =>
  async (world: World) => {
    const groupId = await addGroup(world, 'Engineers')
    return { params: { groupId, positionId: await addRank(world, groupId, 'Junior') }, body: { groupId, name: 'Senior', level: 7, description: '', ...more } }
  }

scenarios('org.updatePosition', [
  {
    name: 'org.update-position: changes a rank',
    as: 'abe',
    given: change(),
    expect: { status: 0 },
    then: async (_reply, world) => expect(await rankNames(world)).toEqual(['Senior']),
  },
  {
    name: 'org.rank-form: gives it another category',
    as: 'ann',
    given: async world => change({ groupId: await addGroup(world, 'Sales') })(world),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { options } = (await world.call('org.listPositionGroups', { as: 'ann', query: { keywords: 'sales' } })).data
      expect(await rankNames(world, options[0].id)).toEqual(['Senior'])
    },
  },
  { name: 'tells all that is wrong', as: 'ann', given: change({ name: '', level: -1 }), expect: { status: 422, errors: ['name', 'level'], stored: 'same' } },
  {
    name: 'gives it no category of another organisation',
    as: 'ann',
    given: async world => change({ groupId: (await foreignRank(world)).groupId })(world),
    expect: { status: 422, code: 'org.groupUnknown', stored: 'same' },
  },
  {
    name: 'knows no rank of another organisation',
    as: 'ann',
    given: async world => ({ ...(await change()(world)), params: await foreignRank(world) }),
    expect: { status: 404, code: 'org.positionUnknown', stored: 'same' },
  },
  ...notForThem({}, change()),
])
