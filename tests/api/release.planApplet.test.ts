// Which pages of an app a mini-program draws itself, told before anything is made; and its source (release.exportAppletCode.test.ts).
import { expect } from 'vitest'
import { addPage } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'

const chart = {
  type: 'page',
  body: [
    { type: 'tpl', tpl: 'Figures' },
    { type: 'chart', api: '/api/x' },
  ],
}

scenarios('release.planApplet', [
  { name: 'says nothing of an empty app', as: 'ann', expect: { status: 0, data: { entries: [], native: 0, pages: [] } } },
  { name: 'keeps members without duties out', as: 'ben', expect: { status: 403 } },
  { name: 'knows no such version', as: 'ann', query: { from: '9.9.9' }, expect: { status: 422, code: 'release.sourceUnknown', errors: ['from'] } },
  {
    name: 'names the pages that open as web pages, and the parts that are the reason',
    as: 'abe',
    given: async world => {
      await addPage(world, { name: 'Orders', path: '/orders', schema: { type: 'page', body: { type: 'tessera-data-table', source: 'main', model: 'order' } } })
      await addPage(world, { name: 'Figures', path: '/figures', schema: chart })
    },
    expect: { status: 0, data: { native: 1 } },
    then: ({ data }) =>
      expect(data.pages).toEqual([
        { name: 'Orders', path: '/orders', isNative: true, reasons: [] },
        { name: 'Figures', path: '/figures', isNative: false, reasons: [{ at: 'body.1', part: 'chart', why: 'part', what: 'chart' }] },
      ]),
  },
])
