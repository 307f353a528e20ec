// The live side of the shell: screens that are exchanged, that fall back, and requests without end.
import '../support/boot.ts'
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { clearStoresCache } from 'amis-core'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Screen } from '../../src/boot.ts'
import { env } from '../../src/amis/env.ts'
import { loadAll } from '../../src/amis-lite.tsx'
import { switchLocale, t } from '../../src/i18n.ts'
import { isBusy } from '../../src/live/busy.ts'
import { beginDrawing } from '../../src/live/drawing.ts'
import { isTransport, requestBegins, requestEnds, watchScreen } from '../../src/live/watch.ts'
import { placeDrawn, setNavigator } from '../../src/navigation.ts'
import { ScreenPage } from '../../src/screen-page.tsx'
import { changesMissed, placeIn, screenChanged } from '../../src/screens.ts'
import { session } from '../../src/session.ts'

/** What the server has, and what it was asked. */
const server = { screens: {} as Record<string, Screen>, replacement: undefined as (Screen & { source: string; version: number }) | undefined, ownPage: {} }
const asked: { id: string; input: any }[] = []
vi.mock('../../api/client/index.ts', async original => ({
  ...((await original()) as object),
  call: async (name: string, input: any) => {
    asked.push({ id: name, input })
    if (name === 'screen.get') {
      const own = server.screens[`${input.params.screenId} ${input.query.companyKey ?? ''}`] ?? server.screens[input.params.screenId]
      if (!own) throw Object.assign(new Error('There is no such screen'), { name: 'CallError', status: 404 })
      return own
    }
    if (name === 'signin.getOptions') return { customLoginPage: server.ownPage }
    if (name === 'screen.report' && server.replacement) return server.replacement
    throw Object.assign(new Error('The server cannot be reached'), { name: 'CallError', status: 503 })
  },
}))

const page = (text: string, more: object = {}) => ({ type: 'page', body: { type: 'tpl', tpl: text }, ...more })
let made = 0
let turn = 0
let id = ''
const screenOf = (schema: Record<string, unknown>, more: Partial<Screen> = {}): Screen => ({
  id,
  hash: String(++made).padStart(64, '0'),
  schema,
  changed: true,
  shared: true,
  ...more,
})
const BROKEN = { type: 'page', body: { type: 'tabs', tabs: 5 } }
const place = { state: 'ready', company: null, app: null } as const
const show = (more: object = {}) =>
  render(<ScreenPage id={id} params={{}} location={{ pathname: '/', search: '', hash: '' }} place={place as never} {...more} />)
const reports = () => asked.filter(one => one.id === 'screen.report')

// React throws what a boundary catches once more, for the window.
window.addEventListener('error', event => event.preventDefault())

beforeEach(async () => {
  await loadAll()
  // What failed is remembered for the visit, so that each test has a screen of its own.
  id = `test.screen${++turn}`
  env.session = `live-${turn}`
  sessionStorage.clear()
  localStorage.clear()
  asked.length = 0
  server.replacement = undefined
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  cleanup()
  clearStoresCache()
  screenChanged(id)
  vi.restoreAllMocks()
  await switchLocale('en-US')
})

describe('a screen that was published while it is open', () => {
  it('is taken at once when nothing is being done', async () => {
    server.screens[id] = screenOf(page('before'))
    const view = show()
    await view.findByText('before')
    server.screens[id] = screenOf(page('after'))
    act(() => screenChanged(id))
    await view.findByText('after')
  })

  it('is offered in a quiet line while something is typed, and taken when the person says so', async () => {
    const form = (label: string) => ({ type: 'page', body: { type: 'form', body: [{ type: 'input-text', name: 'a', label }] } })
    server.screens[id] = screenOf(form('Before'))
    const view = show()
    const field = await waitFor(() => {
      const found = view.container.querySelector<HTMLInputElement>('input[name=a]')
      if (!found) throw new Error('no field yet')
      return found
    })
    field.focus()
    fireEvent.input(field, { target: { value: 'half a word' } })
    server.screens[id] = screenOf(form('After'))
    act(() => screenChanged(id))
    await view.findByText('This screen was updated')
    expect(field.value).toBe('half a word')
    fireEvent.click(view.getByText('Show it'))
    await view.findByText('After')
    expect(view.queryByText('This screen was updated')).toBeNull()
  })

  it('is only ever offered where work in progress is all that a screen shows', async () => {
    server.screens[id] = screenOf(page('before'))
    const view = show({ asks: true })
    await view.findByText('before')
    server.screens[id] = screenOf(page('after'))
    act(() => screenChanged(id))
    await view.findByText('This screen was updated')
    fireEvent.click(view.getByLabelText('Close'))
    expect(view.queryByText('This screen was updated')).toBeNull()
    view.getByText('before')
  })

  it('is asked for once more after the stream was down, and stays where nothing changed', async () => {
    server.screens[id] = screenOf(page('same'))
    const view = show()
    const text = await view.findByText('same')
    const before = asked.length
    act(() => changesMissed())
    await waitFor(() => expect(asked.length).toBe(before + 1))
    expect(view.getByText('same')).toBe(text)
  })

  it('is the own form of an organisation at its addresses, and nobody else gets it', async () => {
    server.screens[id] = screenOf(page('of all'), { shared: false })
    server.screens[`${id} acme`] = screenOf(page('of acme'), { shared: false })
    const company = { ...place, company: { key: 'acme', name: 'Acme', role: 'member' } }
    const view = show({ params: { companyKey: 'acme' }, place: company })
    await view.findByText('of acme')
    view.unmount()
    await show().findByText('of all')
    expect(asked.map(one => one.input.query?.companyKey)).toEqual(['acme', undefined])
  })

  it('names only places that a call takes', () => {
    expect(placeIn({ companyKey: 'acme', appUrlKey: 'shop-dev' })).toEqual({ companyKey: 'acme', appUrlKey: 'shop-dev' })
    expect(placeIn({ companyKey: 'a b' })).toEqual({})
    expect(placeIn({ companyKey: 'acme', appUrlKey: 'SHOP!' })).toEqual({ companyKey: 'acme' })
  })
})

describe('a screen that does not work', () => {
  it('gives way to its last good form in the same place, and is reported once', async () => {
    const broken = screenOf(BROKEN)
    server.screens[id] = broken
    server.replacement = { ...screenOf(page('last good')), source: 'version', version: 3 }
    const view = show()
    await view.findByText('last good')
    view.getByText('Shown in its last good form')
    expect(reports()).toHaveLength(1)
    expect(reports()[0]?.input.body).toMatchObject({ hash: broken.hash, message: expect.stringContaining('map is not a function') })
    // The next visit does not try the broken form again.
    view.unmount()
    await show().findByText('last good')
    expect(reports()).toHaveLength(1)
  })

  it('says so in the reader’s language', async () => {
    await switchLocale('zh-CN')
    for (const text of ['Shown in its last good form', 'This screen was updated', 'Show it', 'Safe mode: shipped screens only', 'Leave'])
      expect(t(text)).toMatch(/[\u4e00-\u9fff]/)
  })

  it('is also one with a component that is not there', async () => {
    server.screens[id] = screenOf({ type: 'page', body: { type: 'no-such-thing' } })
    server.replacement = { ...screenOf(page('last good')), source: 'version', version: 3 }
    await show().findByText('last good')
    expect(reports()[0]?.input.body.message).toContain('no-such-thing')
  })

  it('shows what went wrong when there is no other form, and names all that was tried', async () => {
    const first = screenOf(BROKEN)
    const second = screenOf({ type: 'page', body: { type: 'tabs', tabs: 6 } })
    server.screens[id] = first
    server.replacement = { ...second, source: 'version', version: 1 }
    const view = show()
    await view.findByText('This screen could not be shown')
    expect(reports().at(-1)?.input.body).toMatchObject({ hash: second.hash, tried: [first.hash] })
  })

  it('signin.page: an app’s own sign-in page that does not work gives way to ours, which is not reported', async () => {
    id = 'signin.page'
    server.screens[id] = screenOf(page('ours'), { changed: false })
    server.ownPage = { companyKey: 'acme', companyName: 'Acme', appKey: 'broken', name: 'Shop', schema: BROKEN }
    await show({ location: { pathname: '/login', search: '?redirect=/company/acme/app/shop', hash: '' } }).findByText('ours')
    expect(reports()).toHaveLength(0)
  })

  it('signin.custom: an app’s own sign-in page stands around our box, says whose it is and leads to the standard page', async () => {
    id = 'signin.page'
    const form = { type: 'form', title: '', body: [{ type: 'input-password', name: 'password', label: 'Password' }] }
    server.screens[id] = screenOf({ type: 'page', body: form }, { changed: false })
    const theirs = { type: 'page', body: [{ type: 'tpl', tpl: 'Welcome to the shop' }, { type: 'tessera-sign-in' }] }
    server.ownPage = { companyKey: 'acme', companyName: 'Acme', appKey: 'shop', name: 'Shop', schema: theirs }
    const search = '?redirect=/company/acme/app/shop/orders'
    const ask = (query: string) => (
      <MemoryRouter>
        <ScreenPage id={id} params={{}} location={{ pathname: '/login', search: query, hash: '' }} place={place as never} />
      </MemoryRouter>
    )
    const view = render(ask(search))
    await view.findByText('Welcome to the shop')
    await waitFor(() => expect(view.container.querySelectorAll('.tes-sign-in input[type=password]')).toHaveLength(1))
    expect(view.container.textContent).toContain('to open the app “Shop” of “Acme”')
    const standard = view.getByText('Standard sign-in page')
    expect(standard.closest('.t-signin-theirs')).toBeNull()
    expect(standard.getAttribute('href')).toBe('/login?standard=1&redirect=%2Fcompany%2Facme%2Fapp%2Fshop%2Forders')
    view.rerender(ask(`${search}&standard=1`))
    await waitFor(() => expect(view.container.textContent).not.toContain('Welcome to the shop'))
    await waitFor(() => expect(view.container.querySelectorAll('input[type=password]')).toHaveLength(1))
    view.unmount()
  })

  it('is not one whose parts could not be fetched', () => {
    for (const text of ['Failed to fetch dynamically imported module: /assets/x.js', 'Importing a module script failed.', 'Unable to preload CSS for /x.css'])
      expect(isTransport(new TypeError(text))).toBe(true)
    expect(isTransport(Object.assign(new Error('x'), { name: 'CallError' }))).toBe(true)
    expect(isTransport(new TypeError('a.map is not a function'))).toBe(false)
  })

  it('tells of no more than a few in a minute', async () => {
    server.replacement = undefined
    for (let n = 0; n < 14; n++) {
      server.screens[id] = screenOf(BROKEN)
      const view = show()
      await view.findByText('This screen could not be shown')
      view.unmount()
      screenChanged(id)
    }
    expect(reports().length).toBeLessThanOrEqual(10)
  })
})

describe('requests without end', () => {
  const fail = vi.fn()
  let stop: () => void
  beforeEach(() => {
    fail.mockClear()
    stop = watchScreen({ fail })
  })
  afterEach(() => stop())
  const once = (url: string, at: number) => {
    requestBegins('get', url, at)
    requestEnds('get', url)
  }

  it('are found whatever the query is, within seconds', () => {
    for (let n = 0; n <= 40; n++) once(`/api/x?n=${n}`, 1000 + n * 20)
    expect(fail).toHaveBeenCalledWith('GET /api/x is asked for without end')
  })
  it('are no many parts that load at once', () => {
    for (let n = 0; n < 300; n++) requestBegins('get', '/api/x', 1000)
    expect(fail).not.toHaveBeenCalled()
  })
  it('are no polling, and no search that somebody types', () => {
    for (let n = 0; n < 200; n++) once('/api/x', 1000 + n * 1000)
    for (let n = 0; n < 200; n++) {
      fireEvent.keyDown(document.body, { key: 'a' })
      once('/api/x', 500_000 + n * 50)
    }
    expect(fail).not.toHaveBeenCalled()
  })
})

describe('the mark of a screen that is being drawn', () => {
  it('stays while it is drawn and goes when it is gone, or when the person leaves', () => {
    const stop = beginDrawing({ id: 'test.screen', hash: 'x' })
    expect(sessionStorage.getItem('tessera-drawing')).toContain('test.screen')
    stop()
    expect(sessionStorage.getItem('tessera-drawing')).toBeNull()
    beginDrawing({ id: 'test.screen', hash: 'x' })
    window.dispatchEvent(new Event('pagehide'))
    expect(sessionStorage.getItem('tessera-drawing')).toBeNull()
  })
})

describe('being in the middle of something', () => {
  it('is an open dialog, and nothing else than what a person does', () => {
    expect(isBusy(undefined)).toBe(false)
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('role', 'dialog')
    expect(isBusy(undefined)).toBe(true)
    dialog.remove()
    expect(isBusy(undefined)).toBe(false)
  })
})

describe('a list that was left', () => {
  it('does not lead back to itself when it writes its filters late', () => {
    const moves: string[] = []
    setNavigator({ go: to => void moves.push(to) })
    window.history.replaceState(null, '', '/home')
    env.updateLocation('/platform/inbox?page=1', true)
    env.updateLocation('?page=2', true)
    expect(moves).toEqual(['/home?page=2'])
    expect(session.get().user).toBeNull()
  })

  it('does not write its filters into the address of the place that was gone to', () => {
    const moves: string[] = []
    setNavigator({ go: to => void moves.push(to) })
    vi.useFakeTimers({ toFake: ['performance'] })
    window.history.replaceState(null, '', '/platform/screens')
    placeDrawn()
    env.updateLocation('?keywords=a')
    window.history.replaceState(null, '', '/platform/screens/home.page')
    env.updateLocation('?keywords=ab')
    placeDrawn()
    env.updateLocation('?keywords=ab')
    env.updateLocation('/platform/screens/home.page?tab=json')
    vi.advanceTimersByTime(1000)
    env.updateLocation('?page=2')
    vi.useRealTimers()
    expect(moves).toEqual(['/platform/screens?keywords=a', '/platform/screens/home.page?tab=json', '/platform/screens/home.page?page=2'])
  })
})
