// i.revokeToken: by its owner alone.
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let id = ''
const it = async (world: World) => {
  id ||= (await world.call('i.createToken', { as: 'ann', body: { name: 'Build server', app: 'acme/shop', duties: ['pull'] } })).data.id
  return { params: { tokenId: id } }
}

scenarios('i.revokeToken', [
  { name: "knows nothing of somebody else's", as: 'ben', given: it, expect: { status: 404, code: 'token.unknown', stored: 'same' } },
  { name: 'keeps out who is not signed in', given: it, expect: { status: 401, stored: 'same' } },
  {
    name: 'takes it away for good',
    as: 'ann',
    given: it,
    expect: { status: 0 },
    then: async (_reply, world) => expect(await world.db.selectFrom('access_token').select('id').execute()).toEqual([]),
  },
])
