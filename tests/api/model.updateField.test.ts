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
  {
    name: 'renames a field in the formulas that use it, not in their texts',
    as: 'ann',
    given: async world => {
      const { params } = await given(world)
      const add = async (key: string, formula: string) =>
        (await world.call('model.addField', { as: 'ann', params, body: { key, name: key, type: 'text', formula } })).data.id as string
      await add('half', "IF(amount > 1, 'amount', 'no')")
      await add('more', "CONCATENATE(half, '!')")
      return { params: { ...params, fieldId: field('amount') } }
    },
    body: { key: 'sum', name: 'Sum', type: 'integer' },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect((await modelNow(world)).fields.filter((one: { formula?: string }) => one.formula).map((one: { formula: string }) => one.formula)).toEqual([
        "IF(sum > 1, 'amount', 'no')",
        "CONCATENATE(half, '!')",
      ]),
  },
  {
    name: 'leaves a field what it is while a formula could not be computed of it otherwise',
    as: 'ann',
    given: async world => ({ params: { ...(await given(world)).params, fieldId: field('amount') } }),
    body: { key: 'sum', name: 'Sum', type: 'text' },
    expect: { status: 409, code: 'model.inFormula', stored: 'same' },
  },
  {
    name: 'refuses a formula that goes in a circle',
    as: 'ann',
    given: async world => ({
      params: { ...(await given(world)).params, fieldId: (await modelNow(world)).fields.find((one: { key: string }) => one.key === 'half').id },
    }),
    body: { key: 'half', name: 'Half', type: 'text', formula: "CONCATENATE(more, '?')" },
    expect: { status: 422, errors: ['formula'], stored: 'same' },
  },
  {
    name: 'makes no column of what is computed',
    as: 'ann',
    given: async world => ({
      params: { ...(await given(world)).params, fieldId: (await modelNow(world)).fields.find((one: { key: string }) => one.key === 'more').id },
    }),
    body: { key: 'more', name: 'More', type: 'text' },
    expect: { status: 422, code: 'model.typeFixed', stored: 'same' },
  },
])
