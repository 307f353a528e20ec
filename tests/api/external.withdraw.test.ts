import { expect } from 'vitest'
import { enter, openDoor } from '../support/outsiders.ts'
import { scenarios } from '../support/scenarios.ts'

const NOBODY = '0191d5a0-0000-7000-8000-0000000000ff'

scenarios('external.withdraw', [
  {
    name: 'takes an invitation back: no code goes out any more',
    as: 'ann',
    given: async world => {
      await openDoor(world, 'invite')
      await world.call('external.invite', { as: 'ann', body: { to: 'vic@out.test', name: 'Vic' } })
      return { params: { externalInvitationId: (await world.call('external.getSettings', { as: 'ann' })).data.invitations[0].id } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await enter(world, 'vic@out.test')).reply.code).toBe('code.wrong'),
  },
  { name: 'knows no other', as: 'ann', params: { externalInvitationId: NOBODY }, expect: { status: 404, code: 'external.invitationUnknown', stored: 'same' } },
  { name: 'keeps nobody out', params: { externalInvitationId: NOBODY }, expect: { status: 401, stored: 'same' } },
  { name: 'keeps a plain member out', as: 'ben', params: { externalInvitationId: NOBODY }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps a stranger out', as: 'cyd', params: { externalInvitationId: NOBODY }, expect: { status: 403, stored: 'same' } },
])
