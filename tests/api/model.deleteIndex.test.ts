import { expect } from 'vitest'
import { orderModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const { given, modelNow } = orderModel()
let indexId = ''
scenarios('model.deleteIndex', [
  {
    name: 'keeps a member without duties out',
    as: 'ben',
    given: async world => {
      const here = await given(world)
      indexId = (await world.call('model.addIndex', { as: 'ann', ...here, body: { name: 'By amount', fields: ['amount'] } })).data.id
      return { params: { ...here.params, indexId } }
    },
    expect: { status: 403, stored: 'same' },
  },
  {
    name: 'takes an index out of the design',
    as: 'ann',
    given: async world => ({ params: { ...(await given(world)).params, indexId } }),
    expect: { status: 0 },
    then: async (_reply, world) => expect((await modelNow(world)).indexes).toEqual([]),
  },
  {
    name: 'finds nothing a second time',
    as: 'ann',
    given: async world => ({ params: { ...(await given(world)).params, indexId } }),
    expect: { status: 404, code: 'model.indexUnknown', stored: 'same' },
  },
])
