// A screen may never do more than the place it belongs to, whoever opens it (docs/authority.md): made from the contracts, a new call is held too.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuthorityKind, Call } from '../../api/contract-schema.ts'
import { contracts } from '../../api/generated/contract.ts'
import type { CallId } from '../../api/generated/calls.ts'
import { FULL, sign, suffices, type Authority } from '../../api/server/services/foundation/access/authority.ts'
import { exampleOf, makeFixture, type Fixture } from '../support/fixtures.ts'
import { publishedBefore } from '../support/screens.ts'
import { makeWorld, type Ask, type Person, type World } from '../support/world.ts'

let world: World
let there: Fixture
let elsewhere: Fixture
const places: Record<string, Authority> = {}

beforeAll(async () => {
  world = await makeWorld({ trustProxy: '127.0.0.1' })
  there = await makeFixture(world)
  elsewhere = await makeFixture(world, 'globex')
  const appId = async (key: string | undefined) => (await world.db.selectFrom('app').select('id').where('key', '=', key!).executeTakeFirstOrThrow()).id
  const { acme, globex, shop } = world.ids
  const [own, other] = [await appId(there.appUrlKey), await appId(elsewhere.appUrlKey)]
  Object.assign(places, {
    'a screen of another organisation': { kind: 'company', companyId: globex },
    'a screen of an app elsewhere': { kind: 'app', companyId: globex, appId: other },
    'a page of an app elsewhere': { kind: 'page', companyId: globex, appId: other, tag: 'latest' },
    'a screen of another app': { kind: 'app', companyId: acme, appId: shop },
    'a page of another app': { kind: 'page', companyId: acme, appId: shop, tag: 'latest' },
    'a page of the same app in another environment': { kind: 'page', companyId: acme, appId: own, tag: 'test' },
    'a screen of the organisation': { kind: 'company', companyId: acme },
    'a screen of the app': { kind: 'app', companyId: acme, appId: own },
    'a page of the app': { kind: 'page', companyId: acme, appId: own, tag: 'latest' },
    // Where the example rows are.
    'a page of the app under work': { kind: 'page', companyId: acme, appId: own, tag: 'dev' },
  } satisfies Record<string, Authority>)
}, 60_000)
afterAll(() => world?.close())

const isScreenCall = ({ access }: Call) => access.startsWith('screen.')
/** What a call's address names, told by its access rule alone. */
const levelOf = (call: Call, asks: string): string =>
  isScreenCall(call) ? asks : call.access.startsWith('app.') ? 'app' : call.access.startsWith('company.') ? 'organisation' : ''

/** Every call, and those that take their level from the query once for each level. */
const CASES = contracts
  .filter(({ access }) => access !== 'scim')
  .flatMap((call): [string, Call, string][] =>
    (isScreenCall(call) ? ['platform', 'organisation', 'app'] : ['']).map(asks => [[call.id, asks].join(' ').trim(), call, levelOf(call, asks)]),
  )

async function tokenOf(person: Person) {
  const { cookie = '' } = await world.headersOf(person)
  return cookie.slice(cookie.indexOf('=') + 1)
}
let asked = 0
/** From an address of its own, so that limits per address do not answer instead. */
const elsewhereEachTime = () => ({ 'x-forwarded-for': `10.${(++asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}` })
const ask = (call: Call, level: string, headers: Record<string, string>, as?: Person) => {
  const example = exampleOf(call, there)
  const named = isScreenCall(call) && level !== 'platform' ? { companyKey: there.companyKey, ...(level === 'app' && { appUrlKey: there.appUrlKey }) } : {}
  const query = { ...example.query, ...named }
  return world.call(call.id as CallId, {
    ...example,
    ...(Object.keys(query).length > 0 && { query }),
    as,
    headers: { ...example.headers, ...elsewhereEachTime(), ...headers },
  })
}

/** The promise of docs/authority.md, told without the server's own judgement, for things of acme. */
function mayReach(name: string, { authority }: Call, level: string): boolean {
  const { kind } = places[name] as { kind: AuthorityKind }
  const isNamed = authority?.includes(kind) ?? false
  if (!level || level === 'platform') return isNamed
  if (name.endsWith('elsewhere') || name.endsWith('another organisation')) return false
  if (name === 'a screen of the organisation') return true
  if (level === 'organisation') return isNamed
  return name === 'a screen of the app' || (/^a page of the app( |$)/.test(name) && isNamed)
}

describe('person ∩ place', () => {
  let before: string
  beforeAll(async () => {
    before = await world.stored()
  })

  it.each(CASES.map((one, at) => [...one, at] as const))('%s', async (_name, call, level, at) => {
    for (const who of ['sue', 'ann'] as const) {
      const token = await tokenOf(who)
      for (const [turn, name] of Object.keys(places).entries()) {
        // Each place is asked by a third of the calls, and each call from a third of the places; what holds for all of both is judged below, without asking.
        if ((at + turn) % 3 && !process.env.TESSERA_FULL) continue
        // Whoever opens it: of two people, one for all places.
        if (mayReach(name, call, level) || (who === 'ann' && !name.endsWith('the organisation'))) continue
        const reply = await ask(call, level, { 'x-tessera-authority': sign(places[name]!, token) }, who)
        // What the person may not do anyway is refused for that reason.
        expect.soft({ name, who, http: reply.http, code: reply.code, data: reply.data }).toEqual({
          name,
          who,
          http: 403,
          code: reply.code === 'access.denied' ? 'access.denied' : 'access.elsewhere',
          data: {},
        })
      }
    }
  })
  it('and nothing has changed by all that', async () => {
    expect(await world.stored()).toBe(before)
  })

  it('gives each place what it is promised, and full authority everything', () => {
    const wrong = CASES.flatMap(([id, call, level]) => {
      const named = {
        ...((level === 'organisation' || level === 'app') && { company: { id: world.ids.acme } }),
        ...(level === 'app' && { app: { id: (places['a screen of the app'] as { appId: string }).appId, companyId: world.ids.acme, tag: 'latest' } }),
      }
      const refused = Object.keys(places).filter(name => !name.endsWith('under work') && suffices(places[name]!, call, named) !== mayReach(name, call, level))
      return [...refused.map(name => `${id} from ${name}`), ...(suffices(FULL, call, named) ? [] : [`${id} from the shell`])]
    })
    expect(wrong).toEqual([])
  })

  it('lets screens and pages do what their place may', async () => {
    const token = await tokenOf('ann')
    const through = async (name: string, id: string) =>
      (await ask(contracts.find(call => call.id === id) as Call, 'app', { 'x-tessera-authority': sign(places[name]!, token) }, 'ann')).status
    expect([
      await through('a screen of the organisation', 'company.get'),
      await through('a screen of the organisation', 'page.list'),
      await through('a screen of the app', 'page.list'),
      await through('a screen of the app', 'role.autocompleteUsers'),
      await through('a page of the app', 'runtime.site'),
      await through('a page of the app under work', 'data.listRows'),
    ]).toEqual([0, 0, 0, 0, 0, 0])
  })
})

describe('a reference', () => {
  const SITE = { params: { companyKey: 'acme', appUrlKey: 'shop-dev' } }
  const APPS: Ask = { params: { companyKey: 'acme' } }
  const of = async (reference: string, as: Person, more: Ask = APPS) =>
    (await world.call('app.list', { ...more, as, headers: { 'x-tessera-authority': reference } })).code ?? 'through'

  it('is the session’s that it was issued to, whole and unchanged', async () => {
    const [sue, ann] = [await tokenOf('sue'), await tokenOf('ann')]
    const company: Authority = { kind: 'company', companyId: world.ids.acme }
    const [text = '', seal = ''] = sign(company, ann).split('.')
    const full = Buffer.from(JSON.stringify({ kind: 'full', what: '' })).toString('base64url')
    const unknown = sign({ kind: 'all' } as never, ann)
    expect(await of(sign(company, ann), 'ann')).toBe('through')
    for (const forged of [sign(company, sue), `${full}.${seal}`, `${text}.`, text, `${text}.${seal}x`, `.${seal}`, '.', 'visitor', 'null', unknown])
      expect.soft([forged.slice(0, 20), await of(forged, 'ann')]).toEqual([forged.slice(0, 20), 'request.outOfDate'])
  })

  it('comes with the session, with running apps, and with screens that an organisation or an app has changed', async () => {
    const shell = (await world.call('general.session', { as: 'ann' })).data.authority as string
    expect(await of(shell, 'ann')).toBe('through')
    expect((await world.call('general.session')).data.authority).toBeUndefined()

    const page = (await world.call('runtime.site', { ...SITE, as: 'ann' })).data.authority as string
    expect(await of(page, 'ann')).toBe('access.elsewhere')

    const get = (as: Person, query = {}) => world.call('screen.get', { as, params: { screenId: 'company.app-list' }, query })
    expect((await get('ann', { companyKey: 'acme' })).data.authority).toBeUndefined()
    const shipped = (await get('ann')).data.schema
    await publishedBefore(world, 'company.app-list', shipped, { ...shipped, title: 'Changed' }, world.ids.acme)
    const { authority, changed } = (await get('ann', { companyKey: 'acme' })).data
    expect(changed).toBe(true)
    expect(await of(authority, 'ann')).toBe('through')
    expect(await of(authority, 'ann', { params: { companyKey: 'globex' } })).toBe('access.denied')
    const sues = (await get('sue', { companyKey: 'acme' })).data.authority as string
    expect([await of(sues, 'sue'), await of(sues, 'sue', { params: { companyKey: 'globex' } })]).toEqual(['through', 'access.elsewhere'])
    // Another organisation shows the shipped screen, which acts for whoever looks at it.
    expect((await get('dee', { companyKey: 'globex' })).data).toMatchObject({ changed: false })
    expect((await get('dee', { companyKey: 'globex' })).data.authority).toBeUndefined()
    // A kept answer is nobody else's: the reference in it is bound to a session.
    expect((await get('ann', { companyKey: 'acme' })).headers.etag).not.toBe((await get('sue', { companyKey: 'acme' })).headers.etag)
    const draft = await world.call('screen.getDraft', { as: 'ann', params: { screenId: 'company.app-list' }, query: { companyKey: 'acme' } })
    expect(await of(draft.data.authority, 'ann')).toBe('through')
  })

  it('is sent by every page of ours: a script in a browser without one is nobody', async () => {
    const script = { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }
    const without = async (id: CallId, more: Ask = {}) => world.call(id, { as: 'ann', ...more, headers: script })
    expect(await without('app.list', APPS)).toMatchObject({ http: 403, code: 'request.outOfDate' })
    expect(await without('i.saveInfo', { body: { name: 'Ann' } })).toMatchObject({ http: 403, code: 'request.outOfDate' })
    expect(await without('general.signOut', { body: {} })).toMatchObject({ http: 403, code: 'request.outOfDate' })
    // What anybody may read is answered as to anybody.
    expect((await without('screen.get', { params: { screenId: 'company.app-list' }, query: { companyKey: 'acme' } })).data).toMatchObject({ changed: false })
    // How a page gets its reference, and what browsers load by themselves.
    expect((await without('general.session')).data.authority).toBeTruthy()
    expect(await world.call('app.list', { ...APPS, as: 'ann', headers: { 'sec-fetch-dest': 'document' } })).toMatchObject({ status: 0 })
    // Programs have no such header, and no reference.
    expect(await world.call('app.list', { ...APPS, as: 'ann' })).toMatchObject({ status: 0 })
  })

  it('of a visitor’s page signs nobody in or out', async () => {
    const headers = { 'x-tessera-authority': 'visitor' }
    for (const id of ['signin.login', 'signin.loginLdap', 'signin.verifySecondFactor', 'signin.sendEmailCode', 'bind.submit', 'reset.resetPassword'] as const) {
      const call = contracts.find(one => one.id === id) as Call
      expect.soft([id, await world.call(id, { ...exampleOf(call, there), headers })]).toMatchObject([id, { http: 403, code: 'access.elsewhere' }])
    }
    expect(await world.call('docs.list', { headers })).toMatchObject({ status: 0 })
  })
})
