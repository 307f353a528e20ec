import { beforeEach, describe, expect, it, vi } from 'vitest'
import { call, CallError, connectClient, fetcher, type Fetched } from '../../api/client/index.ts'

const { request } = vi.hoisted(() => ({ request: vi.fn() }))
vi.mock('axios', () => ({
  default: { create: () => ({ request }), isCancel: (error: { code?: string }) => error?.code === 'ERR_CANCELED' },
}))

const keep = (answer: Fetched) => answer
const answers = (...list: { status: number; data: unknown; headers?: Record<string, string> }[]) => {
  request.mockReset()
  for (const answer of list) request.mockResolvedValueOnce({ headers: {}, ...answer })
}
const ok = (data = {}) => ({ status: 200, data: { status: 0, msg: '', data } })

const host = {
  locale: vi.fn(() => 'en-US' as const),
  csrfToken: vi.fn(() => 'token-1'),
  authority: vi.fn(() => 'shell'),
  refreshSession: vi.fn(async () => true),
  onSignedOut: vi.fn(),
  afterCall: vi.fn(async () => {}),
  onSetupPending: vi.fn(),
}
beforeEach(() => {
  vi.clearAllMocks()
  connectClient(host)
})

describe('requests of screens', () => {
  it.each([
    ['/api/a?_replace=1', '/api/a'],
    ['/api/a?_replace=1&x=2', '/api/a?x=2'],
    ['/api/a?x=2&_replace=1', '/api/a?x=2'],
    ['/api/a?x=_replace=1', '/api/a?x=_replace=1'],
  ])('leave out what amis marks them with: %s', async (url, sent) => {
    answers(ok())
    await fetcher({ url, method: 'get' }, keep)
    expect(request.mock.calls[0]?.[0]).toMatchObject({ url: sent })
  })
})

describe('call()', () => {
  it('fills the address, sends the token and answers the data', async () => {
    answers(ok({ redirect: '/x' }))
    await call('app.update', { params: { companyKey: 'acme', appUrlKey: 'shop' }, body: { name: 'Shop' } })
    expect(request.mock.calls[0]?.[0]).toMatchObject({
      url: '/api/company/acme/app/shop',
      method: 'POST',
      headers: { 'x-csrf-token': 'token-1', 'Accept-Language': 'en-US' },
    })
  })
  it('sends no token with a reading call', async () => {
    answers(ok({ user: null, csrfToken: '', companies: [] }))
    await call('general.session', {})
    expect(request.mock.calls[0]?.[0].headers).not.toHaveProperty('x-csrf-token')
  })
  it('throws a refusal with its code', async () => {
    answers({ status: 404, data: { status: 404, msg: 'There is no such screen', code: 'screen.unknown' } })
    await expect(call('screen.get', { params: { screenId: 'a.b' } })).rejects.toMatchObject({ code: 'screen.unknown', status: 404 })
  })
  it('refuses a wrong body before sending it, with the words of the server', async () => {
    answers()
    const problem = await call('company.createCompany', { body: {} as never }).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(CallError)
    expect((problem as CallError).errors).toHaveProperty('companyName')
    expect(request).not.toHaveBeenCalled()
  })
})

describe('the fetcher of screens', () => {
  it('puts errors at the fields of a form without asking the server', async () => {
    answers()
    const { data } = await fetcher({ url: '/api/company/create', method: 'post', data: { companyName: 'x'.repeat(80) } }, keep)
    expect(data).toMatchObject({ status: 422, code: 'request.invalid', errors: { companyName: expect.any(String), industry: 'Required' } })
    expect(request).not.toHaveBeenCalled()
  })
  it('hands a refusal on unthrown', async () => {
    answers({ status: 422, data: { status: 422, msg: 'no', code: 'signin.wrong' } })
    expect((await fetcher({ url: '/login', method: 'post', data: 'username=a' }, keep)).data).toMatchObject({ status: 422, code: 'signin.wrong' })
  })
  it('sends the reference of its screen, whatever the screen writes into its headers', async () => {
    const headers = { 'X-Tessera-Authority': 'shell', ' x-tessera-authority': 'shell', 'X-CSRF-Token': 'stolen', 'x-app-key': 'shop' }
    answers(ok(), ok())
    await fetcher({ url: '/api/company', method: 'get', headers, config: { headers } }, keep, 'screen-1')
    const sent = (at: number) => request.mock.calls[at]?.[0].headers as Record<string, string>
    expect(sent(0)).toMatchObject({ 'x-tessera-authority': 'screen-1', 'x-app-key': 'shop' })
    expect(Object.keys(sent(0)).filter(name => /authority|csrf/i.test(name))).toEqual(['x-tessera-authority'])
    await call('company.list', {})
    expect(sent(1)).toMatchObject({ 'x-tessera-authority': 'shell' })
  })
  it('renews the shell’s reference, and never gives that one to a screen', async () => {
    const stale = { status: 403, data: { status: 403, msg: 'old', code: 'request.outOfDate' } }
    answers(stale, ok())
    await call('company.list', {})
    expect(host.refreshSession).toHaveBeenCalledOnce()
    answers(stale)
    expect((await fetcher({ url: '/api/company', method: 'get' }, keep, 'screen-1')).data).toMatchObject({ code: 'request.outOfDate' })
    expect(request).toHaveBeenCalledOnce()
  })
  it('tells the shell when the session is gone', async () => {
    answers({ status: 401, data: { status: 401, msg: 'Please sign in', code: 'access.signedOut' } })
    await fetcher({ url: '/api/company', method: 'get' }, keep)
    expect(host.onSignedOut).toHaveBeenCalledOnce()
  })
  it('renews a stale token once and tries again', async () => {
    answers({ status: 403, data: { status: 403, msg: 'old', code: 'request.forged' } }, ok())
    host.csrfToken.mockReturnValueOnce('old').mockReturnValueOnce('new')
    expect((await fetcher({ url: '/api/logout', method: 'post' }, keep)).data).toMatchObject({ status: 0 })
    expect(request.mock.calls.map(([sent]) => sent.headers['x-csrf-token'])).toEqual(['old', 'new'])
  })
  it('does not try a third time', async () => {
    const forged = { status: 403, data: { status: 403, msg: 'old', code: 'request.forged' } }
    answers(forged, forged)
    expect((await fetcher({ url: '/api/logout', method: 'post' }, keep)).data).toMatchObject({ status: 403 })
    expect(request).toHaveBeenCalledTimes(2)
  })
  it('leads to the setup step that is pending', async () => {
    answers({ status: 503, data: { status: 503, msg: '', code: 'setup.pending', data: { redirect: '/upgrade-db' } } })
    await fetcher({ url: '/api/company', method: 'get' }, keep)
    expect(host.onSetupPending).toHaveBeenCalledWith('/upgrade-db')
  })
  it('takes an empty answer for a good one, and names one that is no envelope', async () => {
    answers({ status: 204, data: '' }, { status: 502, data: '<html>' })
    expect((await fetcher({ url: '/api/x', method: 'get' }, keep)).data).toEqual({ status: 0, msg: '', data: {} })
    expect((await fetcher({ url: '/api/x', method: 'get' }, keep)).data).toMatchObject({ status: 502, msg: 'HTTP 502' })
  })
  it('says that the server is away, but lets a cancelled request be one', async () => {
    request.mockReset()
    request.mockRejectedValueOnce(new Error('Network Error')).mockRejectedValueOnce({ code: 'ERR_CANCELED' })
    expect((await fetcher({ url: '/api/x', method: 'get' }, keep)).data).toMatchObject({ code: 'transport.offline' })
    await expect(fetcher({ url: '/api/x', method: 'get' }, keep)).rejects.toMatchObject({ code: 'ERR_CANCELED' })
  })
  it('gives amis a way to cancel', async () => {
    answers(ok())
    let cancel = () => {}
    await fetcher({ url: '/api/x', method: 'get', config: { cancelExecutor: stop => (cancel = stop) } }, keep)
    const [[{ signal }]] = request.mock.calls as [[{ signal: AbortSignal }]]
    cancel()
    expect(signal.aborted).toBe(true)
  })
  it('hands the bytes of a document on as they are, and saves no file of an attachment that is looked at', async () => {
    const bytes = new ArrayBuffer(4)
    const save = vi.fn(keep)
    answers({ status: 200, data: bytes, headers: { 'content-disposition': 'attachment; filename="a.pdf"' } })
    expect((await fetcher({ url: '/a.pdf', method: 'get', config: { responseType: 'arraybuffer' } }, save)).data).toBe(bytes)
    expect(save).not.toHaveBeenCalled()
    expect(request.mock.calls[0]?.[0].responseType).toBe('arraybuffer')
  })
  it('tells another host neither language nor token', async () => {
    answers(ok())
    await fetcher({ url: 'https://elsewhere.test/x', method: 'post', data: {} }, keep)
    expect(Object.keys(request.mock.calls[0]?.[0].headers)).toEqual(['Accept'])
  })
})
