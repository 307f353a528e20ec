import { expect } from 'vitest'
import { DEV } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('source.list', [
  {
    name: 'an app has its built-in source from the start, and nothing says a password',
    as: 'ann',
    params: DEV,
    expect: { status: 0, data: { options: [{ key: 'main', dialect: 'builtin', synchronized: true, models: 0, hasPassword: false }] } },
    then: reply => expect(reply.raw.toString()).not.toContain('"password"'),
  },
  { name: 'says that a parameter is unknown', as: 'ann', params: DEV, query: { nonsense: 1 }, expect: { status: 422, errors: ['nonsense'] } },
  { name: 'keeps a member without duties out', as: 'ben', params: DEV, expect: { status: 403, stored: 'same' } },
  { name: 'keeps another organisation out', as: 'dee', params: DEV, expect: { status: 403, stored: 'same' } },
])
