import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { COUNTED, queryIn } from '../support/queries.ts'

const body = { key: 'renamed', name: 'Renamed', definition: { ...COUNTED, limit: 5 } }
let there: Awaited<ReturnType<typeof queryIn>>
scenarios('query.update', [
  {
    name: 'saves a version under its own name and key',
    as: 'ann',
    given: async world => ({ params: (there = await queryIn(world)) }),
    body: { ...body, note: 'shorter' },
    expect: { status: 0, data: { version: 2, key: 'renamed', name: 'Renamed', definition: { limit: 5 } } },
    then: async (reply, world) => {
      const { items } = (await world.call('query.listVersions', { as: 'ann', params: there })).data
      expect(items.map(({ version, note }: any) => [version, note])).toEqual([
        [2, 'shorter'],
        [1, ''],
      ])
    },
  },
  {
    name: 'saves nothing over what somebody else has saved since',
    as: 'ann',
    given: async world => {
      const params = await queryIn(world)
      await world.call('query.update', { as: 'ann', params, body: { ...body, key: 'other1' } })
      return { params }
    },
    body: { ...body, key: 'other2', baseVersion: 1 },
    expect: { status: 409, code: 'resource.changed', stored: 'same' },
  },
  {
    name: 'refuses what cannot be asked',
    as: 'ann',
    given: async world => ({ params: await queryIn(world) }),
    body: { ...body, key: 'x', definition: { ...COUNTED, groups: [{ key: 'a', path: 'no' }] } },
    expect: { status: 422, code: 'data.fieldUnknown', stored: 'same' },
  },
])
