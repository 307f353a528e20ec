import { expect } from 'vitest'
import { orderModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const { given, modelNow } = orderModel()
scenarios('model.addIndex', [
  {
    name: 'adds an index over fields',
    as: 'ann',
    given,
    body: { name: 'By both', fields: ['amount', 'title'], unique: true },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await modelNow(world)).indexes).toMatchObject([{ name: 'By both', fields: ['amount', 'title'], unique: true }]),
  },
  {
    name: 'takes fields that are there, each once',
    as: 'ann',
    given,
    body: { name: 'x', fields: ['amount', 'amount'] },
    expect: { status: 422, errors: ['fields'], stored: 'same' },
  },
  { name: 'takes no other field', as: 'ann', given, body: { name: 'x', fields: ['nothing'] }, expect: { status: 422, errors: ['fields'], stored: 'same' } },
  { name: 'keeps a member without duties out', as: 'ben', given, body: { name: 'x', fields: ['amount'] }, expect: { status: 403, stored: 'same' } },
])
