import { expect } from 'vitest'
import { makeGroup } from '../support/apis.ts'
import { DEV } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let id = ''
const given = async (world: World) => ({ params: { ...DEV, apigroupId: (id ||= await makeGroup(world, 'outside')) } })
scenarios('apigroup.update', [
  {
    name: 'changes key and name',
    as: 'ann',
    given,
    body: { key: 'others', name: 'Others', description: 'Of partners' },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect((await world.call('api.list', { as: 'ann', params: DEV })).data.groups).toMatchObject([{ key: 'others', description: 'Of partners' }]),
  },
  {
    name: 'says that the key is taken',
    as: 'ann',
    given: async world => {
      await makeGroup(world, 'taken')
      return given(world)
    },
    body: { key: 'taken', name: 'x' },
    expect: { status: 422, errors: ['key'], stored: 'same' },
  },
  { name: 'keeps a member without duties out', as: 'ben', given, body: { key: 'others', name: 'x' }, expect: { status: 403, stored: 'same' } },
])
