import { at, makeApi, WEATHER } from '../support/apis.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('api.listVersions', [
  {
    name: 'has the first version of a new API',
    as: 'ann',
    given: async world => at((await makeApi(world, WEATHER, 'weather')).id),
    expect: { status: 0, data: { items: [{ version: 1, key: 'weather', definition: WEATHER }] } },
  },
  { name: 'finds no API that there is not', as: 'ann', ...at('0191d5a0-0000-7000-8000-0000000000ff'), expect: { status: 404, code: 'resource.unknown' } },
])
