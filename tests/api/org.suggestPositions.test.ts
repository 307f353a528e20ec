import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { addGroup, addRank, foreignRank } from '../support/positions.ts'
import { scenarios } from '../support/scenarios.ts'

let last = ''
const labels = (reply: { data: Record<string, any> }) => reply.data.options.map((option: { label: string }) => option.label)

scenarios('org.suggestPositions', [
  {
    name: 'offers ranks by level with their category; those chosen come first, however many there are',
    as: 'abe',
    given: async world => {
      const group = await addGroup(world, 'Engineers')
      for (let level = 1; level < 60; level++) last = await addRank(world, group, `Step ${level}`, level)
      return { query: { defaultIds: last } }
    },
    expect: { status: 0 },
    then: reply => {
      expect(labels(reply).slice(0, 2)).toEqual(['Step 59 (Engineers)', 'Step 1 (Engineers)'])
      expect(labels(reply)).toHaveLength(51)
      expect(reply.data.options[0].value).toBe(last)
    },
  },
  {
    name: 'tells two of one name in one category apart by their level',
    as: 'ann',
    given: async world => {
      const group = await addGroup(world, 'Guides')
      for (const level of [3, 4]) await addRank(world, group, 'Guide', level)
      return { query: { term: 'guides' } }
    },
    expect: { status: 0 },
    then: reply => expect(labels(reply)).toEqual(['Guide · 3 (Guides)', 'Guide · 4 (Guides)']),
  },
  {
    name: 'finds by name or category',
    as: 'ann',
    given: async world => {
      await addRank(world, await addGroup(world, 'Sales'), 'Agent')
      return { query: { term: 'sal' } }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(labels(reply)).toEqual(['Agent (Sales)'])
      expect(labels(await world.call('org.suggestPositions', { as: 'ann', query: { term: 'step 58' } }))).toEqual(['Step 58 (Engineers)'])
    },
  },
  {
    name: 'knows no rank of another organisation',
    as: 'ann',
    given: async world => ({ query: { term: 'Secret', defaultIds: (await foreignRank(world)).positionId } }),
    expect: { status: 0, data: { options: [] } },
  },
  { name: 'refuses ids that are none', as: 'ann', query: { defaultIds: 'x' }, expect: { status: 422, errors: ['defaultIds'] } },
  ...notForThem(),
])
