// What the server is: Fastify with every contract as a route, the browser files, and the health pages.
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { contracts } from '../generated/contract.ts'
import { say } from '../messages.ts'
import { registerApiDocs } from './api-docs.ts'
import { BODY_LIMIT } from './body-limit.ts'
import type { Config } from './config.ts'
import { answerSites } from './embedded.ts'
import { ApiError, refusal } from './errors.ts'
import { registerEventStreams } from './event-streams.ts'
import { readJson } from './json-body.ts'
import { logCalls, quietController } from './request-log.ts'
import { localeOf, registerCall } from './routing.ts'
import { registerScim } from './scim-routing.ts'
import { HEADERS_OUTSIDE_ROUTES, securityHeaders } from './security.ts'
import type { Services } from './services/index.ts'
import { isOpenCall } from './services/standalone/index.ts'
import { isDatabaseAway } from './store/database.ts'
import { registerComponentFrames } from './component-frame.ts'
import { registerWeb } from './web.ts'
import { registerWeixinFrame } from './weixin-frame.ts'

/** The answer to what Node cannot parse as HTTP; there is no request to take a language from. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const [status, reason, code, english] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ([431, 'Request Header Fields Too Large', 'request.tooLarge', 'This is too large'] as const)
      : ([400, 'Bad Request', 'request.malformed', 'The request cannot be read'] as const)
  const body = JSON.stringify(refusal(new ApiError(code, english, status), 'en-US'))
  const headers = Object.entries(HEADERS_OUTSIDE_ROUTES)
    .map(pair => pair.join(': '))
    .join('\r\n')
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n${headers}\r\n\r\n${body}`,
  )
}

export async function buildApp(
  config: Config,
  makeServices: (log: FastifyInstance['log']) => Promise<Services> | Services,
): Promise<FastifyInstance & { services: Services }> {
  const app: FastifyInstance = fastify({
    logger:
      config.logLevel === 'silent'
        ? false
        : { level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization', 'req.headers["x-csrf-token"]'] },
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy || false,
    logController: quietController(),
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 8000, ignoreTrailingSlash: true },
    forceCloseConnections: true,
    // Addresses that cannot be decoded never reach a route; they get the same envelope.
    frameworkErrors: (_error, request, reply) => {
      void (reply as FastifyReply)
        .headers(HEADERS_OUTSIDE_ROUTES)
        .status(400)
        .send(refusal(new ApiError('request.malformed', 'The request cannot be read', 400), localeOf(request)))
    },
    clientErrorHandler: answerUnreadable,
  })
  // Plain text would arrive as a body that is no object.
  app.removeContentTypeParser('text/plain')
  readJson(app)
  logCalls(app)
  const services = await makeServices(app.log)

  await app.register(cookie)
  await app.register(formbody, { bodyLimit: BODY_LIMIT })
  await app.register(multipart, { limits: { fields: 100, fieldSize: 1024 * 1024, parts: 320 } })
  await app.register(rateLimit, {
    global: true,
    max: config.ratePerMinute,
    timeWindow: '1 minute',
    // A page is a hundred small files, and many people may share an address.
    allowList: request => request.url.startsWith('/assets/'),
    errorResponseBuilder: (request, context) =>
      Object.assign(new ApiError('request.tooMany', 'Too many calls. Try again in a minute', 429), { statusCode: context.statusCode }),
  })
  securityHeaders(app, config)

  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const locale = localeOf(request)
    if (error instanceof ApiError) {
      if (error.status === 503) void reply.header('retry-after', '2')
      return reply.status(error.status).send(refusal(error, locale))
    }
    if (isDatabaseAway(error)) {
      request.log.warn({ err: error }, 'the database is away')
      return reply
        .status(503)
        .header('retry-after', '2')
        .send(refusal(new ApiError('server.databaseAway', 'The database is away. Try again in a moment', 503), locale))
    }
    const status = error.statusCode ?? 500
    if (status === 413) return reply.status(413).send(refusal(new ApiError('request.tooLarge', 'This is too large', 413), locale))
    if (status === 415) return reply.status(415).send(refusal(new ApiError('request.mediaType', 'This kind of content is not accepted here', 415), locale))
    if (status >= 400 && status < 500)
      return reply.status(status).send(refusal(new ApiError('request.malformed', 'The request cannot be read', status), locale))
    request.log.error({ err: error }, 'call failed')
    return reply
      .status(500)
      .send({ status: 500, msg: say(locale, 'Something went wrong on our side. Quote {id} when you report it', { id: request.id }), code: 'server.failed' })
  })

  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 0, msg: '', data: {} }))
  // Asked every second by whoever spreads the load: known without a question to the database, once it was ready.
  app.get('/readyz', { config: { rateLimit: false } }, async (_request, reply) => {
    try {
      if (!services.installation.databaseAlive) throw new Error('the database does not answer')
      const step = await services.installation.step()
      return { status: 0, msg: '', data: { setup: step } }
    } catch (error) {
      app.log.warn({ err: error }, 'not ready')
      return reply
        .status(503)
        .header('retry-after', '2')
        .send({ status: 503, msg: 'The database is away. Try again in a moment', code: 'server.databaseAway', data: {} })
    }
  })

  registerEventStreams(app)
  // An installation of one application has no addresses for the rest.
  const offered = config.standalone ? contracts.filter(({ id }) => isOpenCall(id)) : contracts
  answerSites(app, services)
  for (const contract of offered) if (contract.access !== 'scim') registerCall(app, contract, services, config)
  await registerScim(
    app,
    offered.filter(contract => contract.access === 'scim'),
    services,
    config,
  )
  registerWeixinFrame(app, services, config)
  registerComponentFrames(app, services, config)
  if (!config.standalone) registerApiDocs(app, config)
  await registerWeb(app, services, config)
  return Object.assign(app, { services })
}
