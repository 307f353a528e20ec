// flow.system-variables: a page of a running app, as a person gets it: what its texts may name.
import '../support/boot.ts'
import { act, cleanup, configure, fireEvent, render as mount, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import contract from '../../api/contract/runtime/site.json'

configure({ asyncUtilTimeout: 8000 })
const names = ['user.uid', 'user.phone', 'user.nickName', 'user.department.name', 'app.id', 'app.env', 'app.dataColor', 'company.id', 'location.pathname']
/** What pages are answered in. */
let answersIn = 'en-US'
vi.mock('../../api/client/index.ts', async importOriginal => ({
  ...(await importOriginal<object>()),
  call: async (_id: string, { params: { path } }: { params: { path: string } }) => ({
    id: 'p',
    name: 'Home',
    path: '/home',
    params: {},
    perms: {},
    schema:
      path === 'form'
        ? {
            type: 'page',
            body: { type: 'form', title: '', actions: [], body: [{ type: 'input-text', name: 'note', label: answersIn === 'de' ? 'Notiz' : 'Note' }] },
          }
        : path === 'made'
          ? { type: 'page', body: { type: 'tpl', tpl: 'i18n:Nothing here yet' }, texts: { 'zh-CN': { 'Nothing here yet': '这里还没有内容' } } }
          : { type: 'page', body: { type: 'tpl', tpl: names.map(name => `${name}=\${${name}};`).join('') } },
  }),
}))
const { switchLocale } = await import('../../src/i18n.ts')
const { AppPage } = await import('../../src/runtime/page.tsx')
const { createAppEnv } = await import('../../src/runtime/env.ts')
afterEach(cleanup)
vi.stubGlobal('scrollTo', () => {})

function open(path: string) {
  const site = contract.example.data as never
  const base = '/company/acme/app/shop'
  const here = { pathname: path, search: '', hash: '' }
  mount(
    <AppPage site={site} base={base} path={path} env={createAppEnv(base, '')} params={{ companyKey: 'acme', appUrlKey: 'shop' }} location={here} perms={{}} />,
  )
}

it('fills the system variables', async () => {
  open('/home')
  const text = (await screen.findByText(/user\.uid=/)).textContent ?? ''
  expect(text).toBe(
    'user.uid=ben;user.phone=;user.nickName=Benny;user.department.name=Sales;app.id=01890000-0000-7000-8000-000000000004;app.env=latest;app.dataColor=latest;' +
      `company.id=01890000-0000-7000-8000-000000000005;location.pathname=${location.pathname};`,
  )
})

it('has its name as the heading of the first level', async () => {
  open('/home')
  expect(await screen.findByRole('heading', { level: 1, name: 'Home' })).toBeTruthy()
})

it('has the words of the visitor’s language where the page brings them, also when the language is changed while it is open', async () => {
  open('/made')
  await screen.findByText('Nothing here yet')
  await act(() => switchLocale('zh-CN'))
  await screen.findByText('这里还没有内容')
  await act(() => switchLocale('en-US'))
})

it('keeps what was typed when its reader switches the language of the app', async () => {
  const base = '/company/acme/app/shop'
  const env = createAppEnv(base, '')
  const here = { pathname: '/form', search: '', hash: '' }
  const page = (language: string) => (
    <AppPage
      site={{ ...contract.example.data, language } as never}
      base={base}
      path="/form"
      env={env}
      params={{ companyKey: 'acme', appUrlKey: 'shop' }}
      location={here}
      perms={{}}
    />
  )
  const { rerender } = mount(page('en-US'))
  await screen.findByText('Note')
  const field = () => document.querySelector<HTMLInputElement>('input[name=note]')
  act(() => field()?.focus())
  fireEvent.input(field() as Element, { target: { value: 'Left at the door' } })
  fireEvent.change(field() as Element, { target: { value: 'Left at the door' } })
  answersIn = 'de'
  rerender(page('de'))
  await screen.findByText('Notiz')
  expect(field()?.value).toBe('Left at the door')
  answersIn = 'en-US'
})
