// The OpenAPI 3.1 document of all calls, made from the contracts.
import type { AnySchemaObject } from 'ajv'
import type { Access, Call } from '../contract-schema.ts'

type Json = Record<string, unknown>

/** What an access rule means, in a sentence for readers. */
export function accessSentence(access: Access): string {
  if (access === 'anyone') return 'Anyone, signed in or not'
  if (access === 'scim') return "The organisation's identity provider, with a bearer token"
  if (access === 'setup') return 'Anyone while this step of the setup is pending; platform super users afterwards'
  if (access === 'user') return 'Anybody who is signed in'
  if (access === 'company.member') return 'Members of the organisation'
  if (access === 'company.admin') return 'Administrators of the organisation'
  if (access === 'platform.super') return 'Platform super users'
  if (access === 'screen.read' || access === 'screen.change' || access === 'screen.grant') {
    const managers = 'Platform super users; administrators of the organisation or the owner of the app that the query names'
    if (access === 'screen.grant') return managers
    return `${managers}; people granted to ${access === 'screen.read' ? 'read or change' : 'change'} screens there`
  }
  return `People with the permission ${access} in this app: its owner and the organisation's administrators${access === 'app.access' ? ', and all members' : ''}`
}

const describeFiles = (call: Call): Json =>
  Object.fromEntries(
    Object.entries(call.files ?? {}).map(([name, rule]) => {
      const limit = `${rule.extensions.join(', ') || 'any kind'}, at most ${Math.round(rule.maxBytes / 1_048_576)} MB`
      const file = { type: 'string', format: 'binary', description: limit }
      return [name, (rule.maxCount ?? 1) > 1 ? { type: 'array', items: file, maxItems: rule.maxCount } : file]
    }),
  )

/** Schema of a request body with its files. */
export function bodySchema(call: Call): AnySchemaObject {
  const body = call.schemas.body
  const files = describeFiles(call)
  const required = Object.entries(call.files ?? {}).flatMap(([name, rule]) => (rule.required === false ? [] : [name]))
  return { ...body, properties: { ...(body.properties as Json), ...files }, required: [...((body.required as string[] | undefined) ?? []), ...required] }
}

function requestBody(call: Call): Json | undefined {
  const schema = bodySchema(call)
  if (!Object.keys(schema.properties as Json).length) return undefined
  const media = { schema, ...(call.example.body && { example: call.example.body }) }
  const kinds = { json: ['application/json'], form: ['application/x-www-form-urlencoded', 'application/json'], multipart: ['multipart/form-data'] }[
    call.bodyKind ?? 'json'
  ]
  return { required: ((schema.required as string[]) ?? []).length > 0, content: Object.fromEntries(kinds.map(kind => [kind, media])) }
}

/** Where calls name their app whose addresses do not. */
const SCOPE_HEADERS: Json[] = [
  { name: 'X-Company-Key', in: 'header', required: true, schema: { type: 'string' }, description: 'Key of the organisation', example: 'acme' },
  { name: 'X-App-Key', in: 'header', required: true, schema: { type: 'string' }, description: 'Address of the app', example: 'shop-dev' },
]

function parameters(call: Call): Json[] {
  const list = (where: 'path' | 'query', schema: AnySchemaObject) =>
    // A call that takes whatever a provider sends back names no fields.
    Object.entries((schema.properties ?? {}) as Record<string, AnySchemaObject>).map(([name, { description, ...own }]) => ({
      name,
      in: where,
      required: where === 'path' || ((schema.required as string[] | undefined) ?? []).includes(name),
      ...(description && { description }),
      schema: own,
      ...(where === 'path' && call.example.params?.[name] !== undefined && { example: call.example.params[name] }),
      ...(where === 'query' && call.example.query?.[name] !== undefined && { example: call.example.query[name] }),
    }))
  return [...list('path', call.schemas.params), ...list('query', call.schemas.query ?? { properties: {} }), ...(call.scope ? SCOPE_HEADERS : [])]
}

const envelope = (status: AnySchemaObject, data: AnySchemaObject): AnySchemaObject => ({
  type: 'object',
  required: ['status', 'msg', 'data'],
  properties: { status, msg: { type: 'string', description: 'A sentence for the person, in the language of Accept-Language' }, data },
})

function success(call: Call): Json {
  if (call.answer === 'scim')
    return { description: 'All is well', content: { 'application/scim+json': { schema: call.schemas.response, example: call.example.data ?? {} } } }
  if (call.answer === 'file') return { description: 'The file', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } }
  if (call.answer === 'events')
    return { description: 'Server-sent events, one line of JSON each', content: { 'text/event-stream': { schema: { type: 'string' } } } }
  const status = call.statuses?.length
    ? { enum: [0, ...call.statuses], description: '0 when all is well; the others ask for a decision and are no failure' }
    : { const: 0 }
  const example = { status: 0, msg: '', data: call.example.data ?? {} }
  return { description: 'All is well', content: { 'application/json': { schema: envelope(status, call.schemas.response), example } } }
}

/** Refusals that the kernel itself can give on this call. */
function refusals(call: Call): [string, string][] {
  const list: [string, string][] = []
  if (call.access !== 'anyone') list.push(['401', 'Nobody is signed in, or the session ended'])
  if (!['anyone', 'user'].includes(call.access)) list.push(['403', `Not allowed. ${accessSentence(call.access)} may`])
  else if (call.method !== 'GET') list.push(['403', 'The x-csrf-token header does not fit the session'])
  if (call.path.includes('{')) list.push(['404', 'There is no such thing, or not in this organisation'])
  list.push(['422', '`errors` has a sentence per field'])
  list.push(['429', 'Too many calls'])
  return list
}

function operation(call: Call): Json {
  const errors = Object.entries(call.errors ?? {})
  const refused = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } }
  const body = requestBody(call)
  const session = { session: [], ...(call.method !== 'GET' && { csrf: [] }) }
  return {
    operationId: call.id,
    tags: [call.id.split('.')[0]],
    summary: call.description.split(/(?<=[.!?])\s/)[0],
    description: [call.description, `Access: ${accessSentence(call.access)}.`, ...errors.map(([code, text]) => `- \`${code}\`: ${text}`)].join('\n\n'),
    'x-access': call.access,
    ...(call.ratePerMinute && { 'x-rate-per-minute': call.ratePerMinute }),
    ...(errors.length && { 'x-errors': call.errors }),
    security: call.access === 'scim' ? [{ scim: [] }] : call.access === 'anyone' || call.access === 'setup' ? [{}, session] : [session],
    parameters: parameters(call),
    ...(body && { requestBody: body }),
    responses: {
      ...(call.answer === 'redirect' ? { 302: { description: 'On to the next address' } } : { 200: success(call) }),
      ...Object.fromEntries(refusals(call).map(([status, description]) => [status, { description, ...refused }])),
    },
  }
}

/** The document, with `url` as the address of this installation. */
export function openApiDocument(calls: readonly Call[], { title, url, version }: { title: string; url: string; version: string }): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call)
  const areas = [...new Set(calls.map(call => call.id.split('.')[0] as string))]
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} API`,
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Every call answers one envelope: `{"status": 0, "msg": "", "data": {…}}`. Another status is the HTTP status, with a `code` that stays the same and, at 422, `errors` by field. Sign in with `POST /login`; send the token of `GET /api/session` as `x-csrf-token` with every call that changes something.',
    },
    servers: [{ url }],
    tags: areas.map(name => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'tessera_session', description: 'Set by POST /login' },
        csrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token', description: 'csrfToken of GET /api/session, on every call but GET' },
        scim: { type: 'http', scheme: 'bearer', description: 'Made under Members, Provisioning (SCIM)' },
      },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['status', 'msg', 'code'],
          properties: {
            status: { type: 'integer', description: 'The HTTP status' },
            msg: { type: 'string', description: 'A sentence for the person, in the language of Accept-Language' },
            code: { type: 'string', description: 'Stays the same when the text changes', examples: ['request.invalid'] },
            errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'A sentence by field' },
            data: { type: 'object' },
          },
        },
      },
    },
  }
}
