import '../support/boot.ts'
import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { clearStoresCache } from 'amis-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { matchRoute } from '../../api/routes.ts'
import { guard } from '../../src/guard.ts'
import { translate } from '../../api/screen-texts.ts'
import { switchLocale, t } from '../../src/i18n.ts'
import { safePath } from '../../src/navigation.ts'
import { bootData } from '../support/boot.ts'
import { renderScreen } from '../support/render-screen.tsx'

afterEach(async () => {
  cleanup()
  clearStoresCache()
  vi.restoreAllMocks()
  await switchLocale('en-US')
})

describe('words of screens', () => {
  it('translates what is marked and leaves the rest, keys and numbers alone', () => {
    const screen = { label: 'i18n:Members', name: 'Members', n: 1, list: ['i18n:Open|verb', null] }
    expect(translate(screen, { Members: '成员', 'Open|verb': '打开' })).toEqual({ label: '成员', name: 'Members', n: 1, list: ['打开', null] })
  })
  it('shows English without its hint, also where a word has no translation', () => {
    expect(translate('i18n:Open|verb', {})).toBe('Open')
  })
  it('switches a screen in place and keeps what was typed', async () => {
    const schema = { type: 'page', body: { type: 'form', body: [{ type: 'input-text', name: 'username', label: 'i18n:User name or email' }] } }
    const { container, findByText } = await renderScreen(schema, { id: 'signin.page' })
    const input = container.querySelector('input[name=username]') as HTMLInputElement
    fireEvent.change(input, { target: { value: 'ann' } })
    await findByText('User name or email')
    await switchLocale('zh-CN')
    await findByText('用户名或邮箱')
    expect((container.querySelector('input[name=username]') as HTMLInputElement).value).toBe('ann')
    expect(document.documentElement.lang).toBe('zh-CN')
    expect(t('Sign out')).toBe('退出登录')
  })
})

describe('guard', () => {
  const user = {
    id: '1',
    name: 'Ann',
    email: 'ann@example.test',
    avatar: '',
    isPlatformSuper: false,
    hasPassword: true,
    screens: 'none' as 'none' | 'read' | 'change',
  }
  const acme = { key: 'acme', name: 'Acme', role: 'member' as const, screens: 'none' as const }
  const ask = (
    path: string,
    { signedIn = true, isPlatformSuper = false, needsPassword = false, setup = '' as '' | '/install', place = {}, search = '' } = {},
  ) => {
    const match = matchRoute(bootData.routes, path)
    if (!match) throw new Error(path)
    const who = signedIn
      ? { user: { ...user, isPlatformSuper, ...(needsPassword && { needsPassword: true as const }) }, csrfToken: 'x', companies: [acme] }
      : bootData.session
    return guard(
      match,
      { who, site: { ...bootData.config, setup }, place: { state: 'ready', company: null, app: null, ...place } as never },
      { pathname: path, search },
    )
  }

  it('sends a stranger to sign-in, and remembers where he was going', () => {
    expect(ask('/company/acme', { signedIn: false, search: '?a=1' })).toEqual({ kind: 'move', to: '/login?redirect=%2Fcompany%2Facme%3Fa%3D1' })
    // The browser may be at the sign-in page already; that is not where he was going.
    window.history.replaceState(null, '', '/login?redirect=%2Fcompany%2Facme')
    expect(ask('/company/acme/app/shop', { signedIn: false, place: { state: 'failed' } })).toEqual({
      kind: 'move',
      to: '/login?redirect=%2Fcompany%2Facme%2Fapp%2Fshop',
    })
  })
  it('general.forbidden: refuses an organisation that one is no member of', () => {
    expect(ask('/company/globex')).toEqual({ kind: 'refuse', screen: 'general.forbidden' })
    expect(ask('/company/globex', { isPlatformSuper: true })).toEqual({ kind: 'show' })
  })
  it('keeps the platform to its administrators', () => {
    expect(ask('/platform/outbox')).toEqual({ kind: 'refuse', screen: 'general.forbidden' })
  })
  it('leads everybody to the setup step that is pending', () => {
    expect(ask('/home', { setup: '/install', signedIn: false })).toEqual({ kind: 'move', to: '/install' })
    expect(ask('/install', { setup: '/install', signedIn: false })).toEqual({ kind: 'show' })
  })
  it('asks who has no password to set one, once', () => {
    expect(ask('/home', { needsPassword: true })).toEqual({ kind: 'move', to: '/set-password' })
    expect(ask('/set-password', { needsPassword: true })).toEqual({ kind: 'show' })
    expect(ask('/set-password')).toEqual({ kind: 'move', to: '/home' })
  })
  it('waits for the app, then asks what one may do in it', () => {
    const path = '/company/acme/app/shop-dev/design'
    expect(ask(path, { place: { state: 'loading' } })).toEqual({ kind: 'wait' })
    expect(ask(path, { place: { state: 'missing' } })).toEqual({ kind: 'refuse', screen: 'general.not-found' })
    expect(ask(path, { place: { app: { perms: { edit: false } } } })).toEqual({ kind: 'refuse', screen: 'general.forbidden' })
    expect(ask(path, { place: { app: { perms: { edit: true } } } })).toEqual({ kind: 'show' })
  })
  it('runtime.read-guests: asks the app itself whether it lets in who is not signed in', () => {
    const path = '/company/acme/app/shop'
    expect(ask(path, { signedIn: false, place: { state: 'loading' } })).toEqual({ kind: 'wait' })
    expect(ask(path, { signedIn: false, place: { app: { perms: {} } } })).toEqual({ kind: 'show' })
    expect(ask(path, { signedIn: false, place: { state: 'failed' } })).toMatchObject({ kind: 'move' })
    expect(ask('/company/acme/app/shop-dev/design', { signedIn: false, place: { app: { perms: {} } } })).toMatchObject({ kind: 'move' })
    // A visitor of another organisation's app.
    expect(ask('/company/globex/app/shop', { place: { app: { perms: {} } } })).toEqual({ kind: 'show' })
    expect(ask('/company/globex/app/shop', { place: { state: 'forbidden' } })).toEqual({ kind: 'refuse', screen: 'general.forbidden' })
  })
  it('general.redirect-target: follows only paths of this origin', () => {
    for (const bad of ['//evil.test', 'https://evil.test', 'javascript:alert(1)', '/\\evil.test', '', null]) expect(safePath(bad)).toBe('/home')
    for (const bad of ['/.//evil.test', '/..//evil.test', '/a/..//evil.test', '/a/../..//evil.test', '/%2e//evil.test']) expect(safePath(bad)).toBe('/home')
    expect(safePath('/a/./b//c')).toBe('/a/./b//c')
    expect(safePath('/company/acme?x=1')).toBe('/company/acme?x=1')
  })
})

describe('rendering', () => {
  it('gives screens the person, the place and the address', async () => {
    const { container } = await renderScreen(
      { type: 'page', body: { type: 'tpl', tpl: '${config.siteName} ${companyKey} ${query.q} ${app.name}' } },
      { params: { companyKey: 'acme' }, search: '?q=7', place: { app: { name: 'Shop' } as never } },
    )
    await waitFor(() => expect(container.textContent).toContain('Tessera acme 7 Shop'))
  })
  it('does not let expressions read the browser', async () => {
    localStorage.setItem('secret', 'hidden')
    const { container } = await renderScreen({ type: 'page', body: { type: 'tpl', tpl: 'a${ls:secret}${window:document}b' } })
    await waitFor(() => expect(container.textContent).toContain('ab'))
  })
  it('takes scripts out of HTML', async () => {
    const { container } = await renderScreen({ type: 'page', body: { type: 'html', html: '<b>x</b><img src=x onerror="window.hit=1">' } })
    await waitFor(() => expect(container.querySelector('b')).toBeTruthy())
    expect(container.innerHTML).not.toContain('onerror')
  })
})
