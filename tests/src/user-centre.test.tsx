// The frame of the user centre: header, menus, and pages that are not offered.
import '../support/boot.ts'
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MemoryRouter } from 'react-router-dom'
import { ConsoleLayout } from '../../src/layouts/console.tsx'
import { config, session } from '../../src/session.ts'
import { isOffered } from '../../src/shell/menus.ts'
import { menus, routes } from '../../src/site.ts'
import { matchRoute, type Match } from '../../api/routes.ts'

const shipped = { config: config.get(), session: session.get() }
afterEach(() => {
  cleanup()
  config.set(shipped.config)
  session.set(shipped.session)
})
const user = { id: '1', name: 'Ann', email: 'ann@example.test', avatar: '', isPlatformSuper: false, hasPassword: true, screens: 'none' as const }
const place = { state: 'ready', company: null, app: null } as never

function show(path = '/i/profile', installation: Partial<ReturnType<typeof config.get>> = {}) {
  config.set({ ...shipped.config, ...installation })
  session.set({ ...shipped.session, user })
  const match = matchRoute(routes.get(), path) as Match
  return render(
    <MemoryRouter initialEntries={[path]}>
      <ConsoleLayout match={match} place={place} title="Profile">
        <p>content</p>
      </ConsoleLayout>
    </MemoryRouter>,
  )
}
const lines = (container: HTMLElement) => [...container.querySelectorAll('#menu a')].map(link => link.getAttribute('href'))

describe('i.header', () => {
  it('i.header-brand: the logo where there is one, else the name of the site', () => {
    expect(show('/i/profile', { siteName: 'Acme Works', logo: '' }).container.querySelector('.t-brand')?.textContent).toContain('Acme Works')
    cleanup()
    expect(show('/i/profile', { logo: '/api/file/x' }).container.querySelector('.t-brand img')?.getAttribute('src')).toBe('/api/file/x')
  })

  it('i.help-link: the configured documentation, else the one of the product; never code', () => {
    const help = (installation: object) => show('/i/profile', installation).getByRole('link', { name: 'Help' }).getAttribute('href')
    expect(help({ docLink: '' })).toBe('/docs')
    cleanup()
    expect(help({ docLink: 'https://help.example.test/' })).toBe('https://help.example.test/')
    cleanup()
    expect(help({ docLink: 'javascript:alert(1)' })).toBe('/docs')
  })

  it('i.user-menu: who is signed in, the way to the profile, and out', async () => {
    const { getByRole, getByText } = show('/i/roles')
    act(() => void fireEvent.click(getByRole('button', { name: 'Your account' })))
    await waitFor(() => getByText('ann@example.test'))
    expect(getByRole('menuitem', { name: 'Your profile' }).getAttribute('href')).toBe('/i/profile')
    getByRole('menuitem', { name: 'Sign out' })
  })
})

describe('i.side-menu', () => {
  it('i.companies-menu, i.developer-menu: by mode and flag', () => {
    expect(lines(show().container)).not.toContain('/i/companies')
    cleanup()
    const all = show('/i/profile', { deployMode: 'saas', features: { ...shipped.config.features, standaloneGitPush: true } })
    expect(lines(all.container)).toEqual(menus.get().user?.map(line => line.to))
  })

  it('i.hidden-pages: a page that is not offered is not there; one without a line in the menu is', () => {
    show()
    expect(isOffered('/i/companies')).toBe(false)
    expect(isOffered('/i/password')).toBe(true)
    cleanup()
    show('/i/profile', { deployMode: 'saas', disabledUserMenus: ['roles'] })
    expect(isOffered('/i/companies')).toBe(true)
    expect(isOffered('/i/roles')).toBe(false)
  })
})
