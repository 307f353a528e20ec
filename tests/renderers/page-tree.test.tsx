// Order of the page tree: dragging, the keyboard, searching, and what saveOrder is told.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PageTree, type TreeActions } from '../../renderers/tessera-page-designer/page-tree.tsx'
import { countBelow, find, mayMove, move, order, search, step, zoneAt, type PageNode } from '../../renderers/tessera-page-designer/tree.ts'

const node = (id: string, kind: PageNode['kind'] = 'page', children: PageNode[] = []): PageNode => ({
  id,
  parentId: null,
  kind,
  name: id.toUpperCase(),
  path: kind === 'page' ? `/${id}` : '',
  icon: '',
  link: '',
  visible: true,
  sort: 0,
  version: 1,
  hasDraft: false,
  updatedAt: '',
  updatedBy: '',
  children: children.map(child => ({ ...child, parentId: id })),
})
const tree = () => [node('a'), node('g', 'group', [node('b'), node('c')]), node('l', 'link'), node('d')]
/** a(b c) as text, so that a move reads at a glance. */
const shape = (nodes: PageNode[] | undefined): string => (nodes ?? []).map(one => one.id + (one.children.length ? `(${shape(one.children)})` : '')).join(' ')

describe('moving a page', () => {
  it.each([
    ['a', 'd', 'after', 'g(b c) l d a'],
    ['d', 'a', 'before', 'd a g(b c) l'],
    ['a', 'g', 'inside', 'g(b c a) l d'],
    ['b', 'a', 'after', 'a b g(c) l d'],
    ['c', 'b', 'before', 'a g(c b) l d'],
  ] as const)('puts %s %s %s', (id, target, zone, result) => {
    expect(shape(move(tree(), id, target, zone))).toBe(result)
  })

  it('never moves into itself, below itself or into a link', () => {
    expect(mayMove(tree(), 'g', 'g', 'inside')).toBe(false)
    expect(mayMove(tree(), 'g', 'b', 'after')).toBe(false)
    expect(move(tree(), 'a', 'l', 'inside')).toBeUndefined()
    expect(move(tree(), 'a', 'nobody', 'after')).toBeUndefined()
  })

  it.each([
    ['d', 'up', 'a g(b c) d l'],
    ['a', 'down', 'g(b c) a l d'],
    ['b', 'up', 'a b g(c) l d'],
    ['c', 'down', 'a g(b) c l d'],
    ['c', 'in', 'a g(b(c)) l d'],
    ['c', 'out', 'a g(b) c l d'],
  ] as const)('steps %s %s with the keyboard', (id, direction, result) => {
    expect(shape(step(tree(), id, direction))).toBe(result)
  })

  it('has no step where there is no room', () => {
    expect(step(tree(), 'a', 'up')).toBeUndefined()
    expect(step(tree(), 'd', 'down')).toBeUndefined()
    expect(step(tree(), 'd', 'in')).toBeUndefined()
    expect(step(tree(), 'a', 'out')).toBeUndefined()
  })

  it('tells the server every node with its parent and place', () => {
    expect(order(move(tree(), 'a', 'g', 'inside') as PageNode[])).toEqual([
      { id: 'g', parentId: null, sort: 0 },
      { id: 'b', parentId: 'g', sort: 0 },
      { id: 'c', parentId: 'g', sort: 1 },
      { id: 'a', parentId: 'g', sort: 2 },
      { id: 'l', parentId: null, sort: 1 },
      { id: 'd', parentId: null, sort: 2 },
    ])
  })

  it('finds by name or path and keeps the way there', () => {
    expect(shape(search(tree(), ' C '))).toBe('g(c)')
    expect(shape(search(tree(), '/d'))).toBe('d')
    expect(search(tree(), 'nothing')).toEqual([])
    expect(countBelow(find(tree(), 'g') as PageNode)).toBe(2)
  })

  it('reads the place under the pointer', () => {
    expect(zoneAt(4, 32, node('g', 'group'))).toBe('before')
    expect(zoneAt(16, 32, node('g', 'group'))).toBe('inside')
    expect(zoneAt(30, 32, node('g', 'group'))).toBe('after')
    expect(zoneAt(15, 32, node('l', 'link'))).toBe('before')
  })
})

describe('the tree on screen', () => {
  afterEach(cleanup)
  const show = () => {
    const actions = {
      open: vi.fn(),
      rename: vi.fn(async () => {}),
      reorder: vi.fn(),
      change: vi.fn(),
      copy: vi.fn(),
      settings: vi.fn(),
      remove: vi.fn(),
      add: vi.fn(),
      importFiles: vi.fn(),
    }
    render(<PageTree nodes={tree()} activeId="a" actions={actions as TreeActions} />)
    return actions
  }
  const row = (name: string) => screen.getByRole('treeitem', { name: new RegExp(`^${name}`) })

  it('is one stop for the tab key and walks with arrows', async () => {
    show()
    expect(screen.getAllByRole('treeitem').filter(item => item.tabIndex === 0)).toHaveLength(1)
    row('A').focus()
    fireEvent.keyDown(row('A'), { key: 'ArrowDown' })
    await waitFor(() => expect(document.activeElement).toBe(row('G')))
    fireEvent.keyDown(row('G'), { key: 'ArrowLeft' })
    expect(screen.queryByRole('treeitem', { name: /^B/ })).toBeNull()
    expect(row('G').getAttribute('aria-expanded')).toBe('false')
  })

  it('moves with Alt and an arrow', () => {
    const { reorder } = show()
    fireEvent.keyDown(row('D'), { key: 'ArrowUp', altKey: true })
    expect(shape(reorder.mock.calls[0]?.[0])).toBe('a g(b c) d l')
  })

  it('renames in place; Escape leaves the name alone', () => {
    const { rename } = show()
    fireEvent.keyDown(row('A'), { key: 'F2' })
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Orders' } })
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Enter' })
    expect(rename).toHaveBeenCalledWith(expect.objectContaining({ id: 'a' }), 'Orders')
    fireEvent.keyDown(row('D'), { key: 'F2' })
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Escape' })
    expect(rename).toHaveBeenCalledTimes(1)
  })

  it('offers the same moves in the menu of a row', () => {
    const { reorder } = show()
    fireEvent.click(screen.getByRole('button', { name: 'More for C' }))
    fireEvent.click(screen.getByRole('menuitem', { name: /Move out/ }))
    expect(shape(reorder.mock.calls[0]?.[0])).toBe('a g(b) c l d')
  })

  it('shows a name as text whatever it holds', () => {
    const actions = {} as TreeActions
    const { container } = render(<PageTree nodes={[{ ...node('x'), name: '<img src=x onerror=alert(1)>' }]} activeId="" actions={actions} />)
    expect(container.querySelector('img')).toBeNull()
  })
})
