import { cleanup, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import '../../renderers/tessera-tree-panel/tree-panel.tsx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { levelOf, moved, nodeOf, pathTo, reordered, rowsOf } from '../../renderers/tessera-tree-panel/rows.ts'
import { NARROWEST, WIDEST } from '../../renderers/tessera-tree-panel/panel-width.tsx'
import { TOOLTIP_FROM } from '../../renderers/tessera-tree-panel/tree-row.tsx'

const TREE = [
  {
    id: 'root',
    label: 'Acme',
    parentId: null,
    people: 9,
    children: [
      { id: 'sales', label: 'Sales', parentId: 'root', children: [{ id: 'east', label: 'East', parentId: 'sales', removable: true, children: [] }] },
      { id: 'support', label: 'Support', parentId: 'root', children: [] },
      { id: 'lab', label: 'Laboratory', parentId: 'root', removable: true, children: [] },
    ],
  },
]
const json = {
  type: 'tessera-tree-panel',
  heading: 'Departments',
  addLabel: 'Add department',
  searchLabel: 'Search departments',
  api: 'get:/tree',
  orderApi: { method: 'post', url: '/order', data: { parentId: '${parentId}', ids: '${ids}' } },
  selected: '${query.department}',
  address: '?department=${id}',
  count: "${people || ''}",
  menu: [
    { event: 'add', label: 'Add sub-department' },
    { event: 'remove', label: 'Delete department', reason: "${removable ? '' : 'It has members'}" },
  ],
  onEvent: { remove: { actions: [{ actionType: 'toast', args: { msg: 'remove ${event.data.id}' } }] } },
  body: { type: 'tpl', tpl: 'Members of ${selected.label}' },
}
/** An answer as the server gives it. */
const reply = (data: object, status = 0, msg = '') => ({ status: 200, headers: {}, data: { status, msg, data } })
const fetcher = vi.fn()
const updateLocation = vi.fn()
const notify = vi.fn()
let run = 0
const show = (department = '', more: object = {}) =>
  mount(
    render({ type: 'page', data: { query: { department } }, body: { ...json, ...more } } as never, {}, {
      session: `tree-${run++}`,
      fetcher,
      updateLocation,
      notify,
      theme: 'cxd',
    } as never),
  )
const labels = () => screen.getAllByRole('treeitem').map(row => row.querySelector('.tes-tree__label')?.textContent)
const tree = () => screen.findByRole('tree')
const sentOrders = () => fetcher.mock.calls.filter(([call]) => call.url === '/order').map(([call]) => call.data)

beforeEach(() => {
  fetcher.mockImplementation(async ({ url }: { url: string }) => reply(url === '/tree' ? { options: TREE } : {}))
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  clearStoresCache()
  vi.clearAllMocks()
})

describe('tessera-tree-panel', () => {
  it('org.department-tree: shows the tree, what is chosen by the address, and what stands beside it', async () => {
    show('sales')
    await tree()
    expect(labels()).toEqual(['Acme', 'Sales', 'Support', 'Laboratory'])
    expect(screen.getByRole('treeitem', { selected: true }).textContent).toContain('Sales')
    expect(screen.getAllByRole('treeitem').map(row => row.getAttribute('aria-expanded'))).toEqual(['true', 'false', null, null])
    expect(screen.getByText('Members of Sales')).toBeTruthy()
    expect(screen.getByText('9')).toBeTruthy()
  })

  it('opens what leads to the chosen one; without a choice, and for one that is gone, it is the first', async () => {
    show('east')
    await tree()
    expect(labels()).toEqual(['Acme', 'Sales', 'East', 'Support', 'Laboratory'])
    cleanup()
    show('deleted')
    await tree()
    expect(screen.getByText('Members of Acme')).toBeTruthy()
  })

  it('choosing one goes to its address', async () => {
    show()
    await tree()
    fireEvent.click(screen.getByText('Support'))
    expect(updateLocation).toHaveBeenCalledWith('?department=support', false)
  })

  it('goes by keyboard: arrows, opening, letters, choosing', async () => {
    show()
    const box = await tree()
    const active = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.querySelector('.tes-tree__label')?.textContent
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    expect(active()).toBe('Sales')
    fireEvent.keyDown(box, { key: 'ArrowRight' })
    expect(labels()).toContain('East')
    fireEvent.keyDown(box, { key: 'ArrowRight' })
    expect(active()).toBe('East')
    fireEvent.keyDown(box, { key: 'ArrowLeft' })
    fireEvent.keyDown(box, { key: 'ArrowLeft' })
    expect(labels()).not.toContain('East')
    fireEvent.keyDown(box, { key: 'End' })
    expect(active()).toBe('Laboratory')
    fireEvent.keyDown(box, { key: 'Home' })
    expect(active()).toBe('Acme')
    fireEvent.keyDown(box, { key: 'l' })
    expect(active()).toBe('Laboratory')
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(updateLocation).toHaveBeenCalledWith('?department=lab', false)
  })

  it('org.reorder: Alt with an arrow moves within the level, says so, and takes it back when it is refused', async () => {
    show('support')
    const box = await tree()
    fireEvent.keyDown(box, { key: 'ArrowUp', altKey: true })
    expect(labels()).toEqual(['Acme', 'Support', 'Sales', 'Laboratory'])
    expect(screen.getByText('Support is now 1 of 3')).toBeTruthy()
    await waitFor(() => expect(sentOrders()).toMatchObject([{ parentId: 'root', ids: ['support', 'sales', 'lab'] }]))
    fetcher.mockImplementation(async () => reply({}, 422, 'No'))
    fireEvent.keyDown(box, { key: 'ArrowDown', altKey: true })
    await waitFor(() => expect(notify).toHaveBeenCalledWith('error', 'No'))
    expect(labels()).toEqual(['Acme', 'Support', 'Sales', 'Laboratory'])
  })

  it('org.reorder: orders in quick succession are sent one after the other; what is refused is taken back, what was kept stays', async () => {
    const answers: ((isKept: boolean) => void)[] = []
    fetcher.mockImplementation(async ({ url }: { url: string }) =>
      url === '/order' ? new Promise(done => answers.push(isKept => done(isKept ? reply({}) : reply({}, 422, 'No')))) : reply({ options: TREE }),
    )
    show('lab')
    const box = await tree()
    fireEvent.keyDown(box, { key: 'ArrowUp', altKey: true })
    fireEvent.keyDown(box, { key: 'ArrowUp', altKey: true })
    expect(labels()).toEqual(['Acme', 'Laboratory', 'Sales', 'Support'])
    await waitFor(() => expect(answers).toHaveLength(1))
    expect(sentOrders()).toMatchObject([{ ids: ['sales', 'lab', 'support'] }])
    answers[0]?.(true)
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(sentOrders()[1]).toMatchObject({ ids: ['lab', 'sales', 'support'] })
    answers[1]?.(false)
    await waitFor(() => expect(notify).toHaveBeenCalledWith('error', 'No'))
    await waitFor(() => expect(labels()).toEqual(['Acme', 'Sales', 'Laboratory', 'Support']))
  })

  it('org.reorder: dragging takes siblings only', async () => {
    show('east')
    await tree()
    const row = (name: string) => screen.getByText(name).closest('[role=treeitem]') as HTMLElement
    const dataTransfer = { setData: vi.fn(), effectAllowed: '' }
    // jsdom has no drag events of its own.
    const drag = (name: string, on: HTMLElement) =>
      fireEvent(on, Object.assign(new Event(name, { bubbles: true, cancelable: true }), { dataTransfer, clientY: -1 }))
    drag('dragstart', row('Laboratory'))
    // Not prevented means: cannot be dropped here.
    expect(drag('dragover', row('East'))).toBe(true)
    expect(drag('dragover', row('Sales'))).toBe(false)
    drag('drop', row('Sales'))
    expect(labels()).toEqual(['Acme', 'Laboratory', 'Sales', 'East', 'Support'])
    await waitFor(() => expect(sentOrders()).toMatchObject([{ ids: ['lab', 'sales', 'support'] }]))
  })

  it('org.department-menu: an item that cannot be chosen says why; another sends its event with the node', async () => {
    show()
    await tree()
    fireEvent.click(screen.getByRole('button', { name: 'More for Support' }))
    const blocked = screen.getByRole('menuitem', { name: /Delete department/ })
    expect(blocked.getAttribute('aria-disabled')).toBe('true')
    expect(blocked.textContent).toContain('It has members')
    fireEvent.click(blocked)
    expect(notify).not.toHaveBeenCalled()
    fireEvent.keyDown(blocked, { key: 'Escape' })
    expect(screen.queryByRole('menu')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'More for Laboratory' }))
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete department' }))
    await waitFor(() => expect(notify.mock.calls[0]?.[1]).toBe('remove lab'))
  })

  it('finds by a part of the label, with what leads to it', async () => {
    show()
    await tree()
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search departments' }), { target: { value: 'EAST' } })
    expect(labels()).toEqual(['Acme', 'Sales', 'East'])
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zzz' } })
    expect(screen.getByText('Nothing matches')).toBeTruthy()
  })

  it('org.SIDE_PANEL_WIDTH: is 200 to 500 wide, by keyboard too, and keeps it', async () => {
    const { container } = show()
    await tree()
    const grip = screen.getByRole('separator')
    fireEvent.keyDown(grip, { key: 'End' })
    expect(grip.getAttribute('aria-valuenow')).toBe(String(WIDEST))
    fireEvent.keyDown(grip, { key: 'Home' })
    expect(grip.getAttribute('aria-valuenow')).toBe(String(NARROWEST))
    fireEvent.keyDown(grip, { key: 'ArrowRight' })
    expect((container.querySelector('.tes-tree-panel') as HTMLElement).style.getPropertyValue('--tes-tree-width')).toBe('210px')
    expect([NARROWEST, WIDEST]).toEqual([200, 500])
  })

  it('shows a label whole in a tooltip from 130 px on', async () => {
    show()
    await tree()
    const [label, short] = [screen.getByText('Laboratory'), screen.getByText('Sales')]
    Object.defineProperty(label, 'scrollWidth', { value: TOOLTIP_FROM })
    Object.defineProperty(short, 'scrollWidth', { value: TOOLTIP_FROM - 1 })
    fireEvent.mouseEnter(label)
    fireEvent.mouseEnter(short)
    expect([label.title, short.title]).toEqual(['Laboratory', ''])
    expect(TOOLTIP_FROM).toBe(130)
  })

  it('org.category-list: a line above stands for everything', async () => {
    show('', { all: { label: 'All', address: '?department=' }, body: { type: 'tpl', tpl: "${selected ? selected.label : 'everything'}" } })
    await tree()
    expect(screen.getByText('everything')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBe('true')
  })

  it('says what went wrong and tries again', async () => {
    fetcher.mockImplementationOnce(async () => reply({}, 500, 'Out of order'))
    show()
    expect(await screen.findByText('Out of order')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await tree()
    expect(labels()).toContain('Acme')
  })

  it('draws only the rows in sight', async () => {
    const many = [
      { id: 'root', label: 'Acme', children: Array.from({ length: 5000 }, (_, n) => ({ id: `n${n}`, label: `Team ${n}`, parentId: 'root', children: [] })) },
    ]
    fetcher.mockImplementation(async () => reply({ options: many }))
    show()
    await tree()
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(60)
  })
})

describe('rows of a tree', () => {
  it('are what is open', () =>
    expect(rowsOf(TREE, new Set(['root', 'sales'])).map(row => `${row.depth}${row.node.label}${row.place}/${row.of}`)).toEqual([
      '0Acme1/1',
      '1Sales1/3',
      '2East1/1',
      '1Support2/3',
      '1Laboratory3/3',
    ]))
  it('know ways and levels', () => {
    expect([pathTo(TREE, 'east'), pathTo(TREE, 'none')]).toEqual([['root', 'sales'], undefined])
    expect([nodeOf(TREE, 'east')?.label, levelOf(TREE, 'lab').map(node => node.id)]).toEqual(['East', ['sales', 'support', 'lab']])
  })
  it('take a new order of a level', () => {
    expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
    expect(moved(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a'])
    expect(reordered(TREE, ['lab', 'sales', 'support'])[0]?.children?.map(node => node.id)).toEqual(['lab', 'sales', 'support'])
  })
  it('are found in 5,000', () => {
    const many = Array.from({ length: 50 }, (_, n) => ({
      id: `d${n}`,
      label: `D ${n}`,
      children: Array.from({ length: 100 }, (_each, m) => ({ id: `${n}-${m}`, label: `Team ${n} ${m}` })),
    }))
    const open = new Set(many.map(node => node.id))
    rowsOf(many, open, 'team 7')
    expect(rowsOf(many, open)).toHaveLength(5050)
    expect(rowsOf(many, open, 'team 7 5').length).toBeGreaterThan(5)
  })
})
