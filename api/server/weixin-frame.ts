// The document around WeChat's page with the QR code: its own policy lets that page in, so that no page of ours has to.
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { say } from '../messages.ts'
import type { Config } from './config.ts'
import { localeOf } from './routing.ts'
import { allowFrames } from './security.ts'
import type { Services } from './services/index.ts'
import { BROWSER_COOKIE } from './services/signin/index.ts'

/** Why there is no code. */
const PROBLEMS: Record<string, string> = {
  'signin.methodOff': 'This way to sign in is switched off',
  'signin.notSetUp': 'This way to sign in is not set up yet. An administrator of the platform can do that',
  'signin.providerAway': 'The other side does not answer. Try again later, or sign in another way',
}

/** The sign-in page around the frame, as it was opened. */
function pageAround(referer: string | undefined, origin: string): string {
  const url = referer && URL.canParse(referer) ? new URL(referer) : undefined
  if (url?.origin !== origin || url.pathname !== '/login') return '/login?type=3'
  url.searchParams.delete('problem')
  return `/login${url.search}`
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)

export function registerWeixinFrame(app: FastifyInstance, services: Services, config: Config) {
  app.get<{ Querystring: { state?: unknown; problem?: unknown } }>('/auth/weixin/frame', async (request, reply) => {
    const locale = localeOf(request)
    const state = typeof request.query.state === 'string' ? request.query.state : ''
    const origin = config.publicUrl || `${request.protocol}://${request.host}`
    const page =
      services.installation.databaseReady && state ? await services.signin.redirectSignin.framed(state, request.cookies[BROWSER_COOKIE], origin) : undefined
    const nonce = randomBytes(16).toString('base64')
    // The page takes the whole window along once the code was scanned; browsers allow that only where it is said.
    const content = page
      ? `<iframe title="${escapeHtml(say(locale, 'WeChat QR code'))}" src="${escapeHtml(page)}" sandbox="allow-scripts allow-same-origin allow-forms allow-top-navigation"></iframe>`
      : `<main><p>${escapeHtml(say(locale, PROBLEMS[String(request.query.problem)] ?? 'This sign-in was begun elsewhere, took too long or is done already. Try again'))}</p>` +
        `<p><a target="_top" href="${escapeHtml(pageAround(request.headers.referer, origin))}">${escapeHtml(say(locale, 'Try again'))}</a></p></main>`
    return allowFrames(reply)
      .status(page ? 200 : 410)
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; frame-src ${page ? new URL(page).origin : "'none'"}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
      )
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${escapeHtml(say(locale, 'WeChat QR code'))}</title>` +
          `<style nonce="${nonce}">html,body{margin:0;height:100%;overflow:hidden}iframe{border:0;width:100%;height:100%}main{display:grid;height:100%;align-content:center}p{margin:0;padding:4px 24px;font:13px/20px system-ui,sans-serif;text-align:center;color:#434a54}a{color:#144bcc}</style>${content}</html>`,
      )
  })
}
