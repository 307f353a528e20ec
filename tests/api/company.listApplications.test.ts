import { expect } from 'vitest'
import { apply, cleared } from '../support/applications.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const two = async (world: World) => {
  await cleared(world)
  await world.call('company.refuseApplication', { as: 'sue', params: { applicationId: await apply(world) }, body: { reason: 'No' } })
  await apply(world, 'ben', { name: '100% Paper', key: 'paper', ownerName: 'Ben' })
}

scenarios('company.listApplications', [
  {
    name: 'newest first, with who applied and who decided',
    as: 'sue',
    given: two,
    expect: { status: 0, data: { total: 2, page: 1, perPage: 20 } },
    then: reply =>
      expect(reply.data.items.map((item: any) => [item.name, item.email, item.status, item.decidedBy])).toEqual([
        ['100% Paper', 'ben@example.test', 'waiting', ''],
        ['Initech', 'cyd@example.test', 'refused', 'Sue'],
      ]),
  },
  {
    name: 'by status',
    as: 'sue',
    given: two,
    query: { status: 'refused' },
    expect: { status: 0, data: { total: 1, items: [{ name: 'Initech', reason: 'No' }] } },
  },
  {
    name: 'by words, as they were typed',
    as: 'sue',
    given: two,
    query: { keywords: '0% p' },
    expect: { status: 0, data: { total: 1, items: [{ key: 'paper' }] } },
  },
  { name: 'refuses bad filters', as: 'sue', query: { status: 'x', page: 0 }, expect: { status: 422, errors: ['status', 'page'], stored: 'same' } },
  { name: 'keeps an owner of an organisation out', as: 'ann', expect: { status: 403, stored: 'same' } },
])
