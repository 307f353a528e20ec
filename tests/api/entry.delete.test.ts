import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const params = { companyKey: 'acme', appUrlKey: 'shop' }
let n = 0
const made = async (world: World) => {
  const { data } = await world.call('entry.create', { as: 'ann', params, body: { key: `e${n++}`, name: 'Sales', type: 1 } })
  return { params: { ...params, entryId: data.id as string } }
}

scenarios('entry.delete', [
  {
    name: 'removes an entry',
    as: 'ann',
    given: made,
    expect: { status: 0 },
    then: async (_, world) => expect((await world.call('portal.listEntries', { as: 'ann', params })).data.items).toEqual([]),
  },
  { name: 'knows none twice', as: 'ann', params: { ...params, entryId: '0191d5a0-0000-7000-8000-000000000002' }, expect: { status: 404, stored: 'same' } },
  { name: 'refuses a member', as: 'ben', given: made, expect: { status: 403 } },
])
