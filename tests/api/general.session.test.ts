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
  {
    name: 'tells who could not come back without a password',
    as: 'cyd',
    given: async world => void (await world.db.updateTable('person').set({ password_hash: null }).where('id', '=', world.ids.cyd).execute()),
    expect: { status: 0, data: { user: { hasPassword: false, needsPassword: true } } },
  },
  {
    name: 'who came by another way can come back by it, and needs none',
    as: 'cyd',
    given: async world => void (await world.running.services.signin.identities.add(world.ids.cyd, { kind: 'oauth', subject: 'cyd', name: 'Cyd', email: '' })),
    expect: { status: 0, data: { user: { hasPassword: false } } },
    then: reply => expect(reply.data.user).not.toHaveProperty('needsPassword'),
  },
  { name: 'is kept by no cache', as: 'ann', expect: { status: 0 }, then: reply => expect(reply.headers['cache-control']).toBe('no-store') },
])
