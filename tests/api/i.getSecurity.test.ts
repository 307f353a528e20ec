import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { withPasskey, withTotp } from '../support/account.ts'

scenarios('i.getSecurity', [
  {
    name: 'tells that nothing is asked for',
    as: 'ann',
    expect: { status: 0, data: { hasPassword: true, isOn: false, totp: false, totpSince: null, passkeys: [], recoveryLeft: 0 } },
  },
  {
    name: 'tells what is set up, and no secret of it',
    as: 'ann',
    given: async world => {
      await withTotp(world, 'ann')
      await withPasskey(world, 'ann')
    },
    expect: { status: 0, data: { isOn: true, totp: true, recoveryLeft: 10, passkeys: [{ name: 'Laptop', synced: false, usedAt: null }] } },
    then: reply => expect(Object.keys(reply.data.passkeys[0]).sort()).toEqual(['createdAt', 'id', 'name', 'synced', 'usedAt']),
  },
  { name: "tells nothing of somebody else's", as: 'abe', expect: { status: 0, data: { isOn: false } } },
  { name: 'takes nobody else', as: 'abe', query: { userId: 'x' }, expect: { status: 422, errors: ['userId'], stored: 'same' } },
  { name: 'keeps out who is not signed in', expect: { status: 401, stored: 'same' } },
])
