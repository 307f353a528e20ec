// What the pages of an app may call: they act with the session of whoever looks at them.
import '../support/boot.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const calls: Record<string, unknown> = {}
const call = vi.fn(async (id: string) => calls[id])
const sentWith: string[] = []
const fetcher = vi.fn(async (_api: { url: string }) => ({ status: 200, headers: {}, data: { status: 0, data: {} } }))
vi.mock('../../api/client/index.ts', () => ({
  call: (id: string) => call(id),
  fetcher: (api: { url: string }, _keep: unknown, authority: string) => (sentWith.push(authority), fetcher(api)),
}))

const { createAppEnv, mayCall } = await import('../../src/runtime/env.ts')
const { env: shell } = await import('../../src/amis/env.ts')
const { session } = await import('../../src/session.ts')
const { loadCustomPage, loadCustomSignIn } = await import('../../src/custom-pages.ts')
const BASE = '/company/acme/app/shop'

beforeEach(() => {
  fetcher.mockClear()
  sentWith.length = 0
})

describe('a page of an app', () => {
  it.each([
    '/api/screen/grant',
    '/api/platform/outbox',
    '/api/company/acme/app',
    '/api/company/acme/app/shop',
    '/login',
    '/api//screen/grant',
    '/api/%73creen/grant',
    'https://other.test/x',
    '/x/../api/screen',
    '/api/resource/acme/shop2/source/main/model/order',
    '/api/resource/acme/shop-dev/source/main/model/order',
    '/api/resource/acme/shop-dev/api/weather',
    '/api/resource/acme/shop/release/1',
    '/api/resource/v2/acl/model/main/order',
    '/api/resource/acme/shop/source/../../../company',
  ])('does not reach %s', url => expect(mayCall(url, BASE)).toBe(false))
  it.each([
    '/api/resource/acme/shop/api/weather',
    '/api/resource/acme/shop/query/sales',
    '/api/resource/acme/shop/component/stars',
    '/api/company/acme/app/shop/runtime/site',
    '/api/file/1',
    '/api/upload/image',
    '/data/orders',
    '/api/resource/acme/shop/source/main/model/order',
  ])('reaches %s', url => expect(mayCall(url, BASE)).toBe(true))
})

it('an API that a page names is called in the app and environment that it runs in', async () => {
  fetcher.mockResolvedValueOnce({ status: 200, headers: {}, data: { status: 0, data: {} } })
  await createAppEnv(BASE, 'ref').fetcher({ url: 'api:weather?city=Oslo', method: 'get' } as never)
  expect(fetcher).toHaveBeenLastCalledWith(expect.objectContaining({ url: '/api/resource/acme/shop/api/weather?city=Oslo' }))
})

it('rows that come to a page name their formulas that are empty', async () => {
  const data = {
    items: [
      { id: 1, total: null },
      { id: 2, total: 5 },
    ],
    fields: [{ key: 'total', formula: 'price * 2' }],
  }
  fetcher.mockResolvedValueOnce({ status: 200, headers: {}, data: { status: 0, data } })
  const answer = (await createAppEnv(BASE, 'ref').fetcher({ url: 'model:main/order?page=1', method: 'get' } as never)) as unknown as {
    data: { data: typeof data }
  }
  const why = { id: 1, of: { total: '/api/resource/acme/shop/source/main/model/order/1/formula/total' } }
  expect(answer.data.data.items).toEqual([
    { id: 1, total: null, _why: why },
    { id: 2, total: 5 },
  ])
})

describe('the name of a model', () => {
  const sent = async (base: string, url: string) => {
    const env = createAppEnv(base, 'ref')
    const { data } = (await env.fetcher({ url, method: 'put' } as never)) as unknown as { data: { status: number } }
    return data.status === 0 ? fetcher.mock.lastCall?.[0].url : data.status
  }

  it.each([
    ['model:main/order', '/main/model/order'],
    ['model:main/order/a%2Fb?fields=total', '/main/model/order/a%2Fb?fields=total'],
    ['model:warehouse/stock/choice/place?keywords=x', '/warehouse/model/stock/choice/place?keywords=x'],
  ])('%s is the address of its rows in the app and environment that the page runs in', async (url, path) => {
    expect(await sent(BASE, url)).toBe(`/api/resource/acme/shop/source${path}`)
    expect(await sent(`${BASE}-dev`, url)).toBe(`/api/resource/acme/shop-dev/source${path}`)
  })

  it.each(['model:order', 'model:main/', 'model:/api/screen', 'model:main/order/../../../../../company', 'model:../company/x'])(
    'does not lead out of the rows: %s',
    async url => expect(await sent(BASE, url)).toBe(403),
  )
})

describe('a row that a page of an app writes', () => {
  const rows = '/api/resource/acme/shop/source/main/model/order'
  it.each([
    ['post', rows, 'Saved'],
    ['put', `${rows}/1`, 'Saved'],
    ['delete', `${rows}/1`, 'Deleted'],
    ['post', 'model:main/order', 'Saved'],
    ['get', `${rows}/1`, undefined],
    ['post', `${rows}/bulk/preview`, undefined],
    ['post', '/data/orders', undefined],
  ])('by %s of %s is told where the page says nothing: %s', async (method, url, said) => {
    const { data } = await createAppEnv(BASE, 'x').fetcher({ url, method } as never)
    expect((data as { defaultMsg?: string }).defaultMsg).toBe(said)
  })

  it('is not told when it was refused', async () => {
    fetcher.mockResolvedValueOnce({ status: 200, headers: {}, data: { status: 422, data: {} } })
    const { data } = await createAppEnv(BASE, 'x').fetcher({ url: rows, method: 'post' } as never)
    expect(data).not.toHaveProperty('defaultMsg')
  })
})

it('a page learns from its choices where rows may be added', async () => {
  const env = createAppEnv(BASE, 'ref')
  const choices = async (adds: object) => {
    fetcher.mockResolvedValueOnce({ status: 200, headers: {}, data: { status: 0, data: { options: [], ...adds } } } as never)
    await env.fetcher({ url: 'model:main/order/choice/customer?keywords=x', method: 'get' } as never)
    return env.rowsToAdd('get:model:main/order/choice/customer?selected=${customer}')
  }
  expect(await choices({ adds: 'customer' })).toBe('model:main/customer')
  expect(await choices({})).toBeUndefined()
})

it('a reader is told once of a page whose adaptors do not run, and of none else', async () => {
  const notify = vi.spyOn(shell, 'notify').mockReturnValue(undefined)
  const env = createAppEnv(BASE, undefined)
  await env.fetcher({ url: '/data/orders', method: 'get' } as never)
  expect(notify).not.toHaveBeenCalled()
  // What amis makes of a text that it cannot compile.
  for (const api of [{ adaptor: null }, { requestAdaptor: null }, { adaptor: null }]) await env.fetcher({ url: '/data/orders', method: 'get', ...api } as never)
  expect(notify.mock.calls).toEqual([['warning', expect.stringContaining('Scripts in pages are switched off')]])
  notify.mockRestore()
})

describe('a page that is open while its session ends', () => {
  const who = { id: 'u', name: 'Ann', email: '', avatar: '', isPlatformSuper: false }
  const stale = { status: 403, headers: {}, data: { status: 403, msg: 'old', code: 'request.outOfDate' } }
  const post = { url: '/data/orders', method: 'post', data: { title: 'typed' } } as never
  afterEach(() => session.set({ ...session.get(), user: null }))

  it('goes on with a reference of the new one, and sends again what was typed', async () => {
    session.set({ ...session.get(), user: who } as never)
    Object.assign(calls, { 'general.session': { user: who, csrfToken: 'new', companies: [] }, 'general.getConfig': {}, 'runtime.site': { authority: 'fresh' } })
    fetcher.mockResolvedValueOnce(stale as never)
    const env = createAppEnv(BASE, 'old')
    expect((await env.fetcher(post)).data).toMatchObject({ status: 0 })
    await env.fetcher(post)
    expect(sentWith).toEqual(['old', 'fresh', 'fresh'])
  })

  it('does not when another person signed in', async () => {
    session.set({ ...session.get(), user: who } as never)
    Object.assign(calls, { 'general.session': { user: { ...who, id: 'other' }, csrfToken: 'new', companies: [] }, 'general.getConfig': {} })
    fetcher.mockResolvedValueOnce(stale as never)
    const answer = await createAppEnv(BASE, 'old').fetcher(post)
    expect([(answer.data as { code: string }).code, sentWith]).toEqual(['request.outOfDate', ['old']])
  })
})

describe('a page of an app in place of one of ours', () => {
  it('general.not-found-custom: acts as a page of the app, by every way to the server', async () => {
    calls['runtime.site'] = { notFoundPath: '/lost' }
    calls['runtime.page'] = { schema: { type: 'page' } }
    const screen = await loadCustomPage(
      'general.not-found',
      { companyKey: 'acme', appUrlKey: 'shop' },
      { state: 'ready', app: { appCustomNotFoundPage: 'p1' } as never },
    )
    for (const send of [screen!.env.fetcher, screen!.env.request]) {
      const { data } = await send({ url: '/api/screen/grant', method: 'post', data: {} } as never)
      expect(data).toMatchObject({ status: 403, code: 'runtime.refused' })
    }
    expect(fetcher).not.toHaveBeenCalled()
  })

  it('general.forbidden-custom: is shown also to somebody who may not open the app', async () => {
    calls['runtime.forbiddenPage'] = { page: { id: 'p1', schema: { type: 'page', body: 'Ask Abe' }, authority: 'x' } }
    const params = { companyKey: 'acme', appUrlKey: 'shop' }
    const screen = await loadCustomPage('general.forbidden', params, { state: 'forbidden', app: null })
    expect(screen).toMatchObject({ id: 'custom.p1', schema: { body: 'Ask Abe' } })
    calls['runtime.forbiddenPage'] = { page: null }
    expect(await loadCustomPage('general.forbidden', params, { state: 'forbidden', app: null })).toBeUndefined()
  })

  it('makes no call at all around the sign-in box', async () => {
    calls['signin.getOptions'] = { customLoginPage: { companyKey: 'acme', companyName: 'Acme', appKey: 'shop', name: 'Shop', schema: { type: 'page' } } }
    const screen = await loadCustomSignIn('?redirect=/company/acme/app/shop/orders')
    expect(screen!.signsInTo).toEqual({ company: 'Acme', app: 'Shop', redirect: '/company/acme/app/shop/orders' })
    for (const url of ['/login', '/auth/ldap', '/api/signin/options', '/api/company/acme/app', '/api/company/acme/app/shop/runtime/site', 'https://evil.test/'])
      for (const send of [screen!.env.fetcher, screen!.env.request]) {
        const { data } = await send({ url, method: 'post', data: {} } as never)
        expect(data, url).toMatchObject({ status: 403 })
      }
    expect(fetcher).not.toHaveBeenCalled()
  })

  it('gives way to the standard sign-in page where that is asked for', async () => {
    expect(await loadCustomSignIn('?standard=1&redirect=/company/acme/app/shop/orders')).toBeUndefined()
  })
})
