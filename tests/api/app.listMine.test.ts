// company.app-list-single, general.home: apps of all my organisations
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'

scenarios('app.listMine', [
  {
    name: 'lists active apps of my organisations and no others',
    given: async world => {
      await world.db.insertInto('member').values({ company_id: world.ids.globex, user_id: world.ids.ben, role: 'admin' }).execute()
      await world.db
        .insertInto('app')
        .values([
          { id: uuidv7(), company_id: world.ids.globex, key: 'rockets', name: 'Rockets', type: 1, owner_id: world.ids.dee },
          { id: uuidv7(), company_id: world.ids.globex, key: 'gone', name: 'Gone', type: 1, state: 'archived', owner_id: world.ids.dee },
        ])
        .execute()
    },
    as: 'ben',
    expect: { status: 0, data: { total: 2 } },
    then: reply =>
      expect(reply.data.items.map((item: any) => [item.companyKey, item.key, item.perms.manage]).sort()).toEqual([
        ['acme', 'shop', false],
        ['globex', 'rockets', true],
      ]),
  },
  { name: 'stays within the organisations of the person', as: 'ann', expect: { status: 0, data: { total: 1 } } },
  { name: 'is empty for somebody without one, platform super user included', as: 'sue', expect: { status: 0, data: { items: [], total: 0 } } },
  { name: 'searches', as: 'ben', query: { keywords: 'rock' }, expect: { status: 0, data: { total: 1 } } },
  { name: 'refuses bad paging', as: 'ben', query: { page: 0 }, expect: { status: 422, errors: ['page'] } },
  { name: 'keeps out who is not signed in', expect: { status: 401, stored: 'same' } },
])
