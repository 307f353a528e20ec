// i.listTokens: what one's programs have, without the tokens.
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

scenarios('i.listTokens', [
  {
    name: 'lists own tokens alone, by their first letters',
    as: 'ann',
    given: async world => {
      await world.call('i.createToken', { as: 'ann', body: { name: 'Build server', app: 'acme/shop', duties: ['push', 'publish'], days: 5 } })
      await world.call('i.createToken', { as: 'ben', body: { name: 'Of Ben', app: 'acme/shop', duties: ['pull'] } })
    },
    expect: {
      status: 0,
      data: { total: 1, items: [{ name: 'Build server', app: 'acme/shop', appName: 'Shop', duties: ['push', 'publish'], isExpired: false, usedAt: null }] },
    },
    then: reply => expect(JSON.stringify(reply.data)).not.toMatch(/tst_[\w-]{10}/),
  },
  { name: 'keeps out who is not signed in', expect: { status: 401 } },
])
