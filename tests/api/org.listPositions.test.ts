import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { addGroup, addRank, foreignRank } from '../support/positions.ts'
import { scenarios } from '../support/scenarios.ts'

let groupId = ''
const names = (reply: { data: Record<string, any> }) => reply.data.items.map((rank: { name: string }) => rank.name)

scenarios('org.listPositions', [
  {
    name: 'org.list-positions, org.entity-rank: the ranks of a category by level',
    as: 'abe',
    given: async world => {
      await foreignRank(world)
      groupId = await addGroup(world, 'Engineers')
      await addRank(world, groupId, 'Senior', 7)
      await addRank(world, groupId, 'Junior', 3)
      await addRank(world, await addGroup(world, 'Sales'), 'Agent', 5)
      return { params: { groupId } }
    },
    expect: { status: 0, data: { total: 2, page: 1, perPage: 20 } },
    then: reply => {
      expect(names(reply)).toEqual(['Junior', 'Senior'])
      expect(reply.data.items[0]).toMatchObject({ groupId, groupName: 'Engineers', level: 3, description: '' })
    },
  },
  {
    name: 'org.positions: of every category under all, page by page',
    as: 'ann',
    params: { groupId: 'all' },
    query: { page: 2, perPage: 2 },
    expect: { status: 0, data: { total: 3 } },
    then: reply => expect(names(reply)).toEqual(['Senior']),
  },
  {
    name: 'knows no category of another organisation',
    as: 'ann',
    given: async world => ({ params: { groupId: (await foreignRank(world)).groupId } }),
    expect: { status: 404, code: 'org.groupUnknown' },
  },
  { name: 'refuses bad filters', as: 'ann', params: { groupId: 'all' }, query: { page: 'x' }, expect: { status: 422, errors: ['page'] } },
  ...notForThem({ params: { groupId: 'all' } }),
])
