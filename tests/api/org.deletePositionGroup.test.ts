import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { addGroup, addRank, foreignRank, groupNames } from '../support/positions.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('org.deletePositionGroup', [
  {
    name: 'org.delete-position-group, org.category-delete: deletes a category without ranks',
    as: 'abe',
    given: async world => ({ params: { groupId: await addGroup(world, 'Engineers') } }),
    expect: { status: 0 },
    then: async (_reply, world) => expect(await groupNames(world)).toEqual([]),
  },
  {
    name: 'says that ranks are in it',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    given: async world => {
      const groupId = await addGroup(world, 'Full')
      await addRank(world, groupId, 'Junior')
      return { params: { groupId } }
    },
    expect: { status: 409, code: 'org.groupHasPositions', stored: 'same' },
    then: reply => expect(reply.msg).toBe('该类别下还有 1 个职级，请先移动或删除'),
  },
  {
    name: 'knows none of another organisation',
    as: 'ann',
    given: async world => ({ params: { groupId: (await foreignRank(world)).groupId } }),
    expect: { status: 404, code: 'org.groupUnknown', stored: 'same' },
  },
  { name: 'refuses what is no id', as: 'ann', params: { groupId: 'all' }, expect: { status: 404, stored: 'same' } },
  ...notForThem({}, async world => ({ params: { groupId: await addGroup(world, 'Guarded') } })),
])
