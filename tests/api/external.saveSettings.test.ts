import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

scenarios('external.saveSettings', [
  {
    name: 'opens the door',
    as: 'ann',
    body: { mode: 'open', kinds: ['phone'], approval: true },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect((await world.call('external.getSettings', { as: 'ann' })).data).toMatchObject({ mode: 'open', kinds: ['phone'], approval: true }),
  },
  {
    name: 'wants something to confirm',
    as: 'ann',
    body: { mode: 'open', kinds: [], approval: true },
    expect: { status: 422, errors: ['kinds'], stored: 'same' },
  },
  { name: 'keeps nobody out', body: { mode: 'open', kinds: ['email'], approval: false }, expect: { status: 401, stored: 'same' } },
  { name: 'keeps a plain member out', as: 'ben', body: { mode: 'open', kinds: ['email'], approval: false }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps a stranger out', as: 'cyd', body: { mode: 'open', kinds: ['email'], approval: false }, expect: { status: 403, stored: 'same' } },
])
