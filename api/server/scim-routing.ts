// The routes of SCIM: as routing.ts makes them for the console, but with a bearer token for a session and the protocol's own answers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../contract-schema.ts'
import type { CallId } from '../generated/calls.ts'
import { ownWords, validators } from '../generated/validators.ts'
import { fieldErrors, type Locale } from '../messages.ts'
import { ScimAnswer } from './answers.ts'
import { handlers } from './calls/index.ts'
import type { Config } from './config.ts'
import { ApiError } from './errors.ts'
import type { ScimRequest } from './handler.ts'
import { localeOf } from './routing.ts'
import { scimError } from './scim-errors.ts'
import type { Services } from './services/index.ts'
import { BULK_BYTES, scimAddress, type Provisioning } from './services/scim/index.ts'
import { findUnusable } from './text-check.ts'

const SCIM = '/scim/v2'
const MEDIA = 'application/scim+json'

export async function registerScim(app: FastifyInstance, calls: readonly Call[], services: Services, config: Config) {
  const send = (reply: FastifyReply, status: number, body?: Record<string, unknown>) =>
    // Serialised here: the media type is none that the framework knows as JSON.
    reply
      .status(status)
      .type(MEDIA)
      .send(body === undefined ? undefined : JSON.stringify(body))

  async function provisioningOf(request: FastifyRequest): Promise<Provisioning> {
    if (!services.installation.databaseReady) throw new ApiError('setup.pending', 'The installation is not finished yet', 503)
    const { companyKey = '' } = request.params as { companyKey?: string }
    const [, token = ''] = /^Bearer +([\w.~+/=-]{1,200}) *$/i.exec(request.headers.authorization ?? '') ?? []
    const found = token && (await services.scim.tokens.find(token, companyKey))
    if (!found) throw new ApiError('access.signedOut', 'The bearer token is not valid for this organisation', 401)
    const origin = config.publicUrl || `${request.protocol}://${request.host}`
    return { ...found, origin, base: scimAddress(origin, found.company.key) }
  }

  function check(id: CallId, where: 'params' | 'query' | 'body', value: unknown, locale: Locale) {
    const unusable = findUnusable(value)
    if (unusable) throw new ApiError('request.invalid', 'Check the form', 422, { fields: { [unusable.at]: unusable.english } })
    const validate = validators[id][where]
    if (validate(value)) return
    if (where === 'params') throw new ApiError('request.unknownAddress', 'There is nothing at this address', 404)
    throw new ApiError('request.invalid', 'Check the form', 422, { fields: fieldErrors(validate.errors ?? [], ownWords[`${id}.${where}`] ?? {}, locale) })
  }

  function route(scope: FastifyInstance, call: Call) {
    const id = call.id as CallId
    // A search is a question, though its filter comes in a body.
    const changes = call.method !== 'GET' && id !== 'scim.search'

    async function run(request: FastifyRequest, reply: FastifyReply) {
      const locale = localeOf(request)
      let provisioning: Provisioning | undefined
      const body = (request.body ?? {}) as Record<string, unknown>
      let status = 500
      let complete: Awaited<ReturnType<Services['audit']['begin']>> | undefined
      const entry = (of: CallId, path: string, input: Record<string, unknown>) => ({
        requestId: request.id,
        companyId: provisioning?.company.id,
        call: of,
        path,
        ip: request.ip,
        agent: request.headers['user-agent'] ?? '',
        // Nobody is signed in; who acts is the provider that holds this key.
        input: { ...(provisioning && { provider: `${provisioning.token.name} (${provisioning.token.id})` }), ...input },
        method: request.method,
        contentType: request.headers['content-type'] ?? '',
        context: { language: locale, address: request.ip },
        headers: request.headers,
      })
      const outcomeOf = (outcome: number, refused?: Record<string, unknown>) => ({
        status: outcome < 400 ? 0 : outcome,
        httpStatus: outcome,
        code: String(refused?.scimType ?? ''),
        durationMs: reply.elapsedTime,
        responseHeaders: reply.getHeaders(),
        response: refused ?? { status: outcome },
      })
      const record = (of: CallId, path: string, outcome: number, input: Record<string, unknown>, refused?: Record<string, unknown>) =>
        services.audit.record({ ...entry(of, path, input), ...outcomeOf(outcome, refused) })
      // The operations of a bulk request have entries of their own.
      const ownEntry = () => entry(id, request.url, id === 'scim.bulk' ? {} : { ...(typeof body === 'object' && body) })
      let refused: Record<string, unknown> | undefined
      try {
        provisioning = await provisioningOf(request)
        const { scimType = '' } = request.params as { scimType?: string }
        // A token is nobody's own, and one search over all types is not offered.
        if (scimType === 'Me' || scimType === '.search')
          throw new ApiError('scim.notImplemented', 'This server does not offer {path}', 501, { values: { path: `/${scimType}` } })
        check(id, 'params', request.params, locale)
        const query = { ...(request.query as Record<string, unknown>) }
        check(id, 'query', query, locale)
        if (call.method !== 'GET') check(id, 'body', body, locale)
        const context: ScimRequest & Services = {
          ...services,
          scope: provisioning,
          ifMatch: request.headers['if-match'],
          locale,
          requestId: request.id,
          record,
        }
        const handler = handlers[id] as unknown as (input: unknown, context: unknown) => Promise<ScimAnswer>
        if (changes) complete = await services.audit.begin(ownEntry())
        const { body: answer, options } = await handler({ params: request.params, query, body }, context)
        status = options.status ?? 200
        if (options.location) reply.header('location', options.location)
        if (options.version) reply.header('etag', options.version)
        reply.header('cache-control', 'private, no-cache')
        if (call.method === 'GET' && options.version && request.headers['if-none-match'] === options.version) return await send(reply, 304)
        return await send(reply, status, answer)
      } catch (error) {
        ;({ status, body: refused } = scimError(error, 'en-US', request.id))
        throw error
      } finally {
        if (changes && services.installation.databaseReady) {
          const how = outcomeOf(status, refused)
          await (complete ? complete(how) : services.audit.record({ ...ownEntry(), ...how })).catch(error =>
            request.log.error(
              { err: error, call: id },
              complete ? 'how a call went cannot be written to the audit log' : 'a refused call is not in the audit log',
            ),
          )
        }
      }
    }
    scope.route({
      method: call.method,
      url: call.path.slice(SCIM.length).replace(/\{(\w+)\}/g, ':$1'),
      config: { call: id },
      bodyLimit: BULK_BYTES,
      handler: run,
    })
  }

  await app.register(
    async scope => {
      scope.removeAllContentTypeParsers()
      const parse = scope.getDefaultJsonParser('error', 'error')
      // Some clients send the header with nothing behind it, on DELETE for example.
      scope.addContentTypeParser(['application/json', MEDIA], { parseAs: 'string', bodyLimit: BULK_BYTES }, (request, text, done) =>
        text === '' ? done(null, undefined) : parse(request, text as string, done),
      )
      scope.setErrorHandler((error: Error, request, reply) => {
        const { status, body } = scimError(error, localeOf(request), request.id)
        if (status >= 500 && status !== 501 && status !== 503) request.log.error({ err: error }, 'call failed')
        if (status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"')
        if (status === 503) reply.header('retry-after', '2')
        return send(reply, status, body)
      })
      scope.setNotFoundHandler((request, reply) => {
        const isMe = request.url.replace(/[?#].*$/, '').endsWith('/Me')
        const error = isMe
          ? new ApiError('scim.notImplemented', 'This server does not offer {path}', 501, { values: { path: '/Me' } })
          : new ApiError('request.unknownAddress', 'There is nothing at this address', 404)
        return send(reply, error.status, scimError(error, localeOf(request), request.id).body)
      })
      for (const call of calls) route(scope, call)
    },
    { prefix: SCIM },
  )
}
