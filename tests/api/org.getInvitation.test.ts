import { invite } from '../support/invitations.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('org.getInvitation', [
  {
    name: 'org.member-add: the link of the mail says who is invited where, to somebody who is not signed in',
    given: async world => ({ params: { invitationToken: (await invite(world, 'eve@example.test')).token } }),
    expect: { status: 0, data: { organisation: 'Acme', name: 'Eve', email: 'eve@example.test' } },
  },
  { name: 'knows no made-up token', params: { invitationToken: 'A'.repeat(43) }, expect: { status: 404, code: 'org.invitationUnknown', stored: 'same' } },
  { name: 'refuses what is no token', params: { invitationToken: 'x' }, expect: { status: 404, stored: 'same' } },
  {
    name: 'is no longer valid after seven days',
    given: async world => {
      const { token } = await invite(world)
      await world.db
        .updateTable('invitation')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .execute()
      return { params: { invitationToken: token } }
    },
    expect: { status: 404, code: 'org.invitationUnknown', stored: 'same' },
  },
  {
    name: 'is no longer valid once a newer one was sent',
    given: async world => {
      const { email, token } = await invite(world)
      await invite(world, email)
      return { params: { invitationToken: token } }
    },
    expect: { status: 404, code: 'org.invitationUnknown' },
  },
  {
    name: 'is no longer valid for who was removed',
    given: async world => {
      const { email, token } = await invite(world)
      const { id } = await world.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      await world.call('org.removeMember', { as: 'ann', params: { userId: id } })
      return { params: { invitationToken: token } }
    },
    expect: { status: 404, code: 'org.invitationUnknown' },
  },
])
