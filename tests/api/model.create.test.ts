import { expect } from 'vitest'
import { DEV, builtinSource } from '../support/models.ts'
import type { World } from '../support/world.ts'
import { scenarios } from '../support/scenarios.ts'

const given = async (world: World) => ({ params: { ...DEV, sourceId: await builtinSource(world) } })
scenarios('model.create', [
  {
    name: 'adds a model to the design, and no table yet',
    as: 'ann',
    given,
    body: { key: 'order', name: 'Order' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { items, synchronized } = (await world.call('model.list', { as: 'ann', ...(await given(world)) })).data
      expect(items).toMatchObject([{ key: 'order', table: 'order', state: 'new', managed: true, fieldCount: 0 }])
      expect(synchronized).toBe(false)
    },
  },
  {
    name: 'says that the key is taken, in whatever case',
    as: 'ann',
    given,
    body: { key: 'oRDER', name: 'Other' },
    expect: { status: 422, errors: ['key'], stored: 'same' },
  },
  {
    name: 'takes no key that is no name',
    as: 'ann',
    given,
    body: { key: 'order"; drop table person; --', name: 'x' },
    expect: { status: 422, errors: ['key'], stored: 'same' },
  },
  { name: 'keeps a member without duties out', as: 'ben', given, body: { key: 'other', name: 'Other' }, expect: { status: 403, stored: 'same' } },
])
