// What checks the inputs and answers of calls, as code: a file for each area and kind. Parts of schemas that several calls have become functions of their
// own, since written out at each place they made the server ten times as large as all else in it.
import { Ajv, type AnySchemaObject } from 'ajv'
import standaloneModule from 'ajv/dist/standalone/index.js'

// A CommonJS module whose types describe the inner default.
const standalone = (standaloneModule as unknown as { default: typeof standaloneModule }).default

export type Kind = 'params' | 'query' | 'body' | 'form' | 'response'

/** Characters of JSON from which a part is worth a function. */
const WORTH = 100

const OPTIONS: Record<Kind, object> = {
  // That an address is unknown is all that is said about it; of an answer, that it breaks its contract.
  params: { allErrors: false },
  response: { allErrors: false },
  body: { allErrors: true },
  // A form or multipart body arrives as text; a JSON body is taken as it is.
  form: { allErrors: true, coerceTypes: true },
  query: { allErrors: true, coerceTypes: 'array', useDefaults: true },
}

const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']
const LISTS = ['oneOf', 'anyOf', 'allOf']
const MAPS = ['properties', 'patternProperties']

const isSchema = (value: unknown): value is AnySchemaObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same schema with other schemas below it. */
function withParts(schema: AnySchemaObject, other: (part: AnySchemaObject) => AnySchemaObject): AnySchemaObject {
  const of = (value: unknown) => (isSchema(value) ? other(value) : value)
  const made = { ...schema }
  for (const key of ONE) if (key in schema) made[key] = of(schema[key])
  for (const key of LISTS) if (Array.isArray(schema[key])) made[key] = schema[key].map(of)
  for (const key of MAPS) if (isSchema(schema[key])) made[key] = Object.fromEntries(Object.entries(schema[key]).map(([name, part]) => [name, of(part)]))
  return made
}

/** The sentences of a schema by the place of the rule, as errors name it; `parts` are followed, under their own names. */
function sentences(schema: unknown, path: string, parts: ReadonlyMap<string, AnySchemaObject>, found: Record<string, string> = {}): Record<string, string> {
  if (!schema || typeof schema !== 'object') return found
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'x-message') found[path] = String(value)
    else if (key === '$ref' && typeof value === 'string' && parts.has(value)) sentences(parts.get(value), value, parts, found)
    else sentences(value, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, parts, found)
  }
  return found
}

/** ajv writes `require(...)` even for ES modules; its two helpers come from api/runtime.mjs instead. */
function esModule(code: string): string {
  const body = code
    .replace(/const (\w+) = require\("ajv\/dist\/runtime\/ucs2length"\)\.default;?/g, 'const $1 = ucs2length;')
    .replace(/const (\w+) = require\("ajv\/dist\/runtime\/equal"\)\.default;?/g, 'const $1 = equal;')
    // The same two branches at each of tens of thousands of rules.
    .replace(/if\(vErrors === null\)\{vErrors = \[(err\d+)\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/g, 'vErrors = withError(vErrors, $1);errors++;')
    // The schema of each function stands beside it, mostly for nobody.
    .replace(/const (schema\d+) = (\{.*?\});(?=const |function |export )/g, (whole, name: string, _schema, _at, all: string) =>
      all.split(new RegExp(`\\b${name}\\b`)).length > 2 ? whole : '',
    )
  const left = /require\([^)]*\)/.exec(body)
  if (left) throw new Error(`generated validators call ${left[0]}`)
  return `// @ts-nocheck\nimport { equal, ucs2length, withError } from '../../runtime.mjs'\n${body}`
}

/** The module that checks one kind of the given calls, each exported under its name, and the sentences of each. */
export function validatorModule(kind: Kind, schemas: Record<string, AnySchemaObject>): { code: string; words: Record<string, Record<string, string>> } {
  const words: Record<string, Record<string, string>> = {}
  if (!Object.keys(schemas).length) return { code: esModule(''), words }
  const ajv = new Ajv({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    validateFormats: false,
    inlineRefs: false,
    // Ours are in api/messages.ts.
    messages: false,
    code: { source: true, esm: true },
    ...OPTIONS[kind],
  })
  ajv.addVocabulary(['x-message', 'example', 'x-label'])

  const times = new Map<string, number>()
  const count = (schema: AnySchemaObject): AnySchemaObject => {
    const text = JSON.stringify(schema)
    const before = times.get(text) ?? 0
    times.set(text, before + 1)
    return before ? schema : withParts(schema, count)
  }
  for (const schema of Object.values(schemas)) count(schema)
  const names = new Map<string, string>()
  const parts = new Map<string, AnySchemaObject>()
  const shared = (schema: AnySchemaObject): AnySchemaObject => {
    const text = JSON.stringify(schema)
    // What a query leaves out is filled in by the object that it is left out of.
    if (kind === 'query' || text.length < WORTH || (times.get(text) ?? 0) < 2) return withParts(schema, shared)
    const known = names.get(text)
    if (known) return { $ref: known }
    const name = `part${names.size}#`
    names.set(text, name)
    parts.set(name, withParts(schema, shared))
    return { $ref: name }
  }

  const exported: Record<string, string> = {}
  const roots = new Map<string, string>()
  const aliases: string[] = []
  for (const [name, schema] of Object.entries(schemas)) {
    const text = JSON.stringify(schema)
    const same = roots.get(text)
    if (same) {
      aliases.push(`export const ${name} = ${same};`)
      continue
    }
    roots.set(text, name)
    exported[name] = name
    ajv.addSchema(withParts(schema, shared), name)
  }
  for (const [name, schema] of parts) {
    const key = name.slice(0, -1)
    ajv.addSchema(schema, key)
    // Without it errors in all parts would name the same places.
    ;(ajv.schemas[key] as { schemaPath?: string }).schemaPath = name
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const found = sentences(withParts(schema, shared), '#', parts)
    if (Object.keys(found).length) words[name] = found
  }
  return { code: esModule(`${standalone(ajv, exported)}${aliases.join('')}`), words }
}
