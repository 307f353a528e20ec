import { expect } from 'vitest'
import { solved } from '../support/reset.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('reset.getChallenge', [
  {
    name: 'reset.graph-code: gives the browser work, for whoever cannot see the picture',
    expect: { status: 0 },
    then: async reply => {
      const { challenge } = reply.data
      const key = await solved(challenge)
      expect(key.startsWith(challenge.keyPrefix)).toBe(true)
      // What is told of the key is half of it.
      expect(key.length).toBe(challenge.keyPrefix.length * 2)
      expect(String(reply.headers['set-cookie'])).toMatch(/^tessera_reset=.*HttpOnly/i)
    },
  },
  { name: 'takes no query', query: { answer: '1' }, expect: { status: 422, errors: ['answer'], stored: 'same' } },
])

scenarios('reset.getChallenge', [{ name: 'gives no work where nobody signs in with a password', expect: { status: 403, code: 'reset.off', stored: 'same' } }], {
  authTypes: ['ldap'],
})
