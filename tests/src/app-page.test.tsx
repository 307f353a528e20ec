// A page of a running app, as a person gets it: what its texts may name.
import '../support/boot.ts'
import { act, cleanup, configure, render as mount, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import contract from '../../api/contract/runtime/site.json'

configure({ asyncUtilTimeout: 8000 })
const names = ['user.uid', 'user.phone', 'user.nickName', 'user.department.name', 'app.id', 'app.env', 'app.dataColor', 'company.id', 'location.pathname']
vi.mock('../../api/client/index.ts', async importOriginal => ({
  ...(await importOriginal<object>()),
  call: async (_id: string, { params: { path } }: { params: { path: string } }) => ({
    id: 'p',
    name: 'Home',
    path: '/home',
    params: {},
    perms: {},
    schema:
      path === 'made'
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
