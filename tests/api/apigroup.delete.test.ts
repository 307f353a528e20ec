import { expect } from 'vitest'
import { makeApi, makeGroup, WEATHER } from '../support/apis.ts'
import { DEV } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('apigroup.delete', [
  {
    name: 'leaves the APIs of a group in none',
    as: 'ann',
    given: async world => {
      const apigroupId = await makeGroup(world, 'outside')
      await makeApi(world, WEATHER, 'weather', { parentId: apigroupId })
      return { params: { ...DEV, apigroupId } }
    },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect((await world.call('api.list', { as: 'ann', params: DEV })).data).toMatchObject({ items: [{ key: 'weather', parentId: null }], groups: [] }),
  },
  {
    name: 'keeps a member without duties out',
    as: 'ben',
    given: async world => ({ params: { ...DEV, apigroupId: await makeGroup(world, 'kept') } }),
    expect: { status: 403, stored: 'same' },
  },
])
