import { expect } from 'vitest'
import { at, makeApi, MODEL, WEATHER } from '../support/apis.ts'
import { DEV } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let id = ''
const given = async (world: World) => at((id ||= (await makeApi(world, WEATHER, 'weather')).id))
const BODY = { key: 'weather', name: 'Weather', definition: MODEL }
scenarios('api.update', [
  {
    name: 'saves a version, and may give it another key',
    as: 'ann',
    given,
    body: { ...BODY, key: 'sky', note: 'Asks the model', baseVersion: 1 },
    expect: { status: 0, data: { version: 2 } },
    then: async (_reply, world) => {
      const { items } = (await world.call('api.listVersions', { as: 'ann', ...at(id) })).data
      expect(items).toMatchObject([
        { version: 2, key: 'sky', note: 'Asks the model', createdBy: 'Ann', definition: MODEL },
        { version: 1, key: 'weather' },
      ])
    },
  },
  {
    name: 'overwrites nothing that was saved meanwhile',
    as: 'ann',
    given,
    body: { ...BODY, baseVersion: 1 },
    expect: { status: 409, code: 'resource.changed', stored: 'same' },
  },
  {
    name: 'checks the definition',
    as: 'ann',
    given,
    body: { ...BODY, definition: { type: 'model' } },
    expect: { status: 422, errors: ['definition.model'], stored: 'same' },
  },
  {
    name: 'finds no API that there is not',
    as: 'ann',
    params: { ...DEV, apiId: '0191d5a0-0000-7000-8000-0000000000ff' },
    body: BODY,
    expect: { status: 404, code: 'resource.unknown' },
  },
  { name: 'keeps a member without duties out', as: 'ben', given, body: BODY, expect: { status: 403, stored: 'same' } },
])
