// node_modules/amis → api/generated/gate-table.ts: one closed schema per component for the structure part of the gate.
//
// amis' schema.json is made from its TypeScript declarations. It refuses every page as it is, because draft-07 ignores what stands beside
// a $ref, because fields that are optional at run time are required in it, and because it lacks what components read without declaring it.
// So its definitions are flattened here, and what a component's code takes from its props is added to what it declares.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GateTable, ObjectShape, Shape } from '../api/gate/table.ts'
import { overlay } from '../api/gate/overlay.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const amis = join(root, 'node_modules/amis')
const core = join(root, 'node_modules/amis-core')
const ui = join(root, 'node_modules/amis-ui')

// A JSON Schema as amis ships it, read as freely as it is written.
// oxlint-disable-next-line typescript/no-explicit-any
type Schema = Record<string, any>

const isObject = (shape: Shape): shape is ObjectShape => Array.isArray(shape) && shape[0] === 'o'
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function union(members: Shape[]): Shape {
  const flat: Shape[] = []
  for (const member of members.flatMap(m => (Array.isArray(m) && m[0] === 'u' ? (m.slice(1) as Shape[]) : [m])))
    if (!flat.some(one => same(one, member))) flat.push(member)
  if (flat.includes('any')) return 'any'
  const enums: Shape[] = flat.filter(one => Array.isArray(one) && one[0] === 'e')
  if (enums.length > 1) {
    const values = [...new Set(enums.flatMap(one => (one as unknown as unknown[]).slice(1)))]
    return union([...flat.filter(one => !enums.includes(one)), ['e', ...values] as Shape])
  }
  // An enumeration says nothing beside any text.
  const rest = flat.includes('str') ? flat.filter(one => !(Array.isArray(one) && one[0] === 'e' && one.slice(1).every(v => typeof v === 'string'))) : flat
  return rest.length === 1 ? (rest[0] as Shape) : ['u', ...rest]
}

/** Both sets of properties in one; a property of both may be as either says, but a declared shape beats an open one. */
function merge(a: ObjectShape, b: ObjectShape): ObjectShape {
  const properties = { ...a[1] }
  for (const [name, shape] of Object.entries(b[1])) {
    const mine = properties[name]
    properties[name] = mine === undefined || mine === 'any' ? shape : shape === 'any' ? mine : union([mine, shape])
  }
  const rest = a[2] === 0 ? b[2] : b[2] === 0 ? a[2] : union([a[2], b[2]])
  return ['o', properties, rest]
}

class Converter {
  readonly defs: Record<string, Shape> = {}
  constructor(readonly definitions: Record<string, Schema>) {}

  ref(name: string): Shape {
    if (name === 'SchemaObject' || name === 'SchemaObjectLoose') return 'node'
    if (name === 'SchemaCollection') return 'coll'
    if (name === 'ActionSchema' || name === 'ActionSchemaLoose') return ['n', 0, 'action']
    const own = overlay.refs[name]
    if (own) return own
    if (!(name in this.defs)) {
      this.defs[name] = 'any'
      this.defs[name] = this.convert(this.definitions[name] as Schema)
    }
    const made = this.defs[name] as Shape
    // Words stand for themselves; what is big keeps its name.
    return typeof made === 'string' && made !== 'any' ? made : `#${name}`
  }

  /** Follows names until there is something to merge. */
  resolve(shape: Shape): Shape {
    return typeof shape === 'string' && shape.startsWith('#') ? this.resolve(this.defs[shape.slice(1)] as Shape) : shape
  }

  /** The properties of a definition, with all alternatives in one. */
  properties(shape: Shape): ObjectShape {
    const it = this.resolve(shape)
    if (isObject(it)) return it
    if (Array.isArray(it) && it[0] === 'u') return (it.slice(1) as Shape[]).map(m => this.properties(m)).reduce(merge)
    if (Array.isArray(it) && it[0] === 'n') return it[1] ? this.properties(it[1]) : ['o', {}, 0]
    return ['o', {}, 0]
  }

  convert(schema: Schema | boolean | undefined): Shape {
    if (schema === undefined || typeof schema === 'boolean') return 'any'
    if (schema.$ref) return this.ref(schema.$ref.split('/').pop())
    if ('const' in schema) return ['e', schema.const]
    if (schema.enum) return ['e', ...schema.enum]
    if (schema.if) {
      const branches = [schema.then, schema.else]
        .filter(Boolean)
        .flatMap((b: Schema) => (b.allOf && b.allOf.every((one: Schema) => one.if) ? b.allOf.map((one: Schema) => one.then) : [b]))
      return union(branches.map(b => this.convert(b)))
    }
    if (schema.anyOf ?? schema.oneOf) return union((schema.anyOf ?? schema.oneOf).filter((m: Schema) => !m.not).map((m: Schema) => this.convert(m)))
    if (schema.allOf) {
      const parts = schema.allOf.map((m: Schema) => this.convert(m)) as Shape[]
      const own = parts.filter(part => part !== 'node').map(part => this.properties(part))
      const all = own.concat([this.object(schema)]).reduce(merge)
      return parts.includes('node') ? ['n', ['o', all[1], 0]] : all
    }
    if (Array.isArray(schema.type)) return union(schema.type.map((type: string) => this.convert({ ...schema, type })))
    if (schema.type === 'string') return 'str'
    if (schema.type === 'number' || schema.type === 'integer') return 'num'
    if (schema.type === 'boolean') return 'bool'
    if (schema.type === 'null') return 'null'
    if (schema.type === 'array')
      return ['a', Array.isArray(schema.items) ? union(schema.items.map((i: Schema) => this.convert(i))) : this.convert(schema.items)]
    if (schema.type === 'object' || schema.properties) return this.object(schema)
    return 'any'
  }

  object(schema: Schema): ObjectShape {
    const properties = Object.fromEntries(
      Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, one]) => [
        name,
        overlay.loose.includes(name) ? 'any' : this.convert(one),
      ]),
    )
    const more = schema.additionalProperties
    return [
      'o',
      properties,
      typeof more === 'object' ? this.convert(more) : more === undefined && schema.type === 'object' && !schema.allOf ? 'any' : more === true ? 'any' : 0,
    ]
  }
}

/** Every component type and the module that holds it, from amis' own list. */
function modules(): Map<string, { file: string; isField: boolean }> {
  const found = new Map<string, { file: string; isField: boolean }>()
  const text = readFileSync(join(amis, 'esm/minimal.js'), 'utf8')
  for (const [, block = '', path = ''] of text.matchAll(/registerRenderer\(\{((?:(?!registerRenderer)[\s\S])*?)import\('\.\/([^']+)'\)/g)) {
    const names = [
      /type: '([^']+)'/.exec(block)?.[1] ?? '',
      ...[...(/alias: \[([\s\S]*?)\]/.exec(block)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(m => m[1] as string),
    ]
    for (const name of names)
      found.set(name, { file: join(amis, 'esm', path.endsWith('.js') ? path : `${path}.js`), isField: block.includes('isFormItem: true') })
  }
  // Those that are always loaded register themselves.
  const eager = ['amis/esm/renderers', 'amis/esm/renderers/Form', 'amis-core/esm/renderers'].flatMap(dir =>
    readdirSync(join(root, 'node_modules', dir))
      .filter(name => name.endsWith('.js'))
      .map(name => join(root, 'node_modules', dir, name)),
  )
  for (const file of eager)
    for (const [, kind = '', block = ''] of readFileSync(file, 'utf8').matchAll(/\b(Renderer|FormItem|OptionsControl)\(\{([\s\S]*?)\}\)/g))
      for (const [, name = ''] of block.matchAll(/(?:type: |^\s+|alias: \[|, )'([a-z][\w-]*)'/gm))
        if (!found.has(name)) found.set(name, { file, isField: kind !== 'Renderer' })
  return found
}

const readCache = new Map<string, Set<string>>()
/** Names that a module takes from its props, and what the amis-ui components in it take from theirs. */
function reads(file: string): Set<string> {
  const known = readCache.get(file)
  if (known) return known
  const names = new Set<string>()
  readCache.set(file, names)
  if (!existsSync(file)) return names
  const text = readFileSync(file, 'utf8')
  const holders = new Set(['props', 'schema', ...[...text.matchAll(/\b(\w+) = (?:this\.|_this\.|self\.)?(?:props|rest|schema)\b/g)].map(m => m[1] as string)])
  for (const [, holder = '', name = ''] of text.matchAll(/\b([\w$]+)\.([A-Za-z_$][\w$]*)/g)) if (holders.has(holder)) names.add(name)
  // `__rest(props, ["a", "b"])`, propsList, defaultProps.
  for (const [, list = ''] of text.matchAll(/__rest\(\w+(?:\.\w+)?, \[([^\]]*)\]\)|propsList = \[([^\]]*)\]/g))
    for (const [, name = ''] of (list ?? '').matchAll(/["'](\w+)["']/g)) names.add(name)
  for (const [, list = ''] of text.matchAll(/propsList = \[([^\]]*)\]/g)) for (const [, name = ''] of list.matchAll(/["'](\w+)["']/g)) names.add(name)
  for (const [, block = ''] of text.matchAll(/defaultProps = \{([\s\S]*?)\n {4,8}\};/g))
    for (const [, name = ''] of block.matchAll(/^\s+(\w+):/gm)) names.add(name)
  const used = [...text.matchAll(/import \{([^}]*)\} from 'amis-ui'/g)].flatMap(m =>
    (m[1] as string).split(',').map(name => name.trim().split(' as ')[0] as string),
  )
  for (const name of used) {
    const folder = name.replace(/(?<!^)[A-Z]/g, letter => `-${letter}`).toLowerCase()
    for (const inner of [`${name}.js`, `${folder}/index.js`, `${folder}/${name}.js`].map(path => join(ui, 'esm/components', path)))
      if (existsSync(inner)) for (const one of reads(inner)) names.add(one)
  }
  // A component that extends or wraps another one of its folder.
  for (const [, path = ''] of text.matchAll(/import [^'"]*\bfrom '(\.[^']+)'/g)) {
    const near = join(dirname(file), path)
    if (file.startsWith(join(amis, 'esm')) && near.startsWith(join(amis, 'esm/renderers'))) for (const one of reads(near)) names.add(one)
  }
  return names
}

/** Of Font Awesome 5, with the names of version 4 that are shown too, and of amis' own font. */
function iconNames(): string[] {
  const awesome = join(root, 'node_modules/@fortawesome/fontawesome-free')
  const styled = [join(awesome, 'css/all.css'), join(awesome, 'css/v4-shims.css'), join(amis, 'sdk/iconfont.css')].flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\.(?:fa|icon)-([\w-]+):{1,2}before/g)].map(found => found[1] as string),
  )
  const drawn = [...readFileSync(join(awesome, 'css/v4-shims.css'), 'utf8').matchAll(/\.fa\.fa-([\w-]+)/g)].map(found => found[1] as string)
  return [...new Set([...styled, ...drawn])].sort()
}

export function makeTable(): GateTable {
  const { definitions } = JSON.parse(readFileSync(join(amis, 'schema.json'), 'utf8')) as { definitions: Record<string, Schema> }
  const converter = new Converter(definitions)
  for (const [name, shape] of Object.entries(overlay.defs)) converter.defs[name] = shape
  for (const name of ['HBoxColumnObject', 'GridColumnObject', 'TableColumnObject', 'ListBodyFieldObject', 'SchemaPopOverObject', 'SchemaQuickEditObject'])
    converter.defs[name] = converter.properties(converter.convert(definitions[name]))
  for (const [name, from] of [
    ['ColumnProperties', 'ColumnSchema'],
    ['ExpandableProperties', 'ExpandableSchema'],
    ['CardProperties', 'CardSchemaWithoutType'],
    ['StepProperties', 'WizardStepSchema'],
  ] as const)
    converter.defs[name] = converter.properties(converter.convert(definitions[from]))
  for (const [name, shape] of Object.entries(overlay.more)) converter.defs[name] = merge(converter.properties(converter.defs[name] as Shape), shape)
  const branches = definitions.SchemaObject?.allOf as { if?: Schema; then?: Schema }[]
  const types: Record<string, ObjectShape> = {}
  for (const branch of branches) {
    const type = branch.if?.properties?.type
    if (!type) continue
    const shape = converter.properties(converter.convert(branch.then))
    for (const name of (type.const ? [type.const] : type.enum) as string[]) types[name] = types[name] ? merge(types[name], shape) : shape
  }
  const actionShape = converter.properties(converter.convert(definitions.ActionSchema))
  for (const name of ['action', 'button', 'submit', 'reset']) types[name] = actionShape
  for (const [name, from] of [
    ['dialog', 'DialogSchema'],
    ['drawer', 'DrawerSchema'],
  ] as const)
    types[name] = converter.properties(converter.convert(definitions[from]))
  const common = converter.properties(converter.convert(definitions.BaseSchemaWithoutType))[1]
  const field = converter.properties(converter.convert(definitions.FormBaseControl))
  const options = converter.properties(converter.convert(definitions.FormOptionsSchema))
  // amis splits a text at its commas.
  options[1].options = union(['str', options[1].options ?? 'any'])
  const fieldReads = new Set(['strictMode', ...['renderers/Item.js', 'renderers/wrapControl.js'].flatMap(name => [...reads(join(core, 'esm', name))])])
  const optionReads = reads(join(core, 'esm/renderers/Options.js'))

  const listed = modules()
  const readBy: Record<string, string[]> = {}
  for (const [name, { file, isField }] of listed) {
    types[name] ??= isField ? field : ['o', {}, 0]
    const text = readFileSync(file, 'utf8')
    if (isField) types[name] = merge(types[name] as ObjectShape, field)
    const takesOptions = /OptionsControl/.test(text)
    if (takesOptions) types[name] = merge(types[name] as ObjectShape, options)
    const names = new Set([...reads(file), ...(isField ? fieldReads : []), ...(takesOptions ? optionReads : [])])
    readBy[name] = [...names]
  }
  for (const name of Object.keys(types))
    if (name.startsWith('static-')) types[name] = merge(merge(types[name.slice('static-'.length)] ?? ['o', {}, 0], types[name] as ObjectShape), field)
  for (const name of [
    'mapping',
    'tpl',
    'link',
    'image',
    'images',
    'date',
    'datetime',
    'time',
    'json',
    'progress',
    'status',
    'html',
    'plain',
    'text',
    'qrcode',
    'video',
    'each',
    'list',
    'tag',
    'color',
    'log',
    'map',
    'number',
  ])
    if (types[name]) {
      types[`static-${name}`] = merge(merge(types[name], types[`static-${name}`] ?? ['o', {}, 0]), field)
      readBy[`static-${name}`] = [...(readBy[name] ?? []), ...(readBy.static ?? []), ...fieldReads]
    }
  for (const [name, alias] of Object.entries(overlay.aliases)) {
    types[name] = types[alias] as ObjectShape
    readBy[name] = readBy[alias] ?? []
  }
  for (const name of ['diff-editor', 'editor', ...Object.keys(types).filter(one => one.endsWith('-editor'))])
    readBy[name] ??= [...reads(join(amis, 'esm/renderers/Form/Editor.js')), ...fieldReads]
  for (const name of overlay.toolbarWords) types[name] ??= ['o', { ...actionShape[1], ...overlay.toolbarProperties }, 0]
  for (const [name, shape] of Object.entries(overlay.types)) types[name] = types[name] ? ['o', { ...types[name][1], ...shape[1] }, types[name][2]] : shape

  // What a component reads without declaring it is checked all the same where its name says what it is.
  for (const [name, shape] of Object.entries(types))
    if (name !== 'audio' && name !== 'carousel')
      for (const key of Object.keys(overlay.keys)) if (!(key in shape[1]) && readBy[name]?.includes(key)) shape[1][key] = overlay.keys[key] as Shape

  // A field is laid out in every way that amis' form item draws, not only in the declared ones.
  const modes = [...readFileSync(join(core, 'esm/renderers/Item.js'), 'utf8').matchAll(/^ {8}(\w+): function \(props, renderControl\)/gm)].map(
    m => m[1] as string,
  )
  const allModes = (shape: Shape): Shape =>
    Array.isArray(shape) && shape[0] === 'e' && shape.slice(1).every(one => modes.includes(one as string)) ? ['e', ...modes] : shape

  // Closed for good: an object that TypeScript leaves open is still closed for a component.
  const plainTypes = Object.fromEntries(
    Object.entries(types).map(([name, shape]) => {
      const properties = Object.fromEntries(
        Object.entries(shape[1]).map(([key, one]) => [
          key,
          overlay.types[name]?.[1][key] ??
            (name === 'audio' || name === 'carousel' ? undefined : overlay.forced[key]) ??
            (one === 'any' ? (overlay.keys[key] ?? one) : key === 'mode' ? allModes(one) : one),
        ]),
      )
      return [name, ['o', properties, overlay.open.includes(name) ? 'any' : 0] as ObjectShape]
    }),
  )
  for (const shape of Object.values(converter.defs))
    for (const one of isObject(shape) ? [shape] : Array.isArray(shape) && shape[0] === 'n' && shape[1] && isObject(shape[1]) ? [shape[1]] : [])
      for (const key of Object.keys(one[1]))
        if (key === 'mode') one[1][key] = allModes(one[1][key] as Shape)
        else if (!one[3] && (overlay.forced[key] || (overlay.keys[key] && one[1][key] === 'any')))
          one[1][key] = (overlay.forced[key] ?? overlay.keys[key]) as Shape

  // Common properties are checked once, not per type.
  const sharedCommon: Record<string, Shape> = { ...common, ...overlay.common }
  const result: Record<string, ObjectShape | `#${string}`> = {}
  const seen = new Map<string, string>()
  for (const [name, shape] of Object.entries(plainTypes)) {
    const own = Object.fromEntries(
      Object.entries(shape[1]).filter(([key, one]) => key !== 'type' && !(key in sharedCommon && (one === 'any' || same(one, sharedCommon[key])))),
    )
    const made: ObjectShape = ['o', own, shape[2]]
    const text = JSON.stringify(made)
    const twin = seen.get(text)
    if (twin) result[name] = `#type:${twin}`
    else {
      seen.set(text, name)
      result[name] = made
    }
  }
  const schemaReads = reads(join(core, 'esm/SchemaRenderer.js'))
  const readLists: Record<string, string[]> = {}
  const noise =
    /^([^a-z]|.$|on[A-Z]|handle|render|get[A-Z]|set[A-Z]|to[A-Z]|load[A-Z]|update[A-Z]|add[A-Z]\w*Hook|is[A-Z]|formI|formS|length$|constructor$|prototype$|hasOwnProperty$|call$|apply$|bind$|map$|forEach$|push$|concat$|classnames$|classPrefix$|env$|store$|formStore$|render$|translate$|dispatchEvent$|onChange$|onAction$|onQuery$|theme$|rootStore$|topStore$|formInited$|testIdBuilder$)/
  for (const [name, list] of Object.entries(readBy)) {
    const declared = plainTypes[name]?.[1] ?? {}
    readLists[name] = [...new Set([...list, ...schemaReads])].filter(one => !(one in declared) && !(one in sharedCommon) && !noise.test(one)).sort()
  }
  const actionText = readdirSync(join(core, 'esm/actions'))
    .map(name => readFileSync(join(core, 'esm/actions', name), 'utf8'))
    .join('\n')
  const builtin = [...actionText.matchAll(/^registerAction\('(\w+)'|actionType === '(validate\w+)'/gm)].map(m => (m[1] ?? m[2]) as string)
  const component = new Set<string>(overlay.componentActions)
  for (const file of new Set([...listed.values()].map(one => one.file)))
    for (const [, a = ''] of readFileSync(file, 'utf8').matchAll(/[aA]ction(?:Type)? === ["']([\w-]+)["']/g)) component.add(a)
  // What a component is asked to do by its name, as the cases of its doAction.
  for (const file of new Set([...listed.values()].map(one => one.file))) {
    const text = readFileSync(file, 'utf8')
    for (const { index } of text.matchAll(/doAction = function/g))
      for (const [, a = '', b = ''] of text.slice(index, index + 5000).matchAll(/case ["']([A-Za-z-]+)["']:|^\s+'([A-Za-z]+)',?$/gm)) component.add(a || b)
  }
  for (const name of ['Item.js', 'Form.js', 'Options.js', 'wrapControl.js'])
    for (const [, a = ''] of readFileSync(join(core, 'esm/renderers', name), 'utf8').matchAll(/[aA]ction(?:Type)? === ["']([\w-]+)["']/g)) component.add(a)
  const filterText = readFileSync(join(core, 'esm/utils/filter.js'), 'utf8')
  const filters = new Set(['html', 'raw'])
  for (const [, name = ''] of filterText.slice(filterText.indexOf('extendsFilters({')).matchAll(/^ {4}(\w+): function/gm)) filters.add(name)
  const functions = new Set<string>()
  const ours = readdirSync(join(root, 'renderers'), { recursive: true, encoding: 'utf8' }).filter(name => /\.tsx?$/.test(name))
  for (const text of ours.map(name => readFileSync(join(root, 'renderers', name), 'utf8'))) {
    for (const [, name = ''] of text.matchAll(/actionType === '(\w+)'/g)) component.add(name)
    for (const [, name = ''] of text.matchAll(/registerFunction\('(\w+)'/g)) functions.add(name)
    for (const [, name = ''] of text.matchAll(/registerFilter\('(\w+)'/g)) filters.add(name)
  }
  const validationText = readFileSync(join(core, 'esm/utils/validations.js'), 'utf8')
  const validations = [...validationText.slice(validationText.indexOf('var validations = {')).matchAll(/^ {4}(\w+): function/gm)].map(m => m[1] as string)
  const events = new Set(overlay.events)
  const code = [amis, core, ui].flatMap(folder =>
    readdirSync(join(folder, 'esm'), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.js') && !/(^|\/)(locale|themes|schema-editor)\//.test(name))
      .map(name => readFileSync(join(folder, 'esm', name), 'utf8')),
  )
  for (const text of code) for (const [, name = ''] of text.matchAll(/registerFunction\('(\w+)'/g)) functions.add(name)
  for (const text of code)
    for (const [, a = '', b = ''] of text.matchAll(/(?:dispatchEvent|rendererEventDispatcher|echarts\.on)\((?:'([\w-]+)'|\w+ \? '([\w-]+)')/g))
      events.add(a || b)
  const mapping = /var controlMapping = \{([\s\S]*?)\};/.exec(readFileSync(join(amis, 'lib/compat.js'), 'utf8'))?.[1] ?? ''
  const controls = Object.fromEntries([...mapping.matchAll(/'([\w-]+)': '([\w-]+)'/g)].map(m => [m[1] as string, m[2] as string]))
  const { version } = JSON.parse(readFileSync(join(amis, 'package.json'), 'utf8')) as { version: string }

  return {
    version,
    defs: converter.defs,
    types: result,
    reads: readLists,
    common: sharedCommon,
    actions: { builtin: [...new Set([...builtin, ...overlay.builtinActions])].sort(), component: [...component].sort() },
    filters: [...filters].sort(),
    functions: [...functions].sort(),
    validations,
    events: [...events].sort(),
    icons: iconNames(),
    marks: overlay.marks,
    habits: overlay.habits,
    controls,
  }
}

/** Writes the table when amis or what is said about it has changed. */
export function writeGateTable(target: string) {
  const inputs = [
    join(amis, 'schema.json'),
    fileURLToPath(import.meta.url),
    join(root, 'api/gate/overlay.ts'),
    ...['components', 'shapes', 'words'].map(name => join(root, `api/gate/overlay/${name}.ts`)),
    join(root, 'renderers/formulas.ts'),
    join(root, 'renderers/tessera-tree-panel/tree-panel.tsx'),
  ]
  const stamp = inputs.reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256')).digest('hex')
  const file = join(target, 'gate-table.ts')
  const first = `// Made from node_modules/amis by \`npm run gen\`: ${stamp}\n`
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(first)) return
  const text = JSON.stringify(JSON.stringify(makeTable()))
  writeFileSync(file, `${first}import type { GateTable } from '../gate/table.ts'\n\nexport const table = JSON.parse(${text}) as GateTable\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeGateTable(join(root, 'api/generated'))
