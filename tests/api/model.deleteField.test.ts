import { expect } from 'vitest'
import { orderModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const { given, field, modelNow } = orderModel()
scenarios('model.deleteField', [
  {
    name: 'keeps a member without duties out',
    as: 'ben',
    given: async world => ({ params: { ...(await given(world)).params, fieldId: field('amount') } }),
    expect: { status: 403, stored: 'same' },
  },
  {
    name: 'keeps a field that a formula uses',
    as: 'ann',
    given: async world => {
      const here = await given(world)
      await world.call('model.addField', { as: 'ann', ...here, body: { key: 'loud', name: 'Loud', type: 'text', formula: 'UPPER(title)' } })
      return { params: { ...here.params, fieldId: field('title') } }
    },
    expect: { status: 409, code: 'model.inFormula', stored: 'same' },
    then: async (_reply, world) => {
      const loud = (await modelNow(world)).fields.find((one: { key: string }) => one.key === 'loud')
      expect((await world.call('model.deleteField', { as: 'ann', params: { ...(await given(world)).params, fieldId: loud.id } })).status).toBe(0)
    },
  },
  {
    name: 'takes the field and the indexes that name it out of the design',
    as: 'ann',
    given: async world => {
      const here = await given(world)
      await world.call('model.addIndex', { as: 'ann', ...here, body: { name: 'By amount', fields: ['amount'] } })
      return { params: { ...here.params, fieldId: field('amount') } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect(await modelNow(world)).toMatchObject({ fields: [{ key: 'title' }], indexes: [] }),
  },
  {
    name: 'finds nothing a second time',
    as: 'ann',
    given: async world => ({ params: { ...(await given(world)).params, fieldId: field('amount') } }),
    expect: { status: 404, stored: 'same' },
  },
])
