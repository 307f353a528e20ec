import { expect } from 'vitest'
import { makeApi, makeGroup, MODEL, WEATHER } from '../support/apis.ts'
import { DEV } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

let parentId = ''
const keys = (data: Record<string, any>) => data.items.map((one: { key: string }) => one.key)
scenarios('api.list', [
  {
    name: 'has APIs by name, with their groups and how pages name them',
    as: 'ann',
    params: DEV,
    given: async world => {
      parentId = await makeGroup(world, 'outside')
      await makeApi(world, WEATHER, 'weather', { parentId })
      await makeApi(world, MODEL, 'orders')
    },
    expect: { status: 0, data: { mayCreate: true, groups: [{ key: 'outside', count: 1 }] } },
    then: reply =>
      expect(reply.data.items).toMatchObject([
        { key: 'orders', method: 'list', address: 'model:main/order' },
        { key: 'weather', named: 'api:weather', parentId },
      ]),
  },
  {
    name: 'finds by words, also of the address',
    as: 'ann',
    params: DEV,
    query: { keywords: 'example.test' },
    expect: { status: 0 },
    then: reply => expect(keys(reply.data)).toEqual(['weather']),
  },
  {
    name: 'has those of a group',
    as: 'ann',
    params: DEV,
    given: async () => ({ query: { groupId: parentId } }),
    expect: { status: 0 },
    then: reply => expect(keys(reply.data)).toEqual(['weather']),
  },
  {
    name: 'and those of none',
    as: 'ann',
    params: DEV,
    query: { groupId: 'none' },
    expect: { status: 0 },
    then: reply => expect(keys(reply.data)).toEqual(['orders']),
  },
  { name: 'keeps a member without duties out', as: 'ben', params: DEV, expect: { status: 403 } },
])
