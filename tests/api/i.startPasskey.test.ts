import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { PASSWORD } from '../support/world.ts'

scenarios('i.startPasskey', [
  { name: 'asks for the password', as: 'ann', body: {}, expect: { status: 422, code: 'secondFactor.passwordRequired', errors: ['password'], stored: 'same' } },
  {
    name: 'refuses a wrong password',
    as: 'ann',
    body: { password: 'wrong' },
    expect: { status: 422, code: 'secondFactor.passwordWrong', errors: ['password'] },
  },
  { name: 'keeps out who is not signed in', body: {}, expect: { status: 401, stored: 'same' } },
  {
    name: 'says that a number is no place for a passkey',
    as: 'ann',
    headers: { host: '127.0.0.1:8080' },
    body: { password: PASSWORD },
    expect: { status: 409, code: 'passkey.place' },
  },
  {
    name: 'tells the browser what to make, for this host',
    as: 'ann',
    headers: { host: 'localhost' },
    body: { password: PASSWORD },
    expect: { status: 0, data: { options: { rp: { id: 'localhost' }, user: { name: 'ann' }, attestation: 'none' } } },
    then: async (reply, world) => {
      expect(reply.data.options.challenge.length).toBeGreaterThan(30)
      expect(await world.db.selectFrom('passkey_challenge').select('user_id').execute()).toEqual([{ user_id: world.ids.ann }])
    },
  },
])
