// One contract → one route: who is it, may they, is the input right, act, is the answer right, write it down.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerOf } from '../generated/answers.ts'
import type { CallId } from '../generated/calls.ts'
import type { Call } from '../contract-schema.ts'
import { say, type Locale } from '../messages.ts'
import { admit, checkOrigin, isFromHere, keepToApp, limit, SAFE } from './admission.ts'
import { EventAnswer, FileAnswer, Redirect, Special } from './answers.ts'
import { bodyLimitOf } from './body-limit.ts'
import { handlers } from './calls/index.ts'
import { checkInput, checkKind, isPlain } from './check-input.ts'
import type { Config } from './config.ts'
import { FRAME_COOKIE, frameCookieOf, frameOf, isOfPages, openToSites, programTokenOf, readableBySites } from './embedded.ts'
import { ApiError, refusal } from './errors.ts'
import { sendEvents } from './event-streams.ts'
import { sendFile } from './file-answers.ts'
import type { Request } from './handler.ts'
import { bytesOf, completeBody, schemaFieldOf } from './json-body.ts'
import { maskedPath, outcome } from './services/foundation/audit.ts'
import { isBeat } from './services/log/index.ts'
import { scopeOf, NOBODY, type Who } from './services/foundation/access/index.ts'
import { checkTokenInput, type TokenUse } from './services/foundation/access/tokens.ts'
import { routeOf } from './route-path.ts'
import type { Services } from './services/index.ts'
import type { Session } from './services/foundation/sessions.ts'
import { readMultipart, removeUploads } from './uploads.ts'
import { identify, isByQuery, SESSION_COOKIE } from './who.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the contract behind a route. */
    call?: string
  }
}

/** The reader's language out of what is offered; English otherwise. */
export function localeOf(request: FastifyRequest): Locale {
  return /^\s*zh/i.test(request.headers['accept-language'] ?? '') ? 'zh-CN' : 'en-US'
}

/** A place named `path` at the end of an address takes the rest, slashes and all; the router calls it `*`. */
function restOfAddress(request: FastifyRequest) {
  const params = request.params as Record<string, string>
  if (params['*'] === undefined) return
  params.path = params['*']
  delete params['*']
}

/** Who acts. A session of an initial password may only set a new one: for calls that are open to anyone it counts as not signed in. */
const actorOf = (call: Call, session: Session | undefined) => (call.access === 'anyone' && session?.user.passwordIsInitial ? undefined : session?.user)

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
    let progress: ReturnType<Services['progressOf']['of']> | undefined
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

      // A file that nobody waits for any more is not made to its end.
      progress = services.progressOf.of(headerOf(request, 'x-tessera-progress'), () => call.answer === 'file' && request.socket.destroyed)
      const context = {
        ...services,
        ...contextOf(request, reply, seen, uploads, services, config),
        again,
        progress,
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
      if (config.checkAnswers && !special) await checkAnswer(id, data)
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
      await progress?.end()
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
): Omit<Request, 'again' | 'progress'> {
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

async function checkAnswer(id: CallId, data: unknown) {
  const validate = await answerOf(id)
  if (validate(JSON.parse(JSON.stringify(data ?? null)))) return
  const problems = (validate.errors ?? []).map(e => `${e.instancePath || '/'} ${e.keyword} ${JSON.stringify(e.params)}`)
  throw new Error(`${id} breaks its contract: ${problems.join('; ')}`)
}
