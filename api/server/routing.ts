// One contract → one route: who is it, may they, is the input right, act, is the answer right, write it down.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallId } from '../generated/calls.ts'
import { ownWords, validators } from '../generated/validators.ts'
import type { Access, Call } from '../contract-schema.ts'
import { wantedLanguages } from '../models/languages.ts'
import { fieldErrors, say, typeSentence, type Locale } from '../messages.ts'
import { EventAnswer, FileAnswer, Redirect, Special } from './answers.ts'
import { bodyLimitOf } from './body-limit.ts'
import { handlers } from './calls/index.ts'
import type { Config } from './config.ts'
import { FRAME_COOKIE, frameCookieOf, frameOf, isOfPages, openToSites, programTokenOf, readableBySites, tokenOf } from './embedded.ts'
import { ApiError, refusal } from './errors.ts'
import { sendEvents } from './event-streams.ts'
import { sendFile } from './file-answers.ts'
import type { Request } from './handler.ts'
import { bytesOf, completeBody, schemaFieldOf } from './json-body.ts'
import { maskedPath, outcome } from './services/foundation/audit.ts'
import { isBeat } from './services/log/index.ts'
import { scopeOf, judge, NOBODY, type Address, type Who } from './services/foundation/access/index.ts'
import { bearerOf, checkTokenInput, type TokenUse } from './services/foundation/access/tokens.ts'
import { AUTHORITY_HEADER, FULL, read, suffices, type Authority } from './services/foundation/access/authority.ts'
import { routeOf } from './route-path.ts'
import type { Services } from './services/index.ts'
import type { Session } from './services/foundation/sessions.ts'
import { findUnusable } from './text-check.ts'
import { readMultipart, removeUploads } from './uploads.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the contract behind a route. */
    call?: string
  }
}

const SAFE = new Set(['GET', 'HEAD'])
/** The role of an app that a preview looks at it as. */
const ROLE_HEADER = 'x-tessera-role'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const SESSION_COOKIE = 'tessera_session'

/** The reader's language out of what is offered; English otherwise. */
export function localeOf(request: FastifyRequest): Locale {
  return /^\s*zh/i.test(request.headers['accept-language'] ?? '') ? 'zh-CN' : 'en-US'
}

/** Who sends a request, while the database can be asked, and what its address names. */
async function whoOf(request: FastifyRequest, services: Services, address: Address = {}, withFacts = false, answer?: Call['answer']): Promise<Who> {
  const token = tokenOf(request, SESSION_COOKIE, address, answer)
  if (!token || !services.installation.databaseReady) return NOBODY
  const who = await services.access.find(token, address, { withFacts })
  return programTokenOf(request) && !who.session?.appId ? NOBODY : who
}

/** The same, and for somebody who is not signed in the app that lets guests in. */
async function whoOrGuest(request: FastifyRequest, services: Services, address: Address, withFacts: boolean, answer?: Call['answer']): Promise<Who> {
  const who = await whoOf(request, services, address, withFacts, answer)
  return who.session || !services.installation.databaseReady ? who : services.access.findForGuest(address)
}

/** The session of a request's cookie, while the database can be asked. */
export const sessionOf = async (request: FastifyRequest, services: Services): Promise<Session | undefined> => (await whoOf(request, services)).session

/** The organisation whose pages somebody asks for, where a call with this access would let that person in. */
export async function ownerOfPages(request: FastifyRequest, services: Services, access: Access, address: Address) {
  const { session, company, app } = await whoOrGuest(request, services, address, false)
  return judge(access, { user: session?.user, company, app, setupPending: false, address }) === 200 ? company : undefined
}

/** A place named `path` at the end of an address takes the rest, slashes and all; the router calls it `*`. */
function restOfAddress(request: FastifyRequest) {
  const params = request.params as Record<string, string>
  if (params['*'] === undefined) return
  params.path = params['*']
  delete params['*']
}

/** Calls about screens name the organisation and the app in the query: the same call serves all levels. */
const isByQuery = (call: Call) => call.access.startsWith('screen.')

/** The app that headers name; what an address could not hold names nothing. */
function inHeaders({ headers }: FastifyRequest): Address {
  const named = { companyKey: headers['x-company-key'], appUrlKey: headers['x-app-key'] }
  return validators['app.get'].params(named) ? (named as Address) : {}
}

/** A preview names the role that an app is looked at as: what is asked for in the app is answered to that role, and only to who manages the app. */
async function asAskedRole(call: Call, { headers }: FastifyRequest, who: Who, services: Services): Promise<Who> {
  const roleId = headers[ROLE_HEADER]
  if (typeof roleId !== 'string' || roleId === '' || !call.access.startsWith('app.')) return who
  const seen = who.app?.rights.manager && UUID.test(roleId) ? await services.access.asRole(who, roleId) : undefined
  if (!seen) throw new ApiError('access.denied', 'You are not allowed to do this', 403)
  return seen
}

/** Who makes a call, with the organisation and app of its address. */
async function identify(
  call: Call,
  request: FastifyRequest,
  query: Address,
  services: Services,
): Promise<{ who: Who; step: string; address: Address; token?: TokenUse }> {
  const step = await services.installation.step()
  if (!services.installation.databaseReady && call.access !== 'anyone' && call.access !== 'setup') {
    throw new ApiError('setup.pending', 'The installation is not finished yet', 503, { data: { redirect: step } })
  }
  const params = request.params as Record<string, string>
  const scoped = call.access.startsWith('company.') || call.access.startsWith('app.')
  // Some addresses spell out the environment: {appKey}-dev.
  const inPath = () => ({ companyKey: params.companyKey, appUrlKey: params.appUrlKey ?? (params.appKey && `${params.appKey}-dev`) })
  const address =
    call.scope === 'headers' ? inHeaders(request) : isByQuery(call) ? { companyKey: query.companyKey, appUrlKey: query.appUrlKey } : scoped ? inPath() : {}
  const reads = wantedLanguages(request.headers['accept-language'] ?? '')
  const reading = (who: Who): Who => {
    // What is worked on is closed where one application runs: only what is published is there.
    if (services.config.standalone && who.app?.tag === 'dev') return { ...who, app: undefined }
    return who.app ? { ...who, app: { ...who.app, reads } } : who
  }
  // A script of another site acts for itself.
  if (call.crossOrigin) return { step, address, who: NOBODY }
  const bearer = services.installation.databaseReady ? bearerOf(request.headers.authorization) : undefined
  if (bearer) {
    const { who, use } = await services.accessTokens.find(bearer, call.id as CallId, address)
    return { step, address, who: reading(who), token: use }
  }
  const who = await (call.access === 'app.access' ? whoOrGuest : whoOf)(
    request,
    services,
    address,
    params.dmKey !== undefined || call.id === 'data.events',
    call.answer,
  )
  return { step, address, who: reading(await asAskedRole(call, request, who, services)) }
}

/** Who acts. A session of an initial password may only set a new one: for calls that are open to anyone it counts as not signed in. */
const actorOf = (call: Call, session: Session | undefined) => (call.access === 'anyone' && session?.user.passwordIsInitial ? undefined : session?.user)

/** Who acts, limited to what the page that the request comes from may do. */
function limit(call: Call, request: FastifyRequest, who: Who): { who: Who; what: string } {
  const found = authorityOf(call, request, who)
  if (!found && (call.access !== 'anyone' || !SAFE.has(call.method))) throw outOfDate()
  if (!found) return { who: NOBODY, what: '' }
  if (!suffices(found.authority, call, who))
    throw new ApiError('access.elsewhere', 'This page may not do this: it reaches no further than the place it belongs to', 403)
  return { who, what: found.what }
}

/** Refuses unless the contract's access lets this person through. */
function admit(call: Call, { session, company, app }: Who, address: Address, step: string) {
  const verdict = judge(call.access, { user: session?.user, company, app, setupPending: step !== '', address })
  if (verdict === 401) throw new ApiError('access.signedOut', 'Please sign in', 401)
  if (verdict === 403) throw new ApiError('access.denied', 'You are not allowed to do this', 403)
  if (verdict === 404) throw new ApiError('access.unknown', 'There is no such organisation or app', 404)
  if (session?.user.passwordIsInitial && call.access !== 'anyone' && call.id !== 'setup.setPassword')
    throw new ApiError('access.passwordInitial', 'Choose a password of your own first', 403)
}

/** Calls that are about any session, that of an app alone too. */
const OF_ANY_SESSION: ReadonlySet<string> = new Set(['general.session', 'general.signOut'])

/** A session that was begun at the door of an app opens what the app's own pages ask for, and nothing else; calls that are open to anyone see nobody. */
function keepToApp(call: Call, who: Who): Who {
  const only = who.session?.appId
  if (!only || OF_ANY_SESSION.has(call.id)) return who
  if (call.access === 'anyone') return NOBODY
  const isOfApp = call.access === 'app.access' || (call.access.startsWith('app.') && call.authority?.includes('page'))
  // A site signs people in to one environment.
  const isThere = who.app?.id === only && (!who.session?.embedded || who.session.embedded === who.app.tag)
  if (!isThere || !isOfApp) throw new ApiError('access.onlyApp', 'You are signed in to one app only', 403)
  return who
}

const outOfDate = () => new ApiError('request.outOfDate', 'The page is out of date. Reload it and try again', 403)

/**
 * What this request may do at most. Our pages send a reference with every call; programs that have none are their own authors. A script in a
 * browser without one has no authority, whatever cookie goes along: nothing of ours sends that.
 */
function authorityOf(call: Call, { headers }: FastifyRequest, { session, company, app }: Who): { authority: Authority; what: string } | undefined {
  const reference = headers[AUTHORITY_HEADER]
  // A visitor has nothing to lose but his sign-in: a page of an app is told what the app lets guests have.
  if (typeof reference === 'string' && reference !== '') {
    if (!session) return { authority: { kind: 'page', companyId: company?.id ?? '', appId: app?.id ?? '', tag: app?.tag ?? '' }, what: '' }
    const found = read(reference, session.token)
    if (!found) throw outOfDate()
    return found
  }
  // A mini-program is pages of its app and nothing else.
  if (session && programTokenOf({ headers }))
    return { authority: { kind: 'page', companyId: company?.id ?? '', appId: app?.id ?? '', tag: app?.tag ?? '' }, what: '' }
  const isScript = headers['sec-fetch-dest'] === 'empty'
  return !session || !isScript || isOpen(call) ? { authority: FULL, what: '' } : undefined
}
/** Calls that browsers make before they have a reference, or cannot send one with. */
const isOpen = ({ id, answer }: Call) => id === 'general.session' || answer === 'events'

/** Host of an address, without the port that goes without saying; empty for `null` and for what is no address. */
const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : '')

/** Unlike with calls that need a token, an address typed by hand is none of our pages. */
const isFromHere = ({ headers, protocol, host }: FastifyRequest) =>
  headers['sec-fetch-site'] ? headers['sec-fetch-site'] === 'same-origin' : hostOf(headers.referer ?? '') === hostOf(`${protocol}://${host}`)

/** A page elsewhere must not act with this browser's session, nor sign it in. */
function checkOrigin(request: FastifyRequest, session: Session | undefined) {
  const site = request.headers['sec-fetch-site']
  const from = request.headers.origin
  const foreign = site ? site !== 'same-origin' && site !== 'none' : from !== undefined && hostOf(from) !== hostOf(`${request.protocol}://${request.host}`)
  const forged = session && request.headers['x-csrf-token'] !== session.csrf
  if (foreign || forged) throw new ApiError('request.forged', 'The page is out of date. Reload it and try again', 403)
}

const isPlain = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Refuses what the contract of a call does not take, at the fields; 404 where it is the address. */
export function checkInput(id: CallId, where: 'params' | 'query' | 'body', value: unknown, locale: Locale) {
  // A million lists in a list need no looking into: every input has names.
  if (!isPlain(value)) throw new ApiError('request.invalid', 'Check the form', 422, { fields: { body: typeSentence('object') } })
  const unusable = findUnusable(value)
  if (unusable && where !== 'params') throw new ApiError('request.invalid', 'Check the form', 422, { fields: { [unusable.at]: unusable.english } })
  if (unusable) throw new ApiError('request.unknownAddress', 'There is nothing at this address', 404)
  const validate = validators[id][where]
  if (validate(value)) {
    // What the coercion made of a text: no list has a page of that number.
    const wild =
      where === 'query' && Object.entries(value as object).find(([, item]) => typeof item === 'number' && !(Math.abs(item) <= Number.MAX_SAFE_INTEGER))
    if (wild) throw new ApiError('request.invalid', 'Check the form', 422, { fields: { [wild[0]]: 'This is too large' } })
    return
  }
  const fields = fieldErrors(validate.errors ?? [], ownWords[`${id}.${where}`] ?? {}, locale)
  if (where === 'params') throw new ApiError('request.unknownAddress', 'There is nothing at this address', 404)
  throw new ApiError('request.invalid', 'Check the form', 422, { fields })
}

/** A body of another kind than the contract's is not taken for an empty one. */
function checkKind(request: FastifyRequest, kind: Call['bodyKind']) {
  const type = request.headers['content-type']
  if (type === undefined || kind === 'multipart') return
  const json = /^application\/(json|[\w.-]+\+json)\b/i.test(type)
  if (json || (kind === 'form' && /^application\/x-www-form-urlencoded\b/i.test(type))) return
  throw new ApiError('request.mediaType', 'This kind of content is not accepted here', 415)
}

/** The page of the console or app that a call came from; what it was searched for is nobody's business. */
function pageOf(request: FastifyRequest): string | undefined {
  const from = request.headers.referer ?? ''
  return URL.canParse(from) ? new URL(from).pathname : undefined
}

export function registerCall(app: FastifyInstance, call: Call, services: Services, config: Config) {
  const id = call.id as CallId
  const unsafe = !SAFE.has(call.method)

  async function run(request: FastifyRequest, reply: FastifyReply) {
    const locale = localeOf(request)
    let who = NOBODY
    let token: TokenUse | undefined
    let screen = ''
    let subject = ''
    let uploads: Request['files'] = []
    let body: Record<string, unknown> = {}
    let status = 0
    let http = 200
    let refused: ApiError | undefined
    let done: Record<string, unknown> = {}
    let complete: Awaited<ReturnType<Services['audit']['begin']>> | undefined
    const isLogged = () => unsafe && !isBeat(id) && !call.keepsNothing && services.installation.databaseReady
    const entry = () => ({
      requestId: request.id,
      userId: who.session?.user.id,
      companyId: who.company?.id,
      appId: who.app?.id,
      call: id,
      path: maskedPath(request.url, request.params as Record<string, string>),
      ip: request.ip,
      agent: request.headers['user-agent'] ?? '',
      // A body that is no object is refused; its text would spread into one entry a letter.
      input: { ...(isPlain(body) && body), ...(uploads.length && { files: uploads.map(u => ({ name: u.name, size: u.size })) }) },
      secrets: call.secrets,
      method: call.method,
      contentType: request.headers['content-type'] ?? '',
      context: {
        environment: who.app?.tag,
        page: pageOf(request),
        ...(screen && { screen }),
        // A key that reads like a secret would be masked.
        ...(token && { program: token.told }),
        ...(subject && { subject }),
        language: locale,
        address: request.ip,
      },
      headers: request.headers,
    })
    try {
      restOfAddress(request)
      // Before the database is asked for them: an address may hold what no column can.
      checkInput(id, 'params', request.params, locale)
      // A filter that is left empty is sent along as an empty text, and means that there is none.
      const query = Object.fromEntries(Object.entries(request.query as Record<string, unknown>).filter(([, value]) => value !== ''))
      if (isByQuery(call)) checkInput(id, 'query', query, locale)
      const found = await identify(call, request, query, services)
      // Known before the refusal, so that the log tells who was refused.
      who = found.who
      token = found.token
      if (token?.refusal) throw token.refusal
      admit(call, who, found.address, found.step)
      const limited = limit(call, request, who)
      who = limited.who
      screen = limited.what
      request.userId = who.session?.user.id ?? ''
      if (unsafe) {
        // No browser sends a token by itself: nobody can forge a call with it.
        if (!call.crossOrigin && !programTokenOf(request)) checkOrigin(request, token ? undefined : who.session)
        checkKind(request, call.bodyKind)
      }
      const seen = keepToApp(call, who)
      if (call.bodyKind === 'multipart') ({ fields: body, files: uploads } = await readMultipart(request, call))
      else body = await completeBody(request, services.workers)
      if (!isByQuery(call)) checkInput(id, 'query', query, locale)
      checkInput(id, 'body', body, locale)
      if (token) checkTokenInput(token, id, body)
      const again = async () => {
        const next = await identify(call, request, query, services)
        if (next.token?.refusal) throw next.token.refusal
        admit(call, next.who, next.address, next.step)
        const { session, company, app } = keepToApp(call, limit(call, request, next.who).who)
        return { user: actorOf(call, session), company, app }
      }

      const context = {
        ...services,
        ...contextOf(request, reply, seen, uploads, services, config),
        again,
        user: actorOf(call, seen.session),
        company: seen.company,
        app: seen.app,
        scope: seen.app && { ...scopeOf(seen.app), tag: seen.app.tag },
      }
      const handler = handlers[id] as unknown as (input: unknown, context: unknown) => Promise<unknown>
      if (isLogged() && who.app) subject = await services.operationLog.subjectOf(scopeOf(who.app), request.params as Record<string, string>, body)
      if (isLogged()) complete = await services.audit.begin(entry())
      const answer = await handler({ params: request.params, query, body }, context)
      if (reply.sent) return
      if (answer instanceof FileAnswer) return await sendFile(reply, request, answer)
      if (answer instanceof EventAnswer) {
        const token = who.session?.token ?? ''
        return sendEvents(app, request, reply, answer, {
          key: token || request.ip,
          isVisitor: !token,
          isAlive: answer.options.isStillFor ?? (async () => !token || !!(await services.access.find(token, {})).session),
        })
      }
      if (answer instanceof Redirect) return await reply.redirect(answer.to)
      const special = answer instanceof Special ? answer : undefined
      const data = (special ? special.data : answer) as Record<string, unknown>
      if (config.checkAnswers && !special) checkAnswer(id, data)
      const tag = reply.getHeader('etag')
      if (tag && request.headers['if-none-match'] === tag) return await reply.status(304).send()
      status = special?.status ?? 0
      done = outcome(data, new Set(call.secrets))
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', tag ? 'private, no-cache' : 'no-store')
      return await reply.send({ status, msg: special ? say(locale, special.english, special.values) : '', data })
    } catch (error) {
      status = http = error instanceof ApiError ? error.status : ((error as { statusCode?: number }).statusCode ?? 500)
      if (error instanceof ApiError) refused = error
      throw error
    } finally {
      await removeUploads(uploads)
      if (isLogged()) {
        const how = {
          status,
          httpStatus: http,
          code: refused?.code ?? '',
          durationMs: reply.elapsedTime,
          responseHeaders: reply.getHeaders(),
          response: refused ? { ...refusal(refused, 'en-US') } : { status, data: done },
        }
        // A refusal that cannot be written down has changed nothing; a change has its entry already.
        await (complete ? complete(how) : services.audit.record({ ...entry(), ...how })).catch(error =>
          request.log.error(
            { err: error, call: id },
            complete ? 'how a call went cannot be written to the audit log' : 'a refused call is not in the audit log',
          ),
        )
      }
    }
  }

  app.route({
    method: call.method,
    // What is not in a contract is not offered: no HEAD beside each GET.
    exposeHeadRoute: false,
    ...(call.crossOrigin ? { onRequest: openToSites(app, call, services) } : isOfPages(call) && { onRequest: readableBySites(services) }),
    bodyLimit: bodyLimitOf(call),
    url: routeOf(call.path),
    config: {
      call: id,
      completes: { schema: schemaFieldOf(call) },
      isSigned: id === 'trigger.receive',
      ...(call.ratePerMinute && { rateLimit: { max: Math.min(call.ratePerMinute, config.ratePerMinute), timeWindow: '1 minute' } }),
    },
    handler: run,
    // Refusals included, wherever they were made.
    ...(call.flagsOk && {
      preSerialization: async (_request, _reply, payload) => ({ ok: (payload as { status?: number }).status === 0, ...(payload as object) }),
    }),
  })
}

/** A header that comes once. */
function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value.trim().slice(0, 200) : ''
}

function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  who: Who,
  files: Request['files'],
  services: Services,
  config: Config,
): Omit<Request, 'again'> {
  const agent = request.headers['user-agent'] ?? ''
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure: config.secureCookies }
  return {
    requestId: request.id,
    ip: request.ip,
    agent,
    locale: localeOf(request),
    origin: config.publicUrl || `${request.protocol}://${request.host}`,
    files,
    session: who.session,
    async signIn(userId, from) {
      // A new token at every sign-in, so that one planted before is worth nothing.
      const old = request.cookies[SESSION_COOKIE]
      if (old) await services.sessions.close(old)
      const { token, maxAgeSeconds } = await services.sessions.open(userId, { ip: request.ip, agent, ...from })
      reply.setCookie(SESSION_COOKIE, token, { ...cookie, maxAge: maxAgeSeconds })
      const { session } = await services.access.find(token, {})
      if (!session) throw new Error('the session that was opened is gone')
      return session
    },
    async signInFrame(userId, of, address) {
      const name = frameCookieOf(address)
      const old = request.cookies[name]
      const there = old ? (await services.access.find(old, {})).session : undefined
      // Several parts of one page are several frames of the same person.
      if (there?.user.id === userId && there.appId === of.appId && there.embedded === of.embedded) return there
      if (old) await services.sessions.close(old)
      const { token, maxAgeSeconds } = await services.sessions.open(userId, { ip: request.ip, agent, ...of })
      reply.setCookie(name, token, { ...FRAME_COOKIE, maxAge: maxAgeSeconds })
      const { session } = await services.access.find(token, {})
      if (!session) throw new Error('the session that was opened is gone')
      return session
    },
    async signOut() {
      const frame = frameOf(request)
      const name = frame ? frameCookieOf(frame) : SESSION_COOKIE
      const token = request.cookies[name]
      if (token) await services.sessions.close(token)
      reply.clearCookie(name, frame ? FRAME_COOKIE : cookie)
    },
    callerOrigin: request.headers.origin ?? '',
    isEmbedded: frameOf(request) !== undefined || (who.session?.embedded !== undefined && !programTokenOf(request)),
    isFromHere: isFromHere(request),
    signed: { time: headerOf(request, 'x-tessera-time'), signature: headerOf(request, 'x-tessera-signature'), bytes: bytesOf(request) },
    cookie: name => request.cookies[name],
    setCookie: (name, value, seconds, path = '/') => void reply.setCookie(name, value, { ...cookie, path, maxAge: seconds }),
    etag: tag => void reply.header('etag', `"${tag}"`),
  }
}

function checkAnswer(id: CallId, data: unknown) {
  const validate = validators[id].response
  if (validate(JSON.parse(JSON.stringify(data ?? null)))) return
  const problems = (validate.errors ?? []).map(e => `${e.instancePath || '/'} ${e.keyword} ${JSON.stringify(e.params)}`)
  throw new Error(`${id} breaks its contract: ${problems.join('; ')}`)
}
