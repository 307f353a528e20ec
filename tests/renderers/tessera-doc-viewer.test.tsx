import { cleanup, configure, fireEvent, render as mount, screen, waitFor, within } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { flat, groupsOf, readable, tocOf, type DocEntry } from '../../renderers/tessera-doc-viewer/doc-tree.ts'
import '../../renderers/tessera-doc-viewer/doc-viewer.tsx'

const entry = (key: string, group: string, more: Partial<DocEntry> = {}): DocEntry => ({
  id: `id-${key}`,
  key,
  title: key.toUpperCase(),
  group,
  parentPathname: '',
  hasBody: true,
  children: [],
  ...more,
})
const TREE = [
  entry('one', 'First'),
  entry('holder', 'Second', { hasBody: false, children: [entry('two', 'Second', { parentPathname: '/holder' })] }),
  entry('three', 'First'),
]
let items: DocEntry[]
let refusal: string
let toc: object[] | undefined
/** Texts come when this is done. */
let held: Promise<void> | undefined
const asked: string[] = []
const jumpTo = vi.fn()
configure({ asyncUtilTimeout: 5000 })
let run = 0
const show = (docKey: string) =>
  mount(
    render(
      {
        type: 'page',
        data: { docKey },
        body: {
          type: 'tessera-doc-viewer',
          api: 'get:/api/doc',
          docApi: 'get:/api/doc/${docKey}',
          searchApi: 'get:/api/doc/search?keywords=${keywords}',
          docKey: '${docKey}',
        },
      } as never,
      {},
      {
        session: `docs-${run++}`,
        theme: 'cxd',
        jumpTo,
        filterHtml: (html: string) => html.replaceAll(/<script.*?<\/script>/g, ''),
        fetcher: async ({ url }: { url: string }) => {
          asked.push(url)
          const id = url.split('/').pop()
          if (id?.startsWith('id-')) await held
          const data = url.includes('search')
            ? { items: url.endsWith('zzz') ? [] : [{ key: 'two', title: 'TWO', anchor: 's-b', heading: 'B', excerpt: 'about b' }] }
            : url === '/api/doc'
              ? { items }
              : {
                  id,
                  title: `Title of ${id}`,
                  html: '<script>bad()</script><h2 id="s-a">A</h2><p>text</p><h3 id="s-b">B</h3><a href="/docs/three">on</a>',
                  toc,
                }
          return { status: 200, headers: {}, data: refusal ? { status: 500, msg: refusal } : { status: 0, msg: '', data } }
        },
      } as never,
    ),
  )

beforeEach(() => {
  items = TREE
  refusal = ''
  held = undefined
  history.replaceState(null, '', location.pathname)
  toc = [{ anchor: 's-a', title: 'A', depth: 2 }]
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => {
  cleanup()
  clearStoresCache()
  asked.length = 0
  jumpTo.mockClear()
})

describe('the tree of documents', () => {
  it('docs.grouping: entries stand under the heading of their group, in the order in which groups appear', () => {
    expect(groupsOf(TREE).map(([group, entries]) => [group, entries.map(({ key }) => key)])).toEqual([
      ['First', ['one', 'three']],
      ['Second', ['holder']],
    ])
    expect(flat(TREE).map(({ key }) => key)).toEqual(['one', 'holder', 'two', 'three'])
  })
  it('docs.prev-next: the order is that of the navigation, without entries that only hold others', () =>
    expect(readable(TREE).map(({ key }) => key)).toEqual(['one', 'three', 'two']))
  it('docs.toc-source: headings are read from the text where the answer names none', () =>
    expect(tocOf('<h2 id="a">A <b>b</b></h2><h2>no address</h2><h3 id="c">C</h3><h4 id="d">D</h4>')).toEqual([
      { anchor: 'a', title: 'A b', depth: 2 },
      { anchor: 'c', title: 'C', depth: 3 },
    ]))
})

describe('tessera-doc-viewer', () => {
  it('docs.index: without a key leads to the first entry with a text, leaving no step behind', async () => {
    show('')
    await waitFor(() => expect(jumpTo).toHaveBeenCalledWith('/docs/one', { replace: true }))
  })

  it('docs.viewer, docs.nav, docs.toc: text, navigation with the current entry, headings', async () => {
    show('three')
    await screen.findByRole('heading', { level: 1, name: 'Title of id-three' })
    expect(document.body.innerHTML).not.toContain('bad()')
    const nav = screen.getByRole('navigation', { name: 'Documents' })
    expect(within(nav).getByRole('link', { name: 'THREE' }).getAttribute('aria-current')).toBe('page')
    expect(
      within(nav)
        .getAllByRole('heading')
        .map(one => one.textContent),
    ).toEqual(['First', 'Second'])
    // An entry without a text only opens and closes.
    const holder = within(nav).getByRole('button', { name: 'HOLDER' })
    expect(holder.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(holder)
    fireEvent.click(await within(nav).findByRole('link', { name: 'TWO' }))
    expect(jumpTo).toHaveBeenCalledWith('/docs/two')
    const headings = screen.getByRole('navigation', { name: 'On this page' })
    fireEvent.click(within(headings).getByRole('link', { name: 'A' }))
    expect(document.activeElement?.id).toBe('s-a')
    expect(location.hash).toBe('#s-a')
  })

  it('docs.toc-source: builds the headings from the text where the answer names none', async () => {
    toc = undefined
    show('three')
    const headings = await screen.findByRole('navigation', { name: 'On this page' })
    expect(
      within(headings)
        .getAllByRole('link')
        .map(one => one.textContent),
    ).toEqual(['A', 'B'])
  })

  it('docs.pager: previous and next, each where there is one', async () => {
    show('three')
    const pager = await screen.findByRole('navigation', { name: 'Previous and next' })
    expect(
      within(pager)
        .getAllByRole('link')
        .map(one => one.getAttribute('href')),
    ).toEqual(['/docs/one', '/docs/two'])
    cleanup()
    show('one')
    const first = await screen.findByRole('navigation', { name: 'Previous and next' })
    expect(
      within(first)
        .getAllByRole('link')
        .map(one => one.getAttribute('href')),
    ).toEqual(['/docs/three'])
  })

  it('docs.nav-drawer, docs.small-screens: a button opens the navigation as a dialog; Escape closes it and gives the focus back', async () => {
    show('one')
    const button = await screen.findByRole('button', { name: 'Documents' })
    fireEvent.click(button)
    const dialog = await screen.findByRole('dialog', { name: 'Documents' })
    expect(dialog.contains(document.activeElement)).toBe(true)
    fireEvent.keyDown(document, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
  })

  it('docs.nav-drawer: a text that comes while the navigation is open does not take the focus out of it', async () => {
    let come = () => {}
    held = new Promise(done => (come = done))
    history.replaceState(null, '', '#s-a')
    show('one')
    fireEvent.click(await screen.findByRole('button', { name: 'Documents' }))
    const dialog = await screen.findByRole('dialog', { name: 'Documents' })
    come()
    await screen.findByRole('heading', { level: 2, name: 'A' })
    expect(dialog.contains(document.activeElement)).toBe(true)
  })

  it('docs.not-found: says so for an unknown key', async () => {
    show('nothing')
    await screen.findByRole('heading', { level: 1, name: 'Not found' })
    expect(asked).toEqual(['/api/doc'])
  })

  it('docs.none: says so where there are none', async () => {
    items = []
    show('')
    await screen.findByText('There are no documents.')
    expect(jumpTo).not.toHaveBeenCalled()
  })

  it('docs.load-failure: what the server says is shown, and can be tried again', async () => {
    refusal = 'The library is closed'
    show('one')
    expect((await screen.findByRole('alert')).textContent).toContain('The library is closed')
    refusal = ''
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { level: 1, name: 'Title of id-one' })
  })

  it('finds sections and leads to them; says when there are none', async () => {
    show('one')
    const search = await screen.findByRole('searchbox')
    fireEvent.change(search, { target: { value: 'a b' } })
    fireEvent.click(await screen.findByRole('link', { name: /TWO › B/ }))
    expect(asked.map(url => new URL(url, location.origin).searchParams.get('keywords'))).toContain('a b')
    expect(jumpTo).toHaveBeenCalledWith('/docs/two#s-b')
    fireEvent.change(search, { target: { value: 'zzz' } })
    await screen.findByText('Nothing found for “zzz”')
  })

  it('links inside a text go on without a new page', async () => {
    show('one')
    fireEvent.click(await screen.findByRole('link', { name: 'on' }))
    expect(jumpTo).toHaveBeenCalledWith('/docs/three')
  })
})
