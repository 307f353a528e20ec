// Mini-programs and exported web apps: people sign in with a password, and every call of pages brings the session along as a bearer token. It opens one app,
// and scripts of other sites read the answers only where the site is listed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FROM_SITE, listed, SITE } from '../support/embedding.ts'
import { addPage } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, PASSWORD, type World } from '../support/world.ts'

const asAnn = { username: 'ann', password: PASSWORD }

scenarios('embed.signIn', [
  { name: 'wants both', body: { username: 'ann' }, expect: { status: 422, errors: ['password'], stored: 'same' } },
  { name: 'does not take a wrong password', body: { ...asAnn, password: 'Wrong-1!' }, expect: { status: 422, code: 'signin.wrong' } },
  {
    name: 'refuses scripts of sites that are not listed',
    headers: FROM_SITE,
    body: asAnn,
    expect: { status: 403, code: 'embed.originRefused', stored: 'same' },
  },
  { name: 'tells people of other organisations nothing', body: { ...asAnn, username: 'cyd' }, expect: { status: 403, code: 'embed.personUnknown' } },
  { name: 'signs a member in', body: asAnn, expect: { status: 0 }, then: ({ data }) => expect(data.session).toMatch(/^[\w-]{43}$/) },
])

describe('the session of a mini-program', () => {
  let world: World
  let authorization = ''
  const get = (url: string, headers: Record<string, string>) => world.running.app.inject({ url, headers })
  const site = '/api/company/acme/app/shop/runtime/site'

  beforeAll(async () => {
    world = await makeWorld()
    await addPage(world, { name: 'Orders', path: '/orders' })
    await publish(world, { tag: 'latest' })
    await listed(world, [SITE])
    authorization = `Bearer ${(await world.call('embed.signIn', { body: asAnn })).data.session}`
  })
  afterAll(() => world.close())

  it('opens pages of its app to its person, and nothing else', async () => {
    expect((await get(site, { authorization })).json().data.pages).toMatchObject([{ path: '/orders' }])
    expect((await get('/api/company/acme/app/shop/runtime/page/orders', { authorization })).json().status).toBe(0)
    for (const url of ['/api/company', '/api/i/profile', '/api/company/acme/app/shop/release', '/api/company/acme/app/tool/runtime/site'])
      expect([url, (await get(url, { authorization })).statusCode >= 400]).toEqual([url, true])
  })

  it('is that of an app alone: the session of a browser is no bearer token', async () => {
    const { headers } = await world.call('signin.login', { body: asAnn })
    const token = /tessera_session=([^;]+)/.exec(String(headers['set-cookie']))?.[1]
    expect((await get(site, { authorization: `Bearer ${token}` })).statusCode).toBe(401)
  })

  it('is readable for listed sites, without cookies', async () => {
    const asked = (origin: string) =>
      world.running.app.inject({
        method: 'OPTIONS',
        url: site,
        headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
      })
    const allowed = await asked(SITE)
    expect([allowed.statusCode, allowed.headers['access-control-allow-origin'], allowed.headers['access-control-allow-credentials']]).toEqual([
      204,
      SITE,
      undefined,
    ])
    expect(allowed.headers['access-control-allow-headers']).toContain('authorization')
    expect((await asked('https://elsewhere.test')).statusCode).toBe(403)
    const cross = { authorization, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }
    const read = await get(site, { ...cross, origin: SITE })
    expect([read.statusCode, read.headers['access-control-allow-origin']]).toEqual([200, SITE])
    expect((await get(site, { ...cross, origin: 'https://elsewhere.test' })).headers['access-control-allow-origin']).toBeUndefined()
  })

  it('ends when it is said to', async () => {
    const session = authorization.slice('Bearer '.length)
    expect((await world.call('embed.signOut', { body: { session } })).status).toBe(0)
    expect((await get(site, { authorization })).statusCode).toBe(401)
  })
})
