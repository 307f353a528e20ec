import { expect } from 'vitest'
import { invite } from '../support/invitations.ts'
import { verifiedBrowser } from '../support/reset.ts'
import { scenarios } from '../support/scenarios.ts'

const PASSWORD = 'Chosen-1-horse!'
const body = { password: PASSWORD, repeat: PASSWORD }
const token: { used: string; email: string } = { used: '', email: '' }

scenarios('org.acceptInvitation', [
  {
    name: 'sets the password, signs in and leads to the organisation; sign-in works with it afterwards',
    body,
    given: async world => {
      const made = await invite(world)
      Object.assign(token, { used: made.token, email: made.email })
      return { params: { invitationToken: made.token } }
    },
    expect: { status: 0, data: { redirect: '/company/acme' } },
    then: async (reply, world) => {
      expect(String(reply.headers['set-cookie'])).toMatch(/tessera_session=/)
      expect((await world.call('signin.login', { body: { username: token.email, password: PASSWORD } })).status).toBe(0)
      const { rows } = await world.pool.query("select input from audit where call = 'org.acceptInvitation' and status = 0")
      for (const row of rows) expect(JSON.stringify(row)).not.toContain(PASSWORD)
    },
  },
  {
    name: 'works once',
    body: { password: 'Other-1-horse!', repeat: 'Other-1-horse!' },
    given: async () => ({ params: { invitationToken: token.used } }),
    expect: { status: 404, code: 'org.invitationUnknown', stored: 'same' },
  },
  {
    name: 'sets nothing when the two differ',
    body: { password: PASSWORD, repeat: 'x' },
    given: async world => ({ params: { invitationToken: (await invite(world)).token } }),
    expect: { status: 422, code: 'org.repeatDiffers', errors: ['repeat'], stored: 'same' },
  },
  {
    name: 'wants a good password',
    body: { password: 'short', repeat: 'short' },
    given: async world => ({ params: { invitationToken: (await invite(world)).token } }),
    expect: { status: 422, errors: ['password'], stored: 'same' },
  },
  {
    name: 'ends when the first password is chosen by a code to the same email',
    body,
    given: async world => {
      const { email, token: invitationToken } = await invite(world)
      const browser = await verifiedBrowser(world, email)
      expect((await browser.call('reset.resetPassword', { body: { tokenNew: PASSWORD, tokenRepeat: PASSWORD } })).status).toBe(0)
      expect((await world.call('signin.login', { body: { username: email, password: PASSWORD } })).status).toBe(0)
      return { params: { invitationToken } }
    },
    expect: { status: 404, code: 'org.invitationUnknown', stored: 'same' },
  },
  { name: 'knows no made-up token', body, params: { invitationToken: 'A'.repeat(43) }, expect: { status: 404, code: 'org.invitationUnknown', stored: 'same' } },
])
