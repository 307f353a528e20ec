// data.model-table: the rows as a grid: cells changed in their place, order, columns, what can be done with a row
import { act, cleanup, configure, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { cellText } from '../../renderers/tessera-data-table/grid/cell-text.ts'
import { clearStoresCache } from 'amis-core'
import 'amis'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { controlOf } from '../../renderers/tessera-data-table/controls.ts'
import '../../renderers/tessera-data-table/data-table.tsx'
import type { GridAbout, Row as GridRow } from '../../renderers/tessera-data-table/grid/about.ts'
import { useGroups } from '../../renderers/tessera-data-table/grid/use-groups.ts'
import { useRows } from '../../renderers/tessera-data-table/grid/use-rows.ts'
import { ALL, type May } from '../../renderers/tessera-data-table/table-schema.ts'
import { sayer } from '../../renderers/words.ts'
import { dataField as field } from '../support/data-fields.ts'
import { showRows, type Sent } from '../support/show-rows.tsx'

configure({ asyncUtilTimeout: 5000 })
const fields = [
  field('title', 'text', { isTitle: true, required: true }),
  field('status', 'enum', {
    options: [
      { value: 'new', label: 'Fresh' },
      { value: 'paid', label: 'Paid' },
    ],
  }),
  field('number', 'autoNumber', { readOnly: true }),
  field('amount', 'integer'),
]
type Row = Record<string, unknown>

let rows: Row[]
let may: May
let asked: Sent[]
/** What the next change is answered with, in place of being done. */
let refusal: object | undefined
const notify = vi.fn()

const BASE = '/api/x'
function answer({ method, url, data }: Sent): object {
  const ok = (more: object = {}) => ({ status: 0, msg: '', data: more })
  const [path = ''] = url.split('?')
  if (path === `${BASE}/view/all`) return ok({ items: [] })
  if (path === `${BASE}/group/all`) {
    const query = new URLSearchParams(url.split('?')[1])
    const by = query.get('by') as string
    const values = [...new Set(rows.map(row => row[by] ?? null))]
    const only = /"right":"(\w+)"/.exec(query.get('filter') ?? '')?.[1]
    const of = (value: unknown) => rows.filter(row => (row[by] ?? null) === value && (!only || row.status === only))
    const items = values.flatMap(key => {
      const found = of(key)
      const sum = found.reduce((all, row) => all + Number(row.amount ?? 0), 0)
      const filter = JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: by }, op: 'select_equals', right: key }] })
      return found.length ? [{ key, label: `${key ?? '(empty)'}`, count: found.length, figures: query.get('figures') ? [sum] : [], filter }] : []
    })
    return ok({ items, isMore: false })
  }
  if (path.includes('/formula/')) return ok({ isEmpty: true, reason: 'number is empty' })
  if (path.endsWith('/undo')) {
    rows = rows.map(row => (row.id === 1 ? { ...row, title: 'Anvil' } : row))
    return ok({ count: 1, left: [], leftCount: 0, relations: { filled: 0, left: 0, leftTitles: [] }, otherwise: [] })
  }
  if (method === 'put' && path === BASE) {
    if (refusal) return refusal
    rows = rows.map(row => (data.ids.includes(row.id) ? { ...row, ...data.values, version: Number(row.version) + 1 } : row))
    return ok({ count: 1, changed: 1, changeId: `change-${asked.length}` })
  }
  if (path.startsWith(`${BASE}/`)) return ok({ row: rows.find(row => String(row.id) === path.slice(BASE.length + 1)) })
  const only = /"right":"(\w+)"/.exec(new URLSearchParams(url.split('?')[1]).get('filter') ?? '')?.[1]
  const there = rows.filter(row => !only || row.status === only)
  return ok({ items: there.map(row => ({ ...row, _title: row.title })), fields, may, managed: true, total: rows.length, page: 1, perPage: 20 })
}
const go = vi.fn()
const TABLE: object = { type: 'tessera-data-table', address: BASE }
const show = (query?: Record<string, string>, body = TABLE) =>
  showRows(
    { ...(query && { data: { query } }), body },
    {
      notify,
      updateLocation: go,
      answer(sent) {
        asked.push(sent)
        return answer(sent)
      },
    },
  )
const cell = async (text: string) => (await screen.findByText(text)).closest('td') as HTMLTableCellElement
const changes = () => asked.filter(({ method }) => method === 'put').map(({ data }) => data)
const box = () => document.querySelector<HTMLInputElement>('.tes-grid__editor input[name="title"]') as HTMLInputElement

beforeEach(() => {
  rows = [
    { id: 1, title: 'Anvil', status: 'new', number: 7, amount: 3, version: 1 },
    { id: 2, title: 'Bellows', status: 'paid', number: 8, amount: null, version: 4 },
  ]
  may = ALL
  asked = []
  refusal = undefined
})
afterEach(() => {
  cleanup()
  clearStoresCache()
  localStorage.clear()
  notify.mockClear()
  go.mockClear()
})

describe('conditions', () => {
  it('are applied to the list, whatever of the page stands around it', async () => {
    const user = userEvent.setup()
    const only = { conjunction: 'and', children: [{ id: 'a', left: { type: 'field', field: 'status' }, op: 'select_equals', right: 'paid' }] }
    show({ 'rows-filter': JSON.stringify(only) }, { type: 'service', name: 'around', body: { type: 'service', name: 'within', body: TABLE } })
    await screen.findByText('Bellows')
    expect(screen.queryByText('Anvil')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Filter (1)' }))
    const drawer = await screen.findByRole('dialog')
    const remove = () => drawer.querySelector('.cxd-CBDelete') as HTMLElement
    // Of a drawer that is still coming in nothing is pressed.
    await waitFor(() => {
      fireEvent.click(remove())
      expect(remove()).toBeNull()
    })
    const before = asked.length
    fireEvent.click(within(drawer).getByRole('button', { name: 'Apply filter' }))
    await screen.findByText('Anvil')
    screen.getByRole('button', { name: 'Filter' })
    // Left to itself, amis reads the list once more 300 ms after the drawer has closed.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(() => new Promise(done => setTimeout(done, 400)))
    expect(asked.slice(before).map(({ url }) => url.split('?')[0])).toEqual([BASE])
  })
})

describe('a cell', () => {
  it('opens by a double click with its text chosen, is saved by Enter for that version of its row alone, and is taken back by Ctrl+Z', async () => {
    const user = userEvent.setup()
    show()
    await user.dblClick(await cell('Anvil'))
    await waitFor(() => expect(document.activeElement).toBe(box()))
    await user.keyboard('Hammer{Enter}')
    const changed = await cell('Hammer')
    expect(changes()).toEqual([{ ids: [1], values: { title: 'Hammer' }, version: 1 }])
    await screen.findByText('One row was changed')
    expect(document.activeElement).toBe(changed)

    await user.keyboard('{Control>}z{/Control}')
    await cell('Anvil')
    expect(asked.some(({ url }) => /\/change\/change-\d+\/undo$/.test(url))).toBe(true)
  })

  it('says what the server refuses, keeps the text, and is as before after Escape', async () => {
    const user = userEvent.setup()
    refusal = { status: 422, msg: 'Check the form', code: 'request.invalid', errors: { 'values.title': 'Another row has this value' } }
    show()
    await user.dblClick(await cell('Anvil'))
    await waitFor(() => expect(document.activeElement).toBe(box()))
    await user.keyboard('Bellows{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Another row has this value')
    expect(box().value).toBe('Bellows')
    expect(notify).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(box()).toBeNull())
    expect(document.activeElement).toBe(await cell('Anvil'))
  })

  it('sends nothing that is as it was, nor what its field does not take', async () => {
    const user = userEvent.setup()
    show()
    await user.click(await cell('Anvil'))
    await user.keyboard('{F2}')
    await waitFor(() => expect(document.activeElement).toBe(box()))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(box()).toBeNull())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(box()))
    await user.clear(box())
    await user.keyboard('{Enter}')
    await screen.findByText('Please fill in')
    expect(changes()).toEqual([])
  })

  it('Tab saves and opens the next one that may be changed, Shift+Tab the one before', async () => {
    const user = userEvent.setup()
    show()
    await user.dblClick(await cell('3'))
    await waitFor(() => {
      const input = document.querySelector<HTMLInputElement>('.tes-grid__editor input:not([type=submit])')
      expect(document.activeElement).toBe(input)
    })
    await user.keyboard('12{Tab}')
    // Behind the last of a row comes the first of the next.
    await waitFor(() => expect(box()?.value).toBe('Bellows'))
    expect(changes()).toEqual([{ ids: [1], values: { amount: 12 }, version: 1 }])
    await user.keyboard('{Shift>}{Tab}{/Shift}')
    await waitFor(() => expect(document.querySelector<HTMLInputElement>('.tes-grid__editor input:not([type=submit])')?.value).toBe('12'))
  })

  it('of a choice is saved by choosing', async () => {
    const user = userEvent.setup()
    show()
    await user.dblClick(await cell('Fresh'))
    fireEvent.click((await screen.findByText('Paid', { selector: '.cxd-Select-menu *' })).closest('[class*="Select-option"]') as HTMLElement)
    await waitFor(() => expect(changes()).toEqual([{ ids: [1], values: { status: 'paid' }, version: 1 }]))
    await waitFor(() => expect(screen.getAllByText('Paid')).toHaveLength(2))
  })

  it('opens for nobody where the field is read-only, or the person may not change rows', async () => {
    const user = userEvent.setup()
    show()
    await user.dblClick(await cell('7'))
    expect((await cell('7')).getAttribute('aria-readonly')).toBe('true')
    cleanup()
    may = { ...ALL, edit: false }
    show()
    await user.dblClick(await cell('Anvil'))
    await user.keyboard('{Enter}{F2}')
    expect(document.querySelector('.tes-grid__editor')).toBeNull()
  })
})

it('numbers stand in groups of digits, and those that tell rows apart as they are', async () => {
  const more = [
    field('price', 'decimal', { scale: 2 }),
    field('plot', 'integer', { unique: true }),
    field('cost', 'decimal', { format: 'currency', currency: 'EUR' }),
  ]
  fields.push(...more)
  rows = [{ id: 1, title: 'Anvil', status: 'new', number: 10007, amount: 12345, price: '1300.00', plot: 10115, cost: '2500.5', version: 1 }]
  try {
    show()
    await cell('Anvil')
    const told = Object.fromEntries([...document.querySelectorAll<HTMLElement>('td[data-key]')].map(one => [one.dataset.key, one.textContent]))
    expect(told).toMatchObject({ number: '10007', amount: '12,345', price: '1,300.00', plot: '10115', cost: '€2,500.50' })
  } finally {
    fields.splice(-more.length)
  }
})

it('a formula that is empty says why where the keyboard is, and one that made an empty text does not', async () => {
  const each = field('each', 'decimal', { readOnly: true, formula: 'amount / number' })
  const late = field('late', 'text', { readOnly: true, formula: "IF(amount > 9, 'late', '')" })
  fields.push(each, late)
  rows = rows.map((row, at) => ({ ...row, each: at ? '2' : null, late: '' }))
  try {
    show()
    const mark = (await screen.findByTitle('Why is it empty?')).closest('td') as HTMLElement
    expect(mark.dataset.key).toBe('each')
    expect(asked.some(({ url }) => url.includes('/formula/'))).toBe(false)
    fireEvent.focus(mark)
    fireEvent.mouseEnter(mark.querySelector('button') as HTMLElement)
    await screen.findByTitle('number is empty')
    expect(asked.filter(({ url }) => url.includes('/formula/')).map(({ url }) => url)).toEqual([`${BASE}/1/formula/each`])
  } finally {
    fields.splice(-2)
  }
})

describe('a row that is missing among those to choose from', () => {
  const say = sayer(undefined)
  const customer = (more: object) => field('customer', 'relationOne', { model: 'customer', name: 'Customer', ...more })

  it('is added there by whoever may, with what it must have, and is chosen', async () => {
    const others = [field('title', 'text', { isTitle: true, required: true }), field('city', 'text', { required: true }), field('notes', 'text')]
    const added: any[] = []
    const choices = [{ value: 'c1', label: 'Acme' }]
    const body = { type: 'form', mode: 'normal', actions: [], body: [controlOf(customer({ creatable: true }), 'model:main/order', say)] }
    showRows(
      { body },
      {
        notify,
        answer({ method, url, data }) {
          const answered = (more: object) => ({ status: 0, msg: '', data: {}, ...more })
          if (method === 'get') return answered({ data: url.includes('/choice/') ? { options: choices } : { fields: others } })
          added.push([url, data])
          if (data.city === 'Nowhere') return answered({ status: 422, msg: 'Check the form', errors: { city: 'There is no such city' } })
          choices.push({ value: 'c2', label: data.title })
          return answered({ data: { id: 'c2' } })
        },
      },
    )
    const there = (selector: string) =>
      waitFor(() => {
        const found = document.querySelector<HTMLElement>(selector)
        if (!found) throw new Error(`no ${selector}`)
        return found
      })
    const type = async (name: string, value: string) => fireEvent.change(await there(`.cxd-Modal input[name="row.${name}"]`), { target: { value } })
    const add = () => fireEvent.click(screen.getByText('Add').closest('button') as HTMLElement)
    fireEvent.click(await there('.cxd-Select'))
    // Nobody presses it in the very moment in which the choices arrive.
    await screen.findByText('Acme')
    fireEvent.click(screen.getByText('New Customer'))
    await type('title', 'Fresh & Co')
    await type('city', 'Nowhere')
    expect(document.querySelector('input[name="row.notes"]')).toBeNull()
    add()
    await screen.findByText('There is no such city')
    await type('city', 'Bonn')
    add()
    await waitFor(() => expect(document.querySelector('.cxd-Select-valueWrap')?.textContent).toBe('Fresh & Co'))
    expect(added.at(-1)).toEqual(['model:main/customer', { title: 'Fresh & Co', city: 'Bonn' }])
  })

  it('is offered to nobody who may not add it, nor where the relation is read-only', () => {
    for (const more of [{}, { creatable: false }, { creatable: true, readOnly: true }])
      expect(controlOf(customer(more), 'model:main/order', say)).not.toHaveProperty('creatable')
  })
})

describe('the grid', () => {
  it('is walked through by the arrow keys, and chooses a row by Space', async () => {
    const user = userEvent.setup()
    show()
    await user.click(await cell('Anvil'))
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(document.activeElement).toBe(screen.getByText('Paid').closest('td'))
    await user.keyboard('{Home} ')
    expect(document.activeElement).toBe(await cell('Bellows'))
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose Bellows' }).checked).toBe(true))
  })

  it('is ordered by its heads: up, down, and as the rows come', async () => {
    show()
    const head = await screen.findByRole('columnheader', { name: 'title' })
    const order = () => new URLSearchParams(asked.at(-1)?.url.split('?')[1])
    for (const [by, dir, aria] of [
      ['title', 'asc', 'ascending'],
      ['title', 'desc', 'descending'],
      [null, null, 'none'],
    ] as const) {
      fireEvent.click(within(head).getByRole('button'))
      await waitFor(() => expect([order().get('orderBy') || null, order().get('orderDir') || null]).toEqual([by, dir]))
      await waitFor(() => expect(head.getAttribute('aria-sort')).toBe(aria))
    }
  })

  it('shows the columns that one chooses, on the next visit too', async () => {
    const user = userEvent.setup()
    show()
    await user.click(await screen.findByRole('button', { name: 'Columns' }))
    fireEvent.click(await screen.findByLabelText('amount', { selector: '.tes-grid__choices input' }))
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'amount' })).toBeNull())
    cleanup()
    show()
    await screen.findByRole('columnheader', { name: 'status' })
    expect(screen.queryByRole('columnheader', { name: 'amount' })).toBeNull()
  })

  it('has columns as wide, in the order and kept in view as one says, on the next visit too', async () => {
    const user = userEvent.setup()
    show()
    const grip = await screen.findByRole('separator', { name: 'Width of title' })
    const before = Number(grip.getAttribute('aria-valuenow'))
    fireEvent.keyDown(grip, { key: 'ArrowRight' })
    await waitFor(() => expect(Number(grip.getAttribute('aria-valuenow'))).toBe(before + 10))
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const press = async (name: string) => fireEvent.click(await screen.findByLabelText(name, { selector: '.tes-grid__choices button' }))
    await press('Move status up')
    await press('Keep amount in view')
    const heads = () => screen.getAllByRole('columnheader').map(head => head.textContent)
    // The columns of the boxes and of the buttons have heads too, for those who hear them.
    const now = ['Selection', 'amount', 'status', 'title', 'number', 'Actions']
    await waitFor(() => expect(heads()).toEqual(now))
    cleanup()
    show()
    await screen.findByRole('separator', { name: 'Width of title' })
    expect(heads()).toEqual(now)
    expect(screen.getByRole('separator', { name: 'Width of title' }).getAttribute('aria-valuenow')).toBe(String(before + 10))
    fireEvent.doubleClick(screen.getByRole('separator', { name: 'Width of title' }))
    await waitFor(() => expect(screen.getByRole('separator', { name: 'Width of title' }).getAttribute('aria-valuenow')).toBe(String(before)))
  })

  it('says in the address what it shows, and shows what the address says', async () => {
    show({ id: '5' })
    fireEvent.click(within(await screen.findByRole('columnheader', { name: 'title' })).getByRole('button'))
    await waitFor(() => expect(go.mock.calls).toEqual([['?id=5&rows-order=title']]))
    cleanup()
    show({ id: '5', 'rows-order': '-amount', 'rows-words': 'lamp' })
    await cell('Anvil')
    const last = new URLSearchParams(asked.at(-1)?.url.split('?')[1])
    expect([last.get('orderBy'), last.get('orderDir'), last.get('keywords')]).toEqual(['amount', 'desc', 'lamp'])
    expect(go).toHaveBeenCalledTimes(1)
  })

  it('goes page by page for whom wants that, on the next visit too', async () => {
    const user = userEvent.setup()
    show()
    await cell('Anvil')
    expect(asked.at(-1)?.url).toContain('perPage=100')
    await user.click(screen.getByRole('button', { name: 'Pages' }))
    await waitFor(() => expect(asked.at(-1)?.url).toContain('perPage=20&'))
    cleanup()
    show()
    await cell('Anvil')
    expect(screen.getByRole('button', { name: 'Pages' }).getAttribute('aria-pressed')).toBe('true')
    expect(asked.at(-1)?.url).toContain('perPage=20&')
  })

  it('has a card for each row where there is little room: its title first, each value with its name, the order to choose', async () => {
    const narrow = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(360)
    may = { ...ALL, explain: false }
    fields.reverse()
    show()
    const card = (await cell('Anvil')).closest('tr') as HTMLElement
    const labels = [...card.querySelectorAll<HTMLElement>('td[data-key]')].map(({ dataset }) => dataset.label)
    expect(labels).toEqual(['title', 'amount', 'number', 'status'])
    within(card).getByRole('button', { name: 'Edit' })
    fireEvent.change(screen.getByRole('combobox', { name: 'Order' }), { target: { value: 'desc amount' } })
    await waitFor(() => expect(asked.at(-1)?.url).toMatch(/orderBy=amount&orderDir=desc/))
    fields.reverse()
    narrow.mockRestore()
  })

  it('opens what can be done with a row', async () => {
    const user = userEvent.setup()
    show()
    const row = (await cell('Bellows')).closest('tr') as HTMLElement
    await user.click(within(row).getByRole('button', { name: 'More' }))
    fireEvent.click(await screen.findByText('Delete', { selector: '.cxd-DropDown-menu *' }))
    await screen.findByText('Delete row')
    await waitFor(() => expect(asked.find(({ url }) => url === `${BASE}/preview`)?.data).toEqual({ ids: [2] }))
  })
})

describe('groups', () => {
  const heads = () => [...document.querySelectorAll('.tes-grid__group')].map(head => head.textContent)
  const shownNow = () => ({ 'rows-group': 'status', 'rows-sums': 'amount:sum' })

  it('are chosen with what they tell, kept in the address, opened by a click, and their figures follow a change in a cell', async () => {
    const user = userEvent.setup()
    show({ id: '5' })
    await cell('Anvil')
    await user.click(screen.getByRole('button', { name: 'Put rows into groups' }))
    fireEvent.change(await screen.findByLabelText('Group by'), { target: { value: 'status' } })
    fireEvent.click(within(await screen.findByLabelText('amount', { selector: '.tes-grid__measures' })).getByText('Sum'))
    await waitFor(() => expect(heads()).toEqual(['new1 rowSum amount 3', 'paid1 rowSum amount 0']))
    expect(go.mock.calls.at(-1)).toEqual(['?id=5&rows-group=status&rows-sums=amount%3Asum'])
    expect(screen.queryByText('Anvil')).toBeNull()

    await user.click(screen.getByRole('button', { name: 'new', expanded: false }))
    await user.dblClick(await screen.findByText('3', { selector: 'td[data-key="amount"] *' }))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('amount'))
    await user.keyboard('12{Enter}')
    await waitFor(() => expect(heads()).toEqual(['new1 rowSum amount 12', 'paid1 rowSum amount 0']))
    expect(screen.queryByText('Bellows')).toBeNull()
  })

  it('come from the address, are walked through and opened by the arrow keys, and stand above cards too', async () => {
    const user = userEvent.setup()
    show(shownNow())
    const head = await screen.findByRole('button', { name: 'new' })
    head.focus()
    await user.keyboard('{ArrowRight}')
    await cell('Anvil')
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Anvil').closest('td')))
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'paid' })))
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowLeft}')
    await waitFor(() => expect(screen.queryByText('Anvil')).toBeNull())
    cleanup()
    const narrow = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(360)
    show(shownNow())
    await user.click(await screen.findByRole('button', { name: 'paid' }))
    expect((await cell('Bellows')).closest('.is-cards')).not.toBeNull()
    narrow.mockRestore()
  })

  it('of a row that is changed into another one are told anew, with the row in its place', async () => {
    const user = userEvent.setup()
    show(shownNow())
    for (const name of ['new', 'paid']) await user.click(await screen.findByRole('button', { name }))
    await user.dblClick(await cell('Fresh'))
    fireEvent.click((await screen.findByText('Paid', { selector: '.cxd-Select-menu *' })).closest('[class*="Select-option"]') as HTMLElement)
    await waitFor(() => expect(heads()).toEqual(['paid2 rowsSum amount 3']))
    await waitFor(() => expect([...document.querySelectorAll('td[data-key="title"]')].map(one => one.textContent)).toEqual(['Anvil', 'Bellows']))
  })

  it('in groups, ten thousand of them, are asked for as far as one sees, and so are the rows of those that are open', async () => {
    const COUNT = 10_000
    const requests: string[] = []
    const env = {
      fetcher: async ({ url }: { url: string }) => {
        requests.push(url)
        const query = new URLSearchParams(url.split('?')[1])
        const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('perPage'))]
        if (!url.startsWith(`${BASE}/group/all`)) {
          const from = Number(query.get('after') ?? 0)
          const items = Array.from({ length: Math.min(100, 250 - from) }, (_, at) => ({ id: `row ${from + at}` }))
          return { ok: true, data: { items, ...(items.length === 100 && { next: String(from + 100) }) } }
        }
        const key = (at: number) => (at === COUNT - 1 ? null : `g${at}`)
        const items = Array.from({ length: Math.min(perPage, COUNT - (page - 1) * perPage) }, (_, at) => {
          const value = key((page - 1) * perPage + at)
          const filter = JSON.stringify({ conjunction: 'and', children: [{ left: { type: 'field', field: 'place' }, op: 'equal', right: value }] })
          return { key: value, label: value ?? '(empty)', count: 250, figures: [], filter }
        })
        return { ok: true, data: { items, isMore: page * perPage < COUNT } }
      },
    } as never
    const about = { base: BASE, relations: '', asked: () => ({ keywords: 'x' }) } as unknown as GridAbout
    const listed = { items: [], query: {}, env }
    const by = [{ name: 'place' }]
    const hook = renderHook(() => useGroups(about, by, [], listed))
    const see = async (from: number) => {
      await act(async () => hook.result.current.need(from, from + 20))
      return hook.result.current
    }
    await see(0)
    await see(0)
    expect([requests.length, hook.result.current.count]).toEqual([1, 201])
    for (let from = 0; from < COUNT + 200; from += 100) await see(from)
    const all = hook.result.current
    expect([requests.length, all.count, all.isMore]).toEqual([50, COUNT, false])
    const last = all.at(COUNT - 1)
    expect(last).toMatchObject({ _group: { label: '(empty)', count: 250, isOpen: false } })

    act(() => hook.result.current.toggle(last?.id ?? ''))
    // As long as its rows are not read, there is room for them.
    expect(hook.result.current.count).toBe(COUNT + 100)
    for (let from = COUNT; from < COUNT + 300; from += 20) await see(from)
    expect(hook.result.current.count).toBe(COUNT + 250)
    const asked = requests.slice(50).map(url => Object.fromEntries(new URLSearchParams(url.split('?')[1])))
    const filter = '{"conjunction":"and","children":[{"left":{"type":"field","field":"place"},"op":"equal","right":null}]}'
    expect(asked).toEqual([undefined, '100', '200'].map(after => ({ keywords: 'x', filter, perPage: '100', ...(after && { after }) })))
    expect(hook.result.current.indexOf('row 249')).toBe(COUNT + 249)
  })
})

describe('rows that come while one scrolls', () => {
  /** So many rows by their number, with the mark of a row for its name. */
  function source(count: number) {
    const all: GridRow[] = Array.from({ length: count }, (_, id) => ({ id: id + 1 }))
    const requests: string[] = []
    let isBroken = false
    const page = (after: string | null) => {
      const from = after ? all.findIndex(({ id }) => String(id) === after) + 1 : 0
      const items = all.slice(from, from + 100)
      return { items, ...(items.length === 100 && { next: String(items.at(-1)?.id) }) }
    }
    const env = {
      fetcher: async ({ url }: { url: string }) => {
        requests.push(url)
        return isBroken ? { ok: false, msg: 'Not now' } : { ok: true, data: page(new URLSearchParams(url.split('?')[1]).get('after')) }
      },
    } as never
    const about = { base: BASE, relations: '', isEndless: true, asked: query => query as Record<string, string> } as GridAbout
    const listed = (query = {}) => ({ ...page(null), total: count, query, env })
    const hook = renderHook(given => useRows(about, given), { initialProps: listed() })
    const see = async (from: number) => {
      await act(async () => hook.result.current.need(from, from + 20))
      return hook.result.current
    }
    return { all, requests, hook, listed, see, breaks: (is: boolean) => (isBroken = is) }
  }

  it('are asked for behind the last one, kept around what is seen, and asked for again on the way back', async () => {
    const { requests, hook, see } = source(2350)
    expect(hook.result.current).toMatchObject({ count: 100, isMore: true })
    await see(0)
    expect(requests).toEqual([])
    for (let from = 0; from < 2400; from += 20) await see(from)
    const { result } = hook
    expect(result.current).toMatchObject({ count: 2350, isMore: false })
    expect([requests.length, requests[0]]).toEqual([23, `${BASE}?perPage=100&after=100`])
    expect([result.current.at(2349)?.id, result.current.indexOf(2300), result.current.at(150)]).toEqual([2350, 2299, undefined])
    await see(150)
    expect(result.current.at(150)?.id).toBe(151)
    expect(requests.slice(23).every(url => /after=[12]00$/.test(url))).toBe(true)
  })

  it('stay where they are when the list is read anew, and begin anew for another question', async () => {
    const { all, requests, hook, listed, see } = source(400)
    for (let from = 0; from < 400; from += 20) await see(from)
    all.splice(0, 0, { id: 'new' })
    hook.rerender(listed())
    expect(hook.result.current.count).toBe(400)
    requests.length = 0
    await see(150)
    await see(150)
    // The page behind the first begins a row earlier now; no row stands twice.
    const ids = Array.from({ length: 250 }, (_, at) => hook.result.current.at(at)?.id)
    expect(ids.slice(0, 3)).toEqual(['new', 1, 2])
    expect(new Set(ids).size).toBe(250)
    hook.rerender(listed({ orderBy: 'title' }))
    expect(hook.result.current.count).toBe(100)
    await see(60)
    expect(requests.at(-1)).toBe(`${BASE}?orderBy=title&perPage=100&after=99`)
  })

  it('say why no more come, and are asked for again when one says so', async () => {
    const { requests, hook, see, breaks } = source(250)
    breaks(true)
    await see(80)
    await see(80)
    expect([hook.result.current.problem, requests.length]).toEqual(['Not now', 1])
    breaks(false)
    act(() => hook.result.current.again())
    await see(80)
    expect(hook.result.current).toMatchObject({ problem: '', count: 200 })
  })
})

it('writes days and moments as the language of the reader does; the console’s two languages as the console', () => {
  const at = new Date(2026, 0, 5, 9, 7).toISOString()
  const of = (type: 'date' | 'datetime', value: string, language: string) =>
    cellText(type, 'a', { id: 1, a: value } as never, undefined, text => text, language).text
  expect([of('datetime', at, 'en-US'), of('date', '2026-01-05', 'zh-CN')]).toEqual(['2026-01-05 09:07', '2026-01-05'])
  expect([of('datetime', at, 'de'), of('date', '2026-01-05', 'de')]).toEqual(['05.01.2026, 09:07', '05.01.2026'])
})
