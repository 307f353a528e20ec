import { expect } from 'vitest'
import { invite, inviteAccount } from '../support/invitations.ts'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const before = { token: '' }
const idOf = async (world: World, email: string) =>
  (await world.db.selectFrom('person').select('id').where('shown_email', '=', email).executeTakeFirstOrThrow()).id

scenarios('org.renewInvitation', [
  {
    name: 'makes a new link, and ends the one before',
    as: 'abe',
    headers: { host: 'tessera.test' },
    given: async world => {
      const made = await invite(world)
      before.token = made.token
      return { params: { userId: await idOf(world, made.email) } }
    },
    expect: { status: 0, data: { isMailed: false, days: 7 } },
    then: async (reply, world) => {
      const token = /^http:\/\/tessera\.test\/invitation\/([\w-]{43})$/.exec(reply.data.link)?.[1] ?? ''
      expect((await world.call('org.getInvitation', { params: { invitationToken: before.token } })).status).toBe(404)
      expect((await world.call('org.getInvitation', { params: { invitationToken: token } })).data.organisation).toBe('Acme')
    },
  },
  {
    name: 'answers the same for somebody who has an account, whose password no link sets',
    as: 'ann',
    given: async world => ({ params: { userId: await inviteAccount(world, 'cyd@example.test') } }),
    expect: { status: 0, data: { isMailed: false, days: 7 } },
    then: async (reply, world) => {
      const invitationToken = /\/invitation\/([\w-]{43})$/.exec(reply.data.link)?.[1] ?? ''
      const body = { password: 'Chosen-1-horse!', repeat: 'Chosen-1-horse!' }
      expect(await world.call('org.acceptInvitation', { params: { invitationToken }, body })).toMatchObject({ status: 409, code: 'org.invitationSignIn' })
      expect((await world.call('company.get', { as: 'cyd' })).status).toBe(403)
    },
  },
  {
    name: 'is not for who is in already',
    as: 'ann',
    given: async world => ({ params: { userId: world.ids.ben } }),
    expect: { status: 409, code: 'org.notPending', stored: 'same' },
  },
  {
    name: 'knows no stranger',
    as: 'ann',
    given: async world => ({ params: { userId: world.ids.dee } }),
    expect: { status: 404, code: 'org.memberUnknown', stored: 'same' },
  },
  ...notForThem({}, async world => ({ params: { userId: await idOf(world, 'cyd@example.test').catch(() => world.ids.ben) } })),
])
