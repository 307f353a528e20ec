// company.list, company.entity-list-item, company.entity-company
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

scenarios('company.list', [
  {
    name: 'lists the organisations of the person, with role and numbers',
    as: 'ben',
    expect: { status: 0, data: { total: 1, page: 1, perPage: 100 } },
    then: reply =>
      expect(reply.data.items).toEqual([expect.objectContaining({ key: 'acme', name: 'Acme', role: 'member', isOwner: false, apps: 1, members: 3 })]),
  },
  { name: 'is empty for somebody without one', as: 'cyd', expect: { status: 0, data: { items: [], total: 0 } } },
  { name: 'finds by name or key, taking % as it is typed', as: 'ann', query: { keywords: '%' }, expect: { status: 0, data: { items: [] } } },
  { name: 'refuses a page that is no number', as: 'ann', query: { page: 'x' }, expect: { status: 422, errors: ['page'] } },
  { name: 'keeps out who is not signed in', expect: { status: 401, stored: 'same' } },
])
