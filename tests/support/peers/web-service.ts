// Another system on loopback as APIs call it: it answers well, slowly, without end, packed like a bomb, and says again what it was sent.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

export const API_KEY = 'kP9-open-sesame+7/='
export const CLIENT_SECRET = 'client secret & more'

interface Got {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

const bodyOf = async (request: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

const CITIES = [
  { id: 1, name: 'Oslo', location: { country: 'NO' }, 'odd.name': 'a' },
  { id: 2, name: 'Lima', location: { country: 'PE' } },
]

export async function webService() {
  const got: Got[] = []
  const peer = {
    origin: '',
    got,
    tokens: 0,
    /** Answers so many times with 503 before it answers well. */
    failures: 0,
    calls: 0,
    close: () => new Promise<void>(resolve => (server.closeAllConnections(), server.close(() => resolve()))),
  }

  const routes: Record<string, (request: Got, response: ServerResponse, url: URL) => void | Promise<void>> = {
    '/cities': (_request, response) => json(response, { data: { items: CITIES, count: '2' }, at: 'now' }),
    '/echo': ({ method, url, headers, body }, response) => json(response, { method, url, headers, body }),
    '/echo-key': ({ headers }, response) =>
      json(response, { key: headers['x-key'], plain: API_KEY, code: Buffer.from(API_KEY).toString('base64'), url: encodeURIComponent(API_KEY), [API_KEY]: 1 }),
    '/text': (_request, response) => response.setHeader('content-type', 'text/plain').end('hello') as unknown as void,
    '/no-json': (_request, response) => response.setHeader('content-type', 'application/json').end('{"a": ') as unknown as void,
    '/picture': (_request, response) => response.setHeader('content-type', 'image/png').end(Buffer.from([1, 2, 3])) as unknown as void,
    '/nothing': (_request, response) => response.writeHead(204).end() as unknown as void,
    '/refused': (_request, response) => response.writeHead(403, { 'content-type': 'application/json' }).end(`{"error":"no ${API_KEY}"}`) as unknown as void,
    '/shaky': (_request, response) => (peer.failures-- > 0 ? void response.writeHead(503).end() : json(response, { ok: true })),
    '/slow': async (_request, response) => {
      await sleep(5000)
      json(response, { late: true })
    },
    '/drips': async (_request, response) => {
      response.setHeader('content-type', 'application/json')
      for (let at = 0; at < 100 && !response.destroyed; at++) {
        response.write(' ')
        await sleep(100)
      }
    },
    '/large': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(100 * 1024 * 1024) })
      response.write('[')
    },
    '/endless': (_request, response) => {
      response.setHeader('content-type', 'application/json')
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    },
    '/bomb': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(60 * 1024 * 1024, 32))) as unknown as void,
    '/packed': (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync('{"packed":true}')) as unknown as void,
    '/to': (_request, response, url) =>
      response.writeHead(Number(url.searchParams.get('status') ?? 302), { location: url.searchParams.get('at') ?? '/' }).end() as unknown as void,
    '/round': (_request, response) => response.writeHead(302, { location: '/round' }).end() as unknown as void,
    '/token': ({ headers, body }, response) => {
      const [id, secret] = Buffer.from((headers.authorization ?? '').slice(6), 'base64')
        .toString()
        .split(':')
      if (id !== 'shop' || new URLSearchParams(`s=${secret}`).get('s') !== CLIENT_SECRET || !body.includes('grant_type=client_credentials'))
        return void response.writeHead(401).end()
      peer.tokens++
      json(response, { access_token: `token-number-${peer.tokens}`, token_type: 'Bearer', expires_in: 3600 })
    },
    '/guarded': ({ headers }, response) => {
      if (headers.authorization !== `Bearer token-number-${peer.tokens}`) return void response.writeHead(401).end()
      json(response, { asked: headers.authorization })
    },
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://peer')
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body: await bodyOf(request) }
    got.push(one)
    peer.calls++
    const route = routes[url.pathname] ?? (url.pathname.startsWith('/orders/') ? routes['/echo'] : undefined)
    if (route) await route(one, response, url)
    else response.writeHead(404).end()
  })
  function json(response: ServerResponse, value: unknown) {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify(value))
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  peer.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return peer
}
export type WebService = Awaited<ReturnType<typeof webService>>
