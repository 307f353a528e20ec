// Published addresses and menus in an open console: menus at once, addresses with the next navigation, an organisation's menus in it alone.
import { bootData } from '../support/boot.ts'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { MenuLines, Route } from '../../api/routes.ts'
import { followTables } from '../../src/live/tables.ts'
import { go } from '../../src/navigation.ts'
import { Router } from '../../src/router.tsx'
import { changesMissed, screenChanged } from '../../src/screens.ts'
import { session } from '../../src/session.ts'
import { menuOf } from '../../src/shell/menus.ts'
import { routes } from '../../src/site.ts'

const server = {
  routes: structuredClone(bootData.routes) as Route[],
  menus: structuredClone(bootData.site) as MenuLines,
  companyMenus: {} as Record<string, MenuLines>,
}
let asked = 0
let ended = 0
vi.mock('../../api/client/index.ts', async original => ({
  ...((await original()) as object),
  call: async (name: string) => {
    if (name === 'general.signOut') {
      ended++
      return {}
    }
    if (name !== 'general.site') throw Object.assign(new Error('The server cannot be reached'), { name: 'CallError', status: 503 })
    asked++
    return structuredClone(server)
  },
}))
const frame = vi.hoisted(() => ({ is: false }))
vi.mock('../../src/framed.ts', () => ({
  mayBeDrawn: ({ route }: { route: { layout?: string } }) => !frame.is || /^(preview|runtime)$/.test(route.layout ?? ''),
}))
vi.mock('../../src/screen-page.tsx', () => ({ ScreenPage: ({ id }: { id: string }) => <p>screen {id}</p> }))

describe('a published table', () => {
  let stop = () => {}
  const before = session.get()
  beforeAll(() => {
    // jsdom has no pages to scroll.
    window.scrollTo = () => {}
    const user = { id: '1', name: 'Ann', email: 'ann@example.test', avatar: '', isPlatformSuper: false, hasPassword: true, screens: 'none' as const }
    session.set({ ...before, user, companies: [{ key: 'Acme', name: 'Acme', role: 'member' }] } as never)
    stop = followTables()
  })
  afterAll(() => {
    stop()
    cleanup()
    session.set(before)
  })

  it('of menus is shown at once, of addresses with the next navigation', async () => {
    const { findByText, queryByText, findAllByText } = render(
      <MemoryRouter initialEntries={['/home']}>
        <Router />
      </MemoryRouter>,
    )
    await findByText('screen general.home')
    server.routes = server.routes.map(route => (route.path === '/home' ? { ...route, screen: 'company.create' } : route))
    server.routes.splice(-1, 0, { path: '/start', screen: 'general.home', layout: 'console', access: 'user', title: 'Start' })
    server.menus.home?.push({ label: 'Start here', to: '/start', icon: 'home' })
    await act(async () => screenChanged('site.menus'))
    await findAllByText('Start here')
    expect(queryByText('screen general.home')).toBeTruthy()
    await act(async () => go('/start'))
    await findByText('screen general.home')
    await act(async () => go('/home'))
    await findByText('screen company.create')
    await act(async () => go('/no/such/address'))
    await findByText('screen general.not-found')
  })

  it('of an organisation is shown in it and nowhere else', async () => {
    server.companyMenus = { acme: { ...server.menus, company: [{ label: 'Price list', to: '/company/${companyKey}/app' }] } }
    await act(async () => screenChanged('site.menus'))
    await waitFor(() => expect(menuOf('company', { companyKey: 'Acme' })).toMatchObject([{ label: 'Price list', to: '/company/Acme/app' }]))
    expect(menuOf('company', { companyKey: 'globex' })).not.toMatchObject([{ label: 'Price list' }])
    expect(menuOf('home', {}).at(-1)).toMatchObject({ label: 'Start here' })
  })

  it('of an organisation is shown without lines that sign in or out', async () => {
    const lines = ['/logout', '/%6Cogout', '/auth/oauth', '/${companyKey}', '/home'].map(to => ({ label: to, to }))
    server.companyMenus = { login: { ...server.menus, company: lines } }
    await act(async () => screenChanged('site.menus'))
    await waitFor(() => expect(menuOf('company', { companyKey: 'login' }).map(line => line.to)).toEqual(['/home']))
  })

  it('/logout that something led to asks first, and one that was opened by hand signs out', async () => {
    ended = 0
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const view = render(
      <MemoryRouter initialEntries={['/logout']}>
        <Router />
      </MemoryRouter>,
    )
    await view.findByText('You are still signed in as Ann')
    expect(ended).toBe(0)
    await act(async () => view.getByRole('button', { name: 'Sign out' }).click())
    await waitFor(() => expect(ended).toBe(1))
    view.unmount()
    vi.resetModules()
    const { boot } = await import('../../src/boot.ts')
    boot.signsOut = true
    const { session: fresh } = await import('../../src/session.ts')
    fresh.set(session.get())
    const { Leaving } = await import('../../src/shell/leaving.tsx')
    const again = render(<Leaving />)
    await waitFor(() => expect(ended).toBe(2))
    expect(again.container.textContent).not.toContain('still signed in')
    again.unmount()
    // Coming back to the page in the same window is no wish.
    render(<Leaving />)
    expect(ended).toBe(2)
    vi.restoreAllMocks()
  })

  it.each(['/home', '/platform/outbox', '/logout', '/login', '/company/acme/app/shop-dev/design', '/no/such'])(
    'in a frame shows nothing of %s',
    async address => {
      frame.is = true
      const view = render(
        <MemoryRouter initialEntries={[address]}>
          <Router />
        </MemoryRouter>,
      )
      await view.findByText('This page is not shown inside another page.')
      expect(view.getByText('Open it in a new tab').getAttribute('href')).toBe(address)
      expect(view.container.textContent).not.toContain('screen ')
      frame.is = false
      view.unmount()
    },
  )

  it('is asked for once when changes may have been missed, and an equal one changes nothing', async () => {
    const held = routes.get()
    const count = asked
    await act(async () => {
      changesMissed()
      changesMissed()
    })
    await waitFor(() => expect(asked).toBe(count + 1), { timeout: 4000 })
    expect(routes.get()).toBe(held)
    screenChanged('general.home')
    await new Promise(done => setTimeout(done, 50))
    expect(asked).toBe(count + 1)
  })
})
