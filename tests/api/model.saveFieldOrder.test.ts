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
const field = (key: string) => made?.fields[key] ?? ''
const modelNow = async (world: World) => (await world.call('model.get', { as: 'ann', ...(await given(world)) })).data
scenarios('model.saveFieldOrder', [
  {
    name: 'puts fields in order',
    as: 'ann',
    given: async world => ({ ...(await given(world)), body: { ids: [field('amount'), field('title')] } }),
    expect: { status: 0 },
    then: async (_reply, world) => expect((await modelNow(world)).fields.map((one: { key: string }) => one.key)).toEqual(['amount', 'title']),
  },
  {
    name: 'takes no id twice',
    as: 'ann',
    given: async world => ({ ...(await given(world)), body: { ids: [field('amount'), field('amount')] } }),
    expect: { status: 422, errors: ['ids'], stored: 'same' },
  },
  {
    name: 'keeps a member without duties out',
    as: 'ben',
    given: async world => ({ ...(await given(world)), body: { ids: [] } }),
    expect: { status: 403, stored: 'same' },
  },
])
