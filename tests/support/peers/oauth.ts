// A plain OAuth 2.0 provider on loopback: codes that work once, and the person's data below an address of its own.
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function oauthPeer(person: Record<string, unknown>) {
  const codes = new Map<string, { redirect: string; challenge: string }>()
  const tokens = new Set<string>()
  const peer = { address: '', person, /** How the secret came. */ secrets: [] as string[], userinfoStatus: 200, close: async () => {} }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', peer.address)
    const json = (status: number, body: unknown) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/authorize') {
      const code = randomBytes(12).toString('hex')
      codes.set(code, { redirect: url.searchParams.get('redirect_uri') ?? '', challenge: url.searchParams.get('code_challenge') ?? '' })
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return response.writeHead(302, { location: back.href }).end()
    }
    if (url.pathname === '/token') {
      let text = ''
      for await (const part of request) text += String(part)
      const form = new URLSearchParams(text)
      const basic = request.headers.authorization?.startsWith('Basic ') ? Buffer.from(request.headers.authorization.slice(6), 'base64').toString() : ''
      const secret = basic ? decodeURIComponent(basic.split(':')[1] ?? '') : form.get('client_secret')
      peer.secrets.push(basic ? 'basic' : 'post')
      if (secret !== 'third-secret') return json(401, { error: 'invalid_client' })
      const sent = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const verified =
        sent &&
        (!sent.challenge ||
          createHash('sha256')
            .update(form.get('code_verifier') ?? '')
            .digest('base64url') === sent.challenge)
      if (!sent || !verified || sent.redirect !== form.get('redirect_uri')) return json(400, { error: 'invalid_grant' })
      const token = randomBytes(12).toString('hex')
      tokens.add(token)
      return json(200, { access_token: token, token_type: 'bearer', expires_in: 60 })
    }
    if (url.pathname === '/me')
      return tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')
        ? json(peer.userinfoStatus, { data: peer.person })
        : json(401, { error: 'invalid_token' })
    return response.writeHead(404).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  peer.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  peer.close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return peer
}
