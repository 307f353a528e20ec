// The browser's files, and the page that starts the console with what it needs first already inside.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { ApiError, refusal } from './errors.ts'
import { projectRoot } from './root.ts'
import { localeOf } from './routing.ts'
import type { Services } from './services/index.ts'

export async function registerWeb(app: FastifyInstance, services: Services, _config: Config) {
  const folder = join(projectRoot, 'dist/web')
  const built = existsSync(join(folder, 'index.html'))
  const html = built ? readFileSync(join(folder, 'index.html'), 'utf8') : ''
  if (built) {
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      decorateReply: false,
    })
  }

  async function page(_request: FastifyRequest, reply: FastifyReply) {
    if (!built) return reply.status(503).type('text/plain').send('The browser files are not built: npm run build')
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
  }

  // A setup page and its call share an address: who asks for HTML gets the page.
  app.addHook('onRequest', async (request, reply) => {
    if (
      request.method === 'GET' &&
      request.headers.accept?.includes('text/html') &&
      !/^\/(api|assets)\//.test(request.url) &&
      !request.url.startsWith('/auth/') &&
      !['/healthz', '/readyz'].includes(request.url)
    )
      return page(request, reply)
  })
  app.setNotFoundHandler(async (request, reply) =>
    reply.status(404).send(refusal(new ApiError('request.unknownAddress', 'There is nothing at this address', 404), localeOf(request))),
  )
  void services
}
