// signin.redirect-oauth: OpenID Connect against a real provider, and what attackers try with it (signin.keep-query, signin.method-enabled).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SESSION_COOKIE } from '../../api/server/who.ts'
import { DEFAULTS, type OauthSettings } from '../../api/server/services/signin/settings.ts'
import { steps } from '../../api/server/services/signin/oauth.ts'
import { CLIENT_ID, CLIENT_SECRET, openidPeer, type OpenidPeer } from '../support/peers/openid.ts'
import { makeVisitor, ORIGIN, type Visitor } from '../support/visitor.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let peer: OpenidPeer
let settings: Partial<OauthSettings>
const nora = { name: 'Nora New', email: 'nora@example.test', email_verified: true }

beforeAll(async () => {
  world = await makeWorld({ publicUrl: ORIGIN })
  peer = await openidPeer(ORIGIN, { nora, ben: { name: 'Ben Elsewhere', email: 'ben@example.test', email_verified: true }, eve: { name: 'Eve' } })
  settings = { issuer: peer.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, creation: 'auto', companyKey: 'acme', signOut: true }
  await signin().methods.save('oauth', settings, world.ids.sue)
  await signin().methods.setEnabled('oauth', true, world.ids.sue)
})
afterAll(async () => {
  await peer?.close()
  await world?.close()
})
beforeEach(() => {
  peer.automatic = 'nora'
})

const signin = () => world.running.services.signin
const isCallback = (url: URL) => url.pathname === '/auth/oauth/callback'
/** Goes to the provider and stops before it comes back. */
const upToCallback = (visitor: Visitor, address = '/auth/oauth?redirect=%2Fcompany%2Facme', change?: (url: URL) => URL) =>
  visitor.follow(address, { until: isCallback, change })
const problemOf = (address: string) => new URL(address, ORIGIN).searchParams.get('problem')
const setParam = (name: string, value: string) => (url: URL) => {
  if (url.origin !== ORIGIN && url.searchParams.has(name)) url.searchParams.set(name, value)
  return url
}

describe('signin.redirect-oauth', () => {
  it('takes no query that no address holds', async () => {
    const before = await world.stored()
    const reply = await world.call('signin.redirectOauth', { query: { redirect: 'x'.repeat(5000) } })
    expect([reply.status, Object.keys(reply.errors)[0]]).toEqual([422, 'redirect'])
    expect(await world.stored()).toBe(before)
  })

  it('signs in with discovery, PKCE, state and nonce, and makes the person', async () => {
    const visitor = makeVisitor(world)
    const { location, status } = await visitor.go('/auth/oauth?redirect=%2Fcompany%2Facme&type=5')
    expect(status).toBe(302)
    const asked = new URL(location).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: CLIENT_ID,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile email',
      redirect_uri: `${ORIGIN}/auth/oauth/callback`,
    })
    expect([asked.get('state')?.length, asked.get('nonce')?.length, asked.get('code_challenge')?.length]).toEqual([43, 43, 43])
    expect(await visitor.follow(location)).toBe('/company/acme')
    const made = await world.db.selectFrom('person').selectAll().where('email', '=', 'nora@example.test').executeTakeFirstOrThrow()
    expect((await visitor.who())?.id).toBe(made.id)
    expect(made).toMatchObject({ name: 'Nora New', email_verified: true })
    const event = await world.db.selectFrom('signin_event').selectAll().where('user_id', '=', made.id).executeTakeFirstOrThrow()
    expect(event).toMatchObject({ kind: 'oauth', ok: true, name: 'nora@example.test' })
    expect(await makeVisitor(world).follow('/auth/oauth'), 'again, without a place to go').toBe('/home')
    expect(await world.db.selectFrom('identity').select('id').where('user_id', '=', made.id).execute()).toHaveLength(1)
  })

  it('is refused where it is switched off, and tells it on the page with the same query (signin.method-enabled, signin.keep-query)', async () => {
    const visitor = makeVisitor(world)
    const begun = await upToCallback(visitor)
    await signin().methods.setEnabled('oauth', false, world.ids.sue)
    const before = await world.stored()
    expect(await visitor.follow('/auth/oauth?type=5&redirect=%2Fcompany%2Facme&x=1&problem=y')).toBe(
      '/login?type=5&redirect=%2Fcompany%2Facme&x=1&problem=signin.methodOff',
    )
    expect(await world.stored()).toBe(before)
    expect(problemOf(await visitor.follow(begun)), 'switched off meanwhile').toBe('signin.methodOff')
    await signin().methods.setEnabled('oauth', true, world.ids.sue)
  })

  it('takes a state once, and a code once', async () => {
    const visitor = makeVisitor(world)
    const back = await upToCallback(visitor)
    expect(await visitor.follow(back)).toBe('/company/acme')
    expect(await visitor.follow(back)).toBe('/login?problem=signin.stateUnknown')
    const next = new URL(await upToCallback(visitor), ORIGIN)
    next.searchParams.set('code', new URL(back, ORIGIN).searchParams.get('code') ?? '')
    expect(await visitor.follow(next.href), 'an old code with a new state').toBe('/login?redirect=%2Fcompany%2Facme&problem=signin.proofWrong')
  })

  it('takes no state of another browser, whose sign-in goes on', async () => {
    const [mine, theirs] = [makeVisitor(world), makeVisitor(world)]
    const back = await upToCallback(mine)
    await upToCallback(theirs)
    expect(problemOf(await theirs.follow(back))).toBe('signin.stateUnknown')
    expect(await theirs.who()).toBeUndefined()
    expect(await mine.follow(back)).toBe('/company/acme')
  })

  it('takes no state of another way to sign in, none that is late, none that is there twice', async () => {
    const visitor = makeVisitor(world)
    const back = await upToCallback(visitor)
    expect(problemOf(await visitor.follow(back.replace('/auth/oauth', '/auth/third')))).toBe('signin.stateUnknown')
    const state = new URL(back, ORIGIN).searchParams.get('state')
    expect(problemOf(await visitor.follow(`${back}&state=${state}`))).toBe('signin.stateUnknown')
    await world.db
      .updateTable('signin_state')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect(problemOf(await visitor.follow(back))).toBe('signin.stateUnknown')
    for (const address of ['/auth/oauth/callback', '/auth/oauth/callback?code=x', '/auth/oauth/callback?code=x&state=y'])
      expect(problemOf(await visitor.follow(address))).toBe('signin.stateUnknown')
  })

  it('takes no other nonce and no other code verifier than its own', async () => {
    for (const change of [setParam('nonce', 'n'.repeat(43)), setParam('code_challenge', 'c'.repeat(43))]) {
      const visitor = makeVisitor(world)
      const back = await upToCallback(visitor, undefined, change)
      expect(back).toContain('code=')
      expect(problemOf(await visitor.follow(back))).toBe('signin.proofWrong')
      expect(await visitor.who()).toBeUndefined()
    }
  })

  it("takes no code of somebody else's sign-in, and no answer of another issuer", async () => {
    const [mine, theirs] = [makeVisitor(world), makeVisitor(world)]
    const back = new URL(await upToCallback(mine), ORIGIN)
    peer.automatic = 'eve'
    const injected = new URL(await upToCallback(theirs), ORIGIN)
    back.searchParams.set('code', injected.searchParams.get('code') ?? '')
    expect(problemOf(await mine.follow(back.href))).toBe('signin.proofWrong')
    const mixed = new URL(await upToCallback(mine), ORIGIN)
    mixed.searchParams.set('iss', 'https://evil.example.test')
    expect(problemOf(await mine.follow(mixed.href))).toBe('signin.proofWrong')
  })

  it('goes nowhere else, whatever redirect says', async () => {
    for (const redirect of [
      '//evil.test/x',
      'https://evil.test',
      '/\\evil.test',
      'javascript:alert(1)',
      '/login',
      '/\tevil',
      '/.//evil.test',
      '/a/..//evil.test',
    ]) {
      const visitor = makeVisitor(world)
      expect(await visitor.follow(`/auth/oauth?redirect=${encodeURIComponent(redirect)}`), redirect).toBe('/home')
    }
  })

  it('opens a new session, whatever cookie was planted, and ends the one that was there', async () => {
    const visitor = makeVisitor(world)
    await visitor.become('cyd')
    const old = visitor.cookie(SESSION_COOKIE)
    await visitor.follow('/auth/oauth')
    expect(visitor.cookie(SESSION_COOKIE)).not.toBe(old)
    expect((await world.running.services.access.find(old ?? '', {})).session).toBeUndefined()
    const planted = makeVisitor(world)
    planted.setCookie(SESSION_COOKIE, 'f'.repeat(43))
    planted.setCookie('tessera_browser', 'not a browser')
    expect(await planted.follow('/auth/oauth')).toBe('/home')
    expect(planted.cookie(SESSION_COOKIE)).not.toBe('f'.repeat(43))
    expect(planted.cookie('tessera_browser')).toMatch(/^[\w-]{43}$/)
  })

  it('tells what the provider refused, and that it is away', async () => {
    const visitor = makeVisitor(world)
    peer.refuses = true
    peer.automatic = ''
    expect(await visitor.follow('/auth/oauth?redirect=%2Fx')).toBe('/login?redirect=%2Fx&problem=signin.refused')
    const events = await world.db.selectFrom('signin_event').select(['kind', 'reason']).where('reason', '=', 'refused').execute()
    expect(events).toEqual([{ kind: 'oauth', reason: 'refused' }])
    await signin().methods.save('oauth', { issuer: 'http://127.0.0.1:1' }, world.ids.sue)
    expect(problemOf(await visitor.follow('/auth/oauth'))).toBe('signin.providerAway')
    await signin().methods.save('oauth', { issuer: peer.issuer, clientSecret: 'wrong' }, world.ids.sue)
    peer.automatic = 'nora'
    expect(problemOf(await visitor.follow('/auth/oauth'))).toBe('signin.proofWrong')
    await signin().methods.save('oauth', settings, world.ids.sue)
  })

  it('asks who somebody is where candidates are, and lets nobody in before', async () => {
    peer.automatic = 'ben'
    const visitor = makeVisitor(world)
    expect(await visitor.follow('/auth/oauth?redirect=%2Fcompany%2Facme')).toMatch(/^\/bind-or-register\?userId=[0-9a-f-]{36}&redirect=%2Fcompany%2Facme$/)
    expect(await visitor.who()).toBeUndefined()
  })

  it('refuses disabled people and, where nobody is made, strangers', async () => {
    const visitor = makeVisitor(world)
    await world.db.updateTable('person').set({ disabled: true }).where('email', '=', 'nora@example.test').execute()
    expect(problemOf(await visitor.follow('/auth/oauth'))).toBe('signin.disabled')
    await world.db.updateTable('person').set({ disabled: false }).where('email', '=', 'nora@example.test').execute()
    await signin().methods.save('oauth', { creation: 'off' }, world.ids.sue)
    peer.automatic = 'eve'
    expect(problemOf(await makeVisitor(world).follow('/auth/oauth'))).toBe('signin.noAccount')
    await signin().methods.save('oauth', settings, world.ids.sue)
  })

  it('makes nobody new of a disabled person, and writes that down', async () => {
    await world.db.updateTable('person').set({ disabled: true }).where('id', '=', world.ids.ben).execute()
    const before = (await world.stored()).split('\n').filter(line => /^(person|member|identity) /.test(line))
    peer.automatic = 'ben'
    const visitor = makeVisitor(world)
    expect(problemOf(await visitor.follow('/auth/oauth'))).toBe('signin.disabled')
    expect(await visitor.who()).toBeUndefined()
    expect((await world.stored()).split('\n').filter(line => /^(person|member|identity) /.test(line))).toEqual(before)
    const events = await world.db.selectFrom('signin_event').select(['kind', 'ok', 'reason']).where('name', '=', 'ben@example.test').execute()
    expect(events).toEqual([{ kind: 'oauth', ok: false, reason: 'disabled' }])
    await world.db.updateTable('person').set({ disabled: false }).where('id', '=', world.ids.ben).execute()
  })

  it('adds a way to sign in to who is signed in, from a page of ours only', async () => {
    const visitor = makeVisitor(world)
    const address = '/auth/oauth?link=1&redirect=/i/profile'
    const fromHere = { 'sec-fetch-site': 'same-origin' }
    peer.automatic = 'eve'
    expect(problemOf((await visitor.go(address, fromHere)).location), 'nobody signed in').toBe('signin.stateUnknown')
    await visitor.become('abe')
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await visitor.go(address, { 'sec-fetch-site': site })).location, site).toBe('/i/profile?problem=signin.stateUnknown')
    expect((await visitor.go(address, { referer: 'https://evil.test/' })).location).toBe('/i/profile?problem=signin.stateUnknown')
    for (const redirect of ['/.//evil.test', '/..//evil.test', '/a/..//evil.test', '/a/../..//evil.test'])
      expect((await visitor.go(`/auth/oauth?link=1&redirect=${redirect}`)).location, redirect).toBe('/home?problem=signin.stateUnknown')
    expect(await visitor.follow((await visitor.go(address, fromHere)).location)).toBe('/i/profile')
    expect(await signin().identities.of(world.ids.abe)).toMatchObject([{ kind: 'oauth', name: 'Eve' }])
    const other = makeVisitor(world)
    await other.become('cyd')
    expect(await other.follow((await other.go(address, fromHere)).location), "somebody else's").toBe('/i/profile?problem=identity.taken')
    const back = await upToCallback(other, (await other.go(address, fromHere)).location)
    await other.become('dee')
    expect(await other.follow(back), 'signed in as somebody else meanwhile').toBe('/i/profile?problem=signin.stateUnknown')
    expect(await makeVisitor(world).follow('/auth/oauth')).toBe('/home')
  })

  it('adds none to who is signed in with an initial password', async () => {
    const visitor = makeVisitor(world)
    await visitor.become('ben')
    const setInitial = (is: boolean) => world.db.updateTable('person').set({ password_is_initial: is }).where('id', '=', world.ids.ben).execute()
    peer.automatic = 'eve'
    const back = await upToCallback(visitor, (await visitor.go('/auth/oauth?link=1&redirect=/i/profile', { 'sec-fetch-site': 'same-origin' })).location)
    await setInitial(true)
    const { location } = await visitor.go('/auth/oauth?link=1&redirect=/i/profile', { 'sec-fetch-site': 'same-origin' })
    expect(location).toBe('/i/profile?problem=signin.stateUnknown')
    expect(await visitor.follow(back), 'reset meanwhile').toBe('/i/profile?problem=signin.stateUnknown')
    expect(await signin().identities.of(world.ids.ben)).toEqual([])
    await setInitial(false)
  })

  it('signs out at the provider as well where that is wanted', async () => {
    const visitor = makeVisitor(world)
    await visitor.follow('/auth/oauth')
    const kept = await world.db.selectFrom('session').select(['provider', 'provider_token']).where('provider', '=', 'oauth').execute()
    expect(kept.every(row => row.provider_token.startsWith('s1.'))).toBe(true)
    const out = await world.call('general.signOut', { headers: { ...visitor.cookieHeader(), 'x-csrf-token': (await visitor.who())?.csrf ?? '' } })
    const to = new URL(out.data.redirect)
    expect(to.origin + to.pathname).toBe(`${peer.issuer}/session/end`)
    expect(to.searchParams.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/logout`)
    expect(to.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
    expect((await visitor.go(to.href)).body).toContain('Sign out of Example Identity')
    expect((await world.call('general.signOut', { as: 'ben' })).data).toEqual({})
  })

  it('asks for the second factor in the browser that began', async () => {
    const nora = await world.db.selectFrom('person').select('id').where('email', '=', 'nora@example.test').executeTakeFirstOrThrow()
    await world.db.insertInto('totp').values({ user_id: nora.id, secret: 'sealed', confirmed_at: new Date() }).execute()
    const visitor = makeVisitor(world)
    expect(await visitor.follow('/auth/oauth?type=5&redirect=%2Fx')).toBe('/login?type=5&redirect=%2Fx&next=second-factor')
    expect(visitor.cookie('tessera_ticket')).toMatch(/^[\w-]{43}$/)
    expect(await visitor.who()).toBeUndefined()
    await world.db.deleteFrom('totp').execute()
  })
})

describe('steps of trying an OpenID provider', () => {
  const run = async (more: Partial<OauthSettings> = {}) => {
    const said: string[] = []
    for await (const step of steps({ ...DEFAULTS.oauth, ...settings, ...more })) said.push(`${step.ok ? '+' : '-'}${step.name}`)
    return said.join(' ')
  }
  it('goes through all of them, and names the one that fails', async () => {
    expect(await run()).toBe('+address +dns +connect +discovery +keys +client')
    expect(await run({ issuer: 'http://idp.example.test' })).toBe('-address')
    expect(await run({ issuer: 'https://nowhere.invalid' })).toBe('+address -dns')
    expect(await run({ issuer: 'http://127.0.0.1:1' })).toBe('+address +dns -connect')
    expect(await run({ issuer: `${peer.issuer}/other` })).toBe('+address +dns +connect -discovery')
    expect(await run({ clientSecret: 'wrong' })).toBe('+address +dns +connect +discovery +keys -client')
    expect(await run({ clientId: '' })).toBe('+address +dns +connect -client')
  })
})
