// A file as an answer: its name, what browsers may keep of it, and its content as it comes.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileAnswer } from './answers.ts'

export async function sendFile(reply: FastifyReply, request: FastifyRequest, { content, options }: FileAnswer) {
  const safe = options.name.replace(/[^\w.-]+/g, '_')
  if (options.etag) {
    const tag = `"${options.etag}"`
    reply.header('etag', tag).header('cache-control', `${options.isFixed ? 'public, immutable' : 'private'}, max-age=${options.maxAge ?? 0}`)
    if (request.headers['if-none-match'] === tag) return reply.status(304).send()
  }
  if (options.isPrivate) reply.header('cache-control', 'no-store')
  reply.header('content-type', options.mime)
  reply.header('content-disposition', `${options.inline ? 'inline' : 'attachment'}; filename="${safe}"; filename*=UTF-8''${encodeURIComponent(options.name)}`)
  if (options.size !== undefined) reply.header('content-length', options.size).header('x-content-length', options.size)
  return reply.send(content)
}
