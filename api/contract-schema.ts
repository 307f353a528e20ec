// The shape of one file under api/contract, and of a call as the generated table holds it.
import type { AnySchemaObject } from 'ajv'

/**
 * Who may make a call. `app.<permission>` is answered by the permission engine for the app in the address; `screen.…` for the level that the
 * query names: nothing is the platform, `companyKey` an organisation, `companyKey` and `appUrlKey` an app.
 */
export type Access =
  | 'anyone'
  | 'setup'
  | 'user'
  | 'company.member'
  | 'company.admin'
  | 'platform.super'
  | 'screen.read'
  | 'screen.change'
  | 'screen.grant'
  /** An organisation's identity provider with its bearer token (api/server/scim-routing.ts). */
  | 'scim'
  | `app.${string}`

/** Places whose people change screens or pages: an organisation, an app; a page of a running app. */
export type AuthorityKind = 'company' | 'app' | 'page'

export interface FileRule {
  /** Accepted name endings with the dot, lower case; empty accepts all. */
  extensions: string[]
  /** Largest accepted size in bytes. */
  maxBytes: number
  maxCount?: number
  required?: boolean
}

export interface Contract {
  method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH'
  path: string
  description: string
  access: Access
  /**
   * Screens changed in these places, and pages of running apps, may make this call besides what their access rule gives them (docs/authority.md):
   * only what tells nothing about the reader and changes nothing of his, or what is limited to the place.
   */
  authority?: AuthorityKind[]
  /** Where the organisation and the app are named; in the address when left out. `headers`: in X-Company-Key and X-App-Key (an app address). */
  scope?: 'headers'
  /** Schemas of path places that shared.json does not already define under their name. */
  params?: Record<string, AnySchemaObject>
  query?: AnySchemaObject
  body?: AnySchemaObject
  bodyKind?: 'json' | 'form' | 'multipart'
  /** Files of a multipart body by field name. */
  files?: Record<string, FileRule>
  /** Schema of `data` in the envelope. */
  response?: AnySchemaObject
  /** What comes back when all is well: the envelope, a file, a redirect, an event stream, or JSON as SCIM wants it. */
  answer?: 'json' | 'file' | 'redirect' | 'events' | 'scim'
  /** Error codes this call may answer with, and their English text. */
  errors?: Record<string, string>
  /** Documented envelope statuses besides 0 that are no HTTP error, such as 601. */
  statuses?: number[]
  /** Calls an address may make in a minute; over it the answer is 429. */
  ratePerMinute?: number
  /** Changes nothing though it is sent like a change: a preview or a check, of which no log holds anything. */
  keepsNothing?: true
  /** Scripts of other sites make this call, those that its handler knows; whoever is signed in here is nobody for it (CORS without credentials). */
  crossOrigin?: true
  /** Body fields that never reach the audit log. */
  secrets?: string[]
  /** The envelope carries `ok` beside status, msg and data, as documented for this call. */
  flagsOk?: boolean
  example: { params?: Record<string, string>; query?: Record<string, unknown>; body?: Record<string, unknown>; data?: Record<string, unknown> }
}

/**
 * A call that is there for several levels: what its id ends with at each (`''`, `App`, `Company`), and where it stands there. The rest is said
 * once, with places such as `{level.name}` for what shared.json knows of the level.
 */
export interface LeveledContract extends Omit<Contract, 'path' | 'access'> {
  levels: Record<string, Pick<Contract, 'path' | 'access'>>
}

export interface Call extends Contract {
  id: string
  schemas: { params: AnySchemaObject; query: AnySchemaObject; body: AnySchemaObject; response: AnySchemaObject }
}

const text = { type: 'string', minLength: 1 }

/** JSON Schema of a contract file. */
export const contractSchema: AnySchemaObject = {
  type: 'object',
  required: ['method', 'path', 'description', 'access', 'example'],
  additionalProperties: false,
  properties: {
    method: { enum: ['GET', 'POST', 'DELETE', 'PUT', 'PATCH'] },
    path: { type: 'string', pattern: '^/' },
    description: { type: 'string', minLength: 10 },
    access: { type: 'string', pattern: '^(anyone|scim|setup|user|company\\.(member|admin)|platform\\.super|screen\\.(read|change|grant)|app\\.[a-zA-Z]+)$' },
    authority: { type: 'array', minItems: 1, uniqueItems: true, items: { enum: ['company', 'app', 'page'] } },
    scope: { enum: ['headers'] },
    params: { type: 'object' },
    query: { type: 'object' },
    body: { type: 'object' },
    bodyKind: { enum: ['json', 'form', 'multipart'] },
    files: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['extensions', 'maxBytes'],
        additionalProperties: false,
        properties: { extensions: { type: 'array', items: text }, maxBytes: { type: 'integer' }, maxCount: { type: 'integer' }, required: { type: 'boolean' } },
      },
    },
    response: { type: 'object' },
    answer: { enum: ['json', 'file', 'redirect', 'events', 'scim'] },
    errors: { type: 'object', propertyNames: { pattern: '^[a-zA-Z]+\\.[a-zA-Z]+$' }, additionalProperties: text },
    statuses: { type: 'array', items: { type: 'integer' } },
    ratePerMinute: { type: 'integer', minimum: 1 },
    keepsNothing: { const: true },
    crossOrigin: { const: true },
    secrets: { type: 'array', items: text },
    flagsOk: { type: 'boolean' },
    example: {
      type: 'object',
      additionalProperties: false,
      properties: { params: { type: 'object' }, query: { type: 'object' }, body: { type: 'object' }, data: { type: 'object' } },
    },
  },
}
