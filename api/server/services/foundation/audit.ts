// The log of every changing call: who, what, from where, with which result; secrets never reach it. An entry is written before the change is made
// and completed afterwards: what cannot be written down is not done, and what was done while the database went away still has its entry.
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { unreadText } from './unread.ts'

const LONGEST = 500
const MASK = '***'
const SECRET = /pass|secret|token|licen[cs]e|dbpw|authorization|cookie|private|credential/i
const HEADERS = 40

/** While it is not known what became of a change; of HTTP, "Processing". */
export const UNKNOWN = 102

/** A cut may fall between the halves of a character, which no database takes. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDFFF]/gu, '\uFFFD')

/** Some entries of an object that may have a hundred thousand. */
function firstOf(value: object, count: number): [string, unknown][] {
  const found: [string, unknown][] = []
  for (const key in value) {
    if (found.length >= count) break
    if (Object.hasOwn(value, key)) found.push([key, (value as Record<string, unknown>)[key]])
  }
  return found
}

/** Input as it may be kept: secrets masked, long texts and lists cut, large screens and pages left out. */
export function masked(value: unknown, secrets: ReadonlySet<string>, depth = 0): unknown {
  if (typeof value === 'string') return value.length > LONGEST ? `${cut(value, LONGEST)}…` : cut(value, LONGEST)
  if (!value || typeof value !== 'object') return value
  if (depth > 4 || unreadText(value) !== undefined) return '…'
  if (Array.isArray(value)) return value.slice(0, 20).map(item => masked(item, secrets, depth + 1))
  // An environment variable may be a secret by any name, whichever call brings it.
  const isVariable = 'var' in value && 'value' in value
  return Object.fromEntries(
    firstOf(value, 50).map(([key, item]) => [
      cut(key, 100),
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
      .map(([name, value]) => [name, SECRET.test(name) ? MASK : cut(String(value), 300)]),
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

/** An address without the secrets that it may hold, such as the token of an invitation. */
export const maskedPath = (url: string, params: Record<string, string>) =>
  Object.entries(params)
    .filter(([name, value]) => SECRET.test(name) && value)
    .reduce((path, [, value]) => path.replaceAll(encodeURIComponent(value), MASK), url)

type Outcome = Pick<AuditEntry, 'status' | 'httpStatus' | 'code' | 'durationMs' | 'responseHeaders' | 'response'>
const PENDING: Outcome = { status: UNKNOWN, httpStatus: UNKNOWN, code: '', durationMs: 0, responseHeaders: {}, response: {} }

export function createAudit({ db, log }: Pick<Core, 'db' | 'log'>) {
  const columnsOf = (outcome: Outcome, secrets: Set<string>) => ({
    status: outcome.status,
    http_status: outcome.httpStatus,
    code: outcome.code,
    duration_ms: Math.round(outcome.durationMs),
    response_headers: json(maskedHeaders(outcome.responseHeaders)),
    response: json(masked(outcome.response, secrets)),
  })

  async function insert(entry: AuditEntry): Promise<string> {
    const secrets = new Set(entry.secrets)
    const id = uuidv7()
    const row = {
      id,
      at: new Date(),
      request_id: entry.requestId,
      user_id: entry.userId ?? null,
      company_id: entry.companyId ?? null,
      app_id: entry.appId ?? null,
      call: entry.call,
      path: cut(entry.path, 1000),
      ip: entry.ip,
      agent: cut(entry.agent, 300),
      method: entry.method,
      content_type: cut(entry.contentType, 100),
      context: json(masked(entry.context, secrets)),
      headers: json(maskedHeaders(entry.headers)),
      ...columnsOf(entry, secrets),
    }
    try {
      await db
        .insertInto('audit')
        .values({ ...row, input: json(masked(entry.input, secrets)) })
        .execute()
    } catch (error) {
      // Class 22, "data exception": what somebody sent must not keep out that it was sent.
      if (!(error as { code?: string }).code?.startsWith('22')) throw error
      log.error({ err: error, call: entry.call, request: entry.requestId }, 'the input of a call cannot be kept in the audit log')
      await db
        .insertInto('audit')
        .values({ ...row, input: '{}' })
        .execute()
    }
    return id
  }

  return {
    /** Writes down a call that is over. */
    async record(entry: AuditEntry) {
      await insert(entry)
    },

    /** Writes down a change that is about to be made, and gives what tells how it went. */
    async begin(entry: Omit<AuditEntry, keyof Outcome>): Promise<(outcome: Outcome) => Promise<void>> {
      const id = await insert({ ...entry, ...PENDING })
      const secrets = new Set(entry.secrets)
      return async outcome => {
        await db.updateTable('audit').set(columnsOf(outcome, secrets)).where('id', '=', id).execute()
      }
    },
  }
}
