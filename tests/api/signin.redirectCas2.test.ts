// signin.redirect-cas2 and signin.redirect-uuap: CAS 2.0 against a peer whose tickets work once.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCas, steps } from '../../api/server/services/signin/cas.ts'
import { DEFAULTS, type CasSettings } from '../../api/server/services/signin/settings.ts'
import { casPeer, type CasPeer } from '../support/peers/cas.ts'
import { makeVisitor, ORIGIN } from '../support/visitor.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let peer: CasPeer
beforeAll(async () => {
  world = await makeWorld({ publicUrl: ORIGIN })
  peer = await casPeer({ user: 'carla' })
  for (const kind of ['cas2', 'sso'] as const) {
    await signin().methods.save(kind, { serverUrl: peer.address, creation: 'auto', signOut: true }, world.ids.sue)
    await signin().methods.setEnabled(kind, true, world.ids.sue)
  }
})
afterAll(async () => {
  await peer?.close()
  await world?.close()
})
beforeEach(() => {
  peer.person = { user: 'carla', attributes: { cn: 'Carla & <Co>', mail: 'carla@example.test', phone: '13900139000' } }
  Object.assign(peer, { says: '', status: 200 })
})
const signin = () => world.running.services.signin
const problemOf = (address: string) => new URL(address, ORIGIN).searchParams.get('problem')
const personOf = async (visitor: ReturnType<typeof makeVisitor>) =>
  world.db
    .selectFrom('person')
    .selectAll()
    .where('id', '=', (await visitor.who())?.id ?? '')
    .executeTakeFirstOrThrow()
const until = (url: URL) => url.pathname.endsWith('/callback')

describe.each([
  ['signin.redirect-cas2', 'cas2', 'cas2'],
  ['signin.redirect-uuap', 'uuap', 'sso'],
] as const)('%s', (_id, place, kind) => {
  it('signs in with a ticket, and keeps the query (signin.keep-query)', async () => {
    const visitor = makeVisitor(world)
    const { location } = await visitor.go(`/auth/${place}?redirect=%2Fcompany%2Facme&type=4`)
    const service = new URL(new URL(location).searchParams.get('service') ?? '')
    expect(service.origin + service.pathname).toBe(`${ORIGIN}/auth/${place}/callback`)
    expect(await visitor.follow(location)).toBe('/company/acme')
    // A CAS server vouches for no email unless somebody says that it does.
    expect(await personOf(visitor)).toMatchObject({ name: 'Carla & <Co>', email: '', phone: '', username: `${kind}-carla` })
    expect(await signin().identities.find({ kind, issuer: peer.address, subject: 'carla' })).toBeDefined()
  })

  it('takes a ticket once, and none that was given for another sign-in', async () => {
    const [mine, theirs] = [makeVisitor(world), makeVisitor(world)]
    const back = await mine.follow(`/auth/${place}?redirect=%2Fx`, { until })
    expect(await mine.follow(back)).toBe('/x')
    expect(problemOf(await mine.follow(back)), 'again').toBe('signin.stateUnknown')
    const next = new URL(await mine.follow(`/auth/${place}?redirect=%2Fx`, { until }), ORIGIN)
    next.searchParams.set('ticket', new URL(back, ORIGIN).searchParams.get('ticket') ?? '')
    expect(await mine.follow(next.href), 'a used ticket').toBe('/login?redirect=%2Fx&problem=signin.proofWrong')
    const [one, other] = [new URL(await mine.follow(`/auth/${place}`, { until }), ORIGIN), new URL(await theirs.follow(`/auth/${place}`, { until }), ORIGIN)]
    one.searchParams.set('ticket', other.searchParams.get('ticket') ?? '')
    const visitor = makeVisitor(world)
    visitor.setCookie('tessera_browser', mine.cookie('tessera_browser') ?? '')
    expect(problemOf(await visitor.follow(one.href)), 'of another sign-in').toBe('signin.proofWrong')
    expect(problemOf(await mine.follow(other.href)), 'of another browser').toBe('signin.stateUnknown')
  })

  it('asks the server about no state that is not its own, and about no ticket that is none', async () => {
    const visitor = makeVisitor(world)
    const before = peer.validated
    expect(problemOf(await visitor.follow(`/auth/${place}/callback?ticket=ST-1&state=${'a'.repeat(43)}`))).toBe('signin.stateUnknown')
    const back = new URL(await visitor.follow(`/auth/${place}`, { until }), ORIGIN)
    back.searchParams.set('ticket', 'ST-1 2')
    expect(problemOf(await visitor.follow(back.href))).toBe('signin.proofWrong')
    const without = new URL(await visitor.follow(`/auth/${place}`, { until }), ORIGIN)
    without.searchParams.delete('ticket')
    expect(problemOf(await visitor.follow(without.href))).toBe('signin.refused')
    expect(peer.validated).toBe(before)
  })

  it('is refused while it is switched off, and goes nowhere else', async () => {
    expect(await makeVisitor(world).follow(`/auth/${place}?redirect=%2F%2Fevil.test`)).toBe('/home')
    await signin().methods.setEnabled(kind, false, world.ids.sue)
    expect(await makeVisitor(world).follow(`/auth/${place}?type=4`)).toBe('/login?type=4&problem=signin.methodOff')
    await signin().methods.setEnabled(kind, true, world.ids.sue)
  })

  it('signs out there as well', async () => {
    const visitor = makeVisitor(world)
    await visitor.follow(`/auth/${place}`)
    const out = await world.call('general.signOut', { headers: { ...visitor.cookieHeader(), 'x-csrf-token': (await visitor.who())?.csrf ?? '' } })
    expect(out.data.redirect).toBe(`${peer.address}/logout?service=${encodeURIComponent(`${ORIGIN}/logout`)}`)
  })
})

it('takes no query that no address holds', async () => {
  const before = await world.stored()
  const reply = await world.call('signin.redirectCas2', { query: { redirect: 'x'.repeat(5000) } })
  expect([reply.status, Object.keys(reply.errors)[0]]).toEqual([422, 'redirect'])
  expect(await world.stored()).toBe(before)
})

describe('answers of CAS servers', () => {
  const wrap = (inside: string) => `<?xml version="1.0"?><cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inside}</cas:serviceResponse>`
  it('reads users and attributes of all common kinds', () => {
    expect(
      readCas(
        wrap(
          '<cas:authenticationSuccess><cas:user>ann<!-- x -->@a</cas:user><cas:attributes><cas:mail>a&amp;b&#x40;c</cas:mail><cas:cn><![CDATA[<A>]]></cas:cn><cas:cn>B</cas:cn></cas:attributes><cas:attribute name="phone" value="1"/></cas:authenticationSuccess>',
        ),
      ),
    ).toEqual({ user: 'ann@a', attributes: { mail: 'a&b@c', cn: '<A>', phone: '1' } })
    expect(readCas(wrap('<cas:authenticationFailure code="INVALID_TICKET"/>'))).toEqual({ attributes: {}, failure: 'INVALID_TICKET' })
  })
  const success = (inside: string) => wrap(`<cas:authenticationSuccess>${inside}</cas:authenticationSuccess>`)
  const ann = '<cas:user>ann</cas:user>'
  it.each([
    ['comments, and sections of text', 'admin<!-- -->@evil<![CDATA[.example]]>'],
    ['a comment that looks like the end', 'admin<!--</cas:user>-->@evil.example'],
    ['an instruction', 'admin<?x y?>@evil.example'],
    ['characters by number', '&#97;dm&#x69;n@evil.example'],
  ])('takes the whole name of a user around %s', (_name, inside) => {
    expect(readCas(success(`<cas:user>${inside}</cas:user>`)).user).toBe('admin@evil.example')
  })
  it('reads what is text as text, and answers without a namespace or after an empty line', () => {
    expect(readCas(success(`${ann}<cas:attributes><cas:mail><![CDATA[</cas:mail><cas:user>admin</cas:user>]]></cas:mail></cas:attributes>`))).toEqual({
      user: 'ann',
      attributes: { mail: '</cas:mail><cas:user>admin</cas:user>' },
    })
    expect(readCas('<serviceResponse><authenticationSuccess><user> ann </user></authenticationSuccess></serviceResponse>').user).toBe('ann')
    expect(readCas(`\n\n${success(ann)}\n`).user).toBe('ann')
  })
  it.each<[string, string]>([
    ['nothing', ''],
    ['an answer of CAS 1.0', 'yes\nann\n'],
    ['a page', '<html><body>Sign in</body></html>'],
    ['another document', success(ann).replaceAll('serviceResponse', 'response')],
    ['no verdict', wrap('')],
    ['a success of nobody', success('')],
    ['a user without a name', success('<cas:user><!-- ann --></cas:user>')],
    ['two users', success(`${ann}<cas:user>b</cas:user>`)],
    ['two users of two namespaces', success(`${ann}<x:user xmlns:x="urn:x">admin</x:user>`)],
    ['a user within a user', success('<cas:user>ad<cas:user>ann</cas:user>min</cas:user>')],
    ['two successes', wrap(`<cas:authenticationSuccess>${ann}</cas:authenticationSuccess>`.repeat(2))],
    ['a success and a failure', wrap(`<cas:authenticationSuccess>${ann}</cas:authenticationSuccess><cas:authenticationFailure code="INVALID_TICKET"/>`)],
    ['tags that cross', wrap('<cas:authenticationSuccess><cas:user>a</cas:authenticationSuccess></cas:user>')],
    ['an end that is missing', success(ann).slice(0, -5)],
    ['one attribute twice', success(`${ann}<cas:attribute name="mail" name="phone" value="1"/>`)],
    ['a bare & or <', success('<cas:user>a & b < c</cas:user>')],
    ['an entity of its own', `<!DOCTYPE x [<!ENTITY e "admin">]>${success('<cas:user>&e;</cas:user>')}`],
    ['an entity of a file', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${success('<cas:user>&e;</cas:user>')}`],
    [
      'entities that grow',
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>${success('<cas:user>&c;</cas:user>')}`,
    ],
    ['a document type elsewhere', `<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">${success(ann)}`],
    ['an entity that nobody declared', success('<cas:user>&e;</cas:user>')],
    ['a character that XML does not have', success('<cas:user>ann&#0;</cas:user>')],
    ['a second document', `${success(ann)}<x/>`],
    ['text after the document', `${success(ann)}ann`],
    ['nesting without end', '<x>'.repeat(100_000)],
    ['an element of ten thousand attributes', success(`${ann}<x ${Array.from({ length: 10_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`)],
  ])('refuses %s', (_name, text) => {
    expect(() => readCas(text)).toThrow()
  })
  it('tells a server that is away from a ticket that is wrong', async () => {
    const visitor = makeVisitor(world)
    for (const [more, problem] of [
      [{ status: 500 }, 'providerAway'],
      [{ says: '<html>' }, 'providerAway'],
      [{ says: `${success(ann)}<!-- ${'x'.repeat(1024 * 1024)} -->` }, 'providerAway'],
      [{ says: wrap('<cas:authenticationFailure code="INTERNAL_ERROR"/>') }, 'providerAway'],
      [{ says: wrap('<cas:authenticationFailure code="INVALID_TICKET"/>') }, 'proofWrong'],
    ] as const) {
      Object.assign(peer, { says: '', status: 200, ...more })
      expect(problemOf(await visitor.follow('/auth/cas2'))).toBe(`signin.${problem}`)
    }
  })
  it('believes emails where it is told to, and takes another subject', async () => {
    await signin().methods.save('cas2', { emailTrusted: 'always', subjectClaim: 'mail', validatePath: 'p3/serviceValidate' }, world.ids.sue)
    const visitor = makeVisitor(world)
    await visitor.follow('/auth/cas2')
    expect(await personOf(visitor)).toMatchObject({ username: 'carla@example.test', email: 'carla@example.test', email_verified: true })
    peer.person = { user: 'nobody' }
    expect(problemOf(await makeVisitor(world).follow('/auth/cas2'))).toBe('signin.proofWrong')
  })
})

it('a CAS server is tried step by step', async () => {
  const run = async (more: Partial<CasSettings> = {}) => {
    const said: string[] = []
    for await (const step of steps({ ...DEFAULTS.cas2, serverUrl: peer.address, ...more })) said.push(`${step.ok ? '+' : '-'}${step.name}`)
    return said.join(' ')
  }
  expect(await run()).toBe('+address +dns +connect +login +validate')
  expect(await run({ serverUrl: '' })).toBe('-address')
  expect(await run({ serverUrl: `${peer.address}/deeper` })).toBe('+address +dns +connect -login')
  expect(await run({ validatePath: '/nothing' })).toBe('+address +dns +connect +login -validate')
  peer.says = '<cas:serviceResponse><cas:authenticationSuccess><cas:user>a</cas:user></cas:authenticationSuccess></cas:serviceResponse>'
  expect(await run()).toBe('+address +dns +connect +login -validate')
})
