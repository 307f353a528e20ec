// What a definition of an API has to be: its shape is the contract's, what its parts say of each other is here.
import { readPlace } from '../../../models/answer-mapping.ts'
import { validators } from '../../../generated/validators.ts'
import { ApiError, type FieldText } from '../../errors.ts'
import { findUnusable } from '../../text-check.ts'
import { canBeSent } from './request.ts'
import { hasVariable, strayPlace } from './templates.ts'
import { fitsType, isSafe, type ApiDefinition, type Auth, type HttpPart, type Parameter } from './types.ts'

const NEEDED = 'This is required'
const ONLY_VARIABLE = 'Write the name of an environment variable here, such as {{API_KEY}}: secrets do not stand in the app'

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function* authProblems({ kind, ...auth }: Auth): Generator<[string, FieldText]> {
  const needed = {
    none: [],
    basic: ['username', 'password'],
    bearer: ['token'],
    key: ['name', 'value'],
    oauth2: ['tokenUrl', 'clientId', 'clientSecret'],
  }[kind] as (keyof typeof auth)[]
  for (const name of needed) if (!auth[name]?.trim()) yield [`http.auth.${name}`, NEEDED]
  const secrets = { none: [], basic: ['password'], bearer: ['token'], key: ['value'], oauth2: ['clientSecret'] }[kind] as (keyof typeof auth)[]
  for (const name of secrets) if (auth[name]?.trim() && !hasVariable(auth[name])) yield [`http.auth.${name}`, ONLY_VARIABLE]
}

function* httpProblems(http: HttpPart): Generator<[string, FieldText]> {
  const bare = http.address.trim().replace(/\{\{\s*(\$?[a-z][\w.-]*)\s*\}\}/g, 'p')
  if (!/^(https?:\/\/|\{\{\s*[A-Z])/i.test(bare)) yield ['http.address', 'Begin with https:// or with a variable such as {{SHOP_URL}}']
  else if (/^https?:\/\/[^/?#]*\{\{\s*\$?[a-z]/.test(http.address.trim()))
    yield ['http.address', 'Which host is called is not for those who call: use a variable there']
  else if (/[\s\\]/.test(bare.replace(/\{\{\s*[^}]*\}\}/g, ''))) yield ['http.address', 'An address has no spaces']
  for (const [at, { name }] of (http.headers ?? []).entries()) if (!canBeSent(name)) yield [`http.headers.${at}.name`, 'This header cannot be set']
  const { kind = 'none', text = '' } = http.body ?? {}
  if (kind === 'json' && !isJson(text)) yield ['http.body.text', 'This is no JSON. Put places between quotes: {"id": "{{id}}"}']
  if (http.auth) yield* authProblems(http.auth)
}

function* parameterProblems(parameters: readonly Parameter[]): Generator<[string, FieldText]> {
  const seen = new Set<string>()
  for (const [at, { key, type, default: value }] of parameters.entries()) {
    if (seen.has(key)) yield [`parameters.${at}.key`, 'This name is used twice']
    seen.add(key)
    if (value === undefined || value === null || value === '') continue
    if (!fitsType(type, String(value))) yield [`parameters.${at}.default`, 'This is no value of this type']
  }
}

function* problems(definition: ApiDefinition): Generator<[string, FieldText]> {
  const { type, http, model, query, parameters = [], answer, limits } = definition
  yield* parameterProblems(parameters)
  if (type === 'http' && !http) yield ['http', NEEDED]
  if (type === 'model' && !model) yield ['model', NEEDED]
  if (type === 'query' && !query) yield ['query', NEEDED]
  if (type === 'http' && http) yield* httpProblems(http)
  if (type === 'model' && model) {
    if (['get', 'update', 'delete'].includes(model.operation) && !model.id?.trim()) yield ['model.id', NEEDED]
    if (model.filter?.trim() && !isJson(model.filter)) yield ['model.filter', 'This is no JSON']
  }
  for (const [name, place] of [
    ['from', answer?.from],
    ['total', answer?.total],
  ] as const)
    if (place?.trim() && !readPlace(place)) yield [`answer.${name}`, 'This is no place in an answer, such as data.items[0].name']
  for (const [at, field] of (answer?.fields ?? []).entries())
    if (!readPlace(field.from)) yield [`answer.fields.${at}.from`, 'This is no place in an answer, such as data.items[0].name']
  if (limits?.cacheSeconds && !isSafe(definition)) yield ['limits.cacheSeconds', 'Only the answers of calls that change nothing can be kept']
  const stray = strayPlace(definition)
  if (stray) yield [stray.at, { english: 'There is no parameter {name}', values: { name: stray.name } }]
}

/** Refuses what cannot be kept or run, with each problem at its place below `at`. */
export function checkDefinition(definition: ApiDefinition, at = 'definition.') {
  const fields = Object.fromEntries([...problems(definition)].map(([place, text]) => [`${at}${place}`, text]))
  if (Object.keys(fields).length) throw new ApiError('api.definitionInvalid', 'Check the definition of the API', 422, { fields })
}

/** A definition that was kept, or came with a package or a release, as it can be run. */
export function readDefinition(kept: Record<string, unknown>): ApiDefinition {
  const isShaped = validators['api.create'].body({ key: 'kept', name: 'kept', definition: kept })
  if (!isShaped || findUnusable(kept)) throw new ApiError('api.definitionInvalid', 'The definition of this API is damaged', 422)
  const definition = kept as unknown as ApiDefinition
  checkDefinition(definition)
  return definition
}
