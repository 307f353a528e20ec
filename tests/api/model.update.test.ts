import { expect } from 'vitest'
import { orderModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const { given, modelNow } = orderModel()
scenarios('model.update', [
  {
    name: 'changes key, name and what names a row',
    as: 'ann',
    given,
    body: { key: 'invoice', name: 'Invoice', titleField: 'title' },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect(await modelNow(world)).toMatchObject({ key: 'invoice', table: 'invoice', name: 'Invoice', titleField: 'title', version: 4 }),
  },
  {
    name: 'says which field is not there',
    as: 'ann',
    given,
    body: { key: 'invoice', name: 'Invoice', titleField: 'nothing' },
    expect: { status: 422, errors: ['titleField'], stored: 'same' },
  },
  { name: 'keeps a member without duties out', as: 'ben', given, body: { key: 'mine', name: 'Mine' }, expect: { status: 403, stored: 'same' } },
])
