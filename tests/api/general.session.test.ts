import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

scenarios('general.session', [
  { name: 'knows nobody without a session', expect: { status: 0, data: { user: null, csrfToken: '', companies: [] } } },
  {
    name: 'general.session: tells who is signed in, the token for unsafe calls, and the own organisations only',
    as: 'ben',
    expect: { status: 0, data: { user: { name: 'Ben', isPlatformSuper: false, hasPassword: true }, companies: [{ key: 'acme', role: 'member' }] } },
    then: reply => {
      expect(reply.data.csrfToken).toMatch(/^[\w-]{32}$/)
      expect(JSON.stringify(reply.data)).not.toMatch(/password_hash|\$argon2/)
    },
  },
  { name: 'knows nobody by a made-up cookie', headers: { cookie: 'tessera_session=made-up' }, expect: { status: 0, data: { user: null, csrfToken: '' } } },
  { name: 'is kept by no cache', as: 'ann', expect: { status: 0 }, then: reply => expect(reply.headers['cache-control']).toBe('no-store') },
])
