import { expect } from 'vitest'
import { DEV, builtinSource, makeModel, orderModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const { given, field, modelId, modelNow } = orderModel()
scenarios('model.list', [
  {
    name: 'tells models, whether they are applied, and their relations',
    as: 'ann',
    given: async world => {
      await given(world)
      const sourceId = await builtinSource(world)
      await makeModel(world, sourceId, 'line', [{ key: 'order', type: 'relationOne', relation: { modelId: modelId() } }])
      return { params: { ...DEV, sourceId } }
    },
    expect: {
      status: 0,
      data: {
        synchronized: false,
        removed: 0,
        items: [
          { key: 'line', state: 'new' },
          { key: 'order', state: 'new' },
        ],
      },
    },
    then: async (reply, world) => {
      expect(reply.data.relations).toMatchObject([{ to: modelId(), field: 'order', many: false }])
      expect((await modelNow(world)).used).toEqual([{ model: 'line', field: 'order' }])
      expect(field('title')).not.toBe('')
    },
  },
  {
    name: 'finds no other source',
    as: 'ann',
    given: async world => ({ params: { ...DEV, sourceId: (await given(world)).params.modelId } }),
    expect: { status: 404 },
  },
  {
    name: 'keeps a member without duties out',
    as: 'ben',
    given: async world => ({ params: { ...DEV, sourceId: await builtinSource(world) } }),
    expect: { status: 403, stored: 'same' },
  },
])
