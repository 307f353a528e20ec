import { expect } from 'vitest'
import { orderModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const { given, field, modelId, modelNow } = orderModel()
scenarios('model.updateField', [
  {
    name: 'changes a field and keeps its id',
    as: 'ann',
    given: async world => ({ params: { ...(await given(world)).params, fieldId: field('title') } }),
    body: { key: 'subject', name: 'Subject', type: 'longText', required: true },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect((await modelNow(world)).fields[0]).toMatchObject({ id: field('title'), key: 'subject', type: 'longText', required: true }),
  },
  {
    name: 'makes no numbered field of another',
    as: 'ann',
    given: async world => ({ params: { ...(await given(world)).params, fieldId: field('amount') } }),
    body: { key: 'amount', name: 'Amount', type: 'autoNumber' },
    expect: { status: 422, code: 'model.typeFixed', errors: ['type'], stored: 'same' },
  },
  {
    name: 'says what a number stands for, which changes no column',
    as: 'ann',
    given: async world => ({ params: { ...(await given(world)).params, fieldId: field('amount') } }),
    body: { key: 'amount', name: 'Amount', type: 'integer', format: 'rating' },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await modelNow(world)).fields[1]).toMatchObject({ type: 'integer', format: 'rating' }),
  },
  {
    name: 'makes no field that is filled in by itself of one that people have filled',
    as: 'ann',
    given: async world => {
      const { params } = await given(world)
      const made = await world.call('model.addField', { as: 'ann', params, body: { key: 'due', name: 'Due', type: 'datetime' } })
      return { params: { ...params, fieldId: made.data.id } }
    },
    body: { key: 'due', name: 'Due', type: 'datetime', format: 'createdAt' },
    expect: { status: 422, code: 'model.typeFixed', errors: ['type'], stored: 'same' },
  },
  {
    name: 'finds no other field',
    as: 'ann',
    given: async world => ({ params: { ...(await given(world)).params, fieldId: modelId() ?? '' } }),
    body: { key: 'amount', name: 'Amount', type: 'integer' },
    expect: { status: 404, code: 'model.fieldUnknown', stored: 'same' },
  },
  {
    name: 'keeps a member without duties out',
    as: 'ben',
    given: async world => ({ params: { ...(await given(world)).params, fieldId: field('amount') } }),
    body: { key: 'amount', name: 'Mine', type: 'integer' },
    expect: { status: 403, stored: 'same' },
  },
])
