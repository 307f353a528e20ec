import { expect } from 'vitest'
import { at, makeApi, WEATHER } from '../support/apis.ts'
import { DEV } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('api.delete', [
  {
    name: 'takes an API from the design',
    as: 'ann',
    given: async world => at((await makeApi(world, WEATHER)).id),
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.call('api.list', { as: 'ann', params: DEV })).data.items).toEqual([]),
  },
  {
    name: 'keeps a member without duties out',
    as: 'ben',
    given: async world => at((await makeApi(world, WEATHER)).id),
    expect: { status: 403, stored: 'same' },
  },
])
