import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const params = { companyKey: 'acme', appUrlKey: 'shop' }
const body = { key: 'sales', name: 'Sales', type: 1 }

scenarios('entry.create', [
  {
    name: 'adds an entry behind the others',
    as: 'ann',
    params,
    body,
    expect: { status: 0 },
    then: async (_, world) => {
      await world.call('entry.create', { as: 'ann', params, body: { ...body, key: 'later' } })
      const { items } = (await world.call('portal.listEntries', { as: 'ann', params })).data
      expect(items.map((item: { key: string }) => item.key)).toEqual(['sales', 'later'])
    },
  },
  { name: 'refuses a key twice', as: 'ann', params, body, expect: { status: 422, errors: ['key'], code: 'entry.keyTaken', stored: 'same' } },
  { name: 'refuses a key that no address can have', as: 'ann', params, body: { ...body, key: 'Sales desk' }, expect: { status: 422, errors: ['key'] } },
  {
    name: 'refuses an address of the console',
    as: 'ann',
    params,
    body: { ...body, key: 'admin' },
    expect: { status: 422, errors: ['key'], code: 'entry.keyReserved', stored: 'same' },
  },
  {
    name: 'refuses the address of a page',
    as: 'ann',
    params,
    given: async world => void (await world.call('page.create', { as: 'ann', params, body: { name: 'Stock', path: '/stock/:id', kind: 'page' } })),
    body: { ...body, key: 'stock' },
    expect: { status: 422, errors: ['key'], code: 'entry.keyReserved', stored: 'same' },
  },
  {
    name: 'refuses a page and a role of another app',
    as: 'ann',
    params,
    body: { ...body, key: 'other', pageId: '0191d5a0-0000-7000-8000-000000000002' },
    expect: { status: 422, errors: ['pageId'], stored: 'same' },
  },
  {
    name: 'refuses a role that is not there',
    as: 'ann',
    params,
    body: { ...body, key: 'other', roles: ['0191d5a0-0000-7000-8000-000000000002'] },
    expect: { status: 422, errors: ['roles'], stored: 'same' },
  },
  { name: 'refuses a fifth kind', as: 'ann', params, body: { ...body, key: 'fifth', type: 5 }, expect: { status: 422, errors: ['type'], stored: 'same' } },
  { name: 'refuses a member without the duty', as: 'ben', params, body: { ...body, key: 'bens' }, expect: { status: 403, stored: 'same' } },
])
