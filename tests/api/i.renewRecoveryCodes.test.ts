import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { PASSWORD } from '../support/world.ts'
import { withTotp } from '../support/account.ts'

let old: string[] = []

scenarios('i.renewRecoveryCodes', [
  { name: 'asks for the password', as: 'ann', body: {}, expect: { status: 422, code: 'secondFactor.passwordRequired', errors: ['password'], stored: 'same' } },
  {
    name: 'refuses a wrong password',
    as: 'ann',
    body: { password: 'wrong' },
    expect: { status: 422, code: 'secondFactor.passwordWrong', errors: ['password'] },
  },
  { name: 'keeps out who is not signed in', body: {}, expect: { status: 401, stored: 'same' } },
  { name: 'nobody needs them without a second proof', as: 'abe', body: { password: PASSWORD }, expect: { status: 409, code: 'recovery.notNeeded' } },
  {
    name: 'new ones take the place of the old',
    as: 'ann',
    given: async world => void (old = (await withTotp(world, 'ann')).recoveryCodes),
    body: { password: PASSWORD },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.recoveryCodes).toHaveLength(10)
      expect(reply.data.recoveryCodes).not.toContain(old[0])
      expect(await world.db.selectFrom('recovery_code').select('user_id').execute()).toHaveLength(10)
    },
  },
])
