// The document that a shared content is drawn in: of no origin, so that nothing in it acts as the visitor. docs/decisions/share.md says why.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasHosts, NO_HOSTS, type HostLists } from '../outside-hosts.ts'
import type { Config } from './config.ts'
import { allowFrames, withHosts } from './security.ts'
import { MOST_SHARED, PREVIEW as NOT_SHARED_YET } from './services/component/index.ts'
import type { Services } from './services/index.ts'

const SHARE = /^\/share\/([^/?#]+)\/?([?#]|$)/
const FRAME = /^\/share-frame\/([A-Za-z0-9_-]{1,64})\/?([?#]|$)/
/** Before a share is made: sealed, what its author may have drawn there. */
const PREVIEW = /^\/share-frame\/preview\/([A-Za-z0-9_.-]{1,600})\/?([?#]|$)/
const OURS = /^\/(share|share-frame|api\/share)\//

/**
 * The policy of the frame. `sandbox` holds also where somebody opens its address by itself, and for frames inside; the scripts are those of this share
 * alone, the hosts those that its organisation allows, the frames its own components.
 */
export const framePolicy = (scripts: readonly string[], evaluates: boolean, hosts: HostLists = NO_HOSTS, components: readonly string[] = []): string =>
  hasHosts(hosts) ? withHosts(basePolicy(scripts, evaluates, components), hosts) : basePolicy(scripts, evaluates, components)

const basePolicy = (scripts: readonly string[], evaluates: boolean, components: readonly string[]): string =>
  [
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    `script-src ${["'self'", ...(evaluates ? ["'unsafe-eval'"] : []), ...scripts].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    'media-src data: blob:',
    "connect-src 'none'",
    `frame-src ${components.join(' ') || "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

/** A path of this origin as a source of the policy: an address with its query left out, which a policy cannot hold. */
const asSource = (address: string, origin: string) => (address.startsWith('/') ? origin + address : address).replace(/[?#].*$/, '')

/** In which the page around names the components of the share: addresses that the server handed to it, and opens again. */
const COMPONENT = 'component'
/** Sealed addresses of components that were made for this share; whatever else is named there is left out. */
export function componentsIn(
  url: string,
  { shareOf }: Pick<Services['components'], 'shareOf'>,
  of: { share: string; companyId: string | undefined },
): string[] {
  const named = new URL(url, 'http://localhost').searchParams.getAll(COMPONENT).slice(0, MOST_SHARED)
  return named.filter(token => {
    const made = /^[\w.-]{1,2000}$/.test(token) ? shareOf(token) : undefined
    return made?.share === of.share && made.companyId === of.companyId
  })
}

export const shareKeyOf = (url: string): string | undefined => {
  try {
    return decodeURIComponent(SHARE.exec(url)?.[1] ?? '') || undefined
  } catch {
    return undefined
  }
}

/** Search engines are to know of no share. */
export function hideShares(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    if (OURS.test(request.url)) reply.header('x-robots-tag', 'noindex, nofollow')
  })
}

/** The status of the page at a share's address. */
export async function shareStatus(url: string, { sharing, installation }: Services): Promise<number> {
  const key = shareKeyOf(url)
  if (!key || !installation.databaseReady) return 200
  const state = await sharing.visitors.stateOf(key)
  return state === 'open' ? 200 : state === 'expired' ? 410 : 404
}

export const isShareFrame = (url: string) => FRAME.test(url) || PREVIEW.test(url)

interface Drawing {
  /** Data that the start of the console reads, with nobody signed in. */
  boot: string
  locale: string
  dark: boolean
}

/** The document with what the server puts in. The look of the app stands in it: a document without an origin may not load it. */
export const drawn = (document: string, { boot, locale, dark, css }: Drawing & { css: string }) =>
  document
    .replace(/<html[^>]*>/, `<html lang="${locale}"${dark ? ' class="is-dark"' : ''}${css ? ' data-app-theme="share"' : ''}>`)
    .replace('<!--boot-->', () => boot)
    // Nothing that a theme writes ends the sheet: in CSS the two are the same.
    .replace('</head>', () => `${css ? `<style id="app-theme">${css.replaceAll('</', '<\\/')}</style>` : ''}</head>`)

export function createShareFrame(folder: string, services: Services, config: Config) {
  const file = join(folder, 'share-frame.html')
  return async (request: FastifyRequest, reply: FastifyReply, { boot, locale, dark }: Drawing) => {
    if (!existsSync(file)) return reply.status(503).type('text/plain').send('The browser files are not built: npm run build')
    const key = FRAME.exec(request.url)?.[1] ?? ''
    const { databaseReady } = services.installation
    const sealed = PREVIEW.exec(request.url)?.[1]
    const preview = databaseReady && sealed ? await services.sharing.preview.frameOf(sealed) : undefined
    const scripts = preview?.scripts ?? (databaseReady ? await services.sharing.visitors.scriptsOf(key) : [])
    const app = preview?.scope ?? (databaseReady ? await services.sharing.visitors.appOf(key) : undefined)
    const owner = app?.companyId
    const hosts = owner ? await services.outsideHosts.of(owner) : NO_HOSTS
    const components = databaseReady ? componentsIn(request.url, services.components, { share: preview ? NOT_SHARED_YET : key, companyId: owner }) : []
    // The shipped look always works.
    const css = app
      ? await services.themes.cssFor(app).catch(error => {
          request.log.warn({ err: error }, 'the theme of an app cannot be read')
          return ''
        })
      : ''
    const origin = config.publicUrl || `${request.protocol}://${request.host}`
    const body = drawn(readFileSync(file, 'utf8'), { boot, locale, dark, css })
    return (
      allowFrames(reply)
        .header(
          'content-security-policy',
          framePolicy(
            scripts.map(address => asSource(address, origin)),
            config.screenScripts,
            hosts,
            components.map(token => `${origin}/component-frame/${token}/`),
          ),
        )
        // The visitor's address and what led here are nobody's business.
        .header('referrer-policy', 'no-referrer')
        .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
        // It has no origin to be keyed by.
        .header('origin-agent-cluster', '?0')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(body)
    )
  }
}
