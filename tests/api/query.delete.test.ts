import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { queryIn } from '../support/queries.ts'

let there: Awaited<ReturnType<typeof queryIn>>
scenarios('query.delete', [
  {
    name: 'takes a query away with its versions',
    as: 'ann',
    given: async world => ({ params: (there = await queryIn(world)) }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.call('query.get', { as: 'ann', params: there })).status).toBe(404)
      expect((await world.call('query.run', { as: 'ann', params: there })).status).toBe(404)
    },
  },
  { name: 'is for who may delete it', as: 'ben', given: async world => ({ params: await queryIn(world) }), expect: { status: 403, stored: 'same' } },
])
