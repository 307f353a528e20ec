// WeChat for websites on loopback, as its documentation describes it: the page with the QR code, codes that work once, tokens, the person's name.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const APP_ID = 'wx0123456789abcdef'
export const APP_SECRET = 'an-app-secret'

export async function weixinPeer(person: { openid: string; nickname: string }, { port = 0 } = {}) {
  const codes = new Map<string, string>()
  const tokens = new Map<string, string>()
  const peer = {
    address: '',
    person,
    /** What the phone did with the QR code that is shown. */
    phone: 'waiting' as 'waiting' | 'scanned' | 'refused',
    pages: [] as URL[],
    close: async () => {},
  }
  const back = (page: URL) => {
    const to = new URL(page.searchParams.get('redirect_uri') ?? '')
    if (peer.phone === 'scanned') {
      const code = randomBytes(12).toString('hex')
      codes.set(code, peer.person.openid)
      to.searchParams.set('code', code)
    }
    to.searchParams.set('state', page.searchParams.get('state') ?? '')
    return to.href
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', peer.address)
    const query = url.searchParams
    const json = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (url.pathname === '/connect/qrconnect') {
      peer.pages.push(url)
      if (query.get('appid') !== APP_ID || query.get('scope') !== 'snsapi_login') return response.end('wrong parameters')
      // Without a frame the phone decides at once, so that no script has to wait for it.
      if (query.get('login_type') !== 'jssdk' && peer.phone !== 'waiting') return response.writeHead(302, { location: back(url) }).end()
      return response.setHeader('content-type', 'text/html').end(
        // As WeChat builds it: a wide code under a title, unless the style sheet of the page around says otherwise.
        `<link rel="stylesheet" href="data:text/css,body{margin:0;text-align:center;font:14px/20px sans-serif}.title{font-size:20px;line-height:44px}.qrcode{width:282px;margin-top:15px}.info{width:280px;margin:0 auto}.status{padding:7px 14px}">` +
          (query.get('href')?.startsWith('data:text/css;base64,') ? `<link rel="stylesheet" href="${query.get('href')}">` : '') +
          `<div class="impowerBox"><div class="title">微信登录</div><svg class="qrcode lightBorder" viewBox="0 0 140 140" role="img" aria-label="QR"><rect width="140" height="140" fill="#000"/><rect x="20" y="20" width="100" height="100" fill="#fff"/></svg>` +
          `<div class="info"><div class="status status_browser"><p>请使用微信扫描二维码登录</p><p>“Tessera”</p></div></div></div>` +
          // It leads on once: a second way back would use the same state again.
          `<script>let left = false; const timer = setInterval(async () => { const to = await (await fetch('/poll' + location.search)).text(); if (to && !left) { left = true; clearInterval(timer); window.top.location.href = to } }, 300)</script>`,
      )
    }
    if (url.pathname === '/poll') return response.end(peer.phone === 'waiting' ? '' : back(url))
    if (url.pathname === '/sns/oauth2/access_token') {
      if (query.get('appid') !== APP_ID) return json({ errcode: 40013, errmsg: 'invalid appid' })
      if (query.get('secret') !== APP_SECRET) return json({ errcode: 40125, errmsg: 'invalid appsecret' })
      const openid = codes.get(query.get('code') ?? '')
      codes.delete(query.get('code') ?? '')
      if (!openid) return json({ errcode: 40029, errmsg: 'invalid code' })
      const token = randomBytes(12).toString('hex')
      tokens.set(token, openid)
      return json({ access_token: token, expires_in: 7200, refresh_token: 'r', openid, scope: 'snsapi_login', unionid: 'u1' })
    }
    if (url.pathname === '/sns/userinfo') {
      const openid = tokens.get(query.get('access_token') ?? '')
      if (!openid || openid !== query.get('openid')) return json({ errcode: 40003, errmsg: 'invalid openid' })
      return json({ openid, nickname: peer.person.nickname, sex: 0, headimgurl: '', privilege: [], unionid: 'u1' })
    }
    response.writeHead(404).end()
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  peer.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  peer.close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return peer
}
export type WeixinPeer = Awaited<ReturnType<typeof weixinPeer>>
