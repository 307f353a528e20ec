// i.bind-phone, i.email-phone-format, i.bound-meaning
import { expect } from 'vitest'
import { bound, codeTo, personOf } from '../support/account.ts'
import { scenarios } from '../support/scenarios.ts'
import { otherCode } from '../support/signin.ts'
import type { World } from '../support/world.ts'

const wanted = '13900000001'
const given =
  (phone = wanted) =>
  async (world: World) => ({ body: { phone, token: await codeTo(world, 'ben', 'phone', phone) } })

scenarios('i.bindPhone', [
  { name: 'i.token-required: wants phone and code', as: 'ben', body: {}, expect: { status: 422, errors: ['phone', 'token'], stored: 'same' } },
  {
    name: 'i.email-phone-format: says what is none',
    as: 'ben',
    body: { phone: '12345', token: '123456' },
    expect: { status: 422, errors: ['phone'], stored: 'same' },
  },
  { name: 'keeps out who is not signed in', body: { phone: wanted, token: '123456' }, expect: { status: 401, stored: 'same' } },
  {
    name: 'refuses a wrong code',
    as: 'ben',
    given: async world => ({ body: { phone: wanted, token: otherCode((await given()(world)).body.token) } }),
    expect: { status: 422, code: 'code.wrong', errors: ['token'] },
  },
  { name: 'refuses a code that somebody else asked for', as: 'abe', given: given(), expect: { status: 422, code: 'code.expired', errors: ['token'] } },
  {
    name: 'says only to who reads there that somebody else has it',
    as: 'ben',
    given: async world => {
      await bound(world, 'abe', { phone: '13900000002' })
      return given('13900000002')(world)
    },
    expect: { status: 422, code: 'account.taken', errors: ['phone'] },
    then: async (_reply, world) => expect(await personOf(world, 'ben')).toMatchObject({ phone_verified: false }),
  },
  {
    name: 'i.bind-phone: binds it by the code that was sent there; bound means verified (i.bound-meaning)',
    as: 'ben',
    given: given(),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await personOf(world, 'ben')).toMatchObject({ phone: wanted, phone_verified: true })
      expect((await world.call('i.getInfo', { as: 'ben' })).data).toMatchObject({ phone: wanted, phoneVerified: true })
    },
  },
  { name: 'once', as: 'ben', given: given(), expect: { status: 422, code: 'account.same', errors: ['phone'] } },
])
