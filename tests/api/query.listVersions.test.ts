import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { COUNTED, queryIn } from '../support/queries.ts'

scenarios('query.listVersions', [
  {
    name: 'tells who saved what, the newest first',
    as: 'ann',
    given: async world => {
      const params = await queryIn(world)
      await world.call('query.update', { as: 'ann', params, body: { key: params.queryKey, name: 'Two', definition: { ...COUNTED, limit: 2 }, note: 'two' } })
      return { params }
    },
    expect: { status: 0 },
    then: reply =>
      expect(reply.data.items.map(({ version, name, note, createdBy, definition }: any) => [version, name, note, createdBy, definition.limit])).toEqual([
        [2, 'Two', 'two', 'Ann', 2],
        [1, expect.any(String), '', 'Ann', undefined],
      ]),
  },
])
