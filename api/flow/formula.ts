// Formulas as flows have them: amis' way of writing, read into a tree that is vetted when a flow is saved, and answered for the values of a case. Nothing
// of it is ever run as code: what is not listed here does not exist, and names lead to own values of the case alone.
import jsep, { type Expression } from 'jsep'
import { compareValues, isEmptyValue, valueAt, type Values } from './conditions.ts'

export type FormulaFault = 'formulaUnreadable' | 'formulaTooLarge' | 'formulaForbidden' | 'formulaFunction'
const LONGEST = 2_000
const DEEPEST = 40
const MOST_PARTS = 400
/** Lists and texts that a formula makes on its way. */
const MOST_LETTERS = 100_000
const FORBIDDEN = /^(constructor|prototype|__\w+__)$/
/** amis reads these from the browser: `window:location`, `cookie:id`. */
const NAMESPACE = /(?:^|[^\w'"?])(window|cookie|ls|ss|localStorage|sessionStorage|global)\s*:/

const numberOf = (value: unknown): number => {
  if (isEmptyValue(value)) return 0
  const made = typeof value === 'boolean' ? Number(value) : Number(typeof value === 'string' ? value.trim() : value)
  return Number.isFinite(made) ? made : Number.NaN
}
const textOf = (value: unknown): string => {
  const text = isEmptyValue(value) ? '' : typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.slice(0, MOST_LETTERS)
}
const flat = (list: readonly unknown[]): unknown[] => list.flatMap(one => (Array.isArray(one) ? (one as unknown[]) : [one]))
const numbers = (list: readonly unknown[]) => flat(list).map(numberOf)
const DAY = 86_400_000
const places = (value: unknown) => Math.min(10, Math.max(0, Math.trunc(numberOf(value))))

/** What a formula may call, as amis names it. `IF`, `AND` and `OR` are answered where their parts are. */
const FUNCTIONS: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
  NOT: value => !value,
  ISEMPTY: isEmptyValue,
  SUM: (...list) => numbers(list).reduce((sum, one) => sum + one, 0),
  AVG: (...list) => (flat(list).length ? numbers(list).reduce((sum, one) => sum + one, 0) / flat(list).length : 0),
  MIN: (...list) => Math.min(...numbers(list)),
  MAX: (...list) => Math.max(...numbers(list)),
  COUNT: (...list) => flat(list).length,
  ABS: value => Math.abs(numberOf(value)),
  INT: value => Math.floor(numberOf(value)),
  FLOOR: (value, digits) => Math.floor(numberOf(value) * 10 ** places(digits)) / 10 ** places(digits),
  CEIL: (value, digits) => Math.ceil(numberOf(value) * 10 ** places(digits)) / 10 ** places(digits),
  ROUND: (value, digits) => Math.round(numberOf(value) * 10 ** places(digits)) / 10 ** places(digits),
  MOD: (one, other) => numberOf(one) % numberOf(other),
  LEN: value => (Array.isArray(value) ? value.length : textOf(value).length),
  LOWER: value => textOf(value).toLowerCase(),
  UPPER: value => textOf(value).toUpperCase(),
  TRIM: value => textOf(value).trim(),
  LEFT: (value, length) => textOf(value).slice(0, Math.max(0, numberOf(length))),
  RIGHT: (value, length) => textOf(value).slice(-Math.max(0, numberOf(length)) || Infinity),
  CONCATENATE: (...list) => list.map(textOf).join('').slice(0, MOST_LETTERS),
  CONTAINS: (text, part) => textOf(text).includes(textOf(part)),
  STARTSWITH: (text, part) => textOf(text).startsWith(textOf(part)),
  ENDSWITH: (text, part) => textOf(text).endsWith(textOf(part)),
  ARRAYINCLUDES: (list, value) => flat([list]).some(one => compareValues(one, value) === 0),
  DAYS: (end, start) => Math.floor((Date.parse(textOf(end)) - Date.parse(textOf(start))) / DAY),
}
const BY_PARTS = new Set(['IF', 'AND', 'OR'])
export const FORMULA_FUNCTIONS: readonly string[] = [...BY_PARTS, ...Object.keys(FUNCTIONS)].toSorted()

class Refused extends Error {
  constructor(readonly fault: FormulaFault) {
    super(fault)
  }
}

type Part = Expression & Record<string, unknown>
const listOf = (value: unknown) => value as Part[]
const partOf = (value: unknown) => value as Part

/** `a.b.c` and `a["b"]` as one name; undefined for what is none. */
function pathOf(part: Part): string | undefined {
  if (part.type === 'Identifier') return String(part.name)
  if (part.type !== 'MemberExpression') return undefined
  const host = pathOf(partOf(part.object))
  const key = partOf(part.property)
  const name = part.computed ? (key.type === 'Literal' ? String(key.value) : undefined) : String(key.name)
  return host === undefined || name === undefined ? undefined : `${host}.${name}`
}

const OPERATORS = new Set(['+', '-', '*', '/', '%', '==', '!=', '===', '!==', '<', '<=', '>', '>=', '&&', '||'])

function vet(part: Part, count: { parts: number }) {
  if (++count.parts > MOST_PARTS) throw new Refused('formulaTooLarge')
  const each = (...parts: unknown[]) => {
    for (const one of parts) vet(partOf(one), count)
  }
  switch (part.type) {
    case 'Literal':
      if (part.value instanceof RegExp) throw new Refused('formulaUnreadable')
      return
    case 'Identifier':
    case 'MemberExpression': {
      const path = pathOf(part)
      // A name that is made up on the way could be any.
      if (path === undefined || path.split('.').some(step => FORBIDDEN.test(step))) throw new Refused('formulaForbidden')
      return
    }
    case 'UnaryExpression':
      if (!/^[-+!]$/.test(String(part.operator))) throw new Refused('formulaUnreadable')
      return each(part.argument)
    case 'BinaryExpression':
    case 'LogicalExpression':
      if (!OPERATORS.has(String(part.operator))) throw new Refused('formulaUnreadable')
      return each(part.left, part.right)
    case 'ConditionalExpression':
      return each(part.test, part.consequent, part.alternate)
    case 'ArrayExpression':
      return each(...listOf(part.elements))
    case 'CallExpression': {
      const callee = partOf(part.callee)
      if (callee.type !== 'Identifier') throw new Refused('formulaForbidden')
      const name = String(callee.name)
      if (!BY_PARTS.has(name) && !Object.hasOwn(FUNCTIONS, name)) throw new Refused(FORBIDDEN.test(name) ? 'formulaForbidden' : 'formulaFunction')
      return each(...listOf(part.arguments))
    }
    default:
      throw new Refused('formulaUnreadable')
  }
}

function read(text: string): Part {
  if (text.length > LONGEST) throw new Refused('formulaTooLarge')
  const without = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""')
  let depth = 0
  for (const letter of without) {
    if ('([{'.includes(letter)) depth++
    if (')]}'.includes(letter)) depth--
    // Brackets within each other are read by calls within each other.
    if (depth > DEEPEST) throw new Refused('formulaTooLarge')
  }
  if (NAMESPACE.test(without)) throw new Refused('formulaForbidden')
  let made: Part
  try {
    made = partOf(jsep(text.trim().replace(/^\$\{([\s\S]*)\}$/, '$1')))
  } catch {
    throw new Refused('formulaUnreadable')
  }
  vet(made, { parts: 0 })
  return made
}

/** Why a formula cannot be used; undefined where it can. */
export function formulaFault(text: unknown): FormulaFault | undefined {
  if (typeof text !== 'string' || !text.trim()) return 'formulaUnreadable'
  try {
    read(text)
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error.fault
    // Deeper than calls may be.
    if (error instanceof RangeError) return 'formulaTooLarge'
    throw error
  }
}

function binary(operator: string, one: unknown, other: unknown): unknown {
  const both = !isEmptyValue(one) && !isEmptyValue(other)
  switch (operator) {
    case '==':
    case '===':
      return both ? compareValues(one, other) === 0 : isEmptyValue(one) === isEmptyValue(other)
    case '!=':
    case '!==':
      return both ? compareValues(one, other) !== 0 : isEmptyValue(one) !== isEmptyValue(other)
    case '<':
      return both && compareValues(one, other) < 0
    case '<=':
      return both && compareValues(one, other) <= 0
    case '>':
      return both && compareValues(one, other) > 0
    case '>=':
      return both && compareValues(one, other) >= 0
    case '+': {
      const [a, b] = [numberOf(one), numberOf(other)]
      return Number.isNaN(a) || Number.isNaN(b) ? textOf(textOf(one) + textOf(other)) : a + b
    }
    case '-':
      return numberOf(one) - numberOf(other)
    case '*':
      return numberOf(one) * numberOf(other)
    case '/':
      return numberOf(one) / numberOf(other)
    default:
      return numberOf(one) % numberOf(other)
  }
}

function answer(part: Part, values: Values): unknown {
  const of = (one: unknown) => answer(partOf(one), values)
  switch (part.type) {
    case 'Literal':
      return part.value
    case 'Identifier':
    case 'MemberExpression':
      return valueAt(values, pathOf(part) ?? '')
    case 'UnaryExpression': {
      const value = of(part.argument)
      return part.operator === '!' ? !value : part.operator === '-' ? -numberOf(value) : numberOf(value)
    }
    case 'BinaryExpression':
    case 'LogicalExpression':
      if (part.operator === '&&') return of(part.left) ? of(part.right) : false
      if (part.operator === '||') return of(part.left) || of(part.right)
      return binary(String(part.operator), of(part.left), of(part.right))
    case 'ConditionalExpression':
      return of(part.test) ? of(part.consequent) : of(part.alternate)
    case 'ArrayExpression':
      return listOf(part.elements).map(of)
    default: {
      const name = String(partOf(part.callee).name)
      const args = listOf(part.arguments)
      if (name === 'IF') return of(args[0]) ? of(args[1] ?? args[0]) : args[2] === undefined ? null : of(args[2])
      if (name === 'AND') return args.every(of)
      if (name === 'OR') return args.some(of)
      return FUNCTIONS[name]?.(...args.map(of))
    }
  }
}

const kept = new Map<string, Part>()
const MOST_KEPT = 2_000

/** What a formula that {@link formulaFault} takes reads of a case, each once. */
export function formulaNames(text: string): string[] {
  const names = new Set<string>()
  const look = (part: Part) => {
    const path = pathOf(part)
    if (path !== undefined) return void names.add(path)
    for (const [key, value] of Object.entries(part))
      if (key !== 'callee')
        for (const one of Array.isArray(value) ? value : [value]) if (typeof one === 'object' && one !== null && 'type' in one) look(one as Part)
  }
  look(read(text))
  return [...names]
}

/** What a formula that {@link formulaFault} takes comes to; not a number is nothing. */
export function formulaValue(text: string, values: Values): unknown {
  let part = kept.get(text)
  if (!part) {
    part = read(text)
    kept.set(text, part)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string)
  }
  const value = answer(part, values)
  return typeof value === 'number' && !Number.isFinite(value) ? null : (value ?? null)
}
