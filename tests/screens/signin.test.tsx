// The sign-in page: which parts are shown when, where they lead, and what they say.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { filter } from 'amis-core'
import { afterEach, describe, expect, it } from 'vitest'
import { bootData } from '../support/boot.ts'
import { hide, showScreen, type ShowOptions } from '../support/show-screen.tsx'
import { config } from '../../src/session.ts'

const folder = join(import.meta.dirname, '../../schemas')
const screen = JSON.parse(readFileSync(join(folder, 'signin/page.json'), 'utf8'))
const fragment = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
/** The screen with its fragments in place. */
const whole = (node: any): any =>
  Array.isArray(node)
    ? node.map(whole)
    : node && typeof node === 'object'
      ? node.$include
        ? whole({ ...fragment(node.$include), ...Object.fromEntries(Object.entries(node).filter(([key]) => key !== '$include')) })
        : Object.fromEntries(Object.entries(node).map(([key, value]) => [key, whole(value)]))
      : node

type Kind = 'password' | 'ldap' | 'email' | 'weixin' | 'sso' | 'oauth' | 'third' | 'cas2'
async function show(kinds: Kind[], search = '', more: ShowOptions = {}, labels: Partial<Record<Kind, string>> = {}) {
  config.set({ ...bootData.config, signin: Object.fromEntries(kinds.map(kind => [kind, { label: labels[kind] ?? '' }])) })
  const { container, asked } = await showScreen('signin.page', whole(screen), { search, ...more })
  const seen = (selector: string) => [...container.querySelectorAll<HTMLElement>(selector)]
  return {
    container,
    asked,
    seen,
    tabs: seen('[class*=Tabs-link] a, li[class*=Tabs-link]')
      .map(tab => tab.textContent?.trim())
      .filter((text, at, all) => text && all.indexOf(text) === at),
    buttons: seen('button, a.t-signin-other').map(button => button.textContent?.trim()),
    fields: seen('input[name]').map(input => input.getAttribute('name')),
  }
}
const all: Kind[] = ['password', 'ldap', 'email', 'weixin', 'sso', 'oauth', 'third', 'cas2']
/** Every object of the screen. */
const nodes = (node: any): any[] =>
  Array.isArray(node) ? node.flatMap(nodes) : node && typeof node === 'object' ? [node, ...Object.values(node).flatMap(nodes)] : []
const links = nodes(screen)
  .filter(node => node.type === 'button' || node.type === 'link')
  .map(node => String(node.link ?? node.href))

afterEach(() => {
  hide()
  config.set(bootData.config)
})

describe('signin.page', () => {
  it('signin.password signin.password-tab: user name and password, shown while passwords are switched on', async () => {
    const page = await show(['password'])
    expect(page.fields).toEqual(['username', 'password'])
    expect(page.seen('input[type=password]')).toHaveLength(1)
    expect(page.buttons).toContain('Forgot password?')
    hide()
    expect((await show(['ldap'])).tabs).toEqual(['LDAP'])
  })

  it('signin.ldap: a tab of its own where it is switched on; ?type=1 opens it', async () => {
    expect((await show(['password'])).tabs).toEqual(['Password'])
    hide()
    const page = await show(['password', 'ldap'], '?type=1')
    expect(page.tabs).toEqual(['Password', 'LDAP'])
    await waitFor(() => expect(page.seen('[class*=Tabs-link][class*=is-active]').map(one => one.textContent?.trim())).toEqual(['LDAP']))
  })

  it('login.type: 0 to 5 are password, LDAP, email, WeChat and two ways to sign in elsewhere, one shown at a time', async () => {
    const shown: string[] = []
    for (const type of [0, 1, 2, 3, 4, 5]) {
      const { seen, buttons, fields } = await show(all, `?type=${type}`)
      const active = () => seen('[class*=Tabs-link][class*=is-active]').map(one => one.textContent?.trim())
      if (type < 2) await waitFor(() => expect(active()).toEqual([type ? 'LDAP' : 'Password']))
      const email = fields.includes('email') ? ['email'] : []
      const frame = seen('iframe').map(() => 'WeChat')
      // The tabs have links to the other ways below them.
      const elsewhere = active().length ? [] : buttons.filter(text => /^Single|CAS/.test(text ?? ''))
      shown.push([...active(), ...email, ...frame, ...elsewhere].join())
      hide()
    }
    expect(shown).toEqual(['Password', 'LDAP', 'email', 'WeChat', 'Single sign-on', 'Continue with CAS 2.0'])
  })

  it('says what administrators call a way to sign in', async () => {
    const page = await show(['password', 'ldap', 'oauth'], '', {}, { ldap: 'Company account', oauth: 'Continue with Keycloak' })
    expect(page.tabs).toEqual(['Password', 'Company account'])
    expect(page.buttons).toContain('Continue with Keycloak')
  })

  it('signin.email signin.email-not-tab: no tab, opened by ?type=2 alone', async () => {
    const page = await show(all)
    expect(page.tabs).toEqual(['Password', 'LDAP'])
    expect(page.fields).not.toContain('email')
    hide()
    const email = await show(all, '?type=2')
    expect(email.fields).toEqual(['email', 'token'])
    expect(email.seen('input[type=email]')).toHaveLength(1)
    expect(email.tabs).toEqual([])
    hide()
    expect((await show(['password'], '?type=2')).fields).toEqual(['username', 'password'])
  })

  it('signin.email-before-code: sends nothing to what is no email, and says so in a notice', async () => {
    const page = await show(all, '?type=2')
    const send = page.seen('button').find(button => button.textContent === 'Send code') as HTMLElement
    await act(async () => void fireEvent.change(page.seen('input[name=email]')[0]!, { target: { value: 'nobody' } }))
    await act(async () => void fireEvent.click(send))
    await waitFor(() => expect(page.container.textContent).toContain('Please enter a valid email'))
    expect(page.asked).not.toContain('signin.sendEmailCode')
    expect(page.container.textContent).not.toContain('A code is on its way')
    // signin.email-code-countdown: what is one gets a code, and the button counts down.
    await act(async () => void fireEvent.change(page.seen('input[name=email]')[0]!, { target: { value: 'ann@example.test' } }))
    await act(async () => void fireEvent.click(send))
    await waitFor(() => expect(page.container.textContent).toContain('A code is on its way'))
    expect(page.asked.filter(id => id === 'signin.sendEmailCode')).toHaveLength(1)
    expect(send.textContent).toMatch(/^Again in \d+ s$/)
  })

  it('signin.email-code-failure: what the server says, else a text of ours, stands below the field', async () => {
    // Shown by the field itself; tests/renderers/tessera-send-code.test.tsx has the rest.
    const code = nodes(screen).find(node => node.type === 'tessera-send-code')
    expect(code).toMatchObject({ checks: 'email', required: true, api: { method: 'post', url: '/verifyEmail', silent: true } })
  })

  it('signin.weixin signin.weixin-reveal: ?type=3 shows a frame with the code, hidden for its first second', async () => {
    const page = await show(all, '?type=3&redirect=%2Fapp')
    const frame = page.seen('iframe')[0] as HTMLIFrameElement
    expect(frame.getAttribute('src')).toBe('/auth/weixin?type=3&redirect=%2Fapp&frame=1')
    await waitFor(() => expect(frame.parentElement?.className).toContain('is-shown'), { timeout: 2500 })
    hide()
    expect((await show(['password'], '?type=3')).seen('iframe')).toEqual([])
  })

  it('signin.sso: ?type=4 shows the link to single sign-on, and only then', async () => {
    expect((await show(all, '?type=4')).buttons).toEqual(['Single sign-on', 'Other ways to sign in'])
    hide()
    expect((await show(all)).buttons).not.toContain('Single sign-on')
    hide()
    expect((await show(all, '?type=5')).buttons).toEqual(['Continue with CAS 2.0', 'Other ways to sign in'])
  })

  it('signin.links signin.keep-query: each link only where it is switched on, with the query string as it is', async () => {
    const page = await show(all, '?redirect=%2Fapp&foo=bar')
    // Links, so that they open in a new tab and can be copied.
    expect(page.seen('a.t-signin-other').map(link => link.getAttribute('href'))).toContain('/auth/oauth?redirect=%2Fapp&foo=bar')
    for (const text of ['Continue with OAuth', 'Continue with a third-party account', 'Continue with CAS 2.0']) expect(page.buttons).toContain(text)
    hide()
    const some = await show(['password', 'third'])
    expect(some.buttons.filter(text => text?.startsWith('Continue'))).toEqual(['Continue with a third-party account'])
    expect(links.filter(link => link.startsWith('/auth/')).every(link => link.endsWith('${search|raw}'))).toBe(true)
  })

  it('leads to WeChat, single sign-on and the code by email where they are switched on, and back', async () => {
    const ways = ['Continue with single sign-on', 'Continue with WeChat', 'Continue with a code by email']
    const waysOf = (buttons: (string | undefined)[]) => ways.filter(way => buttons.includes(way))
    expect(waysOf((await show(all)).buttons)).toEqual(ways)
    hide()
    expect(waysOf((await show(['password', 'weixin'])).buttons)).toEqual(['Continue with WeChat'])
    hide()
    expect(waysOf((await show(['email'], '', {}, { email: 'Mail me' })).buttons)).toEqual([])
    hide()
    expect((await show(['email'], '', {}, { email: 'Mail me' })).buttons).toContain('Mail me')
    hide()
    for (const search of ['?type=2', '?type=3', '?type=4', '?type=5', '?next=second-factor']) {
      expect(waysOf((await show(all, search)).buttons), search).toEqual([])
      hide()
    }
    const query = { redirect: '/app?a=1', standard: '1' }
    const own = links.filter(link => link.startsWith('/login?type=')).map(link => filter(link, { query }))
    expect(own).toEqual(['/login?type=3&redirect=%2Fapp%3Fa%3D1&standard=1', '/login?type=2&redirect=%2Fapp%3Fa%3D1&standard=1'])
  })

  it('is drawn with what the start brings: whatever else it needs comes with ?type= or ?next=', () => {
    const start = readFileSync(join(folder, '../src/amis-lite.tsx'), 'utf8')
    const from: Record<string, string> = {
      button: 'Action',
      submit: 'Action',
      'input-text': 'Form/InputText',
      'input-password': 'Form/InputText',
      'input-email': 'Form/InputText',
    }
    const types = new Set(
      nodes(JSON.parse(readFileSync(join(folder, 'signin/page.json'), 'utf8'))).flatMap(node => (typeof node.type === 'string' ? [node.type as string] : [])),
    )
    // The engine's own, and parts of ours that come with the rest.
    const drawn = [...types].filter(type => type !== 'form' && !type.startsWith('tessera-'))
    const missing = drawn.filter(type => !start.includes(`'amis/lib/renderers/${from[type] ?? type[0]!.toUpperCase() + type.slice(1)}'`))
    expect(missing).toEqual([])
  })

  it('signin.ordinary-users: anybody may open it, signed in or not', () => {
    const routes = JSON.parse(readFileSync(join(folder, 'routes.json'), 'utf8'))
    expect(routes.find((route: any) => route.path === '/login')).toMatchObject({ screen: 'signin.page', access: 'anyone', layout: 'blank' })
  })

  it.each([
    ['signin.methodOff', 'This way to sign in is switched off.'],
    ['signin.notSetUp', 'This way to sign in is not set up yet. An administrator of the platform can do that.'],
    ['signin.stateUnknown', 'This sign-in took too long or was begun in another browser. Begin again.'],
    ['signin.refused', 'You were not signed in on the other side. Try again, or sign in another way.'],
    ['signin.proofWrong', 'What the other side says about you cannot be verified. Sign in again.'],
    ['signin.providerAway', 'The other side does not answer. Try again later, or sign in another way.'],
    ['signin.noAccount', 'There is no account for you here yet. Ask an administrator.'],
    ['signin.disabled', 'This account is disabled. Ask an administrator.'],
    ['signin.locked', 'Too many attempts. Try again in a few minutes.'],
  ])('says what came back from elsewhere: %s', async (problem, text) => {
    const page = await show(['password'], `?problem=${problem}`)
    expect(page.seen('.t-problem').map(one => one.textContent)).toEqual([text])
  })

  it.each([
    ['the code of a mail', '?type=2', 'signin.login', { email: 'ann@example.test', token: '123456' }, 'token'],
    ['a name', '?type=0', 'signin.login', { username: 'ann', password: 'Wrong-1-horse!' }, 'username'],
    ['a name of the directory', '?type=1', 'signin.loginLdap', { username: 'ann', password: 'Wrong-1-horse!' }, 'username'],
    ['the second factor', '?next=second-factor', 'signin.verifySecondFactor', { code: '123456' }, 'code'],
  ])('says once what is wrong about %s, whether or not the server names a field', async (_name, search, call, typed, field) => {
    const answers = { 'signin.getSecondFactor': { factors: ['totp'] } }
    for (const errors of [{ [field]: 'Not this one' }, undefined]) {
      const refusals = { [call]: { status: 422, msg: 'Not this one', ...(errors && { errors }) } }
      const page = await show(['password', 'ldap', 'email'], search, { answers, refusals })
      const inputOf = (name: string) => page.seen(`input[name=${name}]`).at(-1) as HTMLElement
      for (const [name, value] of Object.entries(typed)) await act(async () => void fireEvent.change(inputOf(name), { target: { value } }))
      await act(
        async () =>
          void fireEvent.click(
            inputOf(Object.keys(typed)[0] ?? '')
              .closest('form')
              ?.querySelector('button[type=submit]') as HTMLElement,
          ),
      )
      // amis takes what it said at the field back when the form is given its text.
      await waitFor(() => expect(page.seen('.t-problem').map(one => one.textContent)).toEqual(['Not this one']))
      expect(page.container.textContent?.split('Not this one')).toHaveLength(2)
      hide()
    }
  })

  it('shows no text that somebody put into the address', async () => {
    const page = await show(['password', 'ldap', 'oauth'], '?problem=Call+me&refused=Call+me&msg=Call+me')
    expect(page.container.textContent).not.toContain('Call me')
  })
})
