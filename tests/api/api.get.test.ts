import { at, makeApi, WEATHER } from '../support/apis.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('api.get', [
  {
    name: 'has the definition, and what may be done with it',
    as: 'abe',
    given: async world => at((await makeApi(world, WEATHER, 'weather')).id),
    expect: {
      status: 0,
      data: { key: 'weather', method: 'GET', address: 'https://weather.example.test/v1/now', definition: WEATHER, mayEdit: true, mayDelete: true },
    },
  },
  { name: 'finds no API that there is not', as: 'ann', ...at('0191d5a0-0000-7000-8000-0000000000ff'), expect: { status: 404, code: 'resource.unknown' } },
])
