import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { PASSWORD } from '../support/world.ts'
import { withTotp } from '../support/account.ts'

scenarios('i.removeTotp', [
  { name: 'asks for the password', as: 'ann', body: {}, expect: { status: 422, code: 'secondFactor.passwordRequired', errors: ['password'], stored: 'same' } },
  {
    name: 'refuses a wrong password',
    as: 'ann',
    body: { password: 'wrong' },
    expect: { status: 422, code: 'secondFactor.passwordWrong', errors: ['password'] },
  },
  { name: 'keeps out who is not signed in', body: {}, expect: { status: 401, stored: 'same' } },
  { name: 'there is none', as: 'abe', body: { password: PASSWORD }, expect: { status: 409, code: 'totp.isOff' } },
  {
    name: 'switches it off; recovery codes go with the last proof',
    as: 'ann',
    given: async world => void (await withTotp(world, 'ann')),
    body: { password: PASSWORD },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.call('i.getSecurity', { as: 'ann' })).data).toMatchObject({ isOn: false, recoveryLeft: 0 }),
  },
])
