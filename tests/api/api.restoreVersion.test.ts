import { expect } from 'vitest'
import { at, makeApi, MODEL, WEATHER } from '../support/apis.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let id = ''
const given = (version: string) => async (world: World) => {
  if (!id) {
    id = (await makeApi(world, WEATHER, 'weather')).id
    await world.call('api.update', { as: 'ann', ...at(id), body: { key: 'weather', name: 'Weather', definition: MODEL } })
  }
  return { params: { ...at(id).params, version } }
}
scenarios('api.restoreVersion', [
  {
    name: 'saves what was as a new version',
    as: 'ann',
    given: given('1'),
    expect: { status: 0, data: { version: 3 } },
    then: async (_reply, world) => expect((await world.call('api.get', { as: 'ann', ...at(id) })).data).toMatchObject({ version: 3, definition: WEATHER }),
  },
  { name: 'finds no version that there is not', as: 'ann', given: given('9'), expect: { status: 404, code: 'resource.versionUnknown', stored: 'same' } },
  { name: 'keeps a member without duties out', as: 'ben', given: given('1'), expect: { status: 403, stored: 'same' } },
])
