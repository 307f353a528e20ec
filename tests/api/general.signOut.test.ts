import { expect } from 'vitest'
import { SESSION_COOKIE } from '../../api/server/who.ts'
import { scenarios } from '../support/scenarios.ts'

let before: Record<string, string> = {}

scenarios('general.signOut', [
  { name: 'wants somebody to be signed in', expect: { status: 401, stored: 'same' } },
  {
    name: 'refuses another site’s request',
    as: 'ben',
    headers: { 'x-csrf-token': 'guessed' },
    expect: { status: 403, code: 'request.forged', stored: 'same' },
  },
  {
    name: 'general.logout: ends the session on the server, not only in the browser',
    as: 'ben',
    given: async world => {
      before = await world.headersOf('ben')
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(String(reply.headers['set-cookie'])).toMatch(new RegExp(`${SESSION_COOKIE}=;`))
      const after = await world.running.app.inject({ method: 'GET', url: '/api/session', headers: { ...before, accept: 'application/json' } })
      expect(after.json().data.user).toBeNull()
    },
  },
])
