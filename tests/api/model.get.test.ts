import { expect } from 'vitest'
import { DEV, builtinSource, orderModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const { given, field, modelNow } = orderModel()
scenarios('model.get', [
  {
    name: 'answers fields and indexes with their state',
    as: 'ann',
    given,
    expect: {
      status: 0,
      data: {
        key: 'order',
        state: 'new',
        indexes: [],
        fields: [
          { key: 'title', type: 'text', required: false },
          { key: 'amount', type: 'integer' },
        ],
      },
    },
    then: async (_reply, world) => expect((await modelNow(world)).fields[0].id).toBe(field('title')),
  },
  {
    name: 'finds no other',
    as: 'ann',
    given: async world => ({ params: { ...DEV, modelId: await builtinSource(world) } }),
    expect: { status: 404, code: 'model.unknown' },
  },
  { name: 'keeps a member without duties out', as: 'ben', given, expect: { status: 403, stored: 'same' } },
])
