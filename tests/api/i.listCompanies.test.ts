// i.list-companies
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

scenarios('i.listCompanies', [
  {
    name: 'i.list-companies: lists the own organisations, and which of them are owned',
    as: 'ann',
    given: async world => {
      await world.db.insertInto('member').values({ company_id: world.ids.globex, user_id: world.ids.ann, role: 'member' }).execute()
    },
    expect: { status: 0, data: { total: 2 } },
    then: (reply, world) =>
      expect(reply.data.items).toEqual([
        { id: world.ids.acme, name: 'Acme', key: 'acme', logo: '', createdAt: expect.stringMatching(/^\d{4}-/), isOwner: true },
        { id: world.ids.globex, name: 'Globex', key: 'globex', logo: '', createdAt: expect.any(String), isOwner: false },
      ]),
  },
  { name: 'is empty for who has none', as: 'cyd', expect: { status: 0, data: { items: [], total: 0 } } },
  { name: 'says that a page is no number', as: 'ann', query: { page: 'x' }, expect: { status: 422, errors: ['page'], stored: 'same' } },
  { name: 'keeps out who is not signed in', expect: { status: 401, stored: 'same' } },
])
