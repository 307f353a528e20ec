// What plans hold and do is in data-plan.test.ts.
import { builtinSource, DEV, makeModel } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let sourceId = ''
const given = async (world: World) => {
  if (!sourceId) {
    sourceId = await builtinSource(world)
    await makeModel(world, sourceId, 'order', [{ key: 'title', type: 'text' }])
  }
  return { params: { ...DEV, sourceId } }
}

scenarios('source.apply', [
  {
    name: 'applies the plan that was shown',
    as: 'ann',
    given: async world => {
      const here = await given(world)
      return { ...here, body: { hash: (await world.call('source.plan', { as: 'ann', ...here, body: {} })).data.hash } }
    },
    expect: { status: 0, data: { statements: 2 } },
  },
  { name: 'refuses another plan', as: 'ann', given, body: { hash: '0'.repeat(64) }, expect: { status: 409, code: 'data.planChanged', stored: 'same' } },
  { name: 'says that a plan has to be named', as: 'ann', given, body: {}, expect: { status: 422, errors: ['hash'], stored: 'same' } },
  {
    name: 'finds no other source',
    as: 'ann',
    given: async () => ({ params: { ...DEV, sourceId: '0191d5a0-0000-7000-8000-0000000000ff' } }),
    body: { hash: '0'.repeat(64) },
    expect: { status: 404, code: 'data.sourceUnknown', stored: 'same' },
  },
  { name: 'keeps a member without duties out', as: 'ben', given, body: { hash: '0'.repeat(64) }, expect: { status: 403, stored: 'same' } },
])
