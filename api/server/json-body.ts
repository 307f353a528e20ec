// JSON that comes with a request. A large one is looked through as bytes before anything is made of it: what is nested without end, or has more parts
// than anything that people make, is refused, and a screen or page in it stays a text, which a thread reads (services/foundation/unread.ts).
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '../contract-schema.ts'
import { typeSentence } from '../messages.ts'
import { ApiError } from './errors.ts'
import { readSchema } from './services/foundation/schema-task.ts'
import { unread } from './services/foundation/unread.ts'
import type { Workers } from './services/foundation/workers.ts'
import { DEEPEST } from './text-check.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set where the handler has the body completed, with the field that holds a screen or page. */
    completes?: { schema: string | undefined }
    /** Set where the body is signed as it came. */
    isSigned?: boolean
  }
}

/** Bytes from which a body is looked through; reading less takes some milliseconds at most, whatever it is. */
const LARGE = 200 * 1024
/** Lists and objects and what is in them, by their brackets and commas: those of a screen or page, which a thread reads, and all others. */
export const MOST_PARTS_OF_SCHEMA = 500_000
export const MOST_PARTS = 200_000
/** Names in one object, which take ten times as long as those of many small ones. */
export const MOST_NAMES = 20_000

const [QUOTE, BACKSLASH, COMMA, COLON, SPACE] = ['"', '\\', ',', ':', ' '].map(sign => sign.charCodeAt(0)) as [number, number, number, number, number]
const [OPEN, OPEN_LIST, CLOSE, CLOSE_LIST] = ['{', '[', '}', ']'].map(sign => sign.charCodeAt(0)) as [number, number, number, number]

interface Fault {
  field: string
  english: string
}
interface Looked {
  fault?: Fault
  /** It ends before all of its brackets do, or after. */
  isBroken?: true
  /** Where the value of the field that holds a screen or page begins and ends. */
  schema?: { from: number; to: number }
}

/** Looks through the JSON of a body, as far as to its first fault; `holds`: the field that holds a screen or page. */
export function lookThrough(bytes: Buffer, holds: string | undefined): Looked {
  /** Names so far of the object of each level. */
  const names = Array.from({ length: DEEPEST + 1 }, () => 0)
  let [depth, parts, partsOfSchema, nameFrom, nameTo, from] = [0, 0, 0, 0, 0, 0]
  let isSchema = false
  let schema: Looked['schema']
  const fault = (english: string): Looked => ({ fault: { field: (isSchema && holds) || 'body', english } })
  const isTooMuch = () => (isSchema ? ++partsOfSchema > MOST_PARTS_OF_SCHEMA : ++parts > MOST_PARTS)
  const end = (to: number) => {
    if (isSchema) schema = { from, to }
    isSchema = false
  }

  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE: {
        const begin = at + 1
        for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++
        if (depth === 1) [nameFrom, nameTo] = [begin, at]
        break
      }
      case COLON:
        if (depth === 1 && !isSchema) {
          isSchema = holds !== undefined && nameTo - nameFrom === holds.length && bytes.toString('latin1', nameFrom, nameTo) === holds
          // Of two of one name the second counts; nothing of ours sends two.
          if (isSchema && schema) return fault('Unknown field')
          from = at + 1
        }
        if (!isSchema) {
          const known = (names[depth] ?? 0) + 1
          if (known > MOST_NAMES) return fault('Has too many parts')
          names[depth] = known
        }
        break
      case OPEN:
      case OPEN_LIST:
        if (++depth > DEEPEST) return fault('Nested too deep')
        if (depth === 1 && bytes[at] === OPEN_LIST) return fault(typeSentence('object'))
        if (isTooMuch()) return fault('Has too many parts')
        names[depth] = 0
        break
      case COMMA:
        if (depth === 1) end(at)
        if (isTooMuch()) return fault('Has too many parts')
        break
      case CLOSE:
      case CLOSE_LIST:
        if (--depth === 0) end(at)
        break
    }
  }
  if (depth !== 0) return { isBroken: true }
  return schema ? { schema } : {}
}

/** What of a large body is left to do when it is known who sends it: to refuse it, so that the log tells of whom, or to read the screen or page in it. */
type Left = { fault: Fault } | { field: string; text: string }
const left = new WeakMap<FastifyRequest, Left>()

const malformed = () => new ApiError('request.malformed', 'The request cannot be read', 400)
const invalid = ({ field, english }: Fault) => new ApiError('request.invalid', 'Check the form', 422, { fields: { [field]: english } })

const received = new WeakMap<FastifyRequest, Buffer>()
/** The body of a signed call as it came; empty for all others. */
export const bytesOf = (request: FastifyRequest): Buffer => received.get(request) ?? Buffer.alloc(0)

/** Has bodies of JSON read in this way. */
export function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    if (request.routeOptions.config.isSigned) received.set(request, bytes)
    const whole = () => void parse(request, bytes.toString('utf8'), done)
    if (bytes.length < LARGE) return whole()
    const config: FastifyContextConfig | undefined = request.routeOptions.config
    const field = config?.completes?.schema
    const { fault, isBroken, schema } = lookThrough(bytes, field)
    if (isBroken) return done(malformed())
    if (fault && !config?.completes) return done(invalid(fault))
    if (fault) {
      left.set(request, { fault })
      return done(null, {})
    }
    if (!schema || field === undefined || schema.to - schema.from < LARGE / 2) return whole()
    let { from } = schema
    while ((bytes[from] ?? OPEN) <= SPACE) from++
    if (bytes[from] === OPEN) left.set(request, { field, text: bytes.toString('utf8', from, schema.to) })
    else if (bytes[from] === OPEN_LIST) left.set(request, { fault: { field, english: typeSentence('object') } })
    else return whole()
    parse(request, `${bytes.toString('utf8', 0, from)}{}${bytes.toString('utf8', schema.to)}`, done)
  })
}

/** The field of a call's body in which a screen or page comes: any object, as far as its contract says. */
export function schemaFieldOf({ schemas }: Pick<Call, 'schemas'>): string | undefined {
  const fields = Object.entries((schemas.body.properties ?? {}) as Record<string, { type?: unknown; properties?: unknown } | undefined>)
  return fields.find(([name, field]) => name === 'schema' && field?.type === 'object' && !field.properties)?.[0]
}

/** The body of a request, all of it. */
export async function completeBody(request: FastifyRequest, workers: Workers): Promise<Record<string, unknown>> {
  const body = (request.body as Record<string, unknown> | undefined) ?? {}
  const rest = left.get(request)
  if (!rest) return body
  left.delete(request)
  if ('fault' in rest) throw invalid(rest.fault)
  const read = await workers.do(readSchema, rest, rest.text.length)
  if ('text' in read) return { ...body, [rest.field]: unread(read.text) }
  if (read.unusable) throw invalid({ field: read.unusable.at, english: read.unusable.english })
  throw malformed()
}
