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

scenarios('source.plan', [
  {
    name: 'shows the statements and changes nothing',
    as: 'ann',
    given,
    body: {},
    expect: { status: 0, data: { problems: [], loses: false, synchronized: false }, stored: 'same' },
  },
  {
    name: 'finds no other source',
    as: 'ann',
    given: async () => ({ params: { ...DEV, sourceId: '0191d5a0-0000-7000-8000-0000000000ff' } }),
    body: {},
    expect: { status: 404, code: 'data.sourceUnknown', stored: 'same' },
  },
  { name: 'keeps a member without duties out', as: 'ben', given, body: {}, expect: { status: 403, stored: 'same' } },
])
