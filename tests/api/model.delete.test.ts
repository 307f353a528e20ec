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
scenarios('model.delete', [
  { name: 'keeps a member without duties out', as: 'ben', given, expect: { status: 403, stored: 'same' } },
  {
    name: 'keeps a model that another names',
    as: 'ann',
    given: async world => {
      const here = await given(world)
      await makeModel(world, await builtinSource(world), 'line', [{ key: 'order', type: 'relationOne', relation: { modelId: made?.modelId } }])
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
