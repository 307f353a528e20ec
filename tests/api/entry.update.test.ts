import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const params = { companyKey: 'acme', appUrlKey: 'shop' }
let n = 0
const made = async (world: World) => {
  const { data } = await world.call('entry.create', { as: 'ann', params, body: { key: `e${n++}`, name: 'Sales', type: 3, miniapp: { appId: 'wx1' } } })
  return { params: { ...params, entryId: data.id as string } }
}

scenarios('entry.update', [
  {
    name: 'changes what is named and leaves the rest',
    as: 'ann',
    given: made,
    body: { name: 'Sales desk' },
    expect: { status: 0 },
    then: async (_, world) => {
      const { items } = (await world.call('portal.listEntries', { as: 'ann', params })).data
      expect(items[0]).toMatchObject({ name: 'Sales desk', type: 3, config: { miniapp: { appId: 'wx1' } } })
    },
  },
  { name: 'refuses an empty name', as: 'ann', given: made, body: { name: ' ' }, expect: { status: 422, errors: ['name'] } },
  { name: 'the key stays', as: 'ann', given: made, body: { key: 'other' }, expect: { status: 422, errors: ['key'] } },
  {
    name: 'knows no entry of another app',
    as: 'dee',
    given: async world => ({ params: { companyKey: 'globex', appUrlKey: 'shop', entryId: (await made(world)).params.entryId } }),
    body: { name: 'Mine' },
    expect: { status: 404 },
  },
  { name: 'refuses a member', as: 'ben', given: made, body: { name: 'x' }, expect: { status: 403 } },
])
