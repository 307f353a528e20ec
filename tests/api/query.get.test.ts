import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { COUNTED, queryIn } from '../support/queries.ts'

scenarios('query.get', [
  {
    name: 'tells a query as it was saved',
    as: 'ann',
    given: async world => ({ params: await queryIn(world, { name: 'Sales', description: 'by state' }) }),
    expect: { status: 0, data: { name: 'Sales', description: 'by state', version: 1, definition: COUNTED } },
    then: reply => expect(reply.data.updatedBy).toBe('Ann'),
  },
  {
    name: 'knows none that is not there',
    as: 'ann',
    given: async world => ({ params: { ...(await queryIn(world)), queryId: '0191d5a0-0000-7000-8000-0000000000c9' } }),
    expect: { status: 404, code: 'resource.unknown' },
  },
])
