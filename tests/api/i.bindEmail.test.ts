// i.bind-email, i.email-phone-format, i.bound-meaning
import { expect } from 'vitest'
import { bound, codeTo, personOf } from '../support/account.ts'
import { scenarios } from '../support/scenarios.ts'
import { mailedCode, otherCode, passPause } from '../support/signin.ts'
import type { World } from '../support/world.ts'

const wanted = 'ben@new.test'
const given =
  (email = wanted) =>
  async (world: World) => ({ body: { email, token: await codeTo(world, 'ben', 'email', email) } })

scenarios('i.bindEmail', [
  { name: 'i.token-required: wants email and code', as: 'ben', body: {}, expect: { status: 422, errors: ['email', 'token'], stored: 'same' } },
  {
    name: 'i.email-phone-format: says what is none',
    as: 'ben',
    body: { email: 'not an email', token: '123456' },
    expect: { status: 422, errors: ['email'], stored: 'same' },
  },
  { name: 'keeps out who is not signed in', body: { email: wanted, token: '123456' }, expect: { status: 401, stored: 'same' } },
  {
    name: 'refuses a wrong code',
    as: 'ben',
    given: async world => ({ body: { email: wanted, token: otherCode((await given()(world)).body.token) } }),
    expect: { status: 422, code: 'code.wrong', errors: ['token'] },
  },
  { name: 'refuses a code that somebody else asked for', as: 'abe', given: given(), expect: { status: 422, code: 'code.expired', errors: ['token'] } },
  {
    name: 'says only to who reads there that somebody else has it',
    as: 'ben',
    given: async world => {
      await bound(world, 'abe', { email: 'abe@example.test' })
      return given('abe@example.test')(world)
    },
    expect: { status: 422, code: 'account.taken', errors: ['email'] },
    then: async (_reply, world) => expect(await personOf(world, 'ben')).toMatchObject({ email_verified: false }),
  },
  {
    name: 'i.bind-email: binds it by the code that was sent there; bound means verified (i.bound-meaning)',
    as: 'ben',
    given: given(),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await personOf(world, 'ben')).toMatchObject({ email: wanted, email_verified: true })
      expect((await world.call('i.getInfo', { as: 'ben' })).data).toMatchObject({ email: wanted, emailVerified: true })
    },
  },
  {
    name: 'signin.send-email-code: for who is signed in it works while sign-in by mailed codes is switched off',
    as: 'ben',
    given: async world => {
      await passPause(world)
      expect((await world.call('signin.sendEmailCode', { as: 'ben', body: { email: 'ben@other.test' } })).data).toEqual({ seconds: 60 })
      const token = await mailedCode(world, 'ben@other.test')
      return { body: { email: 'ben@other.test', token } }
    },
    expect: { status: 409, code: 'account.unproven' },
  },
  { name: 'once', as: 'ben', given: given(), expect: { status: 422, code: 'account.same', errors: ['email'] } },
])
