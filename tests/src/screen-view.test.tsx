// What a screen is told of whoever opens it.
import '../support/boot.ts'
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadAll } from '../../src/amis-lite.tsx'
import { env } from '../../src/amis/env.ts'
import { locale } from '../../src/preferences.ts'
import { ScreenView, type ScreenViewProps } from '../../src/screen-view.tsx'
import { session } from '../../src/session.ts'

const before = session.get()
afterEach(() => {
  cleanup()
  session.set(before)
})

const schema = { type: 'page', body: { type: 'tpl', tpl: '${companies|pick:key|join} ${user.name} ${user.phone}' } }

async function told(more: object) {
  session.set({
    ...before,
    user: { id: 'u', name: 'Ann', email: 'ann@example.test', phone: '555-0101', avatar: '', isPlatformSuper: false },
    companies: [
      { key: 'acme', name: 'Acme', role: 'member' },
      { key: 'globex', name: 'Globex', role: 'owner' },
    ],
  } as never)
  const props = {
    screen: { id: 'general.not-found', hash: 'x'.repeat(64), schema, ...more },
    params: {},
    location: { pathname: '/company/acme/app/shop/nowhere', search: '', hash: '' },
    place: { company: { key: 'acme', name: 'Acme' }, app: null },
  } as unknown as ScreenViewProps
  const { container } = render(<ScreenView {...props} />)
  await waitFor(() => expect(container.textContent).toContain('Ann'))
  return container.textContent
}

it('a screen of the product knows the organisations of the person', async () => {
  expect(await told({})).toContain('acme,globex Ann 555-0101')
})

it('a page of an app in place of one knows only its own', async () => {
  const text = await told({ env })
  expect(text).toContain('acme Ann')
  expect(text).not.toMatch(/globex|555/)
})

describe('another language', () => {
  const ask = vi.fn(async () => ({
    status: 200,
    ok: true,
    msg: '',
    data: { name: locale.get() === 'zh-CN' ? '内置' : 'Built in' },
  }))
  const page = {
    type: 'page',
    body: {
      type: 'service',
      api: '/api/name',
      body: [
        { type: 'tpl', tpl: 'Source: ${name}' },
        { type: 'form', wrapWithPanel: false, body: [{ type: 'input-text', name: 'typed', label: 'Field' }] },
      ],
    },
  }
  const props = {
    screen: { id: 'general.not-found', hash: 'x'.repeat(64), schema: page, env: { ...env, session: 'languages', fetcher: ask } },
    params: {},
    location: { pathname: '/', search: '', hash: '' },
  } as unknown as ScreenViewProps
  beforeAll(loadAll)
  // Another file of this process may have left another language.
  beforeEach(() => act(() => locale.set('en-US')))
  afterEach(() => act(() => locale.set('en-US')))

  it('is asked for what the screen has read, where it stands', async () => {
    const { container } = render(<ScreenView {...props} />)
    await waitFor(() => expect(container.textContent).toContain('Source: Built in'))
    act(() => locale.set('zh-CN'))
    await waitFor(() => expect(container.textContent).toContain('Source: 内置'))
  })

  it('waits where somebody is typing', async () => {
    const { container } = render(<ScreenView {...props} />)
    await waitFor(() => expect(container.textContent).toContain('Source: Built in'))
    const field = container.querySelector('input[name=typed]') as HTMLInputElement
    field.focus()
    fireEvent.input(field, { target: { value: 'Half a' } })
    const times = ask.mock.calls.length
    act(() => locale.set('zh-CN'))
    await new Promise(done => setTimeout(done, 50))
    expect(ask).toHaveBeenCalledTimes(times)
    expect(field.value).toBe('Half a')
  })
})
