// The frame in which a screen is previewed: what its address asks for, who looks, and that nothing leaves it.
import '../support/boot.ts'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearStoresCache } from 'amis-core'
import { env } from '../../src/amis/env.ts'
import { bootData } from '../support/boot.ts'
import { placeOf, readPreview } from '../../src/examples/address.ts'
import { createPageEnv, createPreviewEnv } from '../../src/preview/env.ts'
import { placesIn } from '../../src/preview/told.ts'
import { personOf } from '../../src/examples/people.ts'
import { ScreenPreview } from '../../src/preview/screen-preview.tsx'

afterEach(() => {
  cleanup()
  clearStoresCache()
  vi.restoreAllMocks()
})

describe('the address of a preview', () => {
  it('says which version, whose eyes, which language and which data', () => {
    expect(readPreview('company.home', '?version=7&data=real&as=member&locale=zh-CN&companyKey=acme')).toMatchObject({
      version: 7,
      data: 'real',
      as: 'member',
      locale: 'zh-CN',
      companyKey: 'acme',
    })
  })
  it('shows something whatever it says', () => {
    expect(readPreview('company.home', '?version=x&data=all&as=root&locale=de')).toEqual({
      screenId: 'company.home',
      version: 'published',
      data: 'examples',
      as: 'super',
      locale: undefined,
      theme: undefined,
      companyKey: undefined,
      appUrlKey: undefined,
    })
    expect(readPreview('company.home', '?version=shipped').version).toBe(0)
  })
  it('finds the place of the screen, with every part of the address filled in', () => {
    expect(placeOf({ screenId: 'company.app-list', companyKey: 'globex', appUrlKey: undefined }, bootData.routes)).toMatchObject({
      layout: 'console',
      pathname: '/company/globex/app',
      params: { companyKey: 'globex' },
    })
    expect(placeOf({ screenId: 'no.such', companyKey: undefined, appUrlKey: undefined }, bootData.routes)).toMatchObject({ pathname: '/', params: {} })
  })
})

describe('who looks at a preview', () => {
  const acme = { key: 'acme', name: 'Acme' }
  it('has the rights of the role and nothing more', () => {
    expect(personOf('super', acme).user?.isPlatformSuper).toBe(true)
    expect(personOf('admin', acme)).toMatchObject({ user: { isPlatformSuper: false }, companies: [{ key: 'acme', role: 'admin' }] })
    expect(personOf('member', acme).companies[0]?.role).toBe('member')
    expect(personOf('guest', acme)).toEqual({ user: null, companies: [] })
  })
})

describe('the env of a preview', () => {
  const create = (data: 'examples' | 'real') => createPreviewEnv({ session: 'p', data, pathname: '/home' })
  const send = vi.fn(async () => ({ status: 200, headers: {}, data: { status: 0, msg: '', data: { real: true } } }))
  beforeEach(() => {
    send.mockClear()
    vi.spyOn(env, 'fetcher').mockImplementation(send as never)
    vi.spyOn(env, 'notify').mockImplementation(() => {})
  })
  const ask = async (data: 'examples' | 'real', url: string, method = 'get') =>
    (await create(data).fetcher({ url, method } as never)).data as Record<string, any>

  it('answers with the examples of the contracts', async () => {
    expect((await ask('examples', '/api/company/acme/app')).data.items.length).toBeGreaterThan(0)
    expect(send).not.toHaveBeenCalled()
  })
  it('reads real data and changes none', async () => {
    expect((await ask('real', '/api/company/acme/app')).data).toEqual({ real: true })
    await ask('real', '/api/company/acme/app', 'post')
    await ask('real', 'https://elsewhere.test/x')
    expect(send).toHaveBeenCalledTimes(1)
    expect(env.notify).toHaveBeenCalledWith('info', expect.stringContaining('POST'))
  })
  it('says when nothing answers an address', async () => {
    expect(await ask('examples', '/api/no/such/thing')).toMatchObject({ status: 404 })
  })
  it('lets a page of an app read, and do nothing else', async () => {
    const own = createPageEnv('/company/acme/app/shop-dev', undefined, 'page')
    const jump = vi.spyOn(env, 'jumpTo')
    expect((await own.fetcher({ url: '/api/resource/acme/shop-dev/source/main/model/order', method: 'post' } as never)).data).toEqual({
      status: 0,
      msg: '',
      data: {},
    })
    expect(((await own.fetcher({ url: '/api/company/acme/app', method: 'get' } as never)).data as { code: string }).code).toBe('runtime.refused')
    own.jumpTo('/home')
    own.notify('error', 'Not in a picture')
    expect([jump, env.notify].map(one => vi.mocked(one).mock.calls)).toEqual([[], []])
  })
  it('tells where numbered parts are', () => {
    const box = document.createElement('div')
    box.innerHTML = '<p class="t-marked t-place-2"></p><b class="is-t-place-3"></b><i class="t-place-4"></i><i class="t-place-4"></i>'
    expect(placesIn(box)).toEqual({ 2: 0, 4: 0 })
  })
  it('goes nowhere', () => {
    const jump = vi.spyOn(env, 'jumpTo')
    create('examples').jumpTo('/home')
    expect(jump).not.toHaveBeenCalled()
  })
})

describe('the frame', () => {
  const hand = (schema: unknown) =>
    act(
      async () =>
        void window.dispatchEvent(new MessageEvent('message', { data: { tessera: 'preview-schema', schema }, origin: location.origin, source: window })),
    )

  it('draws what the page around hands in, in the language asked for', async () => {
    const { container } = render(<ScreenPreview screenId="company.home" search="?version=live&locale=zh-CN&as=member" />)
    await hand({ type: 'page', title: 'i18n:Overview', body: [{ type: 'tpl', tpl: '${user.name} / ${companies[0].role}' }] })
    await waitFor(() => expect(container.textContent).toContain('Ben / member'), { timeout: 10_000 })
    expect(container.textContent).not.toContain('i18n:')
    expect(document.documentElement.lang).toBe('zh-CN')
  })
  it('ignores what others send', async () => {
    const { container } = render(<ScreenPreview screenId="company.home" search="?version=live" />)
    await act(
      async () =>
        void window.dispatchEvent(
          new MessageEvent('message', { data: { tessera: 'preview-schema', schema: { type: 'page', body: 'evil' } }, origin: 'https://elsewhere.test' }),
        ),
    )
    expect(container.textContent).not.toContain('evil')
  })
})
