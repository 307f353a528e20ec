// One line a call in the log: what was called, by whom, with which result and how long it took; no query values, no bodies.
import { LogController, type FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in, once known. */
    userId: string
  }
}

/** Keeps fastify's own two lines a request out; they would hold the whole address with its query. */
export const quietController = () => new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' })

export function logCalls(app: FastifyInstance) {
  app.decorateRequest('userId', '')
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { url, config } = request.routeOptions
    const line = {
      ...(config?.call && { call: config.call }),
      method: request.method,
      route: url ?? '',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.userId && { userId: request.userId }),
    }
    // Files, pages and health checks come in crowds and say little.
    if (config?.call || reply.statusCode >= 400) request.log.info(line, 'call')
    else request.log.debug(line, 'request')
  })
}
