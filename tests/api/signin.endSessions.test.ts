// signin.endSessions: whoever signs out at the provider is signed out here, and nobody else can say so. Back-channel logout of OpenID Connect
// against a real provider, single logout of CAS against its peer.
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSecrets } from '../../api/server/services/foundation/secrets.ts'
import { casPeer, logoutRequest, type CasPeer } from '../support/peers/cas.ts'
import { CLIENT_ID, CLIENT_SECRET, openidPeer, type OpenidPeer } from '../support/peers/openid.ts'
import { totpCode, withTotp } from '../support/account.ts'
import { deliverTo, makeVisitor, ORIGIN, type Visitor } from '../support/visitor.ts'
import { makeWorld, type World } from '../support/world.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
let world: World
let openid: OpenidPeer
let cas: CasPeer

beforeAll(async () => {
  world = await makeWorld({ publicUrl: ORIGIN })
  openid = await openidPeer(ORIGIN, { nora: { name: 'Nora', email: 'nora@example.test', email_verified: true } })
  cas = await casPeer({ user: 'carla' })
  openid.automatic = 'nora'
  openid.deliver = cas.deliver = deliverTo(world)
  const client = { issuer: openid.issuer, clientSecret: CLIENT_SECRET, scope: 'openid profile email', subjectClaim: 'sub' }
  const methods = {
    oauth: { ...client, clientId: CLIENT_ID, creation: 'auto', signOut: true },
    third: { ...client, clientId: `${CLIENT_ID}-third`, creation: 'auto', linkByEmail: true },
    cas2: { serverUrl: cas.address, creation: 'auto' },
    sso: { serverUrl: cas.address, creation: 'auto' },
  } as const
  for (const kind of ['oauth', 'third', 'cas2', 'sso'] as const) {
    await signin().methods.save(kind, methods[kind], world.ids.sue)
    await signin().methods.setEnabled(kind, true, world.ids.sue)
  }
})
afterAll(async () => {
  await Promise.all([openid?.close(), cas?.close()])
  await world?.close()
})
beforeEach(async () => {
  openid.answers = []
  openid.automatic = 'nora'
  cas.answers = []
  await world.db.deleteFrom('rate').execute()
  await world.db.deleteFrom('totp').execute()
})

const signin = () => world.running.services.signin
async function signedIn(place: string): Promise<Visitor> {
  const visitor = makeVisitor(world)
  expect(await visitor.follow(`/auth/${place}`)).toBe('/home')
  return visitor
}
const isIn = async (...visitors: Visitor[]) => Promise.all(visitors.map(async one => !!(await one.who())))

/** Presses the button on the page of the provider. */
async function signOutThere(visitor: Visitor, address = `${openid.issuer}/session/end`) {
  const { body } = await visitor.go(address)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(body)?.[1] ?? ''
  const page = await visitor.post(`${openid.issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
  expect(page.status).toBe(303)
  return page.location
}
const sent = (place: string, body: object, more: object = {}) =>
  world.call('signin.endSessions', { params: { place }, body, headers: { 'content-type': 'application/json' }, ...more })

/** Claims of the sessions there, as the ID token that came with them has them. */
async function claimsOf(visitor: Visitor): Promise<{ sub: string; sid: string }> {
  const [session] = await world.db
    .selectFrom('session')
    .select('provider_token')
    .where('user_id', '=', (await visitor.who())?.id ?? '')
    .orderBy('created_at', 'desc')
    .execute()
  const token = createSecrets(world).open(session?.provider_token ?? '')
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
let last = 0
const about = (more: Record<string, unknown> = {}) => ({ events: { [EVENT]: {} }, jti: `message-${++last}`, iat: Math.floor(Date.now() / 1000), ...more })

describe('signin.endSessions by OpenID Connect', () => {
  it('ends the session that is over there, and leaves those of other browsers', async () => {
    const [one, other] = [await signedIn('oauth'), await signedIn('oauth')]
    await signOutThere(one)
    expect(openid.answers).toEqual([200])
    expect(await isIn(one, other)).toEqual([false, true])
  })

  it('ends all sessions of somebody there where the provider names no session', async () => {
    const [one, other, elsewhere] = [await signedIn('third'), await signedIn('third'), await signedIn('oauth')]
    await signOutThere(one)
    expect(openid.answers).toEqual([200])
    expect(await isIn(one, other, elsewhere)).toEqual([false, false, true])
  })

  it('ends sign-ins that wait for a second factor or for their person', async () => {
    const nora = (await (await signedIn('oauth')).who())?.id ?? ''
    await world.db.insertInto('totp').values({ user_id: nora, secret: 'sealed', confirmed_at: new Date() }).execute()
    const visitor = makeVisitor(world)
    expect(await visitor.follow('/auth/oauth')).toBe('/login?next=second-factor')
    await signOutThere(visitor)
    expect((await world.call('signin.getSecondFactor', { headers: visitor.cookieHeader() })).code).toBe('signin.ticketExpired')
    await world.db.deleteFrom('totp').execute()

    openid.accounts.ben = { name: 'Ben', email: 'ben@example.test' }
    openid.automatic = 'ben'
    const waiting = makeVisitor(world)
    const userId = /^\/bind-or-register\?userId=([\w-]+)/.exec(await waiting.follow('/auth/oauth'))?.[1]
    expect(userId).toBeDefined()
    await signOutThere(waiting)
    expect((await world.call('bind.getInfo', { query: { userId }, headers: waiting.cookieHeader() })).status).toBe(410)
  })

  it('signs out there after a second factor as well', async () => {
    const visitor = makeVisitor(world)
    await visitor.become('abe')
    expect(await visitor.follow((await visitor.go('/auth/oauth?link=1&redirect=/home', { 'sec-fetch-site': 'same-origin' })).location)).toContain('/home')
    await world.db.updateTable('identity').set({ user_id: world.ids.abe }).where('kind', '=', 'oauth').where('subject', '=', 'nora').execute()
    const { secret } = await withTotp(world, 'abe')
    const back = makeVisitor(world)
    expect(await back.follow('/auth/oauth')).toBe('/login?next=second-factor')
    const done = await world.call('signin.verifySecondFactor', { body: { factor: 'totp', code: totpCode(secret) }, headers: back.cookieHeader() })
    expect(done.status).toBe(0)
    const lines = [done.headers['set-cookie'] ?? []].flat() as string[]
    const [, name = '', value = ''] = /(tessera_session)=([^;]*)/.exec(lines.join('\n')) ?? []
    back.setCookie(name, value)
    expect((await back.who())?.id).toBe(world.ids.abe)
    const out = await world.call('general.signOut', { headers: { ...back.cookieHeader(), 'x-csrf-token': (await back.who())?.csrf ?? '' } })
    expect(new URL(out.data.redirect).searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
    expect(await signOutThere(back, out.data.redirect)).toBe(`${ORIGIN}/logout`)
    expect(openid.answers, 'and is told of it afterwards').toEqual([200])
  })

  it('does not believe what the provider did not say', async () => {
    const visitor = await signedIn('oauth')
    const { sid, sub } = await claimsOf(visitor)
    const stranger = await generateKeyPair('RS256')
    const bySomebody = (header: { alg: string; kid?: string }, key: CryptoKey | Uint8Array) =>
      new SignJWT({ iss: openid.issuer, aud: CLIENT_ID, ...about({ sid }) }).setProtectedHeader(header).sign(key)
    const none = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const now = Math.floor(Date.now() / 1000)
    const before = await world.stored()
    const attacks: Record<string, unknown> = {
      'nothing at all': undefined,
      'no token': 'hello',
      'not signed': `${none({ alg: 'none' })}.${none({ iss: openid.issuer, aud: CLIENT_ID, ...about({ sid }) })}.`,
      'signed by somebody else': await bySomebody({ alg: 'RS256', kid: 'k' }, stranger.privateKey),
      'signed by an unknown key': await bySomebody({ alg: 'RS256', kid: 'other' }, stranger.privateKey),
      'signed with the secret of the client': await bySomebody({ alg: 'HS256' }, new TextEncoder().encode(CLIENT_SECRET.padEnd(32, '.'))),
      'of another issuer': await openid.sign(about({ sid, iss: 'https://id.example.test' })),
      'for another application': await openid.sign(about({ sid, aud: `${CLIENT_ID}-third` })),
      'from an hour ago': await openid.sign(about({ sid, iat: now - 3600 })),
      'from tomorrow': await openid.sign(about({ sid, iat: now + 86_400 })),
      expired: await openid.sign(about({ sid, exp: now - 120 })),
      'about something else': await openid.sign(about({ sid, events: { 'http://schemas.openid.net/event/other': {} } })),
      'without an event': await openid.sign(about({ sid, events: undefined })),
      'with a nonce, as an ID token': await openid.sign(about({ sid, nonce: 'x' })),
      'an ID token by its type': await openid.sign(about({ sid }), 'at+jwt'),
      'without an id': await openid.sign(about({ sid, jti: undefined })),
      'about nobody': await openid.sign(about()),
      'about a session that is no text': await openid.sign(about({ sid: { $ne: '' }, sub })),
    }
    for (const [name, token] of Object.entries(attacks)) {
      const reply = await sent('oauth', { ...(token !== undefined && { logout_token: token }) })
      expect([reply.http, reply.code], name).toEqual([400, 'signin.messageWrong'])
    }
    expect(await isIn(visitor)).toEqual([true])
    expect(await world.stored()).toBe(before)
    expect((await sent('third', { logout_token: await openid.sign(about({ sub })) })).http, 'at the address of another application').toBe(400)
    expect((await sent('oauth', { logout_token: await openid.sign(about({ sid: 'unknown' })) })).http, 'of a session that nobody has here').toBe(200)
    expect((await sent('oauth', { logout_token: await openid.sign(about({ sid, sub: 'ben' })) })).http, 'of a session of somebody else').toBe(200)
    expect(await isIn(visitor)).toEqual([true])
    expect((await sent('oauth', { logout_token: await openid.sign(about({ sid, sub })) })).http).toBe(200)
    expect(await isIn(visitor)).toEqual([false])
  })

  it('takes a message once', async () => {
    const token = await openid.sign(about({ sub: 'nora' }))
    expect((await sent('oauth', { logout_token: token })).http).toBe(200)
    const visitor = await signedIn('oauth')
    expect((await sent('oauth', { logout_token: token })).code).toBe('signin.messageWrong')
    expect(await isIn(visitor)).toEqual([true])
    const [two, again] = [await openid.sign(about({ sub: 'nora' })), await signedIn('oauth')]
    const replies = await Promise.all([sent('oauth', { logout_token: two }), sent('oauth', { logout_token: two })])
    expect(replies.map(reply => reply.http).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await isIn(again)).toEqual([false])
    await world.db
      .updateTable('provider_message')
      .set({ expires_at: new Date(0) })
      .execute()
    await signin().removeOld()
    expect(await world.db.selectFrom('provider_message').selectAll().execute()).toEqual([])
  })

  it('tells a provider that is away from a message that is wrong', async () => {
    const token = await openid.sign(about({ sub: 'nora' }))
    await signin().methods.save('oauth', { issuer: 'http://127.0.0.1:1' }, world.ids.sue)
    const reply = await sent('oauth', { logout_token: token })
    expect([reply.http, reply.code]).toEqual([502, 'signin.providerAway'])
    await signin().methods.save('oauth', { issuer: openid.issuer }, world.ids.sue)
  })

  it('is not taken from a page in a browser, nor from places that know no such message', async () => {
    const visitor = await signedIn('oauth')
    const token = await openid.sign(about({ sub: 'nora' }))
    const foreign = await sent('oauth', { logout_token: token }, { headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' } })
    expect([foreign.http, foreign.code]).toEqual([403, 'request.forged'])
    expect((await sent('weixin', { logout_token: token })).http).toBe(404)
    expect((await sent('oauth', { logout_token: 'x'.repeat(20_001) })).errors).toHaveProperty('logout_token')
    expect(await isIn(visitor)).toEqual([true])
  })

  it('works while the way is switched off', async () => {
    const visitor = await signedIn('oauth')
    await signin().methods.setEnabled('oauth', false, world.ids.sue)
    expect((await sent('oauth', { logout_token: await openid.sign(about({ sub: 'nora' })) })).http).toBe(200)
    expect(await isIn(visitor)).toEqual([false])
    await signin().methods.setEnabled('oauth', true, world.ids.sue)
  })
})

describe.each(['cas2', 'uuap'])('signin.endSessions by CAS at %s', place => {
  it('ends the session that was made with the ticket, and leaves those of other browsers', async () => {
    const [one, other] = [await signedIn(place), await signedIn(place)]
    await one.go(`${cas.address}/logout`)
    expect(cas.answers).toEqual([200])
    expect(await isIn(one, other)).toEqual([false, true])
  })

  it('ends nothing by a ticket that nobody signed in with, and takes nothing else', async () => {
    const visitor = makeVisitor(world)
    const back = await visitor.follow(`/auth/${place}`, { until: url => url.pathname.endsWith('/callback') })
    const ticket = new URL(back, ORIGIN).searchParams.get('ticket') ?? ''
    await visitor.follow(back)
    const request = logoutRequest(ticket)
    for (const [name, text] of Object.entries({
      nothing: '',
      'no XML': 'ticket',
      'another request': request.replaceAll('LogoutRequest', 'AuthnRequest'),
      'no ticket': logoutRequest(''),
      'two tickets': request.replace('</samlp:LogoutRequest>', '<samlp:SessionIndex>ST-2</samlp:SessionIndex></samlp:LogoutRequest>'),
      'an entity': `<!DOCTYPE x [<!ENTITY e "${ticket}">]>${logoutRequest('').replace('<samlp:SessionIndex>', '<samlp:SessionIndex>&e;')}`,
    }))
      expect([(await sent(place, { logoutRequest: text })).http, name]).toEqual([400, name])
    expect((await sent(place, { logoutRequest: logoutRequest('ST-unknown') })).http).toBe(200)
    expect((await sent(place === 'cas2' ? 'uuap' : 'cas2', { logoutRequest: request })).http, 'of another server').toBe(200)
    expect(await isIn(visitor)).toEqual([true])
    expect((await sent(place, { logoutRequest: request })).http).toBe(200)
    expect(await isIn(visitor)).toEqual([false])
  })
})
