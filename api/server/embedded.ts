// Pages of an app that stand in pages of other sites: their cookie beside the browser's own, and calls of those sites' scripts.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routeOf } from './route-path.ts'
import type { Services } from './services/index.ts'
import type { Call } from '../contract-schema.ts'

/** What a frame sends along: the organisation and the app address, as `acme/shop`. */
const HEADER = 'x-tessera-embedded'
const NAMED = /^([A-Za-z0-9_-]{1,50})\/([a-z0-9][a-z0-9_]{0,39}(?:-[a-z0-9]{1,20})?)$/

interface App {
  companyKey: string
  appUrlKey: string
}

/** Each app has a cookie of its own: several may stand in one page. */
export const frameCookieOf = ({ companyKey, appUrlKey }: App) =>
  `tessera_frame_${createHash('sha256').update(`${companyKey.toLowerCase()}/${appUrlKey}`).digest('hex').slice(0, 16)}`

/** The app in whose frame a page says that it stands. */
export function frameOf({ headers }: FastifyRequest): App | undefined {
  const [, companyKey, appUrlKey] = NAMED.exec(String(headers[HEADER] ?? '')) ?? []
  return companyKey && appUrlKey ? { companyKey, appUrlKey } : undefined
}

/**
 * The session that a mini-program or an exported web app sends along: those have no cookies. It is one of an app alone, so that the token of a browser's
 * session is worth nothing there. Tokens that people make for programs have a beginning of their own.
 */
export const programTokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^Bearer +([\w-]{43}) *$/i.exec(headers.authorization ?? '')?.[1]

/**
 * The token of a request's session. A frame says that it is one; pictures, files and streams cannot, and get the browser's own session where it comes
 * along, which it does in pages of the same site alone.
 */
export function tokenOf(request: FastifyRequest, own: string, address: Partial<App>, answer: Call['answer']): string | undefined {
  const { cookies } = request
  const program = programTokenOf(request)
  if (program) return program
  const frame = frameOf(request)
  if (frame) return cookies[frameCookieOf(frame)]
  if (cookies[own] || request.method !== 'GET' || (answer !== 'file' && answer !== 'events')) return cookies[own]
  const { companyKey, appUrlKey } = address
  return companyKey && appUrlKey ? cookies[frameCookieOf({ companyKey, appUrlKey })] : undefined
}

/** Sent in frames of other sites, and in each site a jar of its own. Browsers take it over HTTPS, and from this machine. */
export const FRAME_COOKIE = { path: '/', httpOnly: true, secure: true, sameSite: 'none', partitioned: true } as const

/** Tells the browser whether a script of the site that calls may read the answer. */
async function grant(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<boolean> {
  void reply.header('vary', 'origin')
  const { origin } = request.headers
  const may = !!origin && services.installation.databaseReady && (await services.embedding.mayCall(request.params as App, origin))
  if (may) void reply.header('access-control-allow-origin', origin)
  return may
}

/** Calls that pages of an app make: exported web apps stand elsewhere, and make them with their own session or as guests. */
export const isOfPages = ({ access, authority, path }: Pick<Call, 'access' | 'authority' | 'path'>) =>
  (access === 'app.access' || (access.startsWith('app.') && !!authority?.includes('page'))) && path.includes('{companyKey}') && path.includes('{appUrlKey}')

const ANSWERED = 'content-type, accept-language, authorization'
/** Browsers ask before they send the session of an exported web app along. No cookie goes with what they are allowed. */
export function answerSites(app: FastifyInstance, services: Services) {
  for (const place of ['/api/company/:companyKey/app/:appUrlKey/*', '/api/resource/:companyKey/:appUrlKey/*'])
    app.options(place, async (request, reply) => {
      if (!(await grant(request, reply, services))) return reply.status(403).send()
      return reply
        .headers({ 'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE', 'access-control-allow-headers': ANSWERED, 'access-control-max-age': '600' })
        .status(204)
        .send()
    })
}
/** Lets scripts of sites that are listed read what a call answers. */
export const readableBySites = (services: Services) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (request.headers.origin && request.headers['sec-fetch-site'] !== 'same-origin') await grant(request, reply, services)
}

/** What a call that other sites make needs besides its route: CORS for those that are listed, and nothing for the others. */
export function openToSites(app: FastifyInstance, call: Pick<Call, 'method' | 'path'>, services: Services) {
  app.options(routeOf(call.path), async (request, reply) => {
    if (!(await grant(request, reply, services))) return reply.status(403).send()
    return reply
      .headers({
        'access-control-allow-methods': call.method,
        'access-control-allow-headers': 'content-type, accept-language',
        'access-control-max-age': '600',
      })
      .status(204)
      .send()
  })
  return async (request: FastifyRequest, reply: FastifyReply) => void (await grant(request, reply, services))
}
