import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const params = { companyKey: 'acme', appUrlKey: 'shop' }

scenarios('entry.saveOrder', [
  {
    name: 'puts entries into an order; those not named come last',
    as: 'ann',
    params,
    given: async world => {
      const ids: string[] = []
      for (const key of ['first', 'second', 'third'])
        ids.push((await world.call('entry.create', { as: 'ann', params, body: { key, name: key, type: 1 } })).data.id)
      return { body: { ids: [ids[2], ids[0]] } }
    },
    expect: { status: 0 },
    then: async (_, world) => {
      const { items } = (await world.call('portal.listEntries', { as: 'ann', params })).data
      expect(items.map((item: { key: string }) => item.key)).toEqual(['third', 'first', 'second'])
    },
  },
  { name: 'refuses what is no id', as: 'ann', params, body: { ids: ['x'] }, expect: { status: 422, errors: ['ids.0'], stored: 'same' } },
  { name: 'refuses a member', as: 'ben', params, body: { ids: [] }, expect: { status: 403, stored: 'same' } },
])
