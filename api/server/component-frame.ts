// The documents that components of apps are drawn in: of no origin, so that nothing in them acts as whoever looks. docs/decisions/custom-components.md says why.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { allowFrames, framedAnywhere } from './security.ts'
import type { Services } from './services/index.ts'

/** Files of the bundle alone, connections to nowhere. `sandbox` holds also where somebody opens such an address by itself. */
export function componentPolicy(own: string, inShare = false): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    // Everything in the frame is the component's own, so that what stands in its document is no less its own than its files.
    `script-src ${own} 'unsafe-inline'`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} data: blob:`,
    `font-src ${own} data:`,
    `media-src ${own} data: blob:`,
    "connect-src 'none'",
    "frame-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    // The frame of a share has no origin that could be named here. Whoever has an address of a share's component may see it, wherever it is drawn.
    ...(inShare ? [] : ["frame-ancestors 'self'"]),
  ].join('; ')
}

export function registerComponentFrames(app: FastifyInstance, services: Services, config: Config) {
  const headed = (reply: FastifyReply, own: string, inShare: boolean) =>
    // Without an origin the frame of a share is never the same one.
    (inShare ? framedAnywhere(reply) : allowFrames(reply))
      .header('content-security-policy', componentPolicy(own, inShare))
      .header('referrer-policy', 'no-referrer')
      .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
      // A frame without an origin asks for its own files as another site would; nobody else knows the address.
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .header('origin-agent-cluster', '?0')
      .header('x-robots-tag', 'noindex, nofollow')
  const draw = async (request: FastifyRequest<{ Params: { token: string; '*'?: string } }>, reply: FastifyReply) => {
    const { token, '*': name = '' } = request.params
    const origin = config.publicUrl || `${request.protocol}://${request.host}`
    const inShare = services.installation.databaseReady && !!services.components.shareOf(token)
    headed(reply, `${origin}/component-frame/${encodeURIComponent(token)}/`, inShare)
    const file = services.installation.databaseReady ? await services.components.fileAt(token, name) : undefined
    if (!file) return reply.status(404).header('cache-control', 'no-store').type('text/plain').send('Not found')
    return reply.header('cache-control', 'private, max-age=3600').type(file.type).send(file.content)
  }
  app.get('/component-frame/:token', draw)
  app.get('/component-frame/:token/*', draw)
}
