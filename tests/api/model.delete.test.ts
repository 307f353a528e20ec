import { expect } from 'vitest'
import { DEV, builtinSource, makeModel, orderModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const { given, modelId } = orderModel()
scenarios('model.delete', [
  { name: 'keeps a member without duties out', as: 'ben', given, expect: { status: 403, stored: 'same' } },
  {
    name: 'keeps a model that another names',
    as: 'ann',
    given: async world => {
      const here = await given(world)
      await makeModel(world, await builtinSource(world), 'line', [{ key: 'order', type: 'relationOne', relation: { modelId: modelId() } }])
      return here
    },
    expect: { status: 409, code: 'model.inUse', stored: 'same' },
  },
  {
    name: 'takes it out of the design',
    as: 'ann',
    given: async world => {
      const { items } = (await world.call('model.list', { as: 'ann', params: { ...DEV, sourceId: await builtinSource(world) } })).data
      return { params: { ...DEV, modelId: items.find((one: { key: string }) => one.key === 'line').id } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { items } = (await world.call('model.list', { as: 'ann', params: { ...DEV, sourceId: await builtinSource(world) } })).data
      expect(items.map((one: { key: string }) => one.key)).toEqual(['order'])
    },
  },
])
