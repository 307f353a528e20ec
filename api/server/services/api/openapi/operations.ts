// The operations of an OpenAPI description as definitions of APIs.
import { fitsType, type ApiDefinition, type Auth, type Named, type Parameter } from '../types.ts'
import { canBeSent } from '../request.ts'
import { list, object, text, type Documents, type Json } from './documents.ts'
import { exampleOf, typeOf } from './examples.ts'

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const
export const MOST_OPERATIONS = 1000
const MOST_PARAMETERS = 60
const MOST_FIELDS = 40
const LONGEST_EXAMPLE = 100_000

/** What could not be taken along; a sentence of the dictionary. */
export type Lack = 'cookie' | 'header' | 'many' | 'body' | 'signIn' | 'token' | 'reference'
export interface Operation {
  id: string
  key: string
  name: string
  description: string
  group: string
  method: string
  path: string
  lacks: Lack[]
  definition: ApiDefinition
}

/** A key out of any words; what has no letters gets the name that is given. */
export function keyOf(words: string, otherwise: string): string {
  const parts = words
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .filter(Boolean)
  const joined = parts.map((part, at) => (at ? part[0]?.toUpperCase() + part.slice(1) : part)).join('')
  const begun = joined.replace(/^[0-9]+/, '')
  return ((begun[0]?.toLowerCase() ?? '') + begun.slice(1) || otherwise).slice(0, 45)
}
function unused(key: string, taken: ReadonlySet<string>): string {
  let free = key
  for (let at = 2; taken.has(free.toLowerCase()); at++) free = `${key}${at}`
  return free
}
const variableOf = (words: string) =>
  (
    words
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/^[^A-Za-z]+|_+$/g, '')
      .toUpperCase() || 'API'
  ).slice(0, 40)
const TYPES: Record<string, Parameter['type']> = { string: 'text', integer: 'integer', number: 'number', boolean: 'boolean' }
/** Whether a value that a file tells can stand for a parameter of a type. */
const isDefault = (type: Parameter['type'], value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) && fitsType(type, String(value as string))
const oneLine = (words: string, length: number) => words.replace(/\s+/g, ' ').trim().slice(0, length)

/** Sign-in as the file describes it, with variables in the place of secrets; what one sign-in does not hold is sent beside it. */
interface SignIn {
  auth?: Auth
  query: Named[]
  headers: Named[]
}
function signInOf(documents: Documents, security: unknown, lacks: Set<Lack>): SignIn {
  const none = { query: [], headers: [] }
  // Any one of them is enough: the first that is known here. An empty one says that none is needed.
  const ways = list(security).map(one => object(one) ?? {})
  for (const way of ways) {
    const found = Object.keys(way).map(name => authOf(documents, name, list(way[name]).map(text).join(' ')))
    const together = found.length && found.every(one => one !== undefined) ? signInWith(found) : undefined
    if (!together) continue
    if (found.some(one => one?.isByHand)) lacks.add('token')
    return together
  }
  if (ways.length && ways.every(one => Object.keys(one).length)) lacks.add('signIn')
  return none
}

/** All of them at once: one may be of any kind, the others are keys. */
function signInWith(all: readonly Known[]): SignIn | undefined {
  const [main = all[0]] = all.filter(({ auth }) => auth.kind !== 'key')
  // Two ways to one token are one.
  const others = all.filter(one => one !== main && !(main?.isByHand && one.isByHand)).map(({ auth }) => auth)
  if (others.some(({ kind }) => kind !== 'key')) return undefined
  const of = (where: string) => others.filter(one => one.in === where).map(({ name = '', value = '' }) => ({ name, value }))
  return { ...(main && { auth: main.auth }), query: of('query'), headers: of('header') }
}

interface Known {
  auth: Auth
  /** Its token comes from somewhere else. */
  isByHand?: true
}
function authOf(documents: Documents, named: string, scope: string): Known | undefined {
  const schemes = object(object(documents.root.components)?.securitySchemes)
  const scheme = documents.resolve(schemes?.[named], documents.main)?.value
  const base = variableOf(named)
  const place = (ending: string) => `{{${base}${base.endsWith(ending.slice(1)) ? '' : ending}}}`
  if (scheme?.type === 'http' && /^basic$/i.test(text(scheme.scheme)))
    return { auth: { kind: 'basic', username: place('_USER'), password: place('_PASSWORD') } }
  if (scheme?.type === 'http' && /^bearer$/i.test(text(scheme.scheme))) return { auth: { kind: 'bearer', token: place('_TOKEN') } }
  if (scheme?.type === 'apiKey' && (scheme.in === 'header' || scheme.in === 'query') && (scheme.in === 'query' || canBeSent(text(scheme.name))))
    return { auth: { kind: 'key', in: scheme.in, name: text(scheme.name).slice(0, 100), value: `{{${base}}}` } }
  const flow = object(object(scheme?.flows)?.clientCredentials)
  if (scheme?.type === 'oauth2' && flow && /^https?:\/\//.test(text(flow.tokenUrl)))
    return {
      auth: {
        kind: 'oauth2',
        tokenUrl: text(flow.tokenUrl),
        clientId: place('_CLIENT_ID'),
        clientSecret: place('_CLIENT_SECRET'),
        ...(scope && { scope: scope.slice(0, 1000) }),
      },
    }
  // Somebody signs in with a browser there; what that gives is a token like others.
  if (scheme?.type === 'oauth2' || scheme?.type === 'openIdConnect') return { auth: { kind: 'bearer', token: place('_TOKEN') }, isByHand: true }
  return undefined
}

export function operationsOf(documents: Documents): Operation[] {
  const made: Operation[] = []
  const keys = new Set<string>()
  for (const [path, item] of Object.entries(object(documents.root.paths) ?? {})) {
    const place = documents.resolve(item, documents.main)
    if (!place) continue
    for (const method of METHODS) {
      const operation = object(place.value[method])
      if (!operation || made.length >= MOST_OPERATIONS) continue
      const one = operationOf(documents, path, method, operation, place)
      const key = unused(one.key, keys)
      keys.add(key.toLowerCase())
      made.push({ ...one, key })
    }
  }
  return made
}

function operationOf(documents: Documents, path: string, method: string, operation: Json, { file, value: item }: { file: string; value: Json }): Operation {
  const lacks = new Set<Lack>()
  const before = documents.lost.size
  const parameters: Parameter[] = []
  const taken = new Set<string>()
  /** Adds a parameter; answers the place that stands for it. */
  const add = (name: string, schema: unknown, at: string, { required, description }: { required: boolean; description: string }) => {
    const found = documents.resolve(schema, at)?.value ?? {}
    const key = unused(keyOf(name, 'value'), taken)
    taken.add(key.toLowerCase())
    const value = found.default
    const said = oneLine(description || text(found.description), 500)
    const type = TYPES[typeOf(found)] ?? (typeOf(found) ? 'json' : 'text')
    parameters.push({
      key,
      type,
      ...(key !== name && { name: oneLine(name, 100) }),
      ...(said && { description: said }),
      ...(required && { required }),
      ...(isDefault(type, value) && { default: typeof value === 'string' ? value.slice(0, 4000) : value }),
    })
    return `{{${key}}}`
  }

  // Those of the operation stand for those of its path with the same name.
  const given = new Map<string, { file: string; value: Json }>()
  for (const one of [...list(item.parameters), ...list(operation.parameters)]) {
    const found = documents.resolve(one, file)
    if (found) given.set(`${text(found.value.in)} ${text(found.value.name)}`, found)
  }
  let address = path
  const [query, headers]: [Named[], Named[]] = [[], []]
  // Where there are more than an API takes, those stay that it cannot do without; one is kept for the body.
  const rank = ({ value }: { value: Json }) => (value.in === 'path' ? 0 : value.required === true ? 1 : 2)
  for (const { file: at, value: one } of [...given.values()].sort((a, b) => rank(a) - rank(b))) {
    const name = text(one.name)
    if (one.in === 'cookie') lacks.add('cookie')
    if (one.in === 'header' && /^(accept|authorization|content-type)$/i.test(name)) continue
    if (!name || !['path', 'query', 'header'].includes(text(one.in))) continue
    if (one.in === 'header' && !canBeSent(name)) {
      lacks.add('header')
      continue
    }
    if (parameters.length >= MOST_PARAMETERS - 1) {
      lacks.add('many')
      continue
    }
    const schema = one.schema ?? object(Object.values(object(one.content) ?? {})[0])?.schema
    const place = add(name, schema, at, { required: one.in === 'path' || one.required === true, description: text(one.description) })
    if (one.in === 'path') address = address.replaceAll(`{${name}}`, place)
    else (one.in === 'query' ? query : headers).push({ name: name.slice(0, 200), value: place })
  }
  // A place that the file has no parameter for is one all the same.
  address = address.replace(/(?<!\{)\{([^{}]+)\}(?!\})/g, (_whole, name: string) => add(name, undefined, file, { required: true, description: '' }))

  const body = bodyOf(documents, operation.requestBody, file, { add, lacks, room: MOST_PARAMETERS - parameters.length })
  const { auth, ...beside } = signInOf(documents, operation.security ?? documents.root.security, lacks)
  query.push(...beside.query)
  headers.push(...beside.headers)
  const example = answerExample(documents, operation.responses, file)
  if (documents.lost.size > before) lacks.add('reference')
  const words = text(operation.operationId) || `${method} ${path.replace(/[{}]/g, ' ')}`
  return {
    id: `${method.toUpperCase()} ${path}`,
    key: keyOf(words, 'operation'),
    name: oneLine(text(operation.summary) || text(operation.operationId) || `${method.toUpperCase()} ${path}`, 100),
    description: oneLine(text(operation.description), 500),
    group: oneLine(text(list(operation.tags)[0]), 100),
    method: method.toUpperCase(),
    path,
    lacks: [...lacks],
    definition: {
      type: 'http',
      parameters,
      http: {
        method: method.toUpperCase() as 'GET',
        address,
        ...(query.length && { query }),
        ...(headers.length && { headers }),
        ...(body && { body }),
        ...(auth && { auth }),
      },
      ...(example && { answer: { example } }),
    },
  }
}

type Add = (name: string, schema: unknown, file: string, more: { required: boolean; description: string }) => string

function bodyOf(
  documents: Documents,
  given: unknown,
  file: string,
  { add, lacks, room }: { add: Add; lacks: Set<Lack>; room: number },
): NonNullable<ApiDefinition['http']>['body'] {
  const found = documents.resolve(given, file)
  if (!found) return undefined
  const content = object(found.value.content) ?? {}
  const ofKind = (pattern: RegExp) => Object.entries(content).find(([type]) => pattern.test(type))
  const [type, media] = ofKind(/json/i) ?? ofKind(/x-www-form-urlencoded/i) ?? ofKind(/^text\//i) ?? []
  if (!type) {
    if (Object.keys(content).length) lacks.add('body')
    return undefined
  }
  const schema = documents.resolve(object(media)?.schema, found.file)
  const properties = Object.entries(object(schema?.value.properties) ?? {})
  const required = new Set(list(schema?.value.required).map(text))
  const isAll = found.value.required === true
  const whole = () => add('body', schema?.value, schema?.file ?? file, { required: isAll, description: text(found.value.description) })
  if (/^text\//i.test(type))
    return { kind: 'text', text: add('body', { type: 'string' }, file, { required: isAll, description: '' }), contentType: type.slice(0, 100) }
  const fits = properties.length > 0 && properties.length <= Math.min(MOST_FIELDS, room) && !schema?.value.allOf && !schema?.value.oneOf && !schema?.value.anyOf
  const fields = fits
    ? properties
        .filter(([, one]) => documents.resolve(one, schema?.file ?? file)?.value.readOnly !== true)
        .map(([name, one]) => ({ name: name.slice(0, 200), value: add(name, one, schema?.file ?? file, { required: required.has(name), description: '' }) }))
    : []
  if (/x-www-form-urlencoded/i.test(type)) return fits ? { kind: 'form', fields } : (lacks.add('body'), undefined)
  const shape = fits ? Object.fromEntries(fields.map(({ name, value }) => [name, value])) : whole()
  return { kind: 'json', text: JSON.stringify(shape, null, 2), ...(type !== 'application/json' && { contentType: type.slice(0, 100) }) }
}

/** What the operation answers when all is well, as JSON. */
function answerExample(documents: Documents, responses: unknown, file: string): string {
  const all = object(responses) ?? {}
  const code = Object.keys(all).find(one => one.startsWith('2')) ?? 'default'
  const found = documents.resolve(all[code], file)
  const [, media] = Object.entries(object(found?.value.content) ?? {}).find(([type]) => /json/i.test(type)) ?? []
  const own = object(media)
  if (!own || !found) return ''
  const named = documents.resolve(Object.values(object(own.examples) ?? {})[0], found.file)?.value.value
  const value = own.example ?? named ?? (own.schema ? exampleOf(documents, own.schema, found.file) : undefined)
  if (value === undefined) return ''
  const shown = JSON.stringify(value, null, 2)
  return shown.length <= LONGEST_EXAMPLE ? shown : ''
}

/** Addresses of the servers, with the defaults of their variables. */
export function serversOf({ root }: Documents): string[] {
  return list(root.servers)
    .map(object)
    .flatMap(one => {
      const variables = object(one?.variables) ?? {}
      const url = text(one?.url)
        .replace(/^\/\//, 'https://')
        .replace(/\{([^{}]+)\}/g, (_whole, name: string) => String((object(variables[name])?.default as string) ?? ''))
      return /^https?:\/\//.test(url) ? [url.replace(/\/+$/, '').slice(0, 1000)] : []
    })
    .slice(0, 20)
}
