import { expect } from 'vitest'
import { inviteAccount } from '../support/invitations.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('i.declineInvitation', [
  {
    name: 'ends the invitation, and leaves nothing of it with the organisation',
    as: 'cyd',
    given: async world => ({ params: { invitationId: await inviteAccount(world, 'cyd@example.test') } }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.call('i.listInvitations', { as: 'cyd' })).data.items).toEqual([])
      expect((await world.call('company.get', { as: 'cyd' })).status).toBe(403)
      expect(await world.db.selectFrom('person').select('id').where('stands_for', '=', world.ids.cyd).execute()).toEqual([])
    },
  },
  {
    name: 'declines nobody else’s',
    as: 'ben',
    given: async world => ({ params: { invitationId: await inviteAccount(world, 'cyd@example.test') } }),
    expect: { status: 404, code: 'i.invitationUnknown', stored: 'same' },
  },
  {
    name: 'is nobody’s who is not signed in',
    given: async world => ({ params: { invitationId: await inviteAccount(world, 'cyd@example.test') } }),
    expect: { status: 401, stored: 'same' },
  },
])
