import { expect } from 'vitest'
import { DEV, builtinSource, makeModel } from '../support/models.ts'
import type { World } from '../support/world.ts'
import { scenarios } from '../support/scenarios.ts'

let made: Awaited<ReturnType<typeof makeModel>> | undefined
const given = async (world: World) => {
  made ??= await makeModel(world, await builtinSource(world), 'order', [
    { key: 'title', type: 'text', name: 'Title' },
    { key: 'amount', type: 'integer', name: 'Amount' },
  ])
  return { params: { ...DEV, modelId: made.modelId } }
}
const modelNow = async (world: World) => (await world.call('model.get', { as: 'ann', ...(await given(world)) })).data
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
