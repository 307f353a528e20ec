import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { PASSWORD } from '../support/world.ts'
import { withTotp } from '../support/account.ts'

scenarios('i.startTotp', [
  { name: 'asks for the password', as: 'ann', body: {}, expect: { status: 422, code: 'secondFactor.passwordRequired', errors: ['password'], stored: 'same' } },
  {
    name: 'refuses a wrong password',
    as: 'ann',
    body: { password: 'wrong' },
    expect: { status: 422, code: 'secondFactor.passwordWrong', errors: ['password'] },
  },
  { name: 'keeps out who is not signed in', body: {}, expect: { status: 401, stored: 'same' } },
  {
    name: 'gives a secret, kept sealed, and asks for nothing at sign-in yet',
    as: 'ann',
    body: { password: PASSWORD },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.uri).toContain(`secret=${reply.data.secret}`)
      const row = await world.db.selectFrom('totp').selectAll().executeTakeFirstOrThrow()
      expect(row.secret).not.toContain(reply.data.secret)
      expect((await world.call('signin.login', { body: { username: 'ann', password: PASSWORD } })).data.session.user.id).toBe(world.ids.ann)
      expect(JSON.stringify(await world.db.selectFrom('audit').selectAll().execute())).not.toContain(reply.data.secret)
    },
  },
  {
    name: 'gives no other one while codes are asked for',
    as: 'ben',
    given: async world => void (await withTotp(world, 'ben')),
    body: { password: PASSWORD },
    expect: { status: 409, code: 'totp.isOn' },
  },
])
