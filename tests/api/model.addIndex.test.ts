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
scenarios('model.addIndex', [
  {
    name: 'adds an index over fields',
    as: 'ann',
    given,
    body: { name: 'By both', fields: ['amount', 'title'], unique: true },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await modelNow(world)).indexes).toMatchObject([{ name: 'By both', fields: ['amount', 'title'], unique: true }]),
  },
  {
    name: 'takes fields that are there, each once',
    as: 'ann',
    given,
    body: { name: 'x', fields: ['amount', 'amount'] },
    expect: { status: 422, errors: ['fields'], stored: 'same' },
  },
  { name: 'takes no other field', as: 'ann', given, body: { name: 'x', fields: ['nothing'] }, expect: { status: 422, errors: ['fields'], stored: 'same' } },
  { name: 'keeps a member without duties out', as: 'ben', given, body: { name: 'x', fields: ['amount'] }, expect: { status: 403, stored: 'same' } },
])
