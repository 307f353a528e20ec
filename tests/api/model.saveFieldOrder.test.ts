import { expect } from 'vitest'
import { orderModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const { given, field, modelNow } = orderModel()
scenarios('model.saveFieldOrder', [
  {
    name: 'puts fields in order',
    as: 'ann',
    given: async world => ({ ...(await given(world)), body: { ids: [field('amount'), field('title')] } }),
    expect: { status: 0 },
    then: async (_reply, world) => expect((await modelNow(world)).fields.map((one: { key: string }) => one.key)).toEqual(['amount', 'title']),
  },
  {
    name: 'takes no id twice',
    as: 'ann',
    given: async world => ({ ...(await given(world)), body: { ids: [field('amount'), field('amount')] } }),
    expect: { status: 422, errors: ['ids'], stored: 'same' },
  },
  {
    name: 'keeps a member without duties out',
    as: 'ben',
    given: async world => ({ ...(await given(world)), body: { ids: [] } }),
    expect: { status: 403, stored: 'same' },
  },
])
