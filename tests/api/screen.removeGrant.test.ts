import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { notForThem } from '../support/screens.ts'
import type { World } from '../support/world.ts'

let grantId = ''
const given = async (world: World) => {
  grantId = (await world.call('screen.saveGrant', { as: 'sue', body: { email: 'cyd@example.test', permission: 'read' } })).data.id
  return { params: { grantId } }
}

scenarios('screen.removeGrant', [
  ...notForThem().map(scenario => ({ ...scenario, given })),
  {
    name: 'takes no grant of another level',
    as: 'ann',
    query: { companyKey: 'acme' },
    given,
    expect: { status: 404, code: 'screen.unknownGrant', stored: 'same' },
  },
  { name: 'is not for who holds it', as: 'cyd', given, expect: { status: 403, stored: 'same' } },
  {
    name: 'takes a grant back at once',
    as: 'sue',
    given,
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.call('screen.list', { as: 'cyd' })).status).toBe(403)
      expect((await world.call('screen.listGrants', { as: 'sue' })).data.total).toBe(0)
    },
  },
  { name: 'knows it once only', as: 'sue', given: async () => ({ params: { grantId } }), expect: { status: 404, code: 'screen.unknownGrant', stored: 'same' } },
  { name: 'finds nothing at what is no id', as: 'sue', params: { grantId: 'x' }, expect: { status: 404, code: 'request.unknownAddress', stored: 'same' } },
])
