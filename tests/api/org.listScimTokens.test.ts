import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import { newToken } from '../support/scim.ts'

scenarios('org.listScimTokens', [
  {
    name: 'names the address for a provider, and no tokens at first',
    as: 'abe',
    expect: { status: 0, data: { address: 'http://localhost:80/scim/v2/acme', items: [], total: 0 } },
  },
  {
    name: 'lists the tokens of the organisation, the newest first, without their secrets',
    as: 'ann',
    given: async world => {
      await newToken(world)
      await newToken(world, 'acme', 'abe', { days: 90 })
      await newToken(world, 'globex', 'dee')
    },
    expect: {
      status: 0,
      data: {
        total: 2,
        items: [
          { by: 'Abe', isExpired: false, lastUsedAt: null },
          { by: 'Ann', expiresAt: null },
        ],
      },
    },
    then: async (reply, world) => {
      expect(JSON.stringify(reply.data)).not.toMatch(/scim_[\w-]{20}/)
      await world.db
        .updateTable('scim_token')
        .set({ expires_at: new Date(0) })
        .execute()
      expect((await world.call('org.listScimTokens', { as: 'ann' })).data.items[0].isExpired).toBe(true)
    },
  },
  { name: 'refuses what it does not know', as: 'ann', query: { nonsense: 1 }, expect: { status: 422, errors: ['nonsense'], stored: 'same' } },
  ...notForThem(),
])
