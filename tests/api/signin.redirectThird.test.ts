// signin.redirect-third: plain OAuth 2.0, where the person's data stands at an address of its own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { steps } from '../../api/server/services/signin/oauth.ts'
import { DEFAULTS, type OauthSettings } from '../../api/server/services/signin/settings.ts'
import { oauthPeer } from '../support/peers/oauth.ts'
import { makeVisitor, ORIGIN } from '../support/visitor.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let peer: Awaited<ReturnType<typeof oauthPeer>>
let settings: Partial<OauthSettings>
beforeAll(async () => {
  world = await makeWorld({ publicUrl: ORIGIN })
  peer = await oauthPeer({ user: { id: 4711, title: 'Tom\u0000 Third', mail: 'tom@example.test', mobile: '+86 138-0013-8000' } })
  settings = {
    authorizationEndpoint: `${peer.address}/authorize`,
    tokenEndpoint: `${peer.address}/token`,
    userinfoEndpoint: `${peer.address}/me`,
    clientId: 'tessera',
    clientSecret: 'third-secret',
    subjectClaim: 'data.user.id',
    nameClaim: 'data.user.title',
    emailClaim: 'data.user.mail',
    phoneClaim: 'data.user.mobile',
    creation: 'auto',
  }
  await signin().methods.save('third', settings, world.ids.sue)
  await signin().methods.setEnabled('third', true, world.ids.sue)
})
afterAll(async () => {
  await peer?.close()
  await world?.close()
})
const signin = () => world.running.services.signin
const problemOf = (address: string) => new URL(address, ORIGIN).searchParams.get('problem')

describe('signin.redirect-third', () => {
  it('takes no query that no address holds', async () => {
    const before = await world.stored()
    const reply = await world.call('signin.redirectThird', { query: { redirect: 'x'.repeat(5000) } })
    expect([reply.status, Object.keys(reply.errors)[0]]).toEqual([422, 'redirect'])
    expect(await world.stored()).toBe(before)
  })

  it('signs in with what stands at paths of the data, and believes no email that is not vouched for', async () => {
    const visitor = makeVisitor(world)
    const { location } = await visitor.go('/auth/third?redirect=%2Fcompany%2Facme')
    expect(new URL(location).searchParams.get('code_challenge')).toHaveLength(43)
    expect(new URL(location).searchParams.has('nonce')).toBe(false)
    expect(await visitor.follow(location)).toBe('/company/acme')
    const identity = await world.db.selectFrom('identity').selectAll().executeTakeFirstOrThrow()
    expect(identity).toMatchObject({ kind: 'third', subject: '4711', issuer: peer.address, email: 'tom@example.test' })
    const made = await world.db.selectFrom('person').selectAll().where('id', '=', identity.user_id).executeTakeFirstOrThrow()
    expect(made).toMatchObject({ username: 'third-4711', name: 'Tom  Third', email: '', phone: '' })
    expect(peer.secrets.at(-1)).toBe('basic')
  })

  it('sends the secret as the provider wants it', async () => {
    await signin().methods.save('third', { clientAuth: 'client_secret_post' }, world.ids.sue)
    expect(await makeVisitor(world).follow('/auth/third')).toBe('/home')
    expect(peer.secrets.at(-1)).toBe('post')
  })

  it('takes a code and a state once', async () => {
    const visitor = makeVisitor(world)
    const back = await visitor.follow('/auth/third', { until: url => url.pathname.endsWith('/callback') })
    expect(await visitor.follow(back)).toBe('/home')
    expect(problemOf(await visitor.follow(back))).toBe('signin.stateUnknown')
  })

  it('is nobody without a subject, and refuses what is not JSON', async () => {
    const { id, ...rest } = peer.person.user as { id: number }
    peer.person.user = { ...rest, id: { nested: 1 } }
    expect(problemOf(await makeVisitor(world).follow('/auth/third'))).toBe('signin.proofWrong')
    peer.person.user = { ...rest, id }
    peer.userinfoStatus = 500
    expect(problemOf(await makeVisitor(world).follow('/auth/third'))).toBe('signin.proofWrong')
    peer.userinfoStatus = 200
  })

  it('is refused while it is switched off', async () => {
    await signin().methods.setEnabled('third', false, world.ids.sue)
    expect(problemOf(await makeVisitor(world).follow('/auth/third'))).toBe('signin.methodOff')
    await signin().methods.setEnabled('third', true, world.ids.sue)
  })

  it('is tried step by step', async () => {
    const run = async (more: Partial<OauthSettings> = {}) => {
      const said: string[] = []
      for await (const step of steps({ ...DEFAULTS.third, ...settings, ...more })) said.push(`${step.ok ? '+' : '-'}${step.name}`)
      return said.join(' ')
    }
    expect(await run()).toBe('+address +dns +connect +client')
    expect(await run({ userinfoEndpoint: '' })).toBe('+address +dns +connect -addresses')
    expect(await run({ tokenEndpoint: 'ftp://x' })).toBe('+address +dns +connect -addresses')
    expect(await run({ tokenEndpoint: `${peer.address}/nothing` })).toBe('+address +dns +connect -client')
    expect(await run({ clientSecret: 'wrong' })).toBe('+address +dns +connect -client')
  })
})
