import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { PASSWORD } from '../support/world.ts'

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

scenarios('i.listSignins', [
  {
    name: 'lists attempts in this name, the newest first, failed ones too',
    as: 'ann',
    given: async world => {
      const headers = { 'user-agent': agent }
      await world.call('signin.login', { headers, body: { username: 'ann', password: 'wrong' } })
      await world.call('signin.login', { headers, body: { username: 'ann', password: PASSWORD } })
      await world.call('signin.login', { headers, body: { username: 'ben', password: PASSWORD } })
    },
    expect: { status: 0, data: { total: 2, page: 1 } },
    then: reply =>
      expect(reply.data.items.map((item: Record<string, unknown>) => [item.kind, item.ok, item.result, item.browser, item.system])).toEqual([
        ['password', true, 'signedIn', 'Chrome', 'Windows'],
        ['password', false, 'wrong', 'Chrome', 'Windows'],
      ]),
  },
  { name: 'is empty for who never signed in', as: 'dee', expect: { status: 0, data: { items: [], total: 0 } } },
  { name: 'says that a page is no number', as: 'ann', query: { page: 'x' }, expect: { status: 422, errors: ['page'], stored: 'same' } },
  { name: 'keeps out who is not signed in', expect: { status: 401, stored: 'same' } },
])
