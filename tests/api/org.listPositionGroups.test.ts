import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { addGroup, addRank, foreignRank } from '../support/positions.ts'
import { scenarios } from '../support/scenarios.ts'

let sales = ''
const names = (reply: { data: Record<string, any> }) => reply.data.options.map((group: { name: string }) => group.name)

scenarios('org.listPositionGroups', [
  { name: 'is empty at first', as: 'abe', expect: { status: 0, data: { options: [] } } },
  {
    name: 'org.list-position-groups, org.entity-category: in their order, with the number of ranks',
    as: 'ann',
    given: async world => {
      await foreignRank(world)
      sales = await addGroup(world, 'Sales', 2)
      await addGroup(world, 'Engineers', 1)
      await addRank(world, sales, 'Junior')
    },
    expect: { status: 0 },
    then: reply => {
      expect(names(reply)).toEqual(['Engineers', 'Sales'])
      expect(reply.data.options[1]).toEqual({ id: sales, value: sales, label: 'Sales', name: 'Sales', sequence: 2, description: '', count: 1 })
    },
  },
  {
    name: 'org.category-list: finds by keywords',
    as: 'ann',
    query: { keywords: 'ENG' },
    expect: { status: 0 },
    then: reply => expect(names(reply)).toEqual(['Engineers']),
  },
  {
    name: 'keeps the chosen one among what is found',
    as: 'ann',
    given: async () => ({ query: { keywords: 'eng', groupId: sales } }),
    expect: { status: 0 },
    then: reply => expect(names(reply)).toEqual(['Engineers', 'Sales']),
  },
  { name: 'refuses what is no id', as: 'ann', query: { groupId: 'x' }, expect: { status: 422, errors: ['groupId'] } },
  ...notForThem(),
])
