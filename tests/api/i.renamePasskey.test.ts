import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { withPasskey } from '../support/account.ts'

let id = ''

scenarios('i.renamePasskey', [
  {
    name: 'gives it another name',
    as: 'ann',
    given: async world => ({ params: { passkeyId: (id = (await withPasskey(world, 'ann')).id) }, body: { name: ' Old laptop ' } }),
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.call('i.getSecurity', { as: 'ann' })).data.passkeys[0].name).toBe('Old laptop'),
  },
  {
    name: 'wants a name',
    as: 'ann',
    given: async () => ({ params: { passkeyId: id }, body: { name: ' ' } }),
    expect: { status: 422, errors: ['name'], stored: 'same' },
  },
  {
    name: "knows nothing of somebody else's",
    as: 'ben',
    given: async () => ({ params: { passkeyId: id }, body: { name: 'Mine' } }),
    expect: { status: 404, code: 'passkey.unknown', stored: 'same' },
  },
  {
    name: 'keeps out who is not signed in',
    given: async () => ({ params: { passkeyId: id }, body: { name: 'Mine' } }),
    expect: { status: 401, stored: 'same' },
  },
])
