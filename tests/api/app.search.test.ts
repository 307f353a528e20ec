import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const params = { companyKey: 'acme', appUrlKey: 'shop-dev' }
const found = (items: { kind: string; label: string; within: string }[]) => items.map(({ kind, label, within }) => [kind, label, within])

scenarios('app.search', [
  {
    name: 'finds pages by name and path, and texts inside pages, not what is technical in them',
    as: 'ann',
    params,
    query: { keywords: 'order' },
    given: async world => {
      const schema = {
        type: 'page',
        title: 'All of them',
        className: 'order-page',
        body: [
          { type: 'tpl', className: 'order', tpl: 'Says "yes" to 5% of\nevery Order \\ there is' },
          { type: 'button', id: 'order', label: 'i18n:Go ahead' },
        ],
      }
      await world.call('page.create', { as: 'ann', params, body: { name: 'Orders', path: '/list' } })
      await world.call('page.create', { as: 'ann', params, body: { name: 'Late', path: '/late-orders' } })
      await world.call('page.create', { as: 'ann', params, body: { name: 'Texts', path: '/texts', schema } })
      await world.call('page.create', {
        as: 'ann',
        params,
        body: { name: 'Technical', path: '/technical', schema: { type: 'page', body: { type: 'tpl', className: 'order' } } },
      })
      const ask = async (keywords: string) => found((await world.call('app.search', { as: 'ann', params, query: { keywords } })).data.items)
      expect(await ask('order')).toEqual([
        ['page', 'Orders', ''],
        ['page', 'Late', ''],
        ['text', 'Says "yes" to 5% of every Order \\ there is', 'Texts'],
      ])
      // As people write it, whatever the words mean to the database.
      for (const exact of ['"yes"', '5%', 'Order \\']) expect(await ask(exact), exact).toHaveLength(1)
      expect(await ask('(.*)')).toEqual([])
      // A text that has words in other languages is found without its mark.
      expect(await ask('ahead')).toEqual([['text', 'Go ahead', 'Texts']])
    },
    expect: { status: 0 },
  },
  { name: 'is for who builds the app', as: 'ben', params, query: { keywords: 'order' }, expect: { status: 403, stored: 'same' } },
])
