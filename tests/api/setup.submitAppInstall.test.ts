// setup.submit-app-install: a fresh installation gets organisation, administrator and app from one package; later a super user may; nothing is half-installed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badPackages, BODIES, manifestOf, packageOf, sha256 } from '../support/package.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type Ask, type World } from '../support/world.ts'

const email = 'root@example.test'
const adminPassword = 'Correct-1!'
const file = async (password = '') => ({ files: [{ field: 'file', name: 'orders.amis', content: await packageOf(manifestOf(), { password }) }] })

scenarios('setup.submitAppInstall', [
  { name: 'setup.app-email-required, setup.package-file: wants an email and a file', as: 'sue', expect: { status: 422, errors: ['file'], stored: 'same' } },
  { name: 'wants an email', as: 'sue', given: () => file(), expect: { status: 422, errors: ['email'], stored: 'same' } },
  {
    name: 'setup.package-file: refuses other endings',
    as: 'sue',
    body: { email },
    files: [{ field: 'file', name: 'orders.zip', content: 'PK' }],
    expect: { status: 422, errors: ['file'], stored: 'same' },
  },
  {
    name: 'setup.admin-password: wants a strong one when it is filled in',
    as: 'sue',
    given: () => file(),
    body: { email, adminPassword: 'password' },
    expect: { status: 422, errors: ['adminPassword'], stored: 'same' },
  },
  { name: 'takes no unknown fields', as: 'sue', given: () => file(), body: { email, role: 'x' }, expect: { status: 422, errors: ['role'], stored: 'same' } },
  { name: 'is closed to strangers once there is an organisation', given: () => file(), body: { email }, expect: { status: 401, stored: 'same' } },
  { name: 'is closed to owners of organisations', as: 'ann', given: () => file(), body: { email }, expect: { status: 403, stored: 'same' } },
  {
    name: 'needs an organisation of the super user',
    as: 'sue',
    given: () => file(),
    body: { email: 'ann@example.test' },
    expect: { status: 409, code: 'setup.noOrganisation', stored: 'same' },
  },
  {
    name: 'gives the app only to somebody of that organisation',
    as: 'sue',
    given: async world => {
      await world.db.insertInto('member').values({ company_id: world.ids.acme, user_id: world.ids.sue, role: 'admin' }).execute()
      return file()
    },
    body: { email: 'dee@example.test' },
    expect: { status: 422, code: 'setup.personUnknown', errors: ['email'] },
  },
  {
    name: 'sets nobody else’s password',
    as: 'sue',
    given: () => file(),
    body: { email: 'ann@example.test', adminPassword },
    expect: { status: 422, code: 'setup.passwordNotNeeded', errors: ['adminPassword'], stored: 'same' },
  },
  {
    name: 'installs into the organisation of the super user, owned by the person of the email',
    as: 'sue',
    given: () => file(),
    body: { email: 'BEN@example.test', adminPassword: '', password: '' },
    expect: { status: 0, data: { companyKey: 'acme', appKey: 'orders', version: '1.2.0', title: 'Orders 1.2.0' } },
    then: async (reply, world) => {
      expect(reply.headers['set-cookie']).toBeUndefined()
      const app = await world.call('app.get', { as: 'ben', params: { appUrlKey: 'orders-dev' } })
      expect(app.data).toMatchObject({ name: 'Orders', description: 'Keeps orders', pages: 2, owner: 'Ben' })
    },
  },
  {
    name: 'setup.install-app-notice-601: says softly that the app is installed already, in the reader’s language, and changes nothing',
    as: 'sue',
    given: () => file(),
    headers: { 'accept-language': 'zh-CN' },
    body: { email: 'ben@example.test' },
    expect: { status: 601, data: { appKey: 'orders', freeKey: 'orders_2' }, stored: 'same' },
    then: reply => {
      expect(reply.http).toBe(200)
      expect(reply.msg).toBe('“Orders”已安装但尚未发布。再次安装将以标识 orders_2 另行添加该应用包')
    },
  },
  {
    name: 'installs it beside the other one when that is confirmed',
    as: 'sue',
    given: () => file(),
    body: { email: 'ben@example.test', confirm: 'true' },
    expect: { status: 0, data: { appKey: 'orders_2' } },
  },
  {
    name: 'names the published version in the notice',
    as: 'sue',
    given: async world => {
      await world.call('release.create', { as: 'ann', params: { appUrlKey: 'orders-dev' }, body: { version: '3.1.0', title: 'x' } })
      return file()
    },
    body: { email: 'ben@example.test' },
    expect: { status: 601 },
    then: reply => expect(reply.msg).toContain('in version 3.1.0'),
  },
])

describe('setup.submitAppInstall on a fresh installation', () => {
  let world: World
  const worlds: World[] = []
  beforeAll(async () => {
    world = await makeWorld({}, { populated: false })
    worlds.push(world)
  })
  afterAll(async () => {
    for (const each of worlds) await each.close()
  })
  const install = (on: World, ask: Ask) => on.call('setup.submitAppInstall', ask)
  /** A call with the session that an answer opened. */
  async function withSession(on: World, setCookie: unknown, method: 'GET' | 'POST', url: string, body?: unknown) {
    const cookie = String(setCookie).split(';')[0] as string
    const { csrfToken } = (await on.running.app.inject({ url: '/api/session', headers: { cookie } })).json().data
    const reply = await on.running.app.inject({
      method,
      url,
      headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return reply.json()
  }

  it('refuses every bad package with its own code at its field, and nothing is there afterwards', async () => {
    const before = await world.stored()
    for (const { name, content, code, password = '', field = 'file' } of await badPackages()) {
      const reply = await install(world, { files: [{ field: 'file', name: 'a.amis', content }], body: { email, password, adminPassword } })
      expect(`${name}: ${reply.status} ${reply.code} ${Object.keys(reply.errors)}`).toBe(`${name}: 422 ${code} ${field}`)
    }
    expect(await world.stored()).toBe(before)
    expect((await world.call('general.getConfig')).data.setup).toBe('/install-org')
  })

  it('installs, signs the administrator in, releases, and the running app shows the very same pages', async () => {
    const fresh = await makeWorld({}, { populated: false })
    worlds.push(fresh)
    const reply = await install(fresh, { ...(await file('Secret-1')), body: { email, password: 'Secret-1', adminPassword } })
    expect(reply.data).toEqual({ companyKey: 'orders', appKey: 'orders', version: '1.2.0', title: 'Orders 1.2.0' })
    const cookie = reply.headers['set-cookie']
    const session = await withSession(fresh, cookie, 'GET', '/api/session')
    expect(session.data).toMatchObject({
      user: { email, isPlatformSuper: true, hasPassword: true },
      companies: [{ key: 'orders', name: 'Orders', role: 'owner' }],
    })
    expect((await fresh.call('general.getConfig')).data.setup).toBe('')
    expect((await fresh.call('signin.login', { body: { username: email, password: adminPassword } })).status).toBe(0)
    const released = await withSession(fresh, cookie, 'POST', '/api/company/orders/app/orders-dev/release/standalone', {
      version: '1.2.0',
      title: 'Orders 1.2.0',
    })
    expect(released.data).toEqual({ hasIssues: false, issueId: '', issues: [], consts: [], accessUrl: '/company/orders/app/orders' })
    for (const [path, body] of [
      ['orders', BODIES[0]!],
      ['orders/7', BODIES[1]!],
    ] as const) {
      const page = await withSession(fresh, cookie, 'GET', `/api/company/orders/app/orders/runtime/page/${path}`)
      expect(sha256(JSON.stringify(page.data.schema))).toBe(sha256(body))
    }
    // Done once: the next stranger is turned away.
    const before = await fresh.stored()
    expect(await install(fresh, { ...(await file()), body: { email: 'evil@example.test' } })).toMatchObject({ status: 401 })
    expect(await fresh.stored()).toBe(before)
  })

  it('round trip: an exported app is installed and released elsewhere with the same pages', async () => {
    const [from, to] = [await makeWorld(), await makeWorld({ organisationName: 'Initech' }, { populated: false })]
    worlds.push(from, to)
    const { sampleFiles } = await import('../support/sample-site.ts')
    await from.call('page.import', { as: 'ann', files: sampleFiles() })
    await from.call('release.create', { as: 'ann', params: { appUrlKey: 'shop-dev' }, body: { version: '4.0.0', title: 'Fourth', tag: 'latest' } })
    const exported = await from.call('release.exportPackage', { as: 'ann', body: { from: '4.0.0', password: 'p' } })
    const reply = await install(to, { files: [{ field: 'file', name: 'shop.aisuda', content: exported.raw }], body: { email, password: 'p' } })
    expect(reply.data).toEqual({ companyKey: 'initech', appKey: 'shop', version: '4.0.0', title: 'Shop' })
    const cookie = reply.headers['set-cookie']
    await withSession(to, cookie, 'POST', '/api/company/initech/app/shop-dev/release/standalone', { version: '4.0.0', title: 'Shop' })
    for (const path of ['dashboard', 'orders/list', 'orders/SO-1', 'about']) {
      const there = await withSession(to, cookie, 'GET', `/api/company/initech/app/shop/runtime/page/${path}`)
      const here = await from.call('runtime.page', { as: 'ben', params: { path } })
      expect(JSON.stringify(there.data.schema), path).toBe(JSON.stringify(here.data.schema))
    }
  })

  it('of two at once, one installs', async () => {
    const fresh = await makeWorld({}, { populated: false })
    worlds.push(fresh)
    const ask = await file()
    const replies = await Promise.all([install(fresh, { ...ask, body: { email } }), install(fresh, { ...ask, body: { email: 'b@example.test' } })])
    // The other one comes too late: to the door (401), or to the lock inside (409).
    const [first, second] = replies.map(r => r.status).sort((a, b) => a - b)
    expect(first).toBe(0)
    expect([401, 409]).toContain(second)
    expect((await fresh.db.selectFrom('person').selectAll().execute()).length).toBe(1)
  })

  it('setup.admin-password-visible: takes no password where password sign-in is not configured', async () => {
    const fresh = await makeWorld({ authTypes: ['oauth'] }, { populated: false })
    worlds.push(fresh)
    expect(await install(fresh, { ...(await file()), body: { email, adminPassword } })).toMatchObject({
      status: 422,
      errors: { adminPassword: expect.any(String) },
    })
    expect(await install(fresh, { ...(await file()), body: { email } })).toMatchObject({ status: 0 })
  })

  it('is refused in saas mode, to strangers and super users', async () => {
    const saas = await makeWorld({ deployMode: 'saas' })
    worlds.push(saas)
    const before = await saas.stored()
    expect(await install(saas, { ...(await file()), body: { email } })).toMatchObject({ status: 401 })
    expect(await install(saas, { ...(await file()), body: { email }, as: 'sue' })).toMatchObject({ status: 403, code: 'setup.notHere' })
    expect(await saas.stored()).toBe(before)
  })
})
