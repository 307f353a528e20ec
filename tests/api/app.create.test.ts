import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const good = { name: 'Stock', key: 'stock', type: 1 }

scenarios('app.create', [
  {
    name: 'makes an app that belongs to the member who makes it',
    as: 'ben',
    body: { ...good, description: '<img src=x onerror=alert(1)>' },
    expect: { status: 0, data: { key: 'stock', url: '/company/acme/app/stock-dev/design' } },
    then: async (_reply, world) => {
      const got = await world.call('app.get', { as: 'ben', params: { companyKey: 'acme', appUrlKey: 'stock-dev' } })
      expect(got.data).toMatchObject({ owner: 'Ben', tag: 'dev', perms: { manage: true }, description: '<img src=x onerror=alert(1)>' })
    },
  },
  { name: 'refuses a key that is taken, at the field', as: 'ann', body: good, expect: { status: 422, code: 'app.keyTaken', errors: ['key'], stored: 'same' } },
  { name: 'allows the same key in another organisation', as: 'dee', params: { companyKey: 'globex' }, body: good, expect: { status: 0 } },
  { name: 'wants name, key and type', as: 'ann', body: {}, expect: { status: 422, errors: ['name', 'key', 'type'], stored: 'same' } },
  {
    name: 'says all that is wrong at once',
    as: 'ann',
    body: { name: '  ', key: 'Web-Shop', type: 5, logo: 'https://evil.test/x.png', description: 'd'.repeat(501), ownerId: 'x' },
    expect: { status: 422, errors: ['name', 'key', 'type', 'logo', 'description', 'ownerId'], stored: 'same' },
  },
  { name: 'refuses a key beyond 40 characters', as: 'ann', body: { ...good, key: 'k'.repeat(41) }, expect: { status: 422, errors: ['key'], stored: 'same' } },
  { name: 'refuses wrong types', as: 'ann', body: { name: 1, key: 2, type: '1' }, expect: { status: 422, errors: ['name', 'key', 'type'], stored: 'same' } },
  { name: 'keeps other organisations out', as: 'dee', body: { ...good, key: 'x' }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps out who is in no organisation', as: 'cyd', body: { ...good, key: 'x' }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps out who is not signed in', body: good, expect: { status: 401, stored: 'same' } },
  {
    name: 'of two with the same key at once one wins',
    as: 'ann',
    body: { name: 'Twin', key: 'twin', type: 3 },
    given: async world => {
      const replies = await Promise.all([1, 2].map(() => world.call('app.create', { as: 'abe', body: { name: 'T', key: 'twins', type: 4 } })))
      expect(replies.map(reply => reply.status).sort()).toEqual([0, 422])
    },
    expect: { status: 0 },
  },
])
