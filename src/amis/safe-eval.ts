// Expressions that look like JavaScript (visibleOn: "this.a && b.includes('x')"), interpreted: the strict policy allows no eval.
import jsep from 'jsep'
import { evaluate, setCustomEvalExpression, setCustomEvalJs } from 'amis-core'

type Data = Record<string, unknown>
interface Node {
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
}
/* oxlint-enable eqeqeq */

const refuse = (what: string): never => {
  throw new Error(`not allowed: ${what}`)
}

function nameOf(node: Node, data: Data): string {
  const name = String(node.computed ? run(node.property as Node, data) : (node.property as Node).name)
  return FORBIDDEN.has(name) ? refuse(name) : name
}

function callOf(node: Node, data: Data): unknown {
  const callee = node.callee as Node
  const given = () => (node.arguments as Node[]).map(argument => run(argument, data))
  if (callee.type === 'MemberExpression') {
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
      if (FORBIDDEN.has(name)) return refuse(name)
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
      const value = run(node.argument as Node, data)
      switch (node.operator) {
        case '!':
          return !value
        case '-':
          return -(value as number)
        case '+':
          return +(value as number)
        case 'typeof':
          return typeof value
        default:
          return refuse(String(node.operator))
      }
    }
    case 'LogicalExpression':
    case 'BinaryExpression': {
      const left = () => run(node.left as Node, data)
      const right = () => run(node.right as Node, data)
      if (node.operator === '&&') return left() && right()
      if (node.operator === '||') return left() || right()
      if (node.operator === '??') return left() ?? right()
      const operate = BINARY[node.operator as string]
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

const parsed = new Map<string, Node>()

/** Value of an expression over `data`; throws for what is not allowed or does not parse. */
export function safeEval(source: string, data: Data = {}): unknown {
  if (source.startsWith('${') && source.endsWith('}')) return evaluate(source, data, { defaultFilter: 'raw' })
  let tree = parsed.get(source)
  if (!tree) parsed.set(source, (tree = jsep(source.replace(/^\s*return\b|;\s*$/g, '')) as unknown as Node))
  return run(tree, data)
}

const warned = new Set<string>()

function guarded<T>(source: unknown, data: Data | undefined, otherwise: T): unknown {
  if (!source || typeof source !== 'string') return otherwise
  try {
    return safeEval(source, data ?? {})
  } catch (error) {
    if (!warned.has(source)) console.warn(`expression "${source}" gives nothing: ${(error as Error).message}`)
    warned.add(source)
    return otherwise
  }
}

setCustomEvalExpression((source, data) => !!guarded(source, data, false))
setCustomEvalJs((source, data) => guarded(source, data, null))
