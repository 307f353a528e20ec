import { expect } from 'vitest'
import { orderModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const { given, modelNow } = orderModel()
scenarios('model.addFields', [
  {
    name: 'adds all of them, in their order',
    as: 'ann',
    given,
    body: {
      fields: [
        { key: 'phone', name: 'Phone', type: 'text', format: 'phone', required: true },
        { key: 'size', name: 'Size', type: 'enum', options: [{ value: 'S' }, { value: 'M' }] },
      ],
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      const fields = (await modelNow(world)).fields.slice(-2)
      expect(fields).toMatchObject([
        { key: 'phone', format: 'phone', required: true },
        { key: 'size', options: [{ value: 'S' }, { value: 'M' }] },
      ])
      expect(reply.data.ids).toEqual(fields.map((field: { id: string }) => field.id))
    },
  },
  {
    name: 'tells everything that is wrong at its line, and adds none',
    as: 'ann',
    given,
    body: {
      fields: [
        { key: 'good', name: 'Good', type: 'text' },
        { key: 'TITLE2', name: 'x', type: 'text' },
      ],
    },
    expect: { status: 422, errors: ['fields.1.key'], stored: 'same' },
  },
  {
    name: 'takes no key twice, neither of the model nor of another line',
    as: 'ann',
    given,
    body: {
      fields: [
        { key: 'title', name: 'Title', type: 'text' },
        { key: 'colour', name: 'Colour', type: 'text' },
        { key: 'coLour', name: 'Colour', type: 'enum' },
        { key: 'kind', name: 'Kind', type: 'enum' },
      ],
    },
    expect: { status: 422, errors: ['fields.0.key', 'fields.2.key', 'fields.3.options'], stored: 'same' },
  },
  { name: 'wants a line', as: 'ann', given, body: { fields: [] }, expect: { status: 422, errors: ['fields'], stored: 'same' } },
  {
    name: 'keeps a member without duties out',
    as: 'ben',
    given,
    body: { fields: [{ key: 'size', name: 'Size', type: 'text' }] },
    expect: { status: 403, stored: 'same' },
  },
])
