// What an API of an app is, as it is kept (shared.json: apiDefinition) and as it is run.
import type { AnswerMapping } from '../../../models/answer-mapping.ts'
import type { Origin } from '../data/index.ts'
import type { AppInScope, CompanyInScope, SignedIn } from '../foundation/access/index.ts'

export interface Parameter {
  key: string
  name?: string
  description?: string
  type: 'text' | 'integer' | 'number' | 'boolean' | 'json'
  required?: boolean
  default?: string | number | boolean | null
  /** Its values are not written into the log. */
  secret?: boolean
}
export interface Named {
  name: string
  value: string
}
export interface Auth {
  kind: 'none' | 'basic' | 'bearer' | 'key' | 'oauth2'
  username?: string
  password?: string
  token?: string
  name?: string
  in?: 'header' | 'query'
  value?: string
  tokenUrl?: string
  clientId?: string
  clientSecret?: string
  scope?: string
}
export interface HttpPart {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  address: string
  query?: Named[]
  headers?: Named[]
  body?: { kind: 'none' | 'json' | 'form' | 'text'; text?: string; fields?: Named[]; contentType?: string }
  auth?: Auth
}
export interface ModelPart {
  source: string
  model: string
  operation: 'list' | 'get' | 'create' | 'update' | 'delete'
  /** Of the row that is read or changed. */
  id?: string
  values?: Named[]
  /** A condition tree as JSON. */
  filter?: string
  keywords?: string
  orderBy?: string
  orderDir?: 'asc' | 'desc'
  page?: string
  perPage?: string
}
export interface QueryPart {
  key: string
  values?: Named[]
}
export interface Limits {
  timeoutSeconds?: number
  retries?: number
  cacheSeconds?: number
  maxKilobytes?: number
  perMinute?: number
}
export interface ApiDefinition {
  type: 'http' | 'model' | 'query'
  parameters?: Parameter[]
  http?: HttpPart
  model?: ModelPart
  query?: QueryPart
  answer?: AnswerMapping & { example?: string }
  limits?: Limits
}

export const DEFAULTS = { timeoutSeconds: 15, retries: 0, cacheSeconds: 0, maxKilobytes: 2048, perMinute: 120 } as const satisfies Required<Limits>

/** Who calls, and where. */
export interface ApiAsker {
  user: SignedIn | undefined
  company: CompanyInScope
  app: AppInScope
  /** What led to it. */
  origin?: Origin | undefined
}

/** Only looks: asked again after a failure, kept for a while, and asked with GET. */
export const isSafe = ({ type, http, model }: ApiDefinition) =>
  type === 'query' || (type === 'model' ? model?.operation === 'list' || model?.operation === 'get' : http?.method === 'GET' || http?.method === 'HEAD')
/** Sent twice it does the same as sent once. */
export const isIdempotent = (definition: ApiDefinition) =>
  isSafe(definition) || (definition.type === 'http' && (definition.http?.method === 'PUT' || definition.http?.method === 'DELETE'))

/** Whether a text is a value of a parameter's type. */
export function fitsType(type: Parameter['type'], value: string): boolean {
  if (type === 'text' || type === 'json') return true
  if (type === 'boolean') return /^(true|false)$/.test(value)
  return value.trim() !== '' && Number.isFinite(Number(value)) && (type !== 'integer' || Number.isInteger(Number(value)))
}
