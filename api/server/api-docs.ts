// /api/openapi.json and /api/docs: what the calls are, for programs and for people. Made from the contracts once per address.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contracts } from '../generated/contract.ts'
import { apiPage, apiPageScript, apiPageStyle } from './api-page.ts'
import type { Config } from './config.ts'
import { openApiDocument } from './openapi.ts'
import { projectRoot } from './root.ts'

export function registerApiDocs(app: FastifyInstance, config: Config) {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
  const here = (request: FastifyRequest) => ({ title: config.siteName, version, url: config.publicUrl || `${request.protocol}://${request.host}` })

  function send(request: FastifyRequest, reply: FastifyReply, type: string, text: string) {
    const tag = `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`
    reply.header('etag', tag).header('cache-control', 'no-cache')
    return request.headers['if-none-match'] === tag ? reply.status(304).send() : reply.type(`${type}; charset=utf-8`).send(text)
  }

  app.get('/api/openapi.json', async (request, reply) => send(request, reply, 'application/json', JSON.stringify(openApiDocument(contracts, here(request)))))
  app.get('/api/docs', async (request, reply) => send(request, reply, 'text/html', apiPage(contracts, here(request))))
  app.get('/api/docs/page.js', async (request, reply) => send(request, reply, 'text/javascript', apiPageScript))
  app.get('/api/docs/page.css', async (request, reply) => send(request, reply, 'text/css', apiPageStyle))
}
