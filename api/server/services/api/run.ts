// Runs a definition: fills its places, asks, asks again where that is harmless, and makes of the answer what pages get. What it did is told beside, with
// secrets as ***, for the test run and the log.
import { setTimeout as sleep } from 'node:timers/promises'
import { mapAnswer, NoPlace } from '../../../models/answer-mapping.ts'
import { ApiError } from '../../errors.ts'
import { scopeOf } from '../foundation/access/index.ts'
import type { Data } from './model-call.ts'
import { callModel } from './model-call.ts'
import type { createQueryResources } from '../query/index.ts'
import type { Locale } from '../../../messages.ts'
import { createMasks, type Masks } from './masks.ts'
import { requestOf } from './request.ts'
import { send, SendError, type Incoming, type Outgoing, type SendLimits } from './send.ts'
import { fillValue, type Places } from './templates.ts'
import type { TokenStore } from './tokens.ts'
import { DEFAULTS, isIdempotent, type ApiAsker, type ApiDefinition, type HttpPart } from './types.ts'

/** Of a body that is shown. */
const SHOWN = 100_000
const BACKOFF_MS = 250
const AGAIN = new Set([429, 502, 503, 504])

export interface Trace {
  sent: { method: string; address: string; headers: { name: string; value: string }[]; body: string }
  got: { status: number; headers: { name: string; value: string }[]; body: string; size: number; redirects: string[] }
  attempts: number
}
export const noTrace = (): Trace => ({
  sent: { method: '', address: '', headers: [], body: '' },
  got: { status: 0, headers: [], body: '', size: 0, redirects: [] },
  attempts: 0,
})

const KINDS = { address: 'api.addressRefused', failed: 'api.failed', tooLarge: 'api.tooLarge', tooSlow: 'api.tooSlow' } as const
const STATUS = { address: 422, failed: 502, tooLarge: 502, tooSlow: 504 } as const
const apiError = (error: unknown) => (error instanceof SendError ? new ApiError(KINDS[error.kind], error.english, STATUS[error.kind]) : error)

const pairs = (headers: Record<string, string>, masks: Masks) => Object.entries(headers).map(([name, value]) => ({ name, value: masks.text(value) }))
const isText = (type: string) => !type || /json|text|xml|javascript|form-urlencoded/i.test(type)

/** A body as it is shown: the beginning of a text, or what it is. Masked before it is cut, so that no part of a secret is left at the end. */
function shownBody(body: Buffer, type: string, masks: Masks): string {
  if (!body.length) return ''
  if (!isText(type)) return type
  return masks.text(body.toString('utf8')).slice(0, SHOWN).replaceAll('\0', '\uFFFD')
}

/** The answer as a value: JSON where it is some, else the text. */
function valueOf({ body, headers }: Incoming): unknown {
  const type = headers['content-type'] ?? ''
  if (!body.length) return null
  if (!isText(type)) throw new ApiError('api.answerInvalid', 'The answer is neither JSON nor text', 502)
  const text = body.toString('utf8').replace(/^\uFEFF/, '')
  if (/json/i.test(type) || /^\s*[[{]/.test(text))
    try {
      return JSON.parse(text) as unknown
    } catch {
      if (/json/i.test(type)) throw new ApiError('api.answerInvalid', 'The answer is no JSON', 502)
    }
  return text
}

/** Seconds that the other side asks to wait. */
const waitOf = ({ headers }: Incoming) => (/^\d{1,3}$/.test(headers['retry-after'] ?? '') ? Number(headers['retry-after']) * 1000 : 0)

export interface RunParts {
  mayBePrivate: boolean
  tokens: TokenStore
  data: Data
  queries: Queries
}
export type Queries = Pick<ReturnType<typeof createQueryResources>, 'run'>

export function createRun({ mayBePrivate, tokens, data, queries }: RunParts) {
  async function ask(
    http: HttpPart,
    definition: ApiDefinition,
    places: Places,
    { place, masks, trace, idempotencyKey }: { place: string; masks: Masks; trace: Trace; idempotencyKey?: string | undefined },
  ): Promise<Incoming> {
    const limits = { ...DEFAULTS, ...definition.limits }
    const signal = AbortSignal.timeout(limits.timeoutSeconds * 1000)
    const sendLimits: SendLimits = { mayBePrivate, maxBytes: limits.maxKilobytes * 1024, signal }
    const retries = isIdempotent(definition) ? limits.retries : 0
    let isTokenFresh = false
    for (let attempt = 0; ; attempt++) {
      trace.attempts = attempt + 1
      let request: Outgoing
      let answer: Incoming | undefined
      let failure: unknown
      try {
        request = await requestOf(http, places, tokens.of(place, sendLimits, { fresh: isTokenFresh }), masks)
        if (idempotencyKey) request.headers['idempotency-key'] ??= idempotencyKey
        trace.sent = {
          method: request.method,
          address: masks.text(request.url.href),
          headers: pairs(request.headers, masks),
          body: masks.text(request.body ?? '').slice(0, SHOWN),
        }
        answer = await send(request, sendLimits)
        trace.got = {
          status: answer.status,
          headers: pairs(answer.headers, masks),
          body: shownBody(answer.body, answer.headers['content-type'] ?? '', masks),
          size: answer.body.length,
          redirects: answer.redirects.map(masks.text),
        }
      } catch (error) {
        failure = error
      }
      // A token that is refused may have been taken back; another one is asked for once.
      if (answer?.status === 401 && http.auth?.kind === 'oauth2' && !isTokenFresh) {
        isTokenFresh = true
        continue
      }
      const again = answer ? AGAIN.has(answer.status) : failure instanceof SendError && failure.again
      if (!again || attempt >= retries) {
        if (answer) return answer
        throw apiError(failure)
      }
      try {
        await sleep(Math.max(BACKOFF_MS * 2 ** attempt, answer ? waitOf(answer) : 0), undefined, { signal })
      } catch {
        if (answer) return answer
        throw apiError(failure)
      }
    }
  }

  /** What pages get. Throws an ApiError where there is nothing for them; the trace is filled in either case. */
  return async function run(
    asker: ApiAsker,
    definition: ApiDefinition,
    places: Places,
    {
      place,
      secrets,
      trace,
      locale,
      idempotencyKey,
    }: { place: string; secrets: readonly string[]; trace: Trace; locale: Locale; idempotencyKey?: string | undefined },
  ): Promise<Record<string, unknown>> {
    const masks = createMasks(secrets)
    let answer: unknown
    if (definition.type === 'http' && definition.http) {
      const found = await ask(definition.http, definition, places, { place, masks, trace, idempotencyKey })
      if (found.status < 200 || found.status > 299)
        throw new ApiError('api.answerStatus', 'The other side answered with status {status}', 502, { values: { status: found.status } })
      answer = masks.value(valueOf(found))
    } else if (definition.type === 'model' && definition.model) {
      trace.attempts = 1
      trace.sent = { method: definition.model.operation, address: `model:${definition.model.source}/${definition.model.model}`, headers: [], body: '' }
      answer = await callModel(data, asker, definition.model, places)
      trace.got.status = 200
    } else if (definition.type === 'query' && definition.query) {
      const { key, values = [] } = definition.query
      trace.attempts = 1
      trace.sent = { method: 'query', address: `query:${key}`, headers: [], body: '' }
      const given = Object.fromEntries(values.map(({ name, value }) => [name, fillValue(value, places)]).filter(([, value]) => value !== undefined))
      const scope = { ...scopeOf(asker.app), tag: asker.app.tag }
      answer = await queries.run(key, { scope, asker, locale, parameters: JSON.stringify(given) })
      trace.got.status = 200
    } else throw new ApiError('api.definitionInvalid', 'The definition of this API is damaged', 422)
    try {
      return mapAnswer(answer, definition.answer ?? {})
    } catch (error) {
      if (error instanceof NoPlace) throw new ApiError('api.placeMissing', 'The answer has nothing at {place}', 502, { values: { place: error.place } })
      throw error
    }
  }
}
export type Run = ReturnType<typeof createRun>
