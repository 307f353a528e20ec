// Headers of every answer. amis and its editor run under this policy; see docs/decisions/strict-csp.md.
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { HostKind, HostLists } from '../outside-hosts.ts'
import type { Config } from './config.ts'

/** The policy as one line, for answers that no route and so no hook of helmet gives. */
const policy = (directives: Record<string, string[]>) =>
  Object.entries(directives)
    .map(([name, values]) => `${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)} ${values.join(' ')}`)
    .join(';')

const DIRECTIVES = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  workerSrc: ["'self'", 'blob:'],
  // The picture that is being cut to size is read from the page itself.
  connectSrc: ["'self'", 'blob:'],
  frameSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  // What may be shown in a frame says so itself (`allowFrames`): a page of the console inside somebody's page would be clicked without being seen.
  frameAncestors: ["'none'"],
}

/** What an answer outside the routes carries, such as one to an address that cannot be decoded. */
export const HEADERS_OUTSIDE_ROUTES = {
  'content-security-policy': policy(DIRECTIVES),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

export function securityHeaders(app: FastifyInstance, { screenScripts }: Pick<Config, 'screenScripts'>) {
  void app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      // The installation lets screens and pages run JavaScript of their own: amis compiles it from texts.
      directives: screenScripts ? { ...DIRECTIVES, scriptSrc: [...DIRECTIVES.scriptSrc, "'unsafe-eval'"] } : DIRECTIVES,
    },
    // The server speaks plain HTTP behind a proxy or on loopback; the proxy that has the certificate sets this.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
}

/** Lets pages of this origin show this answer in a frame. */
export function allowFrames(reply: FastifyReply) {
  const given = reply.getHeader('content-security-policy')
  if (typeof given === 'string') reply.header('content-security-policy', given.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
  return reply.header('x-frame-options', 'SAMEORIGIN')
}

/** Lets this answer be shown in frames wherever its own policy does not say otherwise. Where it was set for all answers it is kept beside the reply. */
export function framedAnywhere(reply: FastifyReply) {
  reply.raw.removeHeader('x-frame-options')
  return reply.removeHeader('x-frame-options')
}

/** Lets pages of these origins show this answer in a frame, and no others. */
export function framedBy(reply: FastifyReply, origins: readonly string[]) {
  const given = reply.getHeader('content-security-policy')
  if (typeof given === 'string') reply.header('content-security-policy', given.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`))
  return reply
}

/** What of the policy each kind widens, and what holds where the policy does not say. Nothing else of it is ever widened. */
const SHOWS: Record<HostKind, { directive: string; otherwise: string }> = {
  pictures: { directive: 'img-src', otherwise: "'self'" },
  media: { directive: 'media-src', otherwise: "'self'" },
  frames: { directive: 'frame-src', otherwise: "'self'" },
}

/** A policy that also shows pictures, media and frames of these hosts. */
export function withHosts(policy: string, hosts: HostLists): string {
  const lines = policy.split(';').map(line => line.trim())
  for (const [kind, { directive, otherwise }] of Object.entries(SHOWS)) {
    const list = hosts[kind as HostKind]
    if (!list.length) continue
    const at = lines.findIndex(line => line.startsWith(`${directive} `))
    const kept = (at < 0 ? otherwise : (lines[at] as string).slice(directive.length + 1)).split(' ').filter(source => source !== "'none'")
    lines.splice(at < 0 ? lines.length : at, at < 0 ? 0 : 1, [directive, ...kept, ...list].join(' '))
  }
  return lines.join('; ')
}

/** Lets this answer's document show pictures, media and frames of hosts that its organisation allows. */
export function allowHosts(reply: FastifyReply, hosts: HostLists) {
  const given = reply.getHeader('content-security-policy')
  if (typeof given === 'string') reply.header('content-security-policy', withHosts(given, hosts))
}
