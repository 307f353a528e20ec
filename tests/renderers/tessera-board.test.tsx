// data.board: rows as cards in a column for each choice; moved by dragging, from a menu and with the arrow keys, taken back, put back where refused
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { clearStoresCache } from 'amis-core'
import 'amis'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '../../renderers/tessera-board/board.tsx'
import { dataField as field } from '../support/data-fields.ts'
import { showRows, type Sent } from '../support/show-rows.tsx'

configure({ asyncUtilTimeout: 5000 })
const BASE = 'model:main/deal'
const options = ['open', 'won'].map(value => ({ value, label: value.toUpperCase() }))

type Row = Record<string, unknown>
let rows: Row[]
let fields: object[]
let may: object
let asked: Sent[]
let refusal: object | undefined
const notify = vi.fn()
const go = vi.fn()
const address = vi.fn()

function answer({ method, url, data }: Sent): object {
  const ok = (more: object = {}) => ({ status: 0, msg: '', data: more })
  const [path = '', search] = url.split('?')
  const query = new URLSearchParams(search)
  if (path === `${BASE}/group/all`) {
    const keys = [...new Set(rows.map(row => row.state))]
    return ok({ items: keys.map(key => ({ key, label: String(key), count: rows.filter(row => row.state === key).length })), isMore: false })
  }
  if (method === 'put') {
    if (refusal) return refusal
    rows = rows.map(row => (data.ids.includes(row.id) ? { ...row, ...data.values, version: Number(row.version) + 1 } : row))
    return ok({ count: 1, changed: 1, changeId: 'change-1' })
  }
  if (path.endsWith('/undo')) {
    rows = rows.map(row => (row.id === 1 ? { ...row, state: 'open' } : row))
    return ok({ count: 1, left: [] })
  }
  if (path.startsWith(`${BASE}/`)) return ok({ row: rows.find(row => String(row.id) === path.slice(BASE.length + 1)) })
  // The column's own condition is the last one.
  const lastOf = (tree: any): any => (tree?.children ? lastOf(tree.children.at(-1)) : tree)
  const leaf = lastOf(JSON.parse(query.get('filter') ?? 'null'))
  const there = rows.filter(row => !leaf || (leaf.op === 'is_empty' ? row.state === null : row.state === leaf.right))
  const from = Number(query.get('after') ?? 0)
  const size = Number(query.get('perPage'))
  const items = there.slice(from, from + size)
  return ok({ items, fields, may, managed: true, total: there.length, ...(items.length === size && { next: String(from + size) }) })
}
const show = (more: object = {}, query?: Record<string, string>) =>
  showRows(
    { ...(query && { data: { query } }), body: { type: 'tessera-board', model: 'deal', ...more } },
    {
      notify,
      jumpTo: go,
      updateLocation: address,
      answer(sent) {
        asked.push(sent)
        return answer(sent)
      },
    },
  )
const column = async (name: string) => within(await screen.findByRole('region', { name }))
const names = async (name: string) =>
  (await column(name))
    .queryAllByRole('listitem')
    .map(card => card.querySelector('.tes-board__name')?.textContent)
    .filter(Boolean)
const both = async (open: string[], won: string[]) => waitFor(async () => expect([await names('OPEN'), await names('WON')]).toEqual([open, won]))
const changes = () => asked.filter(({ method }) => method === 'put').map(({ data }) => data)
const cardOf = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement

beforeEach(() => {
  rows = [
    { id: 1, title: 'Anvil', _title: 'Anvil', state: 'open', amount: 13000, version: 1 },
    { id: 2, title: 'Bellows', state: 'won', amount: null, version: 4 },
  ]
  fields = [field('title', 'text', { isTitle: true }), field('state', 'enum', { options }), field('amount', 'integer')]
  may = { edit: true, history: true }
  asked = []
  refusal = undefined
})
afterEach(() => {
  cleanup()
  clearStoresCache()
  notify.mockClear()
  go.mockClear()
  address.mockClear()
})

const drag = async (name: string, to: string) => {
  const card = await cardOf(name)
  const target = await screen.findByRole('region', { name: to })
  const tell = (element: HTMLElement, type: string) =>
    fireEvent(element, Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer: { setData: vi.fn() } }))
  tell(card, 'dragstart')
  tell(target, 'dragover')
  tell(target, 'drop')
  tell(card, 'dragend')
}

it('moves a card by dragging, for that version of its row alone, and takes it back', async () => {
  const user = userEvent.setup()
  show()
  await both(['Anvil'], ['Bellows'])
  expect((await column('Without state')).getByText('Nothing here')).toBeTruthy()
  await drag('Anvil', 'WON')
  await both([], ['Anvil', 'Bellows'])
  expect(changes()).toEqual([{ ids: [1], values: { state: 'won' }, version: 1 }])
  await screen.findByText('Anvil is in "WON" now')
  expect((await column('WON')).getByText('2')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await both(['Anvil'], ['Bellows'])
  expect(asked.some(({ url }) => url === `${BASE}/change/change-1/undo`)).toBe(true)
  // The next move is of the version that the row has now.
  await drag('Anvil', 'Without state')
  await waitFor(() => expect(changes().at(-1)).toEqual({ ids: [1], values: { state: null }, version: 2 }))
})

it('moves a card with the arrow keys, which goes on from there, and from a menu', async () => {
  const user = userEvent.setup()
  show()
  const handle = async (name: string) => screen.findByRole('button', { name: `Move ${name}` })
  ;(await handle('Anvil')).focus()
  await user.keyboard('{ArrowLeft}')
  expect(changes()).toEqual([])
  await user.keyboard('{ArrowRight}')
  await both([], ['Anvil', 'Bellows'])
  await waitFor(async () => expect(document.activeElement).toBe(await handle('Anvil')))
  await user.click(await handle('Anvil'))
  fireEvent.click(await screen.findByText('OPEN', { selector: '.tes-board__menu button' }))
  await both(['Anvil'], ['Bellows'])
  expect(changes().map(({ values, version }) => [values.state, version])).toEqual([
    ['won', 1],
    ['open', 2],
  ])
})

it('puts a card back where its move is refused, and says why', async () => {
  refusal = { status: 422, msg: 'Check the form', code: 'request.invalid', errors: { 'values.state': 'Only a manager may do this' } }
  show()
  await drag('Anvil', 'WON')
  await waitFor(() => expect(notify).toHaveBeenCalledWith('error', 'Only a manager may do this'))
  await both(['Anvil'], ['Bellows'])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it.each([
  ['a person who may not change rows', () => (may = { edit: false, history: true })],
  ['a field that is read-only', () => (fields[1] = field('state', 'enum', { options, readOnly: true }))],
])('shows no handles to %s', async (_, given) => {
  given()
  show()
  await both(['Anvil'], ['Bellows'])
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
  expect((await cardOf('Anvil')).draggable).toBe(false)
  await drag('Anvil', 'WON')
  expect(changes()).toEqual([])
})

it('reads long columns page by page, within the conditions of the page', async () => {
  const user = userEvent.setup()
  rows = Array.from({ length: 70 }, (_, at) => ({ id: at + 1, title: `Deal ${at + 1}`, state: 'open', version: 1 }))
  const filter = { conjunction: 'and', children: [{ left: { type: 'field', field: 'state' }, op: 'select_equals', right: 'open' }] }
  show({ filter })
  for (const count of [30, 60, 70]) {
    await waitFor(async () => expect(await names('OPEN')).toHaveLength(count))
    if (count < 70) await user.click((await column('OPEN')).getByRole('button', { name: 'Show more' }))
  }
  expect((await column('OPEN')).queryByRole('button', { name: 'Show more' })).toBeNull()
  const last = new URLSearchParams(asked.at(-1)?.url.split('?')[1])
  expect([last.get('after'), JSON.parse(last.get('filter') ?? '').children.length]).toEqual(['60', 2])
  // Nothing is asked of columns that have no rows.
  expect(asked.filter(({ url }) => url.includes('won'))).toEqual([])
})

it('is searched and filtered, which stands in the address', async () => {
  const user = userEvent.setup()
  const paid = { conjunction: 'and', children: [{ id: 'a', left: { type: 'field', field: 'state' }, op: 'select_equals', right: 'won' }] }
  show({}, { 'board-filter': JSON.stringify(paid), view: 'v' })
  await both(['Anvil'], ['Bellows'])
  const counted = () => asked.filter(({ url }) => url.startsWith(`${BASE}/group/all`)).map(({ url }) => new URLSearchParams(url.split('?')[1]))
  expect(counted().map(query => JSON.parse(query.get('filter') ?? 'null'))).toEqual([paid])
  await user.type(screen.getByPlaceholderText('Search in texts'), 'bel{Enter}')
  await waitFor(() => expect(counted().at(-1)?.get('keywords')).toBe('bel'))
  await waitFor(() => expect(asked.filter(({ url }) => /[?&]keywords=bel&filter/.test(url)).length).toBeGreaterThan(1))
  const said = () => Object.fromEntries(new URLSearchParams(address.mock.calls.at(-1)?.[0]))
  expect(said()).toEqual({ view: 'v', 'board-words': 'bel', 'board-filter': JSON.stringify(paid) })

  await user.click(screen.getByRole('button', { name: 'Filter (1)' }))
  const drawer = await screen.findByRole('dialog')
  const remove = () => drawer.querySelector('.cxd-CBDelete') as HTMLElement
  await waitFor(() => {
    fireEvent.click(remove())
    expect(remove()).toBeNull()
  })
  fireEvent.click(within(drawer).getByRole('button', { name: 'Apply filter' }))
  await waitFor(() => expect(said()).toEqual({ view: 'v', 'board-words': 'bel' }))
  await waitFor(() => expect(counted().at(-1)?.get('filter')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('shows what the author chose, and leads to the row; without a field with choices it says so', async () => {
  const user = userEvent.setup()
  show({ fields: ['amount'], rowLink: '/deal/${id}' })
  const card = await cardOf('Anvil')
  expect(card.querySelector('dl')?.textContent).toBe('amount13,000')
  await user.click(within(card).getByRole('button', { name: 'Anvil' }))
  await waitFor(() => expect(go.mock.calls[0]?.[0]).toBe('/deal/1'))
  cleanup()
  fields = [field('title', 'text')]
  show()
  await screen.findByText('A board needs a field with choices.')
})
