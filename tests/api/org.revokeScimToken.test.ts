import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import { newToken } from '../support/scim.ts'

let token = ''
scenarios('org.revokeScimToken', [
  {
    name: 'ends a token at once',
    as: 'ann',
    given: async world => {
      const made = await newToken(world)
      token = made.token
      return { params: { tokenId: made.id } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const reply = await world.running.app.inject({ url: '/scim/v2/acme/Users', headers: { authorization: `Bearer ${token}` } })
      expect(reply.statusCode).toBe(401)
    },
  },
  {
    name: 'does not find the token of another organisation',
    as: 'ann',
    given: async world => ({ params: { tokenId: (await newToken(world, 'globex', 'dee')).id } }),
    expect: { status: 404, code: 'org.scimTokenUnknown', stored: 'same' },
  },
  { name: 'refuses what is no id', as: 'ann', params: { tokenId: 'nonsense' }, expect: { status: 404, stored: 'same' } },
  ...notForThem({}, async world => ({ params: { tokenId: (await newToken(world)).id } })),
])
