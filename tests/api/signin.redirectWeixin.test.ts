// signin.redirect-weixin: the QR code of WeChat for websites, by itself and in a frame of the sign-in page (signin.weixin-frame).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { steps } from '../../api/server/services/signin/weixin.ts'
import { DEFAULTS, type WeixinSettings } from '../../api/server/services/signin/settings.ts'
import { APP_ID, APP_SECRET, weixinPeer, type WeixinPeer } from '../support/peers/weixin.ts'
import { makeVisitor, ORIGIN } from '../support/visitor.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let peer: WeixinPeer
let settings: Partial<WeixinSettings>
beforeAll(async () => {
  world = await makeWorld({ publicUrl: ORIGIN })
  peer = await weixinPeer({ openid: 'o6_bmjrPTlm6_2sgVt7hMZOPfL2M', nickname: '小明' })
  settings = { appId: APP_ID, appSecret: APP_SECRET, pageGateway: peer.address, apiGateway: peer.address, creation: 'auto' }
  await signin().methods.save('weixin', settings, world.ids.sue)
  await signin().methods.setEnabled('weixin', true, world.ids.sue)
})
afterAll(async () => {
  await peer?.close()
  await world?.close()
})
beforeEach(() => {
  peer.phone = 'scanned'
})
const signin = () => world.running.services.signin
const problemOf = (address: string) => new URL(address, ORIGIN).searchParams.get('problem')

describe('signin.redirect-weixin', () => {
  it('takes no query that no address holds', async () => {
    const before = await world.stored()
    const reply = await world.call('signin.redirectWeixin', { query: { redirect: 'x'.repeat(5000) } })
    expect([reply.status, Object.keys(reply.errors)[0]]).toEqual([422, 'redirect'])
    expect(await world.stored()).toBe(before)
  })

  it('signs in by the documented addresses and parameters', async () => {
    const visitor = makeVisitor(world)
    const { location } = await visitor.go('/auth/weixin?redirect=%2Fcompany%2Facme&type=3')
    const page = new URL(location)
    expect([page.pathname, page.hash]).toEqual(['/connect/qrconnect', '#wechat_redirect'])
    expect(Object.fromEntries(page.searchParams)).toEqual({
      appid: APP_ID,
      redirect_uri: `${ORIGIN}/auth/weixin/callback`,
      response_type: 'code',
      scope: 'snsapi_login',
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await visitor.follow(location)).toBe('/company/acme')
    const identity = await world.db.selectFrom('identity').selectAll().executeTakeFirstOrThrow()
    expect(identity).toMatchObject({ kind: 'weixin', issuer: APP_ID, subject: peer.person.openid, name: '小明', user_id: (await visitor.who())?.id })
  })

  it('shows the code in a frame whose policy lets that page in and nothing else', async () => {
    peer.phone = 'waiting'
    const visitor = makeVisitor(world)
    const { location } = await visitor.go('/auth/weixin?frame=1&type=3')
    expect(location).toMatch(/^\/auth\/weixin\/frame\?state=[\w-]{43}$/)
    const frame = await visitor.go(location)
    expect(frame.status).toBe(200)
    expect(String(frame.headers['content-security-policy'])).toMatch(
      new RegExp(`^default-src 'none'; style-src 'nonce-[^']+'; frame-src ${peer.address}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'$`),
    )
    const src = /<iframe[^>]* src="([^"]+)"/.exec(frame.body)?.[1]?.replace(/&#38;/g, '&') ?? ''
    const { href, ...asked } = Object.fromEntries(new URL(src).searchParams)
    expect(asked).toMatchObject({ login_type: 'jssdk', self_redirect: 'default' })
    // The size of the code that the frame has room for.
    expect(Buffer.from(String(href).replace('data:text/css;base64,', ''), 'base64').toString()).toContain('.qrcode{width:140px')
    expect(frame.body).toContain('sandbox="allow-scripts allow-same-origin allow-forms allow-top-navigation"')
    const poll = await visitor.go(src.replace('/connect/qrconnect', '/poll'))
    expect(poll.body).toBe('')
    peer.phone = 'scanned'
    const { body } = await visitor.go(src.replace('/connect/qrconnect', '/poll'))
    expect(await visitor.follow(body)).toBe('/home')
    const late = await visitor.go(location)
    expect(late.status).toBe(410)
    expect(late.body).not.toContain('<iframe')
    expect((await makeVisitor(world).go(location)).status).toBe(410)
    expect((await visitor.go('/auth/weixin/frame?state=%22%3E%3Cscript%3E&state=x')).status).toBe(410)
  })

  it('tells that the phone refused', async () => {
    peer.phone = 'refused'
    expect(await makeVisitor(world).follow('/auth/weixin?type=3')).toBe('/login?type=3&problem=signin.refused')
  })

  it('takes a code and a state once, and no code that is none', async () => {
    const visitor = makeVisitor(world)
    const until = (url: URL) => url.pathname.endsWith('/callback')
    const back = await visitor.follow('/auth/weixin', { until })
    expect(await visitor.follow(back)).toBe('/home')
    expect(problemOf(await visitor.follow(back))).toBe('signin.stateUnknown')
    const next = new URL(await visitor.follow('/auth/weixin', { until }), ORIGIN)
    next.searchParams.set('code', new URL(back, ORIGIN).searchParams.get('code') ?? '')
    expect(problemOf(await visitor.follow(next.href))).toBe('signin.proofWrong')
    expect(problemOf(await makeVisitor(world).follow(back))).toBe('signin.stateUnknown')
  })

  it('is refused while it is switched off, and tells that WeChat is away', async () => {
    await signin().methods.save('weixin', { apiGateway: 'http://127.0.0.1:1' }, world.ids.sue)
    expect(problemOf(await makeVisitor(world).follow('/auth/weixin'))).toBe('signin.providerAway')
    await signin().methods.save('weixin', settings, world.ids.sue)
    await signin().methods.setEnabled('weixin', false, world.ids.sue)
    expect((await makeVisitor(world).go('/auth/weixin?frame=1')).location).toBe('/auth/weixin/frame?problem=signin.methodOff')
    // In the frame a sentence and the way back stand in place of the code, not the sign-in page.
    const told = await makeVisitor(world).go('/auth/weixin/frame?problem=signin.methodOff')
    expect(told.status).toBe(410)
    expect(told.body).toContain('This way to sign in is switched off')
    expect(told.body).toContain('<a target="_top" href="/login?type=3">Try again</a>')
    await signin().methods.setEnabled('weixin', true, world.ids.sue)
  })

  it('is tried step by step', async () => {
    const run = async (more: Partial<WeixinSettings> = {}) => {
      const said: string[] = []
      for await (const step of steps({ ...DEFAULTS.weixin, ...settings, ...more })) said.push(`${step.ok ? '+' : '-'}${step.name}`)
      return said.join(' ')
    }
    const way = '+address +dns +connect +address +dns +connect'
    expect(await run()).toBe(`${way} +application`)
    expect(await run({ appSecret: 'wrong' })).toBe(`${way} -application`)
    expect(await run({ appId: 'wrong' })).toBe(`${way} -application`)
    expect(await run({ appId: '' })).toBe(`${way} -application`)
    expect(await run({ pageGateway: 'x' })).toBe('-address')
  })
})
