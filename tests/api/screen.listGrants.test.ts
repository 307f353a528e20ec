import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { notForThem } from '../support/screens.ts'

scenarios('screen.listGrants', [
  {
    name: 'tells who was granted what, page by page, each level for itself',
    as: 'sue',
    query: { perPage: 1, page: 2 },
    given: async world => {
      for (const email of ['cyd@example.test', 'ben@example.test']) await world.call('screen.saveGrant', { as: 'sue', body: { email, permission: 'read' } })
      await world.call('screen.saveGrant', { as: 'ann', query: { companyKey: 'acme' }, body: { email: 'ben@example.test', permission: 'change' } })
    },
    expect: { status: 0, data: { total: 2, page: 2, perPage: 1, items: [{ name: 'Cyd', permission: 'read', grantedBy: 'Sue' }] } },
  },
  {
    name: 'of an organisation',
    as: 'abe',
    query: { companyKey: 'acme' },
    expect: { status: 0, data: { total: 1, items: [{ name: 'Ben', permission: 'change', grantedBy: 'Ann', isActive: true }] } },
  },
  { name: 'of an app', as: 'ann', query: { companyKey: 'acme', appUrlKey: 'shop' }, expect: { status: 0, data: { total: 0, items: [] } } },
  { name: 'is not for who may only read', as: 'ben', expect: { status: 403, stored: 'same' } },
  { name: 'is not for another organisation', as: 'dee', query: { companyKey: 'acme' }, expect: { status: 403, stored: 'same' } },
  { name: 'refuses a page that is none', as: 'sue', query: { page: 0 }, expect: { status: 422, errors: ['page'] } },
  {
    name: 'leaves out nobody silently: a disabled person is shown as inactive',
    as: 'sue',
    given: async world => void (await world.db.updateTable('person').set({ disabled: true }).where('id', '=', world.ids.cyd).execute()),
    expect: { status: 0 },
    then: reply =>
      expect(reply.data.items.map((one: any) => [one.name, one.isActive])).toEqual([
        ['Ben', true],
        ['Cyd', false],
      ]),
  },
  ...notForThem({ params: {} }),
])
