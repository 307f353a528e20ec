import { expect } from 'vitest'
import { DEV, makeModel } from '../support/models.ts'
import { smallOrders } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const orders = smallOrders()
scenarios('data.listSources', [
  {
    name: 'data.list-sources: id, key, name, dialect and whether it is synchronized (data.entity)',
    as: 'ann',
    given: async world => {
      await orders.ready(world)
      return { params: DEV }
    },
    expect: { status: 0, data: { items: [{ key: 'main', name: 'Built-in', dialect: 'builtin', synchronized: true }] } },
  },
  {
    name: 'the source that every app has is named in the language of whoever asks',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    given: async () => ({ params: DEV }),
    expect: { status: 0, data: { items: [{ name: '内置' }] } },
  },
  {
    name: 'data.unsynced: a change of the design that is not applied shows',
    as: 'ann',
    given: async world => {
      await makeModel(world, orders.sourceId, 'line', [])
      return { params: DEV }
    },
    expect: { status: 0, data: { items: [{ synchronized: false }] } },
    then: async (_reply, world) => expect(await orders.rows(world)).toHaveLength(3),
  },
  { name: 'says that a parameter is unknown', as: 'ann', query: { nonsense: 1 }, expect: { status: 422, errors: ['nonsense'] } },
  { name: 'data.who: keeps a member without the duty out', as: 'ben', expect: { status: 403, stored: 'same' } },
])
