// api/contract/**.json → api/generated: types, call table, handler table, validators; api/messages/ → the dictionary of the server's sentences; the list of
// migrations as well. Runs before every other script; writes only what changed.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv, type AnySchemaObject } from 'ajv'
import { compile } from 'json-schema-to-typescript'
import { contractSchema, type Contract, type LeveledContract } from '../api/contract-schema.ts'
import { expandLevels, type Level } from './contract-levels.ts'
import { writeGateTable } from './gate-schemas.ts'
import { writeMiniappFiles } from './miniapp-files.ts'
import { writeRendererLists } from './renderer-lists.ts'
import { validatorModule } from './validators.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const source = join(root, 'api/contract')
/** A file for each call of a contract with levels, for programs that read contracts one by one; made again each time and not in git. */
const expanded = join(source, 'expanded')
const target = join(root, 'api/generated')
type Json = Record<string, unknown>

// verify runs it once for all the scripts that begin with it.
if (process.env.TESSERA_GENERATED && existsSync(join(target, 'contract.ts'))) process.exit(0)

const shared = JSON.parse(readFileSync(join(source, 'shared.json'), 'utf8')) as {
  $defs: Record<string, AnySchemaObject>
  levels: Record<string, Level>
}

function walk(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .flatMap(entry => (entry.isDirectory() ? walk(join(dir, entry.name)) : [join(dir, entry.name)]))
    .filter(file => file.endsWith('.json') && file !== join(source, 'shared.json') && !file.startsWith(expanded))
    .sort()
}

/** Puts the shared definitions in place of their `$ref`s, so that every contract stands alone. */
function inline(node: unknown, file: string): unknown {
  if (Array.isArray(node)) return node.map(item => inline(item, file))
  if (!node || typeof node !== 'object') return node
  const { $ref, ...own } = node as Json
  if (typeof $ref === 'string' && $ref.startsWith('shared.json#/$defs/')) {
    const name = $ref.slice('shared.json#/$defs/'.length)
    if (!shared.$defs[name]) throw new Error(`${file}: no shared definition "${name}"`)
    return { ...(inline(shared.$defs[name], file) as Json), ...(inline(own, file) as Json) }
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value, file)]))
}

const object = (properties: Json = {}, required: string[] = []): AnySchemaObject => ({ type: 'object', properties, required, additionalProperties: false })

/** Objects are closed and lists bounded unless a contract says otherwise; a forgotten limit stops the build. */
function checkLimits(id: string, where: string, node: unknown, path = ''): string[] {
  if (!node || typeof node !== 'object') return []
  if (Array.isArray(node)) return node.flatMap((item, at) => checkLimits(id, where, item, `${path}/${at}`))
  const schema = node as Json
  const found: string[] = []
  const bounded = 'maxLength' in schema || 'enum' in schema || 'const' in schema || 'pattern' in schema
  if (schema.type === 'string' && where !== 'response' && !bounded) found.push(`${id} ${where}${path}: a string needs maxLength`)
  if (schema.type === 'array' && where !== 'response' && !('maxItems' in schema)) found.push(`${id} ${where}${path}: a list needs maxItems`)
  if (schema.type === 'object' && schema.properties && schema.additionalProperties === undefined)
    found.push(`${id} ${where}${path}: an object needs additionalProperties`)
  return found.concat(
    Object.entries(schema).flatMap(([key, value]) => (key === 'example' || key === 'default' ? [] : checkLimits(id, where, value, `${path}/${key}`))),
  )
}

export interface Call extends Contract {
  id: string
  schemas: { params: AnySchemaObject; query: AnySchemaObject; body: AnySchemaObject; response: AnySchemaObject }
}

/** Ids of the calls of one contract file, by level. */
type Levels = Record<string, Record<string, string>>

/** Reads and checks every contract; a file with levels is a call for each. */
export function readContracts(): { calls: Call[]; levels: Levels } {
  const valid = new Ajv({ allErrors: true, strict: false }).compile(contractSchema)
  const problems: string[] = []
  const levels: Levels = {}
  const files = walk(source).flatMap(file => {
    const name = relative(source, file)
      .replace(/\.json$/, '')
      .split(sep)
      .join('.')
    const found = JSON.parse(readFileSync(file, 'utf8')) as Contract | LeveledContract
    const expanded = expandLevels(found, shared.levels).map(([ending, contract]) => ({ ending, id: `${name}${ending}`, contract }))
    if ('levels' in found) levels[name] = Object.fromEntries(expanded.map(({ ending, id }) => [ending, id]))
    return expanded
  })
  const calls = files.map(({ id, contract: plain }) => {
    const contract = inline(plain, id) as Contract
    if (!valid(contract)) problems.push(...(valid.errors ?? []).map(e => `${id}${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`))
    const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map(m => m[1] as string)
    const params: Json = {}
    for (const name of names) params[name] = contract.params?.[name] ?? inline(shared.$defs[name] ?? { type: 'string', maxLength: 200 }, id)
    const bodyless = contract.method === 'GET' || contract.method === 'DELETE'
    if (contract.scope && !contract.access.startsWith('app.')) problems.push(`${id}: scope is for calls of an app`)
    if (bodyless && contract.body) problems.push(`${id}: ${contract.method} has no body`)
    const schemas = {
      params: object(params, names),
      query: contract.query ?? object(),
      body: contract.body ?? object(),
      response: contract.response ?? object(),
    }
    for (const [where, schema] of Object.entries(schemas)) problems.push(...checkLimits(id, where, schema))
    return { ...contract, id, schemas }
  })
  const seen = new Map<string, string>()
  for (const call of calls) {
    const key = `${call.method} ${call.path.replace(/\{\w+\}/g, '{}')}`
    if (seen.has(key)) problems.push(`${call.id}: ${key} is also ${seen.get(key)}`)
    seen.set(key, call.id)
  }
  if (problems.length) throw new Error(`api/contract has ${problems.length} problem(s):\n  ${problems.join('\n  ')}`)
  return { calls, levels }
}

function write(name: string, text: string) {
  const file = join(target, name)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

async function types(calls: Call[]) {
  const properties = Object.fromEntries(
    calls.map(call => [
      call.id,
      {
        ...object({ params: call.schemas.params, query: call.schemas.query, body: call.schemas.body, data: call.schemas.response }, [
          'params',
          'query',
          'body',
          'data',
        ]),
        description: call.description,
      },
    ]),
  )
  const text = await compile(
    object(
      properties,
      calls.map(c => c.id),
    ) as never,
    'CallTypes',
    { format: false, ignoreMinAndMaxItems: true, unknownAny: true, bannerComment: '// Made from api/contract by `npm run gen`.' },
  )
  write('types.ts', text)
}

function validators(calls: Call[]) {
  const areas = [...new Set(calls.map(c => c.id.split('.')[0] as string))]
  const exportOf = (call: Call, kind: string) => `${call.id}.${kind}`.replaceAll('.', '_')
  const isText = (call: Call) => call.bodyKind === 'form' || call.bodyKind === 'multipart'
  for (const area of areas) {
    const own: Record<string, Record<string, string>> = {}
    for (const kind of ['body', 'form', 'query', 'params', 'response'] as const) {
      const part = kind === 'form' ? 'body' : kind
      const of = calls.filter(call => call.id.startsWith(`${area}.`) && (part !== 'body' || isText(call) === (kind === 'form')))
      const { code, words } = validatorModule(kind, Object.fromEntries(of.map(call => [exportOf(call, part), call.schemas[part]])))
      write(`validators/${area}.${kind}.js`, code)
      // Nobody is told what is wrong with an answer.
      if (kind !== 'response') for (const call of of) if (words[exportOf(call, part)]) own[`${call.id}.${part}`] = words[exportOf(call, part)]!
    }
    write(`validators/${area}.words.js`, `export default ${JSON.stringify(own)}\n`)
    for (const kind of ['body', 'form', 'query', 'params', 'response', 'words'])
      write(`validators/${area}.${kind}.d.ts`, 'declare const all: any\nexport = all\n')
  }
  const kinds = ['body', 'query', 'params'] as const
  const fileOf = (call: Call, kind: string) => (kind === 'body' && isText(call) ? 'form' : kind)
  const imports = areas.flatMap(a => [
    ...[...kinds, 'form'].map(k => `import * as ${a}_${k} from './validators/${a}.${k}.js'`),
    `import ${a}_words from './validators/${a}.words.js'`,
  ])
  const rows = calls.map(c => {
    const a = c.id.split('.')[0]
    return `  ${JSON.stringify(c.id)}: { ${kinds.map(k => `${k}: ${a}_${fileOf(c, k)}.${exportOf(c, k)}`).join(', ')} },`
  })
  const head = '// @ts-nocheck\n// Made from api/contract by `npm run gen`.\n'
  const types = `import type { SchemaError } from '../messages.ts'\nimport type { CallId } from './calls.ts'\n\ntype Validate = ((value: unknown) => boolean) & { errors?: SchemaError[] | null }\n`
  write(
    'validators.ts',
    `${head}${imports.join('\n')}\n${types}export const validators: Record<CallId, { body: Validate; query: Validate; params: Validate }> = {\n${rows.join('\n')}\n}\nexport const ownWords: Record<string, Record<string, string>> = { ${areas.map(a => `...${a}_words`).join(', ')} }\n`,
  )
  // By itself: answers are looked at where somebody develops, and there those of an area once it is asked.
  const loads = areas.map(a => `  ${a}: () => import('./validators/${a}.response.js'),`)
  write(
    'answers.ts',
    `${head}${types}const areas: Record<string, () => Promise<Record<string, Validate>>> = {\n${loads.join('\n')}\n}\n/** What checks the answer of a call. */\nexport const answerOf = async (id: CallId): Promise<Validate> => (await areas[id.split('.')[0]]())[\`\${id}.response\`.replaceAll('.', '_')]\n`,
  )
}

function writeExpanded(calls: Call[], levels: Levels) {
  const ids = new Set(Object.values(levels).flatMap(one => Object.values(one)))
  rmSync(expanded, { recursive: true, force: true })
  for (const { id, schemas: _, ...contract } of calls.filter(call => ids.has(call.id))) {
    const file = join(expanded, `${id.replace('.', sep)}.json`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(contract, null, 2)}\n`)
  }
}

/** The server's table of handlers: `app.create` is `appCreate` of calls/app/create.ts; the levels of a call share one. */
function handlers(calls: Call[], levels: Levels) {
  const fileOf = new Map(Object.entries(levels).flatMap(([name, ids]) => Object.values(ids).map(id => [id, name] as const)))
  const rows = calls.map(call => {
    const [area, verb] = (fileOf.get(call.id) ?? call.id).split('.') as [string, string]
    return { id: call.id, name: `${area}${verb[0]?.toUpperCase()}${verb.slice(1)}`, file: `../server/calls/${area}/${verb}.ts` }
  })
  const imports = new Set(rows.map(row => `import { ${row.name} } from '${row.file}'`))
  write(
    'levels.ts',
    `// Made from api/contract by \`npm run gen\`: calls that are there for several levels, by the name of their contract file.\nexport const levels = ${JSON.stringify(levels, null, 2)} as const\nexport type Levels = typeof levels\n`,
  )
  write(
    'handlers.ts',
    `// Made from api/contract by \`npm run gen\`; a contract without its handler does not compile.\nimport type { Handlers } from '../server/handler.ts'\n${[...imports].join('\n')}\n\nexport const handlers: Handlers = {\n${rows.map(row => `  '${row.id}': ${row.name},`).join('\n')}\n}\n`,
  )
}

/** What is in a call as its contract has it, and in its schemas. */
const SHARED = ['query', 'body', 'response'] as const

function table(calls: Call[]) {
  const rows = calls.map(
    c =>
      `  ${JSON.stringify(c.id)}: ${JSON.stringify({ method: c.method, path: c.path, access: c.access, ...(c.scope && { scope: c.scope }), bodyKind: c.bodyKind ?? (c.body ? 'json' : 'none'), answer: c.answer ?? 'json', ...(c.keepsNothing && { keepsNothing: true }) })},`,
  )
  write(
    'calls.ts',
    `// Made from api/contract by \`npm run gen\`.\nexport const calls = {\n${rows.join('\n')}\n} as const\nexport type CallId = keyof typeof calls\n`,
  )
  write(
    'examples.ts',
    `// Made from api/contract by \`npm run gen\`; what a preview answers in place of the server. Big: load it when it is needed.\nimport type { CallId } from './calls.ts'\n\nexport const examples: Record<CallId, unknown> = ${JSON.stringify(Object.fromEntries(calls.map(c => [c.id, c.example.data ?? {}])))}\n`,
  )
  // A text is read several times faster than what it says as code, and a schema that a call and its contract share stands once.
  const lean = calls.map(call => ({
    ...Object.fromEntries(Object.entries(call).filter(([key]) => !SHARED.some(one => one === key))),
    own: SHARED.filter(key => key in call),
  }))
  write(
    'contract.ts',
    `// Made from api/contract by \`npm run gen\`.\nimport type { Call } from '../contract-schema.ts'\n\nconst lean = JSON.parse(${JSON.stringify(JSON.stringify(lean))}) as (Call & { own: ('query' | 'body' | 'response')[] })[]\nexport const contracts: readonly Call[] = lean.map(({ own, ...call }) => ({ ...call, ...Object.fromEntries(own.map(key => [key, call.schemas[key]])) }))\n`,
  )
}

/** Each sentence stands once: in the file of the area that says it, or in shared.zh-CN.json when several do. */
export function readMessages(folder: string): Record<string, string> {
  const home = new Map<string, string>()
  const found: Record<string, string> = {}
  const problems: string[] = []
  for (const name of readdirSync(folder).sort())
    for (const [english, text] of Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>)) {
      if (home.has(english)) problems.push(`"${english}" is in ${home.get(english)} and in ${name}: put it into shared.zh-CN.json`)
      home.set(english, name)
      found[english] = text
    }
  if (problems.length) throw new Error(`api/messages has ${problems.length} problem(s):\n  ${problems.join('\n  ')}`)
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A list, since the server is built into one file and cannot read its folder. */
function migrations() {
  const folder = 'server/store/migrations'
  const names = readdirSync(join(root, 'api', folder)).sort()
  const imports = names.map((name, at) => `import * as m${at} from '../${folder}/${name}'`)
  write(
    'migrations.ts',
    `// Made from api/${folder} by \`npm run gen\`.\n${imports.join('\n')}\n\nexport const migrations: readonly { name: string; sql: string }[] = [${names.map((_, at) => `m${at}`).join(', ')}]\n`,
  )
}

/** The components that themes set, one file each; a list, since server and browser are built. */
function themeComponents() {
  const folder = 'theme/components'
  const names = readdirSync(join(root, 'api', folder)).sort()
  const imports = names.map((name, at) => `import c${at} from '../${folder}/${name}' with { type: 'json' }`)
  const list = names.map((name, at) => `${JSON.stringify(name.replace('.json', ''))}: c${at}`)
  write(
    'theme-components.ts',
    `// Made from api/${folder} by \`npm run gen\`.\n${imports.join('\n')}\n\nexport const themeComponents: Record<string, unknown> = { ${list.join(', ')} }\n`,
  )
}

/** The look that is shipped is a theme; the console's sheet is made of it. */
async function look() {
  const { lookSheet } = await import('../api/theme/look.ts')
  write('look.css', lookSheet(readFileSync(join(root, 'node_modules/amis/lib/themes/cxd.css'), 'utf8')))
}

async function gen() {
  mkdirSync(target, { recursive: true })
  writeGateTable(target)
  await writeRendererLists()
  await writeMiniappFiles(root)
  write('messages.zh-CN.json', `${JSON.stringify(readMessages(join(root, 'api/messages')), null, 2)}\n`)
  migrations()
  themeComponents()
  await look()
  const { calls, levels } = readContracts()
  const code = ['scripts/gen.ts', 'scripts/validators.ts', 'scripts/contract-levels.ts', 'api/contract-schema.ts'].map(name => join(root, name))
  const inputs = [...walk(source), join(source, 'shared.json'), ...code]
  const stamp = inputs.map(f => `${relative(root, f)} ${statSync(f).size} ${statSync(f).mtimeMs}`).join('\n')
  const stampFile = join(target, '.stamp')
  if (existsSync(stampFile) && existsSync(expanded) && readFileSync(stampFile, 'utf8') === stamp) return
  // Generated files of areas that no longer exist would still be found by the browser's lazy import.
  if (existsSync(join(target, 'validators'))) {
    const areas = new Set(calls.map(c => c.id.split('.')[0]))
    for (const name of readdirSync(join(target, 'validators'))) if (!areas.has(name.split('.')[0])) rmSync(join(target, 'validators', name))
  }
  table(calls)
  handlers(calls, levels)
  writeExpanded(calls, levels)
  validators(calls)
  await types(calls)
  write('.stamp', stamp)
  console.log(`gen: ${calls.length} calls`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await gen()
