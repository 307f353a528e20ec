import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { withPasskey } from '../support/account.ts'
import { PASSWORD } from '../support/world.ts'

let id = ''
const it = (body: object) => async () => ({ params: { passkeyId: id }, body })

scenarios('i.removePasskey', [
  {
    name: 'asks for the password',
    as: 'ann',
    given: async world => ({ params: { passkeyId: (id = (await withPasskey(world, 'ann')).id) }, body: {} }),
    expect: { status: 422, errors: ['password'], stored: 'same' },
  },
  { name: 'refuses a wrong one', as: 'ann', given: it({ password: 'wrong' }), expect: { status: 422, errors: ['password'] } },
  { name: "knows nothing of somebody else's", as: 'ben', given: it({ password: PASSWORD }), expect: { status: 404, code: 'passkey.unknown' } },
  { name: 'keeps out who is not signed in', given: it({ password: PASSWORD }), expect: { status: 401, stored: 'same' } },
  {
    name: 'takes it away; recovery codes go with the last proof',
    as: 'ann',
    given: it({ password: PASSWORD }),
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect((await world.call('i.getSecurity', { as: 'ann' })).data).toMatchObject({ isOn: false, passkeys: [], recoveryLeft: 0 }),
  },
])
