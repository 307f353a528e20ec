import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { COUNTED, queryIn } from '../support/queries.ts'

const twice = async (world: Parameters<typeof queryIn>[0], version: string) => {
  const params = await queryIn(world)
  await world.call('query.update', { as: 'ann', params, body: { key: params.queryKey, name: 'Two', definition: { ...COUNTED, limit: 2 } } })
  return { ...params, version }
}
scenarios('query.restoreVersion', [
  {
    name: 'makes what was the newest version, and keeps what there is',
    as: 'ann',
    given: async world => ({ params: await twice(world, '1') }),
    expect: { status: 0, data: { version: 3, definition: COUNTED } },
    then: reply => expect(reply.data.definition.limit).toBeUndefined(),
  },
  {
    name: 'knows no version that there was not',
    as: 'ann',
    given: async world => ({ params: await twice(world, '9') }),
    expect: { status: 404, code: 'resource.versionUnknown', stored: 'same' },
  },
])
