// APIs of an app: calls of other systems, of models and of queries that are designed once and called by their key.
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import { scopeOf, type AppInScope, type AppScope, type SignedIn } from '../foundation/access/index.ts'
import { notAllowed } from '../foundation/access/rights.ts'
import type { createLimits } from '../foundation/limits.ts'
import type { Resources } from '../foundation/resources.ts'
import type { Permissions } from '../permission/index.ts'
import { createCallLog } from './call-log.ts'
import { checkDefinition, readDefinition } from './definition.ts'
import { createOpenApiImport } from './openapi/import.ts'
import { openApiOf } from './openapi/export.ts'
import { createKeptAnswers } from './kept-answers.ts'
import type { Data } from './model-call.ts'
import { readParameters } from './parameters.ts'
import { createRun, noTrace, type Queries, type Trace } from './run.ts'
import { offeredTo } from './offered.ts'
import { dependsOnPerson, variablesOf, type Places } from './templates.ts'
import { createTokens } from './tokens.ts'
import { DEFAULTS, isSafe, type ApiAsker, type ApiDefinition } from './types.ts'

export type { ApiDefinition } from './types.ts'
export { checkDefinition, readDefinition } from './definition.ts'
export { checkOwned } from './owned.ts'
export { neverSent, send, SendError, type Incoming } from './send.ts'
export { summaryOf } from './summary.ts'

export interface Asked {
  parameters: Readonly<Record<string, unknown>>
  /** Only what changes nothing is asked for. */
  isRead: boolean
  /** Tells guests apart. */
  ip: string
  locale: Locale
  /** Sent along, so that the other side knows a call that is made again. */
  idempotencyKey?: string
}
export interface Tested {
  ok: boolean
  ms: number
  problem: string
  data: Record<string, unknown> | null
}

type OpenApiAsked = Parameters<typeof openApiOf> extends [unknown, ...infer Rest] ? Rest : never

const sentenceOf = ({ english, more }: ApiError, locale: Locale) => say(locale, english, more.values)

export function createApis(
  core: Pick<Core, 'db' | 'config' | 'workers'>,
  {
    resources,
    permissions,
    data,
    queries,
    limits,
  }: { resources: Resources; permissions: Pick<Permissions, 'consts' | 'rights'>; data: Data; queries: Queries; limits: ReturnType<typeof createLimits> },
) {
  const log = createCallLog(core)
  const kept = createKeptAnswers()
  const run = createRun({ mayBePrivate: core.config.privateDataSources, tokens: createTokens(), data, queries })

  /** The variables that a definition names, and which of their values no one may see. */
  async function variablesFor(app: AppInScope, definition: ApiDefinition) {
    const names = variablesOf(definition)
    if (!names.length) return { variables: new Map<string, string>(), secrets: [] }
    const [all, list] = await Promise.all([permissions.consts.all(app), permissions.consts.list(app)])
    const secret = new Set(list.filter(one => one.secret).map(one => one.var))
    return {
      variables: new Map(names.flatMap(name => (all.has(name) ? [[name, all.get(name) as string] as const] : []))),
      secrets: names.filter(name => secret.has(name)).flatMap(name => all.get(name) ?? []),
    }
  }

  async function placesFor({ app, user }: ApiAsker, definition: ApiDefinition, parameters: Record<string, unknown>) {
    const { variables, secrets } = await variablesFor(app, definition)
    const places: Places = {
      parameters,
      variables,
      user: { '$user.id': user?.id ?? '', '$user.name': user?.name ?? '', '$user.email': user?.email ?? '' },
    }
    return { places, secrets }
  }

  return {
    check: (definition: ApiDefinition) => checkDefinition(definition),
    calls: log.list,
    forPages: (who: { app: AppInScope; user: SignedIn; scope: AppScope }) => offeredTo({ resources, permissions }, who),
    openApi: createOpenApiImport(core),
    openApiOf: (...[scope, at, maySee]: OpenApiAsked) => openApiOf(core.db, scope, at, maySee),

    /** Calls an API of the environment for somebody who holds the right to. */
    async call(asker: ApiAsker, key: string, { parameters, isRead, ip, locale, idempotencyKey }: Asked): Promise<Record<string, unknown>> {
      const { app, user } = asker
      const scope = scopeOf(app)
      const resource = await resources.find({ ...scope, tag: app.tag }, 'api', key)
      const mayCall = await permissions.rights.on(app, user, 'api', 'call')
      // Who may call none is not told which there are.
      if (!resource) throw mayCall.all ? notFound('api.unknown', 'There is no such API in this environment') : notAllowed()
      if (!mayCall(resource.id, 'ownerId' in resource ? (resource.ownerId as string | null) : null)) throw notAllowed()
      const definition = readDefinition(resource.definition)
      if (isRead && !isSafe(definition)) throw new ApiError('api.needsPost', 'This API changes something: call it with POST', 405)
      const { perMinute, cacheSeconds } = { ...DEFAULTS, ...definition.limits }
      const { values, shown } = readParameters(definition.parameters ?? [], parameters, { strict: !isRead })
      if (!(await limits.hit(`api ${app.id} ${app.tag} ${resource.id} ${user?.id ?? ip}`, perMinute)))
        throw new ApiError('api.tooOften', 'This API was called too often. Try again in a minute', 429)
      const begun = performance.now()
      const trace = noTrace()
      const note = async (code: string, problem: string, cached: boolean) =>
        log.add(scope, {
          tag: app.tag,
          resourceId: resource.id,
          key: resource.key,
          name: resource.name,
          userId: user?.id,
          ms: Math.round(performance.now() - begun),
          status: trace.got.status,
          code,
          problem,
          cached,
          input: shown,
        })
      try {
        const { places, secrets } = await placesFor(asker, definition, values)
        const keep = cacheSeconds > 0 && isSafe(definition)
        const person = dependsOnPerson(definition) ? `${user?.id ?? 'guest'} ${app.permissionRevision} ${app.dataRevision} ${locale}` : ''
        const at = keep ? kept.keyOf([app.id, app.tag, resource.definition, values, [...places.variables], person]) : ''
        const there = keep ? kept.get(at) : undefined
        if (there) {
          await note('', '', true)
          return there
        }
        const answer = await run(asker, definition, places, { place: `${app.id} ${app.tag}`, secrets, trace, locale, idempotencyKey })
        if (keep) kept.put(at, answer, cacheSeconds)
        await note('', '', false)
        return answer
      } catch (error) {
        if (error instanceof ApiError) await note(error.code, say('en-US', error.english, error.more.values), false)
        throw error
      }
    },

    /** Runs a definition that is being edited; what goes wrong outside is told, not thrown. */
    async test(asker: ApiAsker, definition: ApiDefinition, given: Readonly<Record<string, unknown>>, locale: Locale): Promise<Tested & Trace> {
      checkDefinition(definition)
      const { values } = readParameters(definition.parameters ?? [], given, { strict: true })
      const { places, secrets } = await placesFor(asker, definition, values)
      const trace = noTrace()
      const begun = performance.now()
      const done = (more: Pick<Tested, 'ok' | 'problem' | 'data'>) => ({ ...trace, ...more, ms: Math.round(performance.now() - begun) })
      try {
        return done({
          ok: true,
          problem: '',
          data: await run(asker, definition, places, { place: `${asker.app.id} ${asker.app.tag}`, secrets, trace, locale }),
        })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code === 'api.variableMissing') throw error
        return done({ ok: false, problem: sentenceOf(error, locale), data: null })
      }
    },
  }
}
