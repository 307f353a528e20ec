// The browser's files, and the page that starts the console with what it needs first already inside.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { TEMPLATE_FILES, TEMPLATE_FOLDER } from './services/template/index.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '../contract-schema.ts'
import type { CallTypes } from '../generated/types.ts'
import { say, type Locale } from '../messages.ts'
import { hasHosts, NO_HOSTS } from '../outside-hosts.ts'
import { isFramable, matchRoute, pagesShownAt, type Match, type Route } from '../routes.ts'
import { generalGetConfig } from './calls/general/getConfig.ts'
import { generalSession } from './calls/general/session.ts'
import { generalSite } from './calls/general/site.ts'
import type { Config } from './config.ts'
import { isOpenedByHand } from './leaving.ts'
import { ApiError, refusal } from './errors.ts'
import { projectRoot } from './root.ts'
import { localeOf } from './routing.ts'
import { ownerOfPages, sessionOf } from './who.ts'
import { allowFrames, allowHosts } from './security.ts'
import { createEmbedFrame, frameAgain, isEmbedFrame } from './embed-frame.ts'
import { createShareFrame, hideShares, isShareFrame, shareStatus } from './share-frame.ts'
import type { Services } from './services/index.ts'

type Words = Record<string, string>
type Theme = 'light' | 'dark' | 'system'

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
/** JSON that cannot end the data block it stands in. */
const asData = (value: unknown) => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

const isSafeAsked = (request: FastifyRequest) => new URL(request.url, 'http://here').searchParams.get('safe') === '1'

/** Language of the page: what the person chose, else what the browser asks for. */
function pageLocale(request: FastifyRequest): Locale {
  const chosen = request.cookies.tessera_locale
  return chosen === 'zh-CN' || chosen === 'en-US' ? chosen : localeOf(request)
}

const themeOf = (request: FastifyRequest): Theme => {
  const chosen = request.cookies.tessera_theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export async function registerWeb(app: FastifyInstance, services: Services, config: Config) {
  const folder = join(projectRoot, 'dist/web')
  const file = join(folder, 'index.html')
  const built = existsSync(file)
  let html = ''
  let readAt = 0
  /** The built page; read again when a new build has taken its place. */
  function startPage(): string {
    const { mtimeMs } = statSync(file)
    if (mtimeMs !== readAt) {
      html = readFileSync(file, 'utf8')
      readAt = mtimeMs
    }
    return html
  }
  if (built) {
    await app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      decorateReply: false,
      // Anybody may have them, the frame of a share among them, which is of no origin.
      setHeaders: reply => void reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin'),
    })
  }
  if (existsSync(TEMPLATE_FOLDER))
    await app.register(fastifyStatic, { root: TEMPLATE_FOLDER, prefix: `${TEMPLATE_FILES}/`, maxAge: '1h', decorateReply: false })
  const pictures = join(projectRoot, 'docs/product/images')
  if (existsSync(pictures)) await app.register(fastifyStatic, { root: pictures, prefix: '/docs-images/', maxAge: '1h', decorateReply: false })

  const words = (area: string): Promise<Words> => services.liveScreens.words(area, 'zh-CN')

  async function whoIs(request: FastifyRequest): Promise<CallTypes['general.session']['data']> {
    try {
      const session = await sessionOf(request, services)
      // The call itself, so that page and call can never say different things.
      return (await generalSession({ params: {}, query: {}, body: {} }, { ...services, session } as never)) as CallTypes['general.session']['data']
    } catch (error) {
      request.log.warn({ err: error }, 'the session cannot be read')
      return { user: null, csrfToken: '', companies: [] }
    }
  }

  type Session = Awaited<ReturnType<typeof whoIs>>
  type Tables = CallTypes['general.site']['data']

  /** The table of addresses and the menus for whoever asks for the page; the call itself, as above. */
  async function tablesFor(request: FastifyRequest, { user }: Session): Promise<Tables> {
    const safe = isSafeAsked(request) ? ('1' as const) : undefined
    const who = user ? { user: { id: user.id, isSuper: user.isPlatformSuper } } : {}
    return (await generalSite({ params: {}, query: { safe }, body: {} }, { ...services, ...who, etag: () => {} } as never)) as Tables
  }

  /** What the document of an organisation's pages may show of other hosts; nothing for those who may not open them. */
  async function hostsFor(request: FastifyRequest, match: Match | undefined) {
    const shown = match && pagesShownAt(match)
    if (!shown) return undefined
    try {
      const owner = await ownerOfPages(request, services, match.route.access as Access, shown)
      const hosts = owner ? await services.outsideHosts.of(owner.id) : NO_HOSTS
      return owner && hasHosts(hosts) ? { companyKey: owner.key, ...hosts } : undefined
    } catch (error) {
      request.log.warn({ err: error }, 'what pages may show of other hosts cannot be read')
      return undefined
    }
  }

  /** The file of the platform's theme; none in safe mode, and none that cannot be read: the shipped look always works. */
  async function lookFor(request: FastifyRequest): Promise<string> {
    if (isSafeAsked(request) || !services.installation.databaseReady) return ''
    try {
      return await services.sharedThemes.platformFile()
    } catch (error) {
      request.log.warn({ err: error }, 'the theme of the platform cannot be read')
      return ''
    }
  }

  /** The file of the theme that a page is drawn with, of an app or of the console: in the document, so that no other look is seen first. */
  async function themeFor(request: FastifyRequest, match: Match | undefined, look: string): Promise<string> {
    const { route, params } = match ?? {}
    const { companyKey, appUrlKey } = params ?? {}
    // The editor of themes shows its own there.
    if (route?.path === '/preview/theme' || isSafeAsked(request)) return ''
    if (!route || !services.installation.databaseReady) return look
    try {
      if (route.layout === 'runtime' && companyKey && appUrlKey) return await services.themes.fileFor(companyKey, appUrlKey)
      const redirect = route.screen === 'signin.page' ? (new URL(request.url, 'http://here').searchParams.get('redirect') ?? '') : ''
      const [, company, app] = /^\/company\/([^/?#]+)\/app\/([^/?#]+)/.exec(redirect) ?? []
      // The app's own page alone: the console's sign-in is the console's.
      return company && app && (await services.apps.loginPageFor(redirect)) ? await services.themes.fileFor(company, app) : look
    } catch (error) {
      request.log.warn({ err: error }, 'the theme of an app cannot be read')
      return look
    }
  }

  async function bootData(request: FastifyRequest, locale: Locale, route: Route | undefined, session: Session, { routes, menus, companyMenus }: Tables) {
    const settings = await generalGetConfig({ params: {}, query: {}, body: {} }, { ...services, session: undefined } as never)
    // Nobody is let in by it: the shipped screen is no secret.
    const safe = isSafeAsked(request)
    // Only a screen that anybody may see is put in; the others come when the browser knows that it will show them.
    const asked = new URL(request.url, 'http://here').searchParams
    const redirect = asked.get('redirect') ?? ''
    // An app may have a sign-in page of its own; the browser then asks for that one.
    const replaced =
      route?.screen === 'signin.page' && services.installation.databaseReady && redirect.startsWith('/company/') && !asked.has('standard')
        ? await services.apps.loginPageFor(redirect)
        : null
    const screen =
      !replaced && route?.access === 'anyone' && route.layout === 'blank' && route.screen
        ? (await services.liveScreens.get(route.screen, { userId: session.user?.id }, { safe }))?.screen
        : undefined
    const area = screen?.id.split('.')[0]
    const dictionary: Record<string, Words> = {}
    if (locale !== 'en-US') for (const name of ['shell', ...(area ? [area] : [])]) dictionary[name] = await words(name)
    const signsOut = route?.path === '/logout' && session.user !== null && isOpenedByHand(request.headers)
    return {
      config: settings,
      session,
      routes,
      site: menus,
      companyMenus,
      locale,
      theme: themeOf(request),
      words: dictionary,
      ...(screen && { screen }),
      ...(signsOut && { signsOut }),
    }
  }

  const drawShare = createShareFrame(folder, services, config)

  /** The frame of a share: started like the console, by somebody who is not signed in and knows of no address. */
  async function shareFrame(request: FastifyRequest, reply: FastifyReply) {
    const locale = pageLocale(request)
    const theme = themeOf(request)
    const data = {
      config: await generalGetConfig({ params: {}, query: {}, body: {} }, { ...services, session: undefined } as never),
      session: { user: null, csrfToken: '', companies: [] },
      routes: [],
      site: {},
      locale,
      theme,
      look: '',
      words: locale === 'en-US' ? {} : { shell: await words('shell') },
    }
    const boot = `<script type="application/json" id="boot">${asData(data)}</script>`
    return drawShare(request, reply, { boot, locale, dark: theme === 'dark' })
  }

  const drawEmbedded = createEmbedFrame(folder, services)

  /** The frame of an app in another site: who is signed in there comes with a ticket, not with the document. */
  async function embedFrame(request: FastifyRequest, reply: FastifyReply) {
    const asked = new URL(request.url, 'http://here').searchParams
    const locale = asked.get('lang') === 'zh-CN' ? 'zh-CN' : asked.get('lang') === 'en-US' ? 'en-US' : localeOf(request)
    const theme = asked.get('theme') === 'dark' ? 'dark' : asked.get('theme') === 'system' ? 'system' : 'light'
    const config = await generalGetConfig({ params: {}, query: {}, body: {} }, { ...services, session: undefined } as never)
    const words_ = locale === 'en-US' ? {} : { shell: await words('shell') }
    const boot = (embed: object) =>
      `<script type="application/json" id="boot">${asData({ config, session: { user: null, csrfToken: '', companies: [] }, routes: [], site: {}, locale, theme, look: '', words: words_, embed })}</script>`
    return drawEmbedded(request, reply, { boot, locale, dark: theme === 'dark' })
  }

  const sdk = join(folder, 'sdk.js')
  /** The JS SDK: one address that sites keep, so that it is asked for again from time to time. */
  app.get('/sdk.js', { config: { rateLimit: false } }, async (_request, reply) => {
    if (!existsSync(sdk)) return reply.status(503).type('text/plain').send('The browser files are not built: npm run build')
    return reply
      .header('cache-control', 'public, max-age=600')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('text/javascript; charset=utf-8')
      .send(readFileSync(sdk))
  })

  /** Probes, link previews and curl take anything: they get the page of an address that has one. */
  async function isPageFor({ method, url, headers }: FastifyRequest) {
    if ((method !== 'GET' && method !== 'HEAD') || !(headers.accept ?? '*/*').includes('*/*')) return false
    const match = matchRoute((await services.liveScreens.tables(undefined, { safe: false })).routes, url.replace(/[?#].*$/, ''))
    return match !== undefined && match.route.path !== '*'
  }

  async function page(request: FastifyRequest, reply: FastifyReply) {
    if (isShareFrame(request.url)) return shareFrame(request, reply)
    if (!config.standalone && isEmbedFrame(request.url)) return embedFrame(request, reply)
    const again = config.standalone ? undefined : frameAgain(request)
    if (again) return reply.redirect(again)
    // A shared content may lead its own frame here; nobody's session is for it to show.
    if (request.headers['sec-fetch-dest'] === 'iframe' && request.headers['sec-fetch-site'] === 'cross-site')
      return reply
        .status(403)
        .type('text/plain')
        .send(say(localeOf(request), 'There is nothing at this address'))
    const session = await whoIs(request)
    const tables = await tablesFor(request, session)
    const path = request.url.replace(/[?#].*$/, '')
    const match = matchRoute(tables.routes, path)
    if (match && isFramable(match.route)) allowFrames(reply)
    const outsideHosts = await hostsFor(request, match)
    if (outsideHosts) allowHosts(reply, outsideHosts)
    if (!built) return reply.status(503).type('text/plain').send('The browser files are not built: npm run build')
    const locale = pageLocale(request)
    const theme = themeOf(request)
    const look = await lookFor(request)
    const data = { ...(await bootData(request, locale, match?.route, session, tables)), look, ...(outsideHosts && { outsideHosts }) }
    const label = (match?.route.title ?? '').replace(/^i18n:/, '')
    const title = [locale === 'en-US' ? label : ((await words('shell'))[label] ?? label), config.siteName].filter(Boolean).join(' · ')
    const themed = await themeFor(request, match, look)
    const body = startPage()
      .replace(/<html[^>]*>/, `<html lang="${locale}"${theme === 'dark' ? ' class="is-dark"' : ''}${themed ? ` data-app-theme="${themed}"` : ''}>`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
      .replace('</head>', () => `${themed ? `<link rel="stylesheet" id="app-theme" href="/api/theme-file/${themed}">` : ''}</head>`)
      .replace('<!--boot-->', () => `<script type="application/json" id="boot">${asData(data)}</script>`)
    return reply
      .status(match?.route.path === '*' || !match ? 404 : await shareStatus(request.url, services))
      .header('cache-control', 'no-store')
      .header('vary', 'cookie, accept-language')
      .type('text/html; charset=utf-8')
      .send(body)
  }

  hideShares(app)
  // A setup page and its call share an address: who asks for HTML gets the page.
  app.addHook('onRequest', async (request, reply) => {
    if (
      request.method === 'GET' &&
      request.headers.accept?.includes('text/html') &&
      !/^\/(api|assets|component-frame)(\/|$)/.test(request.url) &&
      !request.url.startsWith('/auth/') &&
      !['/healthz', '/readyz', '/favicon.ico', '/sdk.js'].includes(request.url)
    )
      return page(request, reply)
  })
  app.setNotFoundHandler(async (request, reply) => {
    const locale = localeOf(request)
    if (await isPageFor(request)) return page(request, reply)
    if (request.url.startsWith('/assets/')) return reply.status(404).type('text/plain').send(say(locale, 'There is nothing at this address'))
    return reply.status(404).send(refusal(new ApiError('request.unknownAddress', 'There is nothing at this address', 404), locale))
  })
}
