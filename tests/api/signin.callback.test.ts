// Coming back from a provider: without a sign-in that this browser began there is nothing to come back to. The kinds are tested by their own
// peers in signin.redirect*.test.ts.
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const told = (reply: { headers: Record<string, unknown> }) => String(reply.headers.location)

scenarios('signin.callback', [
  ...['uuap', 'oauth', 'third', 'cas2', 'weixin'].map(place => ({
    name: `${place}: an answer that nobody asked for changes nothing and lets nobody in`,
    params: { place },
    query: { state: 'a'.repeat(43), code: 'x', ticket: 'ST-1' },
    expect: { status: -1, stored: 'same' as const },
    then: (reply: { http: number; headers: Record<string, unknown> }) => {
      expect([reply.http, told(reply)]).toEqual([302, '/login?problem=signin.stateUnknown'])
      expect(String(reply.headers['set-cookie'] ?? '')).not.toContain('tessera_session')
    },
  })),
  { name: 'knows no other places', params: { place: 'other' }, expect: { status: 404, stored: 'same' } },
  { name: 'refuses texts that no address holds', params: { place: 'oauth' }, query: { state: 'x'.repeat(5000) }, expect: { status: 422, stored: 'same' } },
  {
    name: 'somebody who is signed in stays so',
    as: 'ben',
    params: { place: 'oauth' },
    query: { state: 'b', code: 'x' },
    expect: { status: -1, stored: 'same' },
    then: async (_reply, world) => expect((await world.call('general.session', { as: 'ben' })).data.user.name).toBe('Ben'),
  },
])
