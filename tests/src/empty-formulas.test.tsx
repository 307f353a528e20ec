// A formula that is empty says why in whatever draws it: pages hold the field alone, and those from before this was so are drawn the same.
import { cleanup, configure, fireEvent, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fieldOf } from '../../src/amis/empty-formulas.tsx'
import '../../renderers/tessera-value/value.tsx'
import { withReasons } from '../../renderers/tessera-value/reasons.ts'

configure({ asyncUtilTimeout: 5000 })
const BASE = '/api/resource/acme/shop/source/main/model/line'
const fields = [{ key: 'title' }, { key: 'each', formula: 'price / quantity' }, { key: 'late', formula: 'due < TODAY()' }, { key: 'price' }]
const ROW = { id: 'a/1', title: 'Anvil', each: null, late: null, price: null }
let asked: string[] = []
let run = 0
function show(body: object) {
  mount(
    render({ type: 'page', body } as never, {}, {
      session: `formulas-${run++}`,
      theme: 'cxd',
      locale: 'en-US',
      fetcher: async ({ url, method }: { url: string; method: string }) => {
        const path = url.replace(/\?.*/s, '')
        asked.push(path)
        const row = { ...ROW }
        const other = { ...ROW, id: 'b', each: '2.50', late: false }
        const data = path.includes('/formula/') ? { reason: 'quantity is empty' } : path === BASE ? { items: [row, other], total: 2, fields } : { row, fields }
        return withReasons({ url, method }, { status: 200, headers: {}, data: { status: 0, msg: '', data } })
      },
    } as never),
  )
}
const marks = () => screen.findAllByTitle('Why is it empty?')
beforeEach(() => {
  asked = []
})
afterEach(() => {
  cleanup()
  clearStoresCache()
})

const [EACH, LATE] = ["${ISEMPTY(each) && each !== 0 ? '—' : each}", { type: 'mapping', map: { true: 'Yes', false: 'No', '*': '—' }, placeholder: '—' }]
const list = (more: object) => ({ type: 'crud', api: `get:${BASE}`, syncLocation: false, loadDataOnce: false, ...more })
const item = {
  body: [
    { type: 'tpl', tpl: EACH, name: 'each', label: 'Each' },
    { ...LATE, name: 'late', label: 'Late' },
    { type: 'tpl', tpl: 'each is ${each}' },
  ],
}
const row = (body: object[]) => ({ type: 'service', api: { method: 'get', url: `${BASE}/a%2F1`, responseData: { '&': '${row}' } }, body })
it.each([
  ['a table of stock amis', list({ columns: item.body })],
  ['cards', list({ mode: 'cards', card: item })],
  ['a list', list({ mode: 'list', listItem: item })],
  [
    'a page of a row that names no field',
    row([
      { type: 'tpl', tpl: EACH },
      { type: 'property', items: [{ label: 'Late', content: { ...LATE, name: 'late' } }] },
    ]),
  ],
  [
    'values drawn by their fields',
    row([
      { type: 'tessera-value', name: 'each', format: 'decimal' },
      { type: 'tessera-value', name: 'late' },
      { type: 'tessera-value', name: 'price' },
    ]),
  ],
  [
    'a form that shows a row',
    {
      type: 'form',
      static: true,
      actions: [],
      initApi: { method: 'get', url: `${BASE}/a%2F1`, responseData: { '&': '${row}' } },
      body: [
        { type: 'input-number', name: 'each', label: 'Each' },
        { type: 'switch', name: 'late', label: 'Late' },
        { type: 'input-number', name: 'price', label: 'Price' },
      ],
    },
  ],
])('%s says why where it is asked, once for each field of the row that has none', async (_what, body) => {
  show(body)
  expect(await marks()).toHaveLength(2)
  expect(asked.some(url => url.includes('/formula/'))).toBe(false)
  fireEvent.click((await marks())[0] as HTMLElement)
  expect((await screen.findByText('quantity is empty')).role).toBe('status')
  expect(asked.filter(url => url.includes('/formula/'))).toEqual([`${BASE}/a%2F1/formula/each`])
})

it('a row among those of another says nothing of it', async () => {
  show(
    row([
      { type: 'each', source: '${[{id: 7}]}', items: { type: 'tpl', tpl: EACH } },
      { type: 'tpl', tpl: 'shown' },
    ]),
  )
  await screen.findByText('shown')
  await screen.findByText('—')
  expect(screen.queryByTitle('Why is it empty?')).toBeNull()
})

it.each([
  ["${(total || '—')|html}", 'total'],
  ["${due ? DATETOSTR(due, 'YYYY-MM-DD HH:mm') : '—'}", 'due'],
  [`<span class="tes-data-text" title="\${(total || '')|truncate:1000|html}">\${(total || '—')|truncate:200|html}</span>`, 'total'],
  ["${late === true ? 'Yes' : late === false ? 'No' : '—'}", 'late'],
  ['Total: ${total}', undefined],
  ['${total + tax}', undefined],
  ['${(_labels.customer || customer)|html}', undefined],
  ['plain', undefined],
])('the text %s is the value of %s', (tpl, field) => expect(fieldOf(tpl)).toBe(field))
