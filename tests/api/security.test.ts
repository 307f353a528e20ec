// What every answer and every changing call keeps: headers, cookies, tokens, limits, the audit log, no file left behind.
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Call } from '../../api/contract-schema.ts'
import type { CallId } from '../../api/generated/calls.ts'
import { contracts } from '../../api/generated/contract.ts'
import { SESSION_COOKIE } from '../../api/server/who.ts'
import { exampleOf, makeFixture, PNG, type Fixture } from '../support/fixtures.ts'
import { ownTemporaryFolder } from '../support/own-folder.ts'
import { makeWorld, PASSWORD, type World } from '../support/world.ts'
ownTemporaryFolder()

describe('security', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())
  const ask = (request: InjectOptions, on = world) => on.running.app.inject({ method: 'GET', ...request })
  const login = (body: Record<string, string>, headers: Record<string, string> = {}, on = world) =>
    ask({ method: 'POST', url: '/login', headers: { 'content-type': 'application/json', ...headers }, payload: JSON.stringify(body) }, on)
  const cookieOf = (reply: { headers: Record<string, unknown> }) => String(reply.headers['set-cookie'] ?? '')

  describe('headers', () => {
    const policy = "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline'"
    const kinds: [string, InjectOptions][] = [
      ['an answer', { url: '/api/config' }],
      ['a refusal', { url: '/api/company/acme/app' }],
      ['bad input', { url: '/api/config?x=1' }],
      ['an unknown address', { url: '/api/nothing' }],
      ['an address that cannot be read', { url: '/api/%zz' }],
      ['malformed JSON', { method: 'POST', url: '/login', headers: { 'content-type': 'application/json' }, payload: '{' }],
      ['another kind of content', { method: 'POST', url: '/login', headers: { 'content-type': 'text/plain' }, payload: 'x' }],
      ['a document of the console', { url: '/home', headers: { accept: 'text/html' } }],
      ['a document of the editor', { url: '/company/acme/app/shop-dev/design', headers: { accept: 'text/html' } }],
      ['a document of a running app', { url: '/company/acme/app/shop', headers: { accept: 'text/html' } }],
      ['the API page', { url: '/api/docs', headers: { accept: 'text/html' } }],
      ['the API document', { url: '/api/openapi.json' }],
      ['health', { url: '/healthz' }],
      ['an unknown method', { method: 'DELETE', url: '/api/config' }],
    ]
    it.each(kinds)('%s has them all', async (_name, request) => {
      const { headers } = await ask(request)
      expect(String(headers['content-security-policy']).replaceAll('; ', ';')).toContain(policy)
      expect(headers['content-security-policy']).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/)
      const mayFrame = /running app/.test(_name)
      for (const rule of ["object-src 'none'", "base-uri 'none'", "form-action 'self'", `frame-ancestors ${mayFrame ? "'self'" : "'none'"}`])
        expect(headers['content-security-policy']).toContain(rule)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'x-frame-options': mayFrame ? 'SAMEORIGIN' : 'DENY',
      })
      expect(headers['x-powered-by']).toBeUndefined()
    })

    it.each([
      ['/', false],
      ['/home', false],
      ['/login', false],
      ['/logout', false],
      ['/platform/outbox', false],
      ['/preview/mobile', false],
      ['/company/acme/admin/department', false],
      ['/company/acme/app/shop-dev/design', false],
      ['/company/acme/app/shop-dev/admin/release', false],
      ['/no/such/address', false],
      ['/preview/screen/general.home', true],
      ['/company/acme/app/shop', true],
      ['/company/acme/app/shop-dev/orders/new', true],
    ])('let frames of this console show %s: %s', async (url, may) => {
      const { headers } = await ask({ url, headers: { accept: 'text/html' } })
      expect(headers['content-security-policy']).toContain(`frame-ancestors ${may ? "'self'" : "'none'"}`)
      expect(headers['x-frame-options']).toBe(may ? 'SAMEORIGIN' : 'DENY')
    })

    it('come with the page to whoever takes anything: probes, link previews, curl', async () => {
      for (const method of ['GET', 'HEAD'] as const)
        for (const url of ['/', '/login']) {
          const reply = await ask({ method, url, headers: { accept: '*/*' } })
          expect([reply.statusCode === 404, String(reply.headers['content-type']).startsWith('application/json')]).toEqual([false, false])
        }
      expect((await ask({ url: '/nowhere', headers: { accept: '*/*' } })).statusCode).toBe(404)
      expect((await ask({ url: '/login', headers: { accept: 'application/json' } })).statusCode).toBe(404)
    })

    it('let screens run their own script only where the installation says so', async () => {
      const lax = await makeWorld({ screenScripts: true })
      const { headers } = await ask({ url: '/home', headers: { accept: 'text/html' } }, lax)
      expect(headers['content-security-policy']).toMatch(/script-src 'self' 'unsafe-eval'(;|$)/)
      const schema = { type: 'page', body: { type: 'service', api: { url: '/x', adaptor: 'return payload' } } }
      const made = await lax.call('page.create', { as: 'ann', params: { appUrlKey: 'shop-dev' }, body: { name: 'Lax', schema } })
      const still = { ...schema, aside: { type: 'link', href: 'javascript:alert(1)', body: 'x' } }
      const linked = await lax.call('page.create', { as: 'ann', params: { appUrlKey: 'shop-dev' }, body: { name: 'Linked', schema: still } })
      await lax.close()
      expect([made.status, linked.code]).toEqual([0, 'page.refused'])
    })

    it('keep answers with somebody’s data out of caches', async () => {
      const headers = await world.headersOf('ann')
      for (const url of ['/api/session', '/api/company/acme/app', '/api/config'])
        expect((await ask({ url, headers })).headers['cache-control']).toMatch(/no-store|private/)
    })

    it('say nothing of what failed inside', async () => {
      const broken = vi.spyOn(world.running.services.people, 'companiesOf').mockRejectedValueOnce(new Error('relation "secret_table" does not exist'))
      const reply = await ask({ url: '/api/session', headers: await world.headersOf('ann') })
      broken.mockRestore()
      expect(reply.statusCode).toBe(500)
      expect(reply.body).not.toMatch(/secret_table|relation|\.ts|at /)
      expect(reply.json()).toMatchObject({ status: 500, code: 'server.failed' })
    })
  })

  describe('sessions', () => {
    it('live in a cookie that scripts and other sites do not get', async () => {
      const cookie = cookieOf(await login({ username: 'ann', password: PASSWORD }))
      expect(cookie).toMatch(new RegExp(`^${SESSION_COOKIE}=[\\w-]{40,};`))
      expect(cookie).toMatch(/HttpOnly/)
      expect(cookie).toMatch(/SameSite=Lax/)
      expect(cookie).toMatch(/Path=\//)
      expect(cookie).not.toMatch(/Secure|Domain/)
    })

    it('are sent over TLS only where that is configured', async () => {
      const secure = await world.another({ secureCookies: true })
      expect(cookieOf(await login({ username: 'ann', password: PASSWORD }, {}, secure))).toMatch(/; Secure/)
      await secure.close()
    })

    it('begin anew at sign-in: a token that was planted before is worth nothing', async () => {
      const planted = await world.headersOf('ben')
      const reply = await login({ username: 'ann', password: PASSWORD }, planted)
      expect(reply.json().status).toBe(0)
      expect(cookieOf(reply)).not.toContain(planted.cookie)
      const before = await ask({ url: '/api/session', headers: { cookie: planted.cookie! } })
      expect(before.json().data.user).toBeNull()
      const own = /^[^;]+/.exec(cookieOf(reply))![0]
      expect((await ask({ url: '/api/session', headers: { cookie: own } })).json().data.user.name).toBe('Ann')
    })

    it('are kept as a hash, so that a copy of the database signs nobody in', async () => {
      const { cookie = '' } = await world.headersOf('ann')
      const token = cookie.split('=')[1]!
      const rows = await world.pool.query('select encode(token_hash, $1) as hash, s::text as row from session s', ['escape'])
      for (const { row } of rows.rows) expect(row).not.toContain(token)
    })

    it('end with the person: a disabled one is signed out at once', async () => {
      const headers = await world.headersOf('cyd')
      await world.db.updateTable('person').set({ disabled: true }).where('id', '=', world.ids.cyd).execute()
      expect((await ask({ url: '/api/session', headers })).json().data.user).toBeNull()
      await world.db.updateTable('person').set({ disabled: false }).where('id', '=', world.ids.cyd).execute()
    })
  })

  describe('forged requests', () => {
    const create = (headers: Record<string, string>) =>
      ask({
        method: 'POST',
        url: '/api/company/acme/app',
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify({ name: 'Forged', key: 'forged', type: 1 }),
      })

    it.each([
      ['no token', { 'x-csrf-token': '' }],
      ['a wrong token', { 'x-csrf-token': 'x'.repeat(32) }],
      ['a request of another site', { 'sec-fetch-site': 'cross-site' }],
      ['a request of a neighbour', { 'sec-fetch-site': 'same-site' }],
      ['another origin', { origin: 'https://evil.test' }],
      ['a hidden origin', { origin: 'null' }],
      ['an origin that is none', { origin: 'no address' }],
    ])('with %s change nothing', async (_name, headers) => {
      const before = await world.stored()
      const reply = await create({ ...(await world.headersOf('ann')), ...headers })
      expect(reply.json()).toMatchObject({ status: 403, code: 'request.forged' })
      expect(await world.stored()).toBe(before)
    })

    it('do not take the token of another person', async () => {
      const [ann, abe] = [await world.headersOf('ann'), await world.headersOf('abe')]
      expect((await create({ ...ann, 'x-csrf-token': abe['x-csrf-token']! })).statusCode).toBe(403)
    })

    it('cannot sign anybody in', async () => {
      expect((await login({ username: 'ann', password: PASSWORD }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
      expect((await login({ username: 'ann', password: PASSWORD }, { origin: 'https://evil.test' })).statusCode).toBe(403)
    })

    it('are told apart from our own pages', async () => {
      for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, { origin: 'http://localhost:80' }] as Record<string, string>[])
        expect((await login({ username: 'ann', password: PASSWORD }, headers)).statusCode).toBe(200)
    })
  })

  describe('limits', () => {
    it('stop an address that calls too often, with the same envelope', async () => {
      const small = await world.another({ ratePerMinute: 5 })
      const replies = []
      for (let i = 0; i < 7; i++) replies.push(await ask({ url: '/api/config', headers: { accept: 'application/json' } }, small))
      expect(replies.map(reply => reply.statusCode)).toEqual([200, 200, 200, 200, 200, 429, 429])
      expect(replies[6]!.json()).toMatchObject({ status: 429, code: 'request.tooMany' })
      expect(replies[6]!.headers['retry-after']).toBeDefined()
      expect((await ask({ url: '/healthz' }, small)).statusCode).toBe(200)
      // The files of the browser are no calls.
      expect((await ask({ url: '/assets/none.js' }, small)).statusCode).toBe(404)
      await small.close()
    })

    it('hold for calls with a limit of their own', async () => {
      const limited = contracts.find(call => call.id === 'signin.login')!.ratePerMinute!
      const fresh = await world.another()
      let last = 0
      for (let i = 0; i <= limited; i++)
        last = (await ask({ method: 'POST', url: '/login', headers: { 'content-type': 'application/json' }, payload: '{}' }, fresh)).statusCode
      expect(last).toBe(429)
      await fresh.close()
    })

    it('do not believe a header about the address unless a proxy is configured', async () => {
      const small = await world.another({ ratePerMinute: 3 })
      const codes = []
      for (let i = 0; i < 5; i++) codes.push((await ask({ url: '/api/config', headers: { 'x-forwarded-for': `10.0.0.${i}` } }, small)).statusCode)
      expect(codes.filter(code => code === 429)).toHaveLength(2)
      await small.close()
    })

    it('lock an account after five wrong passwords, on every process, and answer alike for the right one', async () => {
      const other = await world.another()
      for (let i = 0; i < 5; i++) expect((await login({ username: 'dee', password: `wrong ${i}` })).json().code).toBe('signin.wrong')
      const [wrong, right] = [await login({ username: 'dee', password: 'wrong' }, {}, other), await login({ username: 'dee', password: PASSWORD }, {}, other)]
      expect(wrong.json()).toEqual(right.json())
      expect(right.json().code).toBe('signin.locked')
      expect(cookieOf(right)).toBe('')
      await other.close()
    })

    it('answer a huge header, and what is no HTTP, without failing', async () => {
      await world.running.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = world.running.app.server.address() as { port: number }
      const send = (text: string) =>
        new Promise<string>((done, failed) => {
          let got = ''
          const socket = connect(port, '127.0.0.1', () => socket.write(text))
          socket.on('data', chunk => (got += chunk))
          socket.on('close', () => done(got))
          socket.on('error', error => (got ? done(got) : failed(error)))
          socket.setTimeout(5000, () => socket.destroy())
        })
      const huge = await send(`GET /api/config HTTP/1.1\r\nhost: x\r\nx-big: ${'x'.repeat(40_000)}\r\n\r\n`)
      expect(huge).toMatch(/^HTTP\/1.1 431/)
      expect(JSON.parse(huge.split('\r\n\r\n')[1]!)).toMatchObject({ status: 431, code: 'request.tooLarge' })
      const nonsense = await send('nonsense\r\n\r\n')
      expect(nonsense).toMatch(/^HTTP\/1.1 400/)
      expect(JSON.parse(nonsense.split('\r\n\r\n')[1]!)).toMatchObject({ status: 400, code: 'request.malformed' })
    })
  })

  describe('the audit log', () => {
    const entries = async (call: string, where: Record<string, unknown> = {}) => {
      const rows = await world.db.selectFrom('audit').selectAll().where('call', '=', call).orderBy('at', 'desc').execute()
      return rows.filter(row => Object.entries(where).every(([key, value]) => (row as Record<string, unknown>)[key] === value))
    }

    it('has who, what, from where and with which result, of calls that worked', async () => {
      await world.call('app.create', { as: 'ann', body: { name: 'Audited', key: 'audited', type: 1 }, headers: { 'user-agent': 'test/1' } })
      const [row] = await vi.waitFor(async () => {
        const found = await entries('app.create', { status: 0, agent: 'test/1' })
        expect(found).toHaveLength(1)
        return found
      })
      expect(row).toMatchObject({ user_id: world.ids.ann, company_id: world.ids.acme, path: '/api/company/acme/app', ip: '127.0.0.1', agent: 'test/1' })
      expect(row!.input).toMatchObject({ name: 'Audited', key: 'audited' })
      expect(row!.at.getTime()).toBeGreaterThan(Date.now() - 60_000)
    })

    it('has the refused ones too', async () => {
      await world.call('app.delete', { as: 'ben', headers: { 'user-agent': 'test/2' } })
      await vi.waitFor(async () => expect(await entries('app.delete', { status: 403, user_id: world.ids.ben, agent: 'test/2' })).toHaveLength(1))
    })

    it('never holds a secret', async () => {
      await login({ username: 'ann', password: 'my secret words', token: '123456' }, { 'user-agent': 'test/3' })
      const [row] = await vi.waitFor(async () => {
        const found = await entries('signin.login', { agent: 'test/3' })
        expect(found).toHaveLength(1)
        return found
      })
      expect(row!.input).toMatchObject({ username: 'ann', password: '***' })
      const all = await world.pool.query('select a::text as row from audit a')
      for (const { row: text } of all.rows) expect(text).not.toMatch(/my secret words|123456|Correct-1-horse/)
    })

    it('cuts long input, and takes what is no object', async () => {
      await login({ username: 'x'.repeat(100_000), password: 'y' }, { 'user-agent': 'test/4' })
      await ask({
        method: 'POST',
        url: '/login',
        headers: { 'content-type': 'application/json', 'user-agent': 'test/5' },
        payload: JSON.stringify('x'.repeat(10_000)),
      })
      await vi.waitFor(async () => expect(await entries('signin.login', { agent: 'test/5' })).toHaveLength(1))
      for (const row of await entries('signin.login')) expect(JSON.stringify(row.input).length).toBeLessThan(2000)
    })

    it('is written by every changing call: each has a route that writes it', () => {
      // Contracts are the only way to a changing route; routing.ts writes the row for all of them.
      const routes = world.running.app.printRoutes({ commonPrefix: false, includeMeta: false })
      const methods = routes.match(/\((?:[A-Z]+(?:, )?)+\)/g) ?? []
      const unsafe = methods.flatMap(list => list.slice(1, -1).split(', ')).filter(method => !['GET', 'HEAD', 'OPTIONS'].includes(method))
      expect(unsafe).toHaveLength(contracts.filter(call => call.method !== 'GET').length)
    })
  })

  describe('uploads', () => {
    const left = () => readdirSync(tmpdir()).filter(name => name.startsWith('tessera-upload-')).length

    it.each([
      ['over the limit', [{ field: 'file', name: 'big.png', content: Buffer.alloc(12_000_000), mime: 'image/png' }]],
      ['of another kind', [{ field: 'file', name: 'run.exe', content: 'MZ' }]],
      ['that are no image', [{ field: 'file', name: 'a.png', content: '<svg onload=alert(1)>', mime: 'image/png' }]],
      ['in an unknown field', [{ field: 'other', name: 'a.png', content: PNG }]],
      ['that are fine', [{ field: 'file', name: 'a.png', content: PNG, mime: 'image/png' }]],
    ])('%s leave no file behind', async (name, files) => {
      const before = left()
      const reply = await world.call('general.uploadImage', { as: 'ann', files })
      expect(reply.status === 0).toBe(name === 'that are fine')
      await vi.waitFor(() => expect(left()).toBe(before))
    })

    it('are shown as pictures only, whatever the sender called them', async () => {
      const made = await world.call('general.uploadImage', { as: 'ann', files: [{ field: 'file', name: 'x.png', content: PNG, mime: 'text/html' }] })
      const reply = await ask({ url: String(made.data.url) })
      expect(reply.headers['content-type']).toBe('image/png')
      expect(reply.headers['x-content-type-options']).toBe('nosniff')
    })
  })

  describe('addresses that setup pages and calls share', () => {
    it.each(['/install', '/upgrade-db'])('%s is a page for browsers and a call for programs', async url => {
      const page = await ask({ url, headers: { accept: 'text/html,application/xhtml+xml' } })
      expect(page.headers['content-type']).toMatch(/text\/(html|plain)/)
      const call = await ask({ url, headers: { accept: 'application/json' } })
      expect(call.headers['content-type']).toContain('application/json')
      expect(String(call.headers.vary ?? page.headers.vary ?? 'accept')).toMatch(/accept/i)
    })
  })
})

describe('numbers that no list has', () => {
  let world: World
  let fixture: Fixture
  beforeAll(async () => {
    world = await makeWorld()
    fixture = await makeFixture(world)
  })
  afterAll(() => world?.close())
  const numbersOf = (call: Call) =>
    Object.entries((call.schemas.query.properties ?? {}) as Record<string, { type?: string }>).flatMap(([name, { type }]) =>
      type === 'integer' || type === 'number' ? [name] : [],
    )
  const asking = contracts.filter(call => call.method === 'GET' && call.access !== 'scim' && call.answer !== 'events' && numbersOf(call).length)
  it.each(asking.map(call => [call.id, call] as const))('%s refuses them at their field', async (id, call) => {
    for (const name of numbersOf(call))
      for (const value of ['Infinity', '-Infinity', '1e999', '1e300', 'NaN']) {
        const base = exampleOf(call, fixture)
        const reply = await world.call(id as CallId, { ...base, as: call.access === 'platform.super' ? 'sue' : 'ann', query: { ...base.query, [name]: value } })
        expect.soft({ name, value, http: reply.http, at: Object.keys(reply.errors) }).toMatchObject({ http: 422, at: [name] })
      }
  })
})
