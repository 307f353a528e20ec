import { expect } from 'vitest'
import { inviteAccount } from '../support/invitations.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('i.listInvitations', [
  {
    name: 'tells who invites, to whoever is invited alone',
    as: 'cyd',
    given: async world => {
      await inviteAccount(world, 'cyd@example.test')
      return {}
    },
    expect: { status: 0, data: { items: [{ organisation: 'Acme', from: 'Ann' }] } },
    then: async (_reply, world) => expect((await world.call('i.listInvitations', { as: 'dee' })).data.items).toEqual([]),
  },
  { name: 'is nobody’s who is not signed in', expect: { status: 401 } },
])
