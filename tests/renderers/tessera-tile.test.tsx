import { cleanup, fireEvent, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { evaluate } from 'amis-formula'
import { afterEach, describe, expect, it, vi } from 'vitest'
import '../../renderers/formulas.ts'
import { hueOf, initialOf } from '../../renderers/tessera-tile/tile.tsx'

const jumpTo = vi.fn()
let run = 0
const show = (json: object, data: object) =>
  mount(render({ type: 'page', data, body: { type: 'tessera-tile', ...json } } as never, {}, { session: `tile-${run++}`, jumpTo, theme: 'cxd' } as never))

afterEach(() => {
  cleanup()
  clearStoresCache()
  jumpTo.mockClear()
})

describe('tessera-tile', () => {
  const json = {
    title: '${name}',
    href: '/app/${key}',
    image: '${logo}',
    note: '${key}',
    description: '${description}',
    links: [
      { label: 'Design', link: '/design/${key}' },
      { label: 'Open', link: '/run/${key}', blank: true, visibleOn: '${live}' },
    ],
    menu: { label: 'More', visibleOn: '${mine}', buttons: [{ type: 'button', label: 'Rename', actionType: 'link', link: '/rename/${key}' }] },
  }

  it('shows a thing with its initial, as text whatever it holds', async () => {
    show(json, { name: '<b>shop</b>', key: 'shop', description: 'Sells <i>things</i>' })
    expect(await screen.findByRole('link', { name: '<b>shop</b>' })).toBeTruthy()
    expect(screen.getByText('Sells <i>things</i>')).toBeTruthy()
    expect(screen.getByText('B')).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: '<b>shop</b>' }))
    expect(jumpTo).toHaveBeenCalledWith('/app/shop')
  })

  it('shows a picture in place of the initial', async () => {
    const { container } = show(json, { name: 'Shop', key: 'shop', logo: '/api/file/1' })
    await screen.findByRole('link', { name: 'Shop' })
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/api/file/1')
  })

  it('leads on with the data of the thing, and leaves a tab of its own to the browser', async () => {
    show(json, { name: 'Shop', key: 'shop', live: true })
    fireEvent.click(await screen.findByRole('link', { name: 'Design' }))
    expect(jumpTo).toHaveBeenCalledWith('/design/shop')
    const open = screen.getByRole('link', { name: 'Open' })
    expect([open.getAttribute('href'), open.getAttribute('target'), open.getAttribute('rel')]).toEqual(['/run/shop', '_blank', 'noopener'])
    open.addEventListener('click', event => event.preventDefault())
    fireEvent.click(open)
    expect(jumpTo).toHaveBeenCalledTimes(1)
  })

  it('shows badges, facts, links and the menu only where they apply', async () => {
    const texts = {
      badges: [{ text: 'Old', visibleOn: '${old}' }, { text: '${kind}' }],
      facts: [{ text: 'Version ${version}', visibleOn: '${version}' }, { text: ' · Ann' }],
    }
    const { container } = show({ ...json, ...texts }, { name: 'Shop', key: 'shop', kind: 'Web', version: 3 })
    await screen.findByRole('link', { name: 'Shop' })
    expect([...container.querySelectorAll('.tes-badge')].map(one => one.textContent)).toEqual(['Web'])
    expect(container.querySelector('.tes-tile__facts')?.textContent).toBe('Version 3 · Ann')
    expect(screen.queryByRole('link', { name: 'Open' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
  })

  it('opens its menu at the first click, and keeps the focus on its button', async () => {
    show(json, { name: 'Shop', key: 'shop', mine: true })
    const first = await screen.findByRole('button', { name: 'More' })
    first.focus()
    fireEvent.click(first)
    fireEvent.click(await screen.findByText('Rename'))
    await vi.waitFor(() => expect(jumpTo.mock.calls[0]?.[0]).toBe('/rename/shop'))
    expect(document.activeElement?.textContent).toContain('More')
  })

  it('survives having nothing to show', async () => {
    const { container } = show({}, {})
    expect(container.querySelector('.tes-tile')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('keeps the colour of a thing, and finds an initial in any script', () => {
    expect(hueOf('shop')).toBe(hueOf('shop'))
    expect(hueOf('shop')).not.toBe(hueOf('stock'))
    expect(initialOf('  公司')).toBe('公')
    expect(initialOf('…')).toBe('#')
  })
})

describe('APPKEY', () => {
  const key = (name: unknown) => evaluate('${APPKEY(name)}', { name })
  it('proposes a key that the server takes', () => {
    expect(key('Web Shop 2')).toBe('web_shop_2')
    expect(key('  Über-App!')).toBe('uber_app')
    expect(key('x'.repeat(60))).toBe('x'.repeat(40))
  })
  it('proposes none where a name offers no letters for it', () => {
    expect(key('公司')).toBe('')
    expect(key(undefined)).toBe('')
  })
})

describe('tessera-tile with a wide picture', () => {
  const card = { title: '${name}', cover: '${picture}', hint: '${readOnly ? "From above" : ""}', mutedOn: '${readOnly}' }
  const list = (items: object[]) =>
    mount(
      render(
        {
          type: 'crud',
          mode: 'cards',
          source: '${items}',
          data: { items },
          itemCheckableOn: '${!readOnly}',
          headerToolbar: ['bulkActions'],
          bulkActions: [{ type: 'button', label: 'Delete selected', actionType: 'toast', toast: { items: [{ body: '${ids}' }] } }],
          card: { type: 'tessera-tile', ...card },
        } as never,
        {},
        { session: `tile-${run++}`, jumpTo, theme: 'cxd' } as never,
      ),
    )

  it('shows it above, and no initial', async () => {
    const { container } = show(card, { name: 'Form', picture: 'data:image/svg+xml;base64,AA==' })
    await screen.findByText('Form')
    expect(container.querySelector('.tes-tile__cover img')?.getAttribute('src')).toBe('data:image/svg+xml;base64,AA==')
    expect(container.querySelector('.tes-tile__mark')).toBeNull()
  })

  it('can be chosen in a list with actions for many, unless the list forbids it', async () => {
    const { container } = list([
      { id: '1', name: 'Mine', picture: '' },
      { id: '2', name: 'Theirs', picture: '', readOnly: true },
    ])
    const box = await screen.findByRole('checkbox', { name: 'Choose Mine' })
    expect(screen.queryByRole('checkbox', { name: 'Choose Theirs' })).toBeNull()
    const isOff = () => screen.getByText('Delete selected').closest('.cxd-Button')?.classList.contains('is-disabled')
    expect(isOff()).toBe(true)
    fireEvent.click(box)
    await vi.waitFor(() => expect(isOff()).toBe(false))
    expect(box).toHaveProperty('checked', true)
    const [mine, theirs] = [...container.querySelectorAll('article')]
    expect([mine?.title, mine?.className, theirs?.title, theirs?.className]).toEqual(['', 'tes-tile', 'From above', 'tes-tile is-muted'])
  })

  it('has a menu whose buttons do what they say, in a list of cards too', async () => {
    const asked: string[] = []
    const go = { type: 'button', label: 'Copy', actionType: 'ajax', api: { method: 'post', url: '/copy/${id}', data: {} } }
    mount(
      render(
        {
          type: 'page',
          data: { items: [{ id: '1', name: 'Mine' }] },
          body: { type: 'crud', mode: 'cards', source: '${items}', card: { type: 'tessera-tile', title: '${name}', menu: { label: 'More', buttons: [go] } } },
        } as never,
        {},
        {
          session: `tile-${run++}`,
          jumpTo,
          theme: 'cxd',
          notify: () => {},
          fetcher: async ({ url }: { url: string }) => (asked.push(url), { status: 200, headers: {}, data: { status: 0, msg: '', data: {} } }),
        } as never,
      ),
    )
    fireEvent.click(await screen.findByText('More'))
    fireEvent.click(await screen.findByText('Copy'))
    await vi.waitFor(() => expect(asked).toEqual(['/copy/1']))
  })
})
