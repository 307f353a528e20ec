// The log of every changing call: who, what, from where, with which result; secrets never reach it.
import { uuidv7 } from 'uuidv7'
import type { Core } from '../core.ts'

const LONGEST = 500
const MASK = '***'
const SECRET = /pass|secret|token|licen[cs]e|dbpw|authorization|cookie/i

/** Input as it may be kept: secrets masked, long texts and lists cut. */
export function masked(value: unknown, secrets: ReadonlySet<string>, depth = 0): unknown {
  if (typeof value === 'string') return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
  if (!value || typeof value !== 'object') return value
  if (depth > 4) return '…'
  if (Array.isArray(value)) return value.slice(0, 20).map(item => masked(item, secrets, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 50)
      .map(([key, item]) => [key.slice(0, 100), secrets.has(key) || SECRET.test(key) ? MASK : masked(item, secrets, depth + 1)]),
  )
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
  status: number
  input: Record<string, unknown>
  secrets?: string[]
}

export function createAudit({ db }: Pick<Core, 'db'>) {
  return {
    async record(entry: AuditEntry) {
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
          // NUL cannot be stored in jsonb.
          input: JSON.stringify(masked(entry.input, new Set(entry.secrets))).replaceAll('\\u0000', ''),
        })
        .execute()
    },
  }
}
