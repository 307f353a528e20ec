// Formulas of fields: what a designer may write, which fields it names, what it makes, and what is wrong with it. A formula is computed by the database of the
// row, see formula-sql.ts; this file knows no database.
import jsep from 'jsep'

/** What a part of a formula is; `nothing` is the empty value, which fits anywhere. */
type FormulaType = 'number' | 'text' | 'boolean' | 'date' | 'datetime' | 'nothing'

/** A part of a formula whose types are known. */
export interface FormulaNode {
  /** `field`, `literal`, an operator, or the name of a function. */
  op: string
  type: FormulaType
  args: FormulaNode[]
  /** Key of a field, or a literal as text. */
  value?: string
}
interface FormulaField {
  key: string
  type: string
  /** What the field itself is computed from. */
  formula?: string
}
interface FormulaProblem {
  english: string
  values?: Record<string, string | number>
}
type FormulaResult = { tree: FormulaNode; names: string[] } | { problem: FormulaProblem }

const LONGEST = 1000
/** Parts of a formula with those of the formulas that it uses: what is written out for the database. */
const MOST_PARTS = 500

const TYPES: Record<string, FormulaType> = {
  text: 'text',
  longText: 'text',
  enum: 'text',
  integer: 'number',
  decimal: 'number',
  autoNumber: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
}
/** What a field of a type is in a formula; undefined where it cannot be in one. */
const formulaTypeOf = (fieldType: string): FormulaType | undefined => (Object.hasOwn(TYPES, fieldType) ? TYPES[fieldType] : undefined)
/** Type of the field that a formula makes. */
export const FIELD_OF = { number: 'decimal', text: 'text', boolean: 'boolean', date: 'date', datetime: 'datetime', nothing: 'text' } as const

class Refused extends Error {
  constructor(
    readonly english: string,
    readonly values?: FormulaProblem['values'],
  ) {
    super(english)
  }
}
const isDay = (type: FormulaType) => type === 'date' || type === 'datetime' || type === 'nothing'
const fits = (type: FormulaType, wanted: FormulaType) => type === wanted || type === 'nothing'
function all(name: string, args: FormulaNode[], wanted: FormulaType) {
  if (args.some(({ type }) => !fits(type, wanted))) throw new Refused(WANTED[wanted], { name })
}
const WANTED: Record<FormulaType, string> = {
  number: '{name} takes numbers',
  text: '{name} takes texts',
  boolean: '{name} takes conditions, which are true or false',
  date: '{name} takes dates',
  datetime: '{name} takes dates',
  nothing: '{name} takes dates',
}
/** The one type of several parts. */
function together(name: string, args: FormulaNode[]): FormulaType {
  const types = [...new Set(args.map(({ type }) => type))].filter(type => type !== 'nothing')
  if (types.length > 1) throw new Refused('{name} takes values of the same kind', { name })
  return types[0] ?? 'nothing'
}

interface Rule {
  least: number
  most: number
  type(args: FormulaNode[], name: string): FormulaType
}
const taking =
  (wanted: FormulaType, made: FormulaType): Rule['type'] =>
  (args, name) => {
    all(name, args, wanted)
    return made
  }
const days =
  (made: FormulaType): Rule['type'] =>
  (args, name) => {
    if (!args.every(({ type }) => isDay(type))) throw new Refused(WANTED.date, { name })
    return made
  }
const cut: Rule['type'] = ([text, length], name) => {
  all(name, [text as FormulaNode], 'text')
  if (length?.op !== 'literal' || length.type !== 'number' || !/^\d{1,4}$/.test(length.value ?? ''))
    throw new Refused('{name} takes a text and a number of characters', { name })
  return 'text'
}
/** Functions as formulas of pages have them. */
const FUNCTIONS: Record<string, Rule> = {
  IF: {
    least: 3,
    most: 3,
    type([condition, ...others], name) {
      all(name, [condition as FormulaNode], 'boolean')
      return together(name, others)
    },
  },
  AND: { least: 1, most: 20, type: taking('boolean', 'boolean') },
  OR: { least: 1, most: 20, type: taking('boolean', 'boolean') },
  NOT: { least: 1, most: 1, type: taking('boolean', 'boolean') },
  ISEMPTY: { least: 1, most: 1, type: () => 'boolean' },
  COALESCE: { least: 2, most: 10, type: (args, name) => together(name, args) },
  ROUND: {
    least: 1,
    most: 2,
    type([number, digits], name) {
      all(name, [number as FormulaNode], 'number')
      if (digits && (digits.op !== 'literal' || !/^\d$/.test(digits.value ?? '')))
        throw new Refused('{name} takes a number and the digits after the point, 0 to 9', { name })
      return 'number'
    },
  },
  ABS: { least: 1, most: 1, type: taking('number', 'number') },
  FLOOR: { least: 1, most: 1, type: taking('number', 'number') },
  CEIL: { least: 1, most: 1, type: taking('number', 'number') },
  MIN: { least: 1, most: 10, type: taking('number', 'number') },
  MAX: { least: 1, most: 10, type: taking('number', 'number') },
  SUM: { least: 1, most: 20, type: taking('number', 'number') },
  CONCATENATE: {
    least: 1,
    most: 20,
    type(args, name) {
      if (args.some(({ type }) => type === 'boolean')) throw new Refused('{name} takes texts, numbers and dates', { name })
      return 'text'
    },
  },
  UPPER: { least: 1, most: 1, type: taking('text', 'text') },
  LOWER: { least: 1, most: 1, type: taking('text', 'text') },
  TRIM: { least: 1, most: 1, type: taking('text', 'text') },
  LEN: { least: 1, most: 1, type: taking('text', 'number') },
  LEFT: { least: 2, most: 2, type: cut },
  RIGHT: { least: 2, most: 2, type: cut },
  YEAR: { least: 1, most: 1, type: days('number') },
  MONTH: { least: 1, most: 1, type: days('number') },
  DAY: { least: 1, most: 1, type: days('number') },
  DAYS: { least: 2, most: 2, type: days('number') },
  TODAY: { least: 0, most: 0, type: () => 'date' },
  NOW: { least: 0, most: 0, type: () => 'datetime' },
}

const isRealDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
const asDay = (node: FormulaNode): FormulaNode =>
  node.op === 'literal' && node.type === 'text' && isRealDay(node.value ?? '') ? { ...node, type: 'date' } : node

function calculated(op: string, [left, right]: [FormulaNode, FormulaNode]): FormulaNode {
  const node = (type: FormulaType) => ({ op, type, args: [left, right] })
  if (op === '+' && isDay(left.type) && left.type !== 'nothing' && fits(right.type, 'number')) return node(left.type)
  if (op === '-' && isDay(left.type) && left.type !== 'nothing') {
    if (right.type === 'number') return node(left.type)
    if (isDay(right.type)) return { op: 'DAYS', type: 'number', args: [left, right] }
  }
  if (op === '+' && [left, right].some(({ type }) => type === 'text')) throw new Refused('Texts are put together with CONCATENATE')
  all(op, [left, right], 'number')
  return node('number')
}

function compared(op: string, sides: [FormulaNode, FormulaNode]): FormulaNode {
  const [left, right] = sides.some(({ type }) => type === 'date' || type === 'datetime') ? (sides.map(asDay) as typeof sides) : sides
  if (left.type === 'nothing' || right.type === 'nothing') {
    if (op !== '==' && op !== '!=') throw new Refused('Nothing is neither more nor less')
    const empty: FormulaNode = { op: 'ISEMPTY', type: 'boolean', args: [left.type === 'nothing' ? right : left] }
    return op === '==' ? empty : { op: 'NOT', type: 'boolean', args: [empty] }
  }
  if (left.type !== right.type && !(isDay(left.type) && isDay(right.type))) throw new Refused('{name} takes values of the same kind', { name: op })
  if (left.type === 'boolean' && op !== '==' && op !== '!=') throw new Refused('{name} takes numbers, texts and dates', { name: op })
  return { op, type: 'boolean', args: [left, right] }
}

const CALCULATE = new Set(['+', '-', '*', '/', '%'])
const COMPARE = new Set(['==', '!=', '<', '<=', '>', '>='])
interface Parsed {
  type: string
  [key: string]: unknown
}

/** A formula as it is kept: without the signs around it in texts of pages. */
export const plainFormula = (text: string) =>
  text
    .trim()
    .replace(/^\$\{([^{}]*)\}$/, '$1')
    .trim()

function parsed(text: string): Parsed {
  const plain = plainFormula(text)
  if (!plain) throw new Refused('Please enter the formula')
  if (plain.length > LONGEST) throw new Refused('No more than {limit} characters', { limit: LONGEST })
  try {
    return jsep(plain) as unknown as Parsed
  } catch {
    throw new Refused('This is no formula')
  }
}

function typed(node: Parsed, ofField: (key: string) => FormulaNode): FormulaNode {
  const at = (part: unknown) => typed(part as Parsed, ofField)
  switch (node.type) {
    case 'Literal': {
      const { value, raw } = node as unknown as { value: unknown; raw: string }
      if (value === null) return { op: 'literal', type: 'nothing', args: [] }
      if (typeof value === 'boolean') return { op: 'literal', type: 'boolean', args: [], value: String(value) }
      if (typeof value === 'string') {
        // oxlint-disable-next-line no-control-regex -- no database takes such signs in a text
        if (/[\u0000-\u001f]/.test(value)) throw new Refused('This is no formula')
        return { op: 'literal', type: 'text', args: [], value }
      }
      const digits = raw.replace(/^\./, '0.')
      if (!/^\d{1,15}(\.\d{1,15})?$/.test(digits)) throw new Refused('This number cannot be used')
      return { op: 'literal', type: 'number', args: [], value: digits }
    }
    case 'Identifier':
      return ofField(String(node.name))
    case 'UnaryExpression': {
      const inner = at(node.argument)
      if (node.operator === '!') {
        all('!', [inner], 'boolean')
        return { op: 'NOT', type: 'boolean', args: [inner] }
      }
      if (node.operator !== '-' && node.operator !== '+') break
      all(node.operator, [inner], 'number')
      return node.operator === '+' ? inner : { op: 'NEGATE', type: 'number', args: [inner] }
    }
    case 'ConditionalExpression': {
      const args = [at(node.test), at(node.consequent), at(node.alternate)]
      return { op: 'IF', type: (FUNCTIONS.IF as Rule).type(args, 'IF'), args }
    }
    case 'CallExpression': {
      const { type, name } = node.callee as Parsed
      const rule = type === 'Identifier' && Object.hasOwn(FUNCTIONS, String(name)) ? FUNCTIONS[String(name)] : undefined
      if (!rule) throw new Refused('There is no function {name}', { name: type === 'Identifier' ? String(name).slice(0, 50) : '…' })
      const args = (node.arguments as Parsed[]).map(at)
      if (args.length < rule.least || args.length > rule.most) throw new Refused('{name} takes another number of values', { name: String(name) })
      return { op: String(name), type: rule.type(args, String(name)), args }
    }
    case 'LogicalExpression':
    case 'BinaryExpression': {
      const op = String(node.operator)
      const sides: [FormulaNode, FormulaNode] = [at(node.left), at(node.right)]
      if (CALCULATE.has(op)) return calculated(op, sides)
      if (COMPARE.has(op)) return compared(op, sides)
      if (op !== '&&' && op !== '||') break
      all(op, sides, 'boolean')
      return { op: op === '&&' ? 'AND' : 'OR', type: 'boolean', args: sides }
    }
  }
  throw new Refused('This is no formula')
}

const size = ({ args }: FormulaNode): number => args.reduce((sum, one) => sum + size(one), 1)

/** Reads a formula of a model: its parts with their types, formulas that it uses written out, and the keys that it names, also through those. */
export function readFormula(text: string, fields: readonly FormulaField[], own?: string): FormulaResult {
  const byKey = new Map(fields.map(field => [field.key, field]))
  const names = new Set<string>()
  function read(source: string, within: readonly string[]): FormulaNode {
    const tree = typed(parsed(source), key => {
      const field = byKey.get(key)
      if (!field) throw new Refused('There is no field {name}', { name: key.slice(0, 50) })
      if (within.includes(key)) throw new Refused('{name} would be computed from itself', { name: key })
      names.add(key)
      if (field.formula !== undefined) return read(field.formula, [...within, key])
      const type = formulaTypeOf(field.type)
      if (!type) throw new Refused('{name}: fields of this type cannot be used in a formula', { name: key })
      return { op: 'field', type, args: [], value: key }
    })
    if (size(tree) > MOST_PARTS) throw new Refused('This formula is too long with those that it uses')
    return tree
  }
  try {
    return { tree: read(text, own === undefined ? [] : [own]), names: [...names] }
  } catch (error) {
    if (error instanceof Refused) return { problem: { english: error.english, ...(error.values && { values: error.values }) } }
    throw error
  }
}

/** A formula with another name for a field; what stands in quotes stays. */
export const renamedInFormula = (text: string, from: string, to: string) =>
  text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_$][\w$]*/g, part => (part === from ? to : part))
