import { expect } from 'vitest'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('app.getOverview', [
  {
    name: 'tells the builder of a new app what comes first',
    as: 'ann',
    params: { companyKey: 'acme', appUrlKey: 'shop-dev' },
    expect: {
      status: 0,
      data: {
        counts: { pages: 0, models: 0, roles: 0, shares: 0, unpublished: 0 },
        steps: [
          { key: 'model', isDone: false },
          { key: 'page', isDone: false },
          { key: 'publish', isDone: false },
          { key: 'people', isDone: false },
        ],
        isReady: false,
        lastPublish: null,
        changes: [],
      },
    },
  },
  {
    name: 'counts what is there, tells what was changed last and by whom, and what a release does not hold yet',
    as: 'ann',
    params: { companyKey: 'acme', appUrlKey: 'shop-dev' },
    given: async world => {
      const params = { companyKey: 'acme', appUrlKey: 'shop-dev' }
      await world.call('page.create', { as: 'ann', params, body: { name: 'Orders', path: '/orders' } })
      await publish(world, { version: '1.0.0', title: 'First' })
      const { id } = (await world.call('page.create', { as: 'ann', params, body: { name: 'Customers', path: '/customers' } })).data
      const { data } = await world.call('app.getOverview', { as: 'ann', params })
      expect(data.counts).toMatchObject({ pages: 2, unpublished: 1 })
      expect(data.steps.filter(({ isDone }: { isDone: boolean }) => isDone).map(({ key }: { key: string }) => key)).toEqual(['page', 'publish'])
      expect(data.lastPublish).toMatchObject({ version: '1.0.0', title: 'First', tag: 'latest' })
      expect(data.changes.map(({ kind, name, by }: Record<string, string>) => [kind, name, by])).toEqual([
        ['page', 'Customers', 'Ann'],
        ['release', '1.0.0 First', 'Ann'],
        ['page', 'Orders', 'Ann'],
      ])
      expect(data.changes[0].to).toBe(`/company/acme/app/shop-dev/design/page/${id}`)
    },
    expect: { status: 0 },
  },
  { name: 'is for who builds the app', as: 'ben', params: { companyKey: 'acme', appUrlKey: 'shop-dev' }, expect: { status: 403, stored: 'same' } },
])
