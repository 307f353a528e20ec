import { expect } from 'vitest'
import { DEV } from '../support/models.ts'
import { smallOrders } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const orders = smallOrders()
scenarios('data.listModels', [
  {
    name: 'data.list-models: the models that the database of the environment holds',
    as: 'ann',
    given: async world => {
      await orders.ready(world)
      return { params: { ...DEV, sourceId: orders.sourceId } }
    },
    expect: { status: 0, data: { items: [{ key: 'order', name: 'order' }] } },
  },
  {
    name: 'data.empty-models: another environment has none',
    as: 'ann',
    given: async () => ({ params: { companyKey: 'acme', appUrlKey: 'shop', sourceId: orders.sourceId } }),
    expect: { status: 0, data: { items: [] } },
  },
  {
    name: 'finds no other source',
    as: 'ann',
    given: async () => ({ params: { ...DEV, sourceId: orders.rowId } }),
    expect: { status: 404, code: 'data.sourceUnknown' },
  },
  {
    name: 'keeps a member without the duty out',
    as: 'ben',
    given: async () => ({ params: { ...DEV, sourceId: orders.sourceId } }),
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect(await orders.rows(world)).toHaveLength(3),
  },
])
