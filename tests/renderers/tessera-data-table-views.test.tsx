// data.views data.files data.related: which view is shown, what it keeps, how files and related rows stand in forms and columns
import { afterEach, describe, expect, it, vi } from 'vitest'
import { filter } from 'amis-core'
import { addressWith, shownIn, shownOf, startWith } from '../../renderers/tessera-data-table/address.ts'
import { controlOf, type DataField } from '../../renderers/tessera-data-table/controls.ts'
import { related, relatedColumn, titleOf } from '../../renderers/tessera-data-table/related.ts'
import { sent, shown } from '../../renderers/tessera-data-table/values.ts'
import { columnsKey, columnsOf, startOf, viewAt, viewsMenu, type View } from '../../renderers/tessera-data-table/views.ts'

const may = { share: true, history: true }
import { sayer } from '../../renderers/words.ts'
import { dataField as field } from '../support/data-fields.ts'

const say = sayer(undefined)
const view = (id: string, more: Partial<View> = {}): View => ({
  id,
  name: id,
  isShared: false,
  isDefault: false,
  filter: '',
  orderBy: '',
  orderDir: 'asc',
  columns: [],
  widths: [],
  frozen: [],
  groups: [],
  figures: [],
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})
const columns = [{ name: 'title' }, { name: 'price' }, { name: 'created_at', toggled: false }]

afterEach(() => localStorage.clear())

describe('the view that is shown', () => {
  const views = [view('mine'), view('own', { isDefault: true }), view('all', { isShared: true, isDefault: true })]
  it('is the one of the address, else the own default, else that of all', () => {
    expect(viewAt(views, 'mine')?.id).toBe('mine')
    expect(viewAt(views, '')?.id).toBe('own')
    expect(viewAt([views[2] as View], '')?.id).toBe('all')
    expect(viewAt(views, 'gone')).toBeUndefined()
    expect(viewAt([], '')).toBeUndefined()
  })
  it('brings its columns in its order, its conditions and its order of rows', () => {
    const one = view('v', { columns: ['created_at', 'title'], filter: '{"conjunction":"and","children":[]}', orderBy: 'price', orderDir: 'desc' })
    expect(columnsOf(columns, one)).toEqual([
      { name: 'created_at', toggled: true },
      { name: 'title', toggled: true },
      { name: 'price', toggled: false },
    ])
    expect(startOf(one)).toEqual({ orderBy: 'price', orderDir: 'desc', _conditions: { conjunction: 'and', children: [] } })
    expect(columnsOf(columns, undefined)).toEqual(columns)
    expect(startOf(undefined)).toEqual({})
    // Saved anew, it starts with its own columns again.
    expect(columnsKey('/x', one)).not.toBe(columnsKey('/x', { ...one, updatedAt: 'later' }))
  })
  it('is named as its text, whatever that holds', () => {
    const menu = viewsMenu({
      base: '/x',
      say,
      view: view('v', { name: 'A ${b} <b>' }),
      views: [],
      columns,
      fields: [],
      search: {},
      may,
      changed() {},
    }) as Record<string, any>
    expect(filter(menu.label, { b: 'no' })).toBe('A ${b} <b>')
  })
  it('is saved with what the list shows', () => {
    const changed = vi.fn()
    const fields = [field('price', 'decimal'), field('day', 'date')]
    localStorage.setItem(
      columnsKey('/x', undefined),
      JSON.stringify({ unToggledColumns: ['price'], columnOrder: [], widths: { title: 300, gone: 90 }, frozen: ['title', 'gone'] }),
    )
    const menu = viewsMenu({ base: '/x', say, view: undefined, views: [], columns, fields, search: { orderBy: '${orderBy}' }, may, changed }) as Record<
      string,
      any
    >
    const { api } = menu.buttons.find((one: any) => one.actionType === 'dialog').dialog.body
    expect(
      api.requestAdaptor({
        data: { name: 'N', isShared: true, isDefault: false, orderBy: 'title', groupBy: 'gone,day:year', figures: 'price:sum,gone:avg', filter: undefined },
      }).data,
    ).toEqual({
      name: 'N',
      isShared: true,
      isDefault: false,
      filter: '',
      orderBy: 'title',
      orderDir: 'asc',
      columns: ['title', 'created_at'],
      widths: [{ name: 'title', width: 300 }],
      frozen: ['title'],
      groups: [{ name: 'day', unit: 'year' }],
      figures: [{ name: 'price', measure: 'sum' }],
    })
    expect(api.adaptor({ status: 422, errors: { name: 'Taken' } }).errors).toEqual({ viewName: 'Taken' })
    expect(changed).not.toHaveBeenCalled()
    api.adaptor({ status: 0, data: { id: 'new' } })
    expect(changed).toHaveBeenCalledWith('new')
  })
})

describe('what a list shows', () => {
  const one = view('v', {
    filter: '{"conjunction":"and","children":[{}]}',
    orderBy: 'price',
    orderDir: 'desc',
    groups: [{ name: 'day', unit: 'year' }],
    figures: [],
  })
  const start = startOf(one)
  it('stands in the address as far as it is not what the view says, and is shown from there', () => {
    const there = (asked: object, of?: View) => {
      const shown = shownOf(asked as never, of)
      const address = addressWith({ id: '5', 'rows-words': 'old', 'rows-2-words': 'x' }, 'rows', shown)
      const query = Object.fromEntries(new URLSearchParams(address))
      expect(query).toMatchObject({ id: '5', 'rows-2-words': 'x' })
      expect(startWith(shownIn(query, 'rows'), of)).toEqual(asked)
      return shown
    }
    expect(there(start, one)).toEqual({})
    expect(there({ ...start, keywords: 'a&b=${c}', orderDir: 'asc' }, one)).toEqual({ words: 'a&b=${c}', order: 'price' })
    expect(there({ ...start, groupBy: 'state', figures: 'price:sum' }, one)).toEqual({ group: 'state', sums: 'price:sum' })
    expect(there({}, one)).toEqual({ order: '', filter: '', group: '' })
    expect(there({ orderBy: 'title', orderDir: 'desc', _conditions: { conjunction: 'or', children: [{}] } })).toEqual({
      order: '-title',
      filter: '{"conjunction":"or","children":[{}]}',
    })
  })
  it('is nothing of an address that was cut', () => {
    expect(startWith(shownIn({ 'rows-filter': '{"conj' }, 'rows'), undefined)).toEqual({})
  })
})

describe('files', () => {
  const fields = [field('photo', 'image'), field('offer', 'file')]
  const own = (key: string) => `/api/resource/acme/shop-dev/source/main/model/order/file/${key}/1?name=a%20b.pdf`
  it('are read through their row, and sent as the row holds them', () => {
    const row = { id: 7, photo: own('photo'), offer: own('offer') }
    const form = shown(fields, row)
    expect(form).toEqual({
      photo: `${own('photo')}&row=7`,
      offer: { value: `${own('offer')}&row=7`, url: `${own('offer')}&row=7`, name: 'a b.pdf', state: 'init' },
    })
    expect(sent(fields, form)).toEqual({ photo: own('photo'), offer: own('offer') })
    expect(sent(fields, { photo: '', offer: { value: 'https://example.test/a.pdf' } })).toEqual({ photo: null, offer: 'https://example.test/a.pdf' })
    expect(shown(fields, { id: 7, photo: 'https://example.test/a.png' })).toEqual({ photo: 'https://example.test/a.png', offer: null })
  })
  it('are uploaded to their field', () => {
    expect(controlOf(fields[0] as DataField, '/x', say)).toMatchObject({ type: 'input-image', receiver: '/x/file/photo', useChunk: false })
    expect(controlOf(fields[1] as DataField, '/x', say)).toMatchObject({ type: 'input-file', receiver: '/x/file/offer', useChunk: false })
  })
})

describe('related rows', () => {
  const parts = field('parts', 'relationMany', { model: 'part', back: 'of' })
  it('stand in the table when their other side is known', () => {
    expect(related([parts, field('lost', 'relationMany'), field('one', 'relationOne', { model: 'part' })])).toEqual([parts])
  })
  it('are added and taken away in their own model', () => {
    const done = vi.fn()
    const column = relatedColumn(parts, { base: '/api/m/order', say, done }) as Record<string, any>
    expect(filter(column.body[0].label, { _counts: { parts: 2 }, _labels: { parts: 'A, B' } })).toBe('2 · A, B')
    expect(filter(column.body[0].label, {})).toBe('0')
    const [form] = column.body[0].drawer.body
    expect(form.api.url).toBe('/api/m/part')
    expect(form.api.requestAdaptor({ data: { ids: [1, 'b'], of: 7 } }).data).toEqual({ ids: ['1', 'b'], values: { of: 7 } })
    form.api.adaptor({ status: 0, data: { count: 2, changeId: 'c' } })
    expect(done).toHaveBeenCalledWith({ text: '2 rows were added', changeId: 'c' })
  })
  it('are called by their title', () => {
    const fields = [field('code', 'text'), field('owner', 'user', { isTitle: true })]
    expect(titleOf({ id: 1, code: 'x', owner: 'u', _labels: { owner: 'Ann' } }, fields)).toBe('Ann')
    expect(titleOf({ id: 1, code: 'x' }, [field('code', 'text')])).toBe('x')
    expect(titleOf({ id: 1, code: null }, [field('code', 'text')])).toBe('1')
  })
})
