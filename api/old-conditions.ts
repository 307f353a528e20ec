// Conditions in JavaScript's spelling, as pages written for amis have them (visibleOn: "this.a && b.includes('x')"). The browser runs them with
// this interpreter, because the policy allows no eval; the gate asks the same module what it would refuse.
import jsep from 'jsep'

type Data = Record<string, unknown>
export interface Node {
  type: string
  [key: string]: unknown
}

const METHODS = new Set(
  'includes indexOf startsWith endsWith toLowerCase toUpperCase trim split join slice concat toString toFixed test replace hasOwnProperty'.split(' '),
)
const FORBIDDEN = new Set([
  'constructor',
  '__proto__',
  'prototype',
  'caller',
  'callee',
  'arguments',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
])
const GLOBALS: Data = Object.freeze({
  undefined,
  NaN,
  Array: Object.freeze({ isArray: Array.isArray }),
  Object: Object.freeze({ keys: Object.keys, values: Object.values }),
  Math,
  String: (value: unknown) => String(value),
  Number: (value: unknown) => Number(value),
  Boolean: (value: unknown) => Boolean(value),
  parseInt: (text: string, radix?: number) => Number.parseInt(text, radix),
  parseFloat: (text: string) => Number.parseFloat(text),
  isNaN: (value: unknown) => Number.isNaN(Number(value)),
})
// Objects whose own functions may be called, whatever they are named.
const LIBRARIES = new Set([GLOBALS.Array, GLOBALS.Object, GLOBALS.Math])
/** The browser itself, which no data is called after. */
const BROWSER = new Set(['window', 'globalThis'])
/** Things of a browser or of a library: not here, so their functions are not called, be there data of that name or not. */
const ELSEWHERE = new Set([
  '_',
  'lodash',
  'moment',
  'dayjs',
  'JSON',
  'Date',
  'RegExp',
  'Promise',
  'Symbol',
  'Reflect',
  'console',
  'localStorage',
  'sessionStorage',
])

/* oxlint-disable eqeqeq -- screens written for amis rely on the loose operators */
const BINARY: Record<string, (a: never, b: never) => unknown> = {
  '==': (a, b) => a == b,
  '!=': (a, b) => a != b,
  '===': (a, b) => a === b,
  '!==': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
  '+': (a, b) => (a as number) + (b as number),
  '-': (a, b) => (a as number) - (b as number),
  '*': (a, b) => (a as number) * (b as number),
  '/': (a, b) => (a as number) / (b as number),
  '%': (a, b) => (a as number) % (b as number),
  // oxlint-disable no-bitwise -- flags in one number are an everyday condition
  '&': (a, b) => (a as number) & (b as number),
  '|': (a, b) => (a as number) | (b as number),
  '^': (a, b) => (a as number) ^ (b as number),
  // oxlint-enable no-bitwise
}
const LAZY = new Set(['&&', '||', '??'])
const UNARY: Record<string, (a: unknown) => unknown> = {
  '!': a => !a,
  '-': a => -(a as number),
  '+': a => +(a as number),
  typeof: a => typeof a,
  // oxlint-disable-next-line no-bitwise -- `~list.indexOf(x)` is how many pages ask whether something is in a list
  '~': a => ~(a as number),
}
/* oxlint-enable eqeqeq */

const refuse = (what: string): never => {
  throw new Error(`not allowed: ${what}`)
}

const isElsewhere = (node: Node) => node.type === 'Identifier' && ELSEWHERE.has(node.name as string)

function nameOf(node: Node, data: Data): string {
  const name = String(node.computed ? run(node.property as Node, data) : (node.property as Node).name)
  return FORBIDDEN.has(name) ? refuse(name) : name
}

function callOf(node: Node, data: Data): unknown {
  const callee = node.callee as Node
  const given = () => (node.arguments as Node[]).map(argument => run(argument, data))
  if (callee.type === 'MemberExpression') {
    if (isElsewhere(callee.object as Node)) return refuse(`${String((callee.object as Node).name)}.${nameOf(callee, data)}()`)
    const target = run(callee.object as Node, data) as Record<string, (...all: unknown[]) => unknown> | null | undefined
    const name = nameOf(callee, data)
    if (target == null && (node.optional || callee.optional)) return undefined
    if (!LIBRARIES.has(target) && !METHODS.has(name)) return refuse(`${name}()`)
    const method = target?.[name]
    return typeof method === 'function' ? method.apply(target, given()) : refuse(`${name}()`)
  }
  if (callee.type === 'Identifier' && Object.hasOwn(GLOBALS, callee.name as string)) {
    const method = GLOBALS[callee.name as string]
    if (typeof method === 'function') return method(...given())
  }
  return refuse('this call')
}

function run(node: Node, data: Data): unknown {
  switch (node.type) {
    case 'Literal':
      return node.value
    case 'ThisExpression':
      return data
    case 'Identifier': {
      const name = node.name as string
      if (FORBIDDEN.has(name) || BROWSER.has(name)) return refuse(name)
      if (name in data) return data[name]
      if (name === 'data') return data
      return Object.hasOwn(GLOBALS, name) ? GLOBALS[name] : undefined
    }
    case 'MemberExpression': {
      const target = run(node.object as Node, data) as Data | null | undefined
      if (target == null && node.optional) return undefined
      const name = nameOf(node, data)
      const value = (target as Data)[name]
      // A method is reached by calling it, never as a value that could be passed on.
      return typeof value === 'function' ? refuse(name) : value
    }
    case 'CallExpression':
      return callOf(node, data)
    case 'UnaryExpression': {
      const operate = Object.hasOwn(UNARY, node.operator as string) ? UNARY[node.operator as string] : undefined
      return operate ? operate(run(node.argument as Node, data)) : refuse(String(node.operator))
    }
    case 'LogicalExpression':
    case 'BinaryExpression': {
      const left = () => run(node.left as Node, data)
      const right = () => run(node.right as Node, data)
      if (node.operator === '&&') return left() && right()
      if (node.operator === '||') return left() || right()
      if (node.operator === '??') return left() ?? right()
      const operate = Object.hasOwn(BINARY, node.operator as string) ? BINARY[node.operator as string] : undefined
      return operate ? operate(left() as never, right() as never) : refuse(String(node.operator))
    }
    case 'ConditionalExpression':
      return run(node.test as Node, data) ? run(node.consequent as Node, data) : run(node.alternate as Node, data)
    case 'ArrayExpression':
      return (node.elements as Node[]).map(element => run(element, data))
    default:
      return refuse(node.type)
  }
}

jsep.addBinaryOp('??', 1)
jsep.addUnaryOp('typeof')

/** Letters of a condition. Nobody has written more; a million of them would keep the gate or a browser busy for seconds, each time. */
export const LONGEST_CONDITION = 5000
const parsed = new Map<string, Node>()
/** Letters of all conditions whose trees are kept. */
const MOST_PARSED = 500_000
let lettersParsed = 0

function parse(source: string): Node {
  const before = parsed.get(source)
  if (before) return before
  if (source.length > LONGEST_CONDITION) throw new Error(`longer than ${LONGEST_CONDITION} letters`)
  const tree = jsep(source.replace(/^\s*return\b|;\s*$/g, '')) as unknown as Node
  if (lettersParsed + source.length > MOST_PARSED) {
    parsed.clear()
    lettersParsed = 0
  }
  parsed.set(source, tree)
  lettersParsed += source.length
  return tree
}

/** A condition as its parts; throws for what does not parse. */
export const readOldCondition = (source: string): Node => parse(source)

/** Value of a condition over `data`; throws for what is not allowed or does not parse. */
export const runOldCondition = (source: string, data: Data): unknown => run(parse(source), data)

/** The name of a member as far as it is written down: by itself, or as a text, put together or not. */
function writtenName(node: Node): string | undefined {
  const property = node.property as Node
  if (!node.computed) return String(property.name)
  const isFixed = (one: Node): boolean => one.type === 'Literal' || (one.type === 'BinaryExpression' && isFixed(one.left as Node) && isFixed(one.right as Node))
  return isFixed(property) ? String(run(property, {})) : undefined
}

/** The part that would be refused, whatever the data. */
function refusedIn(node: Node): string | undefined {
  switch (node.type) {
    case 'Literal':
    case 'ThisExpression':
      return undefined
    case 'Identifier':
      return FORBIDDEN.has(node.name as string) || BROWSER.has(node.name as string) ? (node.name as string) : undefined
    case 'MemberExpression': {
      const name = writtenName(node)
      if (name !== undefined && FORBIDDEN.has(name)) return name
      return refusedIn(node.object as Node) ?? (node.computed ? refusedIn(node.property as Node) : undefined)
    }
    case 'CallExpression':
      return refusedCall(node) ?? firstRefused(node.arguments as Node[])
    case 'UnaryExpression':
      return Object.hasOwn(UNARY, node.operator as string) ? refusedIn(node.argument as Node) : String(node.operator)
    case 'LogicalExpression':
    case 'BinaryExpression':
      return LAZY.has(node.operator as string) || Object.hasOwn(BINARY, node.operator as string)
        ? firstRefused([node.left as Node, node.right as Node])
        : String(node.operator)
    case 'ConditionalExpression':
      return firstRefused([node.test as Node, node.consequent as Node, node.alternate as Node])
    case 'ArrayExpression':
      return firstRefused(node.elements as Node[])
    default:
      return node.type
  }
}
function firstRefused(nodes: readonly Node[]): string | undefined {
  for (const node of nodes) {
    const refused = refusedIn(node)
    if (refused !== undefined) return refused
  }
  return undefined
}

function refusedCall(node: Node): string | undefined {
  const callee = node.callee as Node
  if (callee.type === 'MemberExpression') {
    const name = writtenName(callee)
    const host = callee.object as Node
    const library = host.type === 'Identifier' && Object.hasOwn(GLOBALS, host.name as string) ? (GLOBALS[host.name as string] as Data | undefined) : undefined
    if (isElsewhere(host)) return `${String(host.name)}.${name ?? '…'}()`
    if (name === undefined) return '[…]()'
    if (FORBIDDEN.has(name)) return name
    if (LIBRARIES.has(library) ? typeof library?.[name] !== 'function' : !METHODS.has(name)) return `${name}()`
    return refusedIn(host)
  }
  if (callee.type === 'Identifier' && typeof (Object.hasOwn(GLOBALS, callee.name as string) && GLOBALS[callee.name as string]) === 'function') return undefined
  return callee.type === 'Identifier' ? `${String(callee.name)}()` : 'a call of what is not a name'
}

/** What keeps a condition from being read, as a piece of it or as what the parser says; undefined when the browser reads it. */
export function faultOfOldCondition(source: string): string | undefined {
  try {
    const tree = parse(source)
    return tree.type === 'Compound' ? source.slice(0, 60) : refusedIn(tree)
  } catch (error) {
    return (error as Error).message
  }
}
