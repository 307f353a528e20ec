// The log of every changing call: who, what, from where, with which result; secrets never reach it.
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'

const LONGEST = 500
const MASK = '***'
const SECRET = /pass|secret|token|licen[cs]e|dbpw|authorization|cookie|private|credential/i
const HEADERS = 40

/** Input as it may be kept: secrets masked, long texts and lists cut. */
export function masked(value: unknown, secrets: ReadonlySet<string>, depth = 0): unknown {
  if (typeof value === 'string') return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
  if (!value || typeof value !== 'object') return value
  if (depth > 4) return '…'
  if (Array.isArray(value)) return value.slice(0, 20).map(item => masked(item, secrets, depth + 1))
  // An environment variable may be a secret by any name, whichever call brings it.
  const isVariable = 'var' in value && 'value' in value
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 50)
      .map(([key, item]) => [
        key.slice(0, 100),
        (isVariable && key === 'value') || secrets.has(key) || SECRET.test(key) ? MASK : masked(item, secrets, depth + 1),
      ]),
  )
}

/** Headers as they may be kept, each as one text. */
export const maskedHeaders = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .slice(0, HEADERS)
      .map(([name, value]) => [name, SECRET.test(name) ? MASK : String(value).slice(0, 300)]),
  )

/** Of an answer only what tells the outcome: texts, numbers and switches at its top; lists and objects are content. */
export function outcome(data: unknown, secrets: ReadonlySet<string>): Record<string, unknown> {
  if (!data || typeof data !== 'object' || Array.isArray(data)) return {}
  return masked(Object.fromEntries(Object.entries(data).filter(([, value]) => value === null || typeof value !== 'object')), secrets) as Record<string, unknown>
}

export interface AuditEntry {
  requestId: string
  userId?: string
  companyId?: string
  appId?: string
  call: string
  path: string
  ip: string
  agent: string
  /** Of the envelope: 0 when it was done. */
  status: number
  input: Record<string, unknown>
  secrets?: string[]
  method: string
  httpStatus: number
  /** Of a refusal. */
  code: string
  durationMs: number
  contentType: string
  /** Where it was asked for: environment and page. */
  context: Record<string, unknown>
  headers: Record<string, unknown>
  responseHeaders: Record<string, unknown>
  response: Record<string, unknown>
}

/** NUL cannot be stored in jsonb. */
const json = (value: unknown) => JSON.stringify(value).replaceAll('\\u0000', '')

export function createAudit({ db }: Pick<Core, 'db'>) {
  return {
    async record(entry: AuditEntry) {
      const secrets = new Set(entry.secrets)
      await db
        .insertInto('audit')
        .values({
          id: uuidv7(),
          at: new Date(),
          request_id: entry.requestId,
          user_id: entry.userId ?? null,
          company_id: entry.companyId ?? null,
          app_id: entry.appId ?? null,
          call: entry.call,
          path: entry.path.slice(0, 1000),
          ip: entry.ip,
          agent: entry.agent.slice(0, 300),
          status: entry.status,
          input: json(masked(entry.input, secrets)),
          method: entry.method,
          http_status: entry.httpStatus,
          code: entry.code,
          duration_ms: Math.round(entry.durationMs),
          content_type: entry.contentType.slice(0, 100),
          context: json(masked(entry.context, secrets)),
          headers: json(maskedHeaders(entry.headers)),
          response_headers: json(maskedHeaders(entry.responseHeaders)),
          response: json(masked(entry.response, secrets)),
        })
        .execute()
    },
  }
}
