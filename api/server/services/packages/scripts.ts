// Scripts of an API or of a button in a page of others, as the mapping or the actions that do the same; read, never run.
// What is not certain to mean the same is left as it is: names that were written before they are read, loops, functions of a library.
import { parse, type Expression, type Node as AnyNode, type Program, type Statement } from 'acorn'

type Json = Record<string, unknown>
/** A text with `${…}`, a mapping of amis, or a value as it is. */
export type Mapping = string | number | boolean | null | Mapping[] | { [key: string]: Mapping }

class Other extends Error {}
const other = (): never => {
  throw new Other()
}

const LONGEST = 5_000
const NAME = /^[A-Za-z_]\w*$/
const RESERVED = new Set('AND OR NOT XOR in of new window cookie ls ss true false null undefined'.split(' '))
const BINARY = new Set(['===', '!==', '==', '!=', '<', '>', '<=', '>='])
const nameOf = (name: unknown): string => (typeof name === 'string' && NAME.test(name) && !RESERVED.has(name) ? name : other())
const isFree = (text: string) => !/['"`\\\n\r$]/.test(text)

interface Scope {
  /** What the script calls the object whose fields are the names of the mapping. */
  root: string
  /** Names of parameters of functions around. */
  own: ReadonlySet<string>
  /** Constants, by what they stand for. */
  known: ReadonlyMap<string, Expression>
  /** Fields of the root that were written. */
  written: string[][]
}

/** The way to what is read of the root: `['data', 'list']`. */
function wayOf(node: AnyNode, scope: Scope): string[] | undefined {
  const one = node as Expression
  if (one.type === 'ChainExpression') return wayOf(one.expression, scope)
  if (one.type === 'Identifier') {
    if (scope.own.has(one.name)) return undefined
    const known = scope.known.get(one.name)
    return known ? wayOf(known, scope) : one.name === scope.root ? [] : undefined
  }
  if (one.type !== 'MemberExpression') return undefined
  const way = wayOf(one.object, scope)
  if (!way) return undefined
  if (one.computed) return one.property.type === 'Literal' && typeof one.property.value === 'string' ? [...way, nameOf(one.property.value)] : undefined
  return one.property.type === 'Identifier' ? [...way, nameOf(one.property.name)] : undefined
}

const startsWith = (way: readonly string[], start: readonly string[]) => start.every((name, at) => way[at] === name)

/** The one parameter of a function with one expression. */
function arrowOf(node: AnyNode | undefined): { item: string; body: Expression } {
  if (node?.type !== 'ArrowFunctionExpression') return other()
  const { params, body } = node as Extract<Expression, { type: 'ArrowFunctionExpression' }>
  const [item] = params
  if (params.length !== 1 || item?.type !== 'Identifier') return other()
  if (body.type !== 'BlockStatement') return { item: nameOf(item.name), body }
  const [only] = body.body
  return body.body.length === 1 && only?.type === 'ReturnStatement' && only.argument ? { item: nameOf(item.name), body: only.argument } : other()
}

const LISTS: Record<string, string> = { map: 'ARRAYMAP', filter: 'ARRAYFILTER', some: 'ARRAYSOME', find: 'ARRAYFIND' }

/** An expression as amis spells it. */
function spell(node: Expression, scope: Scope): string {
  const way = wayOf(node, scope)
  if (way) {
    if (!way.length || scope.written.some(one => startsWith(way, one) || startsWith(one, way))) return other()
    return way.join('.')
  }
  switch (node.type) {
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return spell(node.expression, scope)
    case 'Literal':
      if (typeof node.value === 'string') return isFree(node.value) ? `'${node.value}'` : other()
      return typeof node.value === 'number' || typeof node.value === 'boolean' || node.value === null ? String(node.value) : other()
    case 'Identifier': {
      const known = scope.own.has(node.name) ? undefined : scope.known.get(node.name)
      if (known) return spell(known, scope)
      return node.name === 'undefined' ? 'undefined' : scope.own.has(node.name) ? nameOf(node.name) : other()
    }
    case 'MemberExpression':
      if (node.object.type === 'Super' || node.computed || node.property.type !== 'Identifier') return other()
      return `${spell(node.object, scope)}.${nameOf(node.property.name)}`
    case 'UnaryExpression':
      return node.operator === '!' ? `!${spell(node.argument, scope)}` : node.operator === '-' ? `-${spell(node.argument, scope)}` : other()
    case 'LogicalExpression':
      return node.operator === '??' ? other() : `(${spell(node.left, scope)} ${node.operator} ${spell(node.right, scope)})`
    case 'BinaryExpression': {
      if (node.left.type === 'PrivateIdentifier') return other()
      const [left, right] = [spell(node.left, scope), spell(node.right, scope)]
      if (BINARY.has(node.operator)) return `(${left} ${node.operator} ${right})`
      // A sum of texts that look like numbers is a number in amis.
      return node.operator === '+' && (isWord(node.left) || isWord(node.right)) ? `CONCATENATE(${left}, ${right})` : other()
    }
    case 'ConditionalExpression':
      return `(${spell(node.test, scope)} ? ${spell(node.consequent, scope)} : ${spell(node.alternate, scope)})`
    case 'ArrayExpression':
      return `[${node.elements.map(one => (one && one.type !== 'SpreadElement' ? spell(one, scope) : other())).join(', ')}]`
    case 'ObjectExpression':
      return `{${node.properties
        .map(one => (one.type === 'Property' && !one.computed && one.kind === 'init' ? `${keyOf(one.key)}: ${spell(one.value, scope)}` : other()))
        .join(', ')}}`
    case 'CallExpression': {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier' || callee.object.type === 'Super') return other()
      const list = LISTS[callee.property.name]
      if (!list || node.arguments.length !== 1) return other()
      const { item, body } = arrowOf(node.arguments[0])
      return `${list}(${spell(callee.object, scope)}, ${item} => ${spell(body, { ...scope, own: new Set([...scope.own, item]) })})`
    }
    default:
      return other()
  }
}

/** Words in a script that no one takes for a number. */
const isWord = (node: AnyNode): boolean => {
  const one = node as Expression
  if (one.type === 'Literal') return typeof one.value === 'string' && Number.isNaN(Number(one.value)) && isFree(one.value)
  return one.type === 'BinaryExpression' && one.operator === '+' && (isWord(one.left) || isWord(one.right))
}

const keyOf = (key: AnyNode): string => {
  const one = key as Expression
  return nameOf(one.type === 'Identifier' ? one.name : one.type === 'Literal' ? one.value : undefined)
}

const bare = (text: string): string => {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0 && at < text.length - 1) return text
  }
  return text.startsWith('(') ? text.slice(1, -1) : text
}
const written = (expression: string) => `\${${bare(expression)}}`

/** What an expression makes, as a mapping. */
function mappingOf(node: Expression, scope: Scope): Mapping {
  if (node.type === 'ParenthesizedExpression') return mappingOf(node.expression, scope)
  if (node.type === 'Identifier' && !scope.own.has(node.name) && scope.known.has(node.name)) return mappingOf(scope.known.get(node.name) ?? other(), scope)
  if (node.type === 'Literal' && (typeof node.value === 'number' || typeof node.value === 'boolean' || node.value === null)) return node.value
  if (node.type === 'Literal' && typeof node.value === 'string' && !node.value.includes('$')) return node.value
  if (node.type === 'ObjectExpression') return fieldsOf(node, scope)
  if (node.type === 'CallExpression') {
    const spread = withMore(node, scope)
    if (spread) return spread
  }
  return written(spell(node, scope))
}

/** `{ ...all, key: value }`. What is spread has to come first: what comes later counts. */
function fieldsOf(node: Extract<Expression, { type: 'ObjectExpression' }>, scope: Scope): Mapping {
  const made: { [key: string]: Mapping } = {}
  for (const [at, one] of node.properties.entries()) {
    if (one.type === 'SpreadElement') {
      if (at > 0) other()
      const way = wayOf(one.argument, scope)
      if (way && scope.written.length) other()
      made['&'] = way?.length === 0 ? '$$' : written(spell(one.argument, scope))
    } else if (one.kind !== 'init' || one.computed) other()
    else made[keyOf(one.key)] = mappingOf(one.value, scope)
  }
  return made
}

/** `list.map(item => ({ ...item, key: value }))`. */
function withMore(node: Extract<Expression, { type: 'CallExpression' }>, scope: Scope): Mapping | undefined {
  const { callee } = node
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.property.name !== 'map' || node.arguments.length !== 1)
    return undefined
  const { item, body: inside } = arrowOf(node.arguments[0])
  const body = inside.type === 'ParenthesizedExpression' ? inside.expression : inside
  if (body.type !== 'ObjectExpression') return undefined
  const [first, ...rest] = body.properties
  if (first?.type !== 'SpreadElement' || first.argument.type !== 'Identifier' || first.argument.name !== item || callee.object.type === 'Super')
    return undefined
  return rowsWith(
    spell(callee.object, scope),
    item,
    rest.map(one => (one.type === 'Property' && !one.computed ? [keyOf(one.key), one.value] : other())),
    scope,
  )
}

/** Each row of a list with more fields. amis calls the row `item`. */
function rowsWith(list: string, item: string, fields: [string, Expression][], scope: Scope): Mapping {
  const inside: Scope = { ...scope, own: new Set(['item']), known: new Map(scope.known) }
  const named = (node: Expression) =>
    JSON.parse(JSON.stringify(node, (_key, one) => (one?.type === 'Identifier' && one.name === item ? { ...one, name: 'item' } : one)))
  if (scope.own.size || (item !== 'item' && scope.known.has('item'))) return other()
  return { [`\${${list}}`]: { '&': '$$', ...Object.fromEntries(fields.map(([key, value]) => [key, written(spell(named(value), inside))])) } }
}

type Fields = Map<string, { way: string[]; value: Mapping }>

function put(way: string[], value: Mapping, scope: Scope, fields: Fields) {
  if (!way.length || scope.written.some(one => startsWith(way, one) || startsWith(one, way))) other()
  scope.written.push(way)
  fields.set(way.join('.'), { way, value })
}

/** Statements before the last; tells what they write. */
function follow(statements: readonly Statement[], scope: Scope & { known: Map<string, Expression> }, fields: Fields) {
  for (const statement of statements) {
    if (statement.type === 'EmptyStatement') continue
    if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations) {
        if (!init) return other()
        if (scope.written.length) other()
        if (id.type === 'Identifier') scope.known.set(nameOf(id.name), init)
        else if (id.type === 'ObjectPattern')
          for (const one of id.properties) {
            if (one.type !== 'Property' || one.computed || one.value.type !== 'Identifier' || !wayOf(init, scope)) return other()
            scope.known.set(nameOf(one.value.name), {
              type: 'MemberExpression',
              object: init,
              property: one.key,
              computed: false,
              optional: false,
            } as Expression)
          }
        else other()
      }
      continue
    }
    if (statement.type === 'IfStatement') {
      // Without the other case a field that was not there would be there, and be empty.
      const [yes, no] = [assignmentOf(statement.consequent, scope), assignmentOf(statement.alternate ?? other(), scope)]
      if (no.way.join('.') !== yes.way.join('.')) other()
      const before = spell(statement.test, scope)
      put(yes.way, written(`(${before} ? ${spell(yes.value, scope)} : ${spell(no.value, scope)})`), scope, fields)
      continue
    }
    if (statement.type !== 'ExpressionStatement') return other()
    const { expression } = statement
    if (expression.type === 'CallExpression' && expression.callee.type === 'MemberExpression') {
      const { object, property } = expression.callee
      // What is told to the developer of that page alone.
      if (object.type === 'Identifier' && object.name === 'console') continue
      const list = wayOf(object, scope)
      if (list && property.type === 'Identifier' && property.name === 'forEach') {
        put(list, eachOf(list, expression.arguments[0], scope), scope, fields)
        continue
      }
    }
    const { way, value } = assignmentOf(statement, scope)
    put(way, mappingOf(value, scope), scope, fields)
  }
}

function assignmentOf(statement: Statement, scope: Scope): { way: string[]; value: Expression } {
  if (statement.type === 'BlockStatement') return statement.body.length === 1 && statement.body[0] ? assignmentOf(statement.body[0], scope) : other()
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression' || statement.expression.operator !== '=') return other()
  const way = wayOf(statement.expression.left, scope)
  return way?.length ? { way, value: statement.expression.right } : other()
}

/** `list.forEach(item => { item.key = value })`. */
function eachOf(list: string[], node: AnyNode | undefined, scope: Scope): Mapping {
  if (node?.type !== 'ArrowFunctionExpression') return other()
  const { params, body } = node as Extract<Expression, { type: 'ArrowFunctionExpression' }>
  const [item] = params
  if (params.length !== 1 || item?.type !== 'Identifier' || scope.written.some(one => startsWith(list, one) || startsWith(one, list))) return other()
  const statements = body.type === 'BlockStatement' ? body.body.map(one => (one.type === 'ExpressionStatement' ? one.expression : other())) : [body]
  const row: Scope = { root: item.name, own: new Set(), known: new Map(), written: [] }
  const fields = statements.map((one): [string, Expression] => {
    if (one.type !== 'AssignmentExpression' || one.operator !== '=') return other()
    const way = wayOf(one.left, row)
    return way?.length === 1 && way[0] ? [way[0], one.right] : other()
  })
  const names = fields.map(([name]) => name)
  // A row that is read where it was written before means something else.
  if (new Set(names).size < names.length || fields.some(([, value], at) => names.slice(0, at).some(name => JSON.stringify(value).includes(`"name":"${name}"`))))
    other()
  return rowsWith(list.join('.'), item.name, fields, scope)
}

/** Written fields over the whole. */
function whole(fields: Fields, at: readonly string[]): { [key: string]: Mapping } {
  const made: { [key: string]: Mapping } = { '&': at.length ? `\${${at.join('.')}}` : '$$' }
  for (const { way, value } of fields.values()) {
    if (!startsWith(way, at) || way.length <= at.length) continue
    const key = way[at.length] ?? other()
    if (way.length === at.length + 1) made[key] = value
    else if (!(key in made)) made[key] = whole(fields, way.slice(0, at.length + 1))
  }
  return made
}

function read(source: string): readonly Statement[] {
  if (source.length > LONGEST) other()
  const program: Program = parse(source, { ecmaVersion: 2023, allowReturnOutsideFunction: true })
  return program.body.map(one => (/^(Import|Export)/.test(one.type) ? other() : (one as Statement)))
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Other || error instanceof SyntaxError) return undefined
    throw error
  }
}

function resultOf(source: string, root: string): Mapping {
  const statements = read(source)
  const last = statements.at(-1)
  if (last?.type !== 'ReturnStatement' || !last.argument) return other()
  const scope = { root, own: new Set<string>(), known: new Map<string, Expression>(), written: [] as string[][] }
  const fields: Fields = new Map()
  follow(statements.slice(0, -1), scope, fields)
  if (wayOf(last.argument, scope)?.length === 0) return fields.size ? whole(fields, []) : '$$'
  const { argument } = last
  if (argument.type !== 'ObjectExpression') return other()
  if (!fields.size) return fieldsOf(argument, scope)
  // `{ ...payload, key: value }` behind what was written.
  const [first, ...more] = argument.properties
  if (first?.type !== 'SpreadElement' || wayOf(first.argument, scope)?.length !== 0) return other()
  for (const one of more)
    put(
      [one.type === 'Property' && !one.computed && one.kind === 'init' ? keyOf(one.key) : other()],
      one.type === 'Property' ? mappingOf(one.value, scope) : other(),
      scope,
      fields,
    )
  return whole(fields, [])
}

/** What the script makes of an answer, as a mapping over its fields; undefined where that is not certain. Throws nothing. */
export const answerOf = (source: string): Mapping | undefined => attempt(() => resultOf(source, 'payload'))

/** What the script adds to a request that sends what there is: its `data` and `headers`; undefined where that is not certain. */
export function requestOf(source: string): { data?: Mapping; headers?: Mapping } | undefined {
  return attempt(() => {
    const made = resultOf(source, 'api')
    if (typeof made !== 'object' || made === null || Array.isArray(made)) return other()
    const { '&': all, data, headers, ...rest } = made
    if (all !== '$$' || Object.keys(rest).length) return other()
    const text = JSON.stringify({ data, headers })
    // Fields of the request are those of the data that is sent.
    const named = JSON.parse(text.replaceAll('"&":"${data}"', '"&":"$$$$"').replaceAll(/\bdata\.(?=\w)/g, '')) as { data?: Json; headers?: Json }
    if (named.headers && named.headers['&'] === '${headers}') delete named.headers['&']
    else if (named.headers) return other()
    if (/\b(headers|url|method|body|query|context)\b/.test(JSON.stringify(named.data ?? ''))) return other()
    return named as { data?: Mapping; headers?: Mapping }
  })
}

/** The actions that a script of a button does, each as amis' own; undefined where that is not certain. */
export function actionsOf(source: string): Json[] | undefined {
  return attempt(() => {
    const scope: Scope = { root: '', own: new Set(['event']), known: new Map(), written: [] }
    const actions: Json[] = []
    const add = (statement: Statement, condition?: string) => {
      if (statement.type === 'BlockStatement') {
        for (const one of statement.body) add(one, condition)
        return
      }
      if (statement.type === 'IfStatement' && !condition && !statement.alternate) return add(statement.consequent, written(spell(statement.test, scope)))
      const call = statement.type === 'ExpressionStatement' ? statement.expression : other()
      if (call.type !== 'CallExpression' || call.callee.type !== 'Identifier' || call.callee.name !== 'doAction' || call.arguments.length !== 1) return other()
      const [argument] = call.arguments
      const action = argument?.type === 'ObjectExpression' ? (fieldsOf(argument, scope) as Json) : other()
      if (typeof action.actionType !== 'string' || action.actionType === 'custom' || '&' in action) other()
      actions.push({ ...action, ...(condition && { expression: condition }) })
    }
    for (const statement of read(source)) add(statement)
    return actions.length ? actions : other()
  })
}
