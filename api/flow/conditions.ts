// Conditions of lines as amis' condition builder makes them, answered for the values of a case. Pure: nothing of a condition is ever run as code.

export interface ConditionLeaf {
  left: { type: 'field'; field: string }
  op: string
  right?: unknown
}
export interface ConditionGroup {
  conjunction: 'and' | 'or'
  not?: boolean
  children: (ConditionGroup | ConditionLeaf)[]
}
export type Values = Readonly<Record<string, unknown>>
export type ConditionFault = 'conditionEmpty' | 'conditionUnreadable' | 'conditionTooLarge'

const DEEPEST = 8
const MOST_LEAVES = 200
const COMPARED = new Set(['equal', 'not_equal', 'greater', 'greater_or_equal', 'less', 'less_or_equal', 'like', 'not_like', 'starts_with', 'ends_with'])
const RANGES = new Set(['between', 'not_between'])
const CHOSEN = new Set(['select_equals', 'select_not_equals', 'select_any_in', 'select_not_any_in'])
const ALONE = new Set(['is_empty', 'is_not_empty'])
/** What a leaf may do with its values, as amis names it. */
export const CONDITION_OPS: readonly string[] = [...COMPARED, ...RANGES, ...CHOSEN, ...ALONE]

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isGroup = (value: Record<string, unknown>) => 'children' in value || 'conjunction' in value

/** A field as it is named: whole first, as flattened names hold dots, then step by step through own properties alone. */
export function valueAt(values: Values, path: string): unknown {
  if (Object.hasOwn(values, path)) return values[path]
  let at: unknown = values
  for (const step of path.split('.')) {
    if (!isObject(at) || !Object.hasOwn(at, step)) return undefined
    at = at[step]
  }
  return at
}

const isField = (value: unknown): value is { type: 'field'; field: string } => isObject(value) && value.type === 'field' && typeof value.field === 'string'

/** Why a condition cannot be used; undefined where it can. */
export function conditionFault(tree: unknown): ConditionFault | undefined {
  if (tree === undefined || tree === null || tree === '') return 'conditionEmpty'
  let leaves = 0
  const faultOf = (node: unknown, depth: number): ConditionFault | undefined => {
    if (!isObject(node)) return 'conditionUnreadable'
    if (depth > DEEPEST) return 'conditionTooLarge'
    if (isGroup(node)) {
      if (node.conjunction !== 'and' && node.conjunction !== 'or') return 'conditionUnreadable'
      if (!Array.isArray(node.children)) return 'conditionEmpty'
      if (node.children.length === 0) return 'conditionEmpty'
      for (const child of node.children) {
        const fault = faultOf(child, depth + 1)
        if (fault) return fault
      }
      return undefined
    }
    if (++leaves > MOST_LEAVES) return 'conditionTooLarge'
    const { left, op, right } = node
    if (!isField(left) || !left.field || typeof op !== 'string') return 'conditionUnreadable'
    if (ALONE.has(op)) return undefined
    if (RANGES.has(op)) return Array.isArray(right) && right.length === 2 ? undefined : 'conditionUnreadable'
    if (!COMPARED.has(op) && !CHOSEN.has(op)) return 'conditionUnreadable'
    return right === undefined || right === null || right === '' ? 'conditionEmpty' : undefined
  }
  return faultOf(tree, 1)
}

export const isEmptyValue = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const DECIMAL = /^-?\d{1,60}(\.\d{1,60})?$/
const TIME = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** Digits after the point are kept: amounts come as text, so that nothing is rounded. */
function decimal(value: unknown): { digits: bigint; scale: number } | undefined {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (!DECIMAL.test(text)) return undefined
  const [whole = '', after = ''] = text.split('.')
  return { digits: BigInt(whole + after), scale: after.length }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value))

/** -1, 0 or 1; numbers by value, moments by time, everything else as text. */
export function compareValues(one: unknown, other: unknown): number {
  const [a, b] = [decimal(one), decimal(other)]
  if (a && b) {
    const scale = Math.max(a.scale, b.scale)
    const [x, y] = [a.digits * 10n ** BigInt(scale - a.scale), b.digits * 10n ** BigInt(scale - b.scale)]
    return x < y ? -1 : x > y ? 1 : 0
  }
  const [s, t] = [textOf(one), textOf(other)]
  if (TIME.test(s) && TIME.test(t)) {
    const difference = Date.parse(s) - Date.parse(t)
    if (!Number.isNaN(difference)) return Math.sign(difference)
  }
  return s < t ? -1 : s > t ? 1 : 0
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : isEmptyValue(value) ? [] : [value])
const within = (list: readonly unknown[], value: unknown) => list.some(one => compareValues(one, value) === 0)

/** What is not there is never more or less than anything, and never equal to anything. */
function leafHolds({ left, op, right: given }: ConditionLeaf, values: Values): boolean {
  const value = valueAt(values, left.field)
  const right = isField(given) ? valueAt(values, given.field) : given
  const missing = isEmptyValue(value)
  switch (op) {
    case 'is_empty':
      return missing
    case 'is_not_empty':
      return !missing
    case 'equal':
      return !missing && !isEmptyValue(right) && compareValues(value, right) === 0
    case 'not_equal':
      return missing || isEmptyValue(right) ? missing !== isEmptyValue(right) : compareValues(value, right) !== 0
    case 'between':
    case 'not_between': {
      const [from, to] = listOf(right)
      if (missing || isEmptyValue(from) || isEmptyValue(to)) return false
      return (compareValues(value, from) >= 0 && compareValues(value, to) <= 0) === (op === 'between')
    }
    case 'like':
    case 'not_like': {
      const has = !missing && !isEmptyValue(right) && textOf(value).toLowerCase().includes(textOf(right).toLowerCase())
      return has === (op === 'like')
    }
    case 'starts_with':
      return !missing && !isEmptyValue(right) && textOf(value).toLowerCase().startsWith(textOf(right).toLowerCase())
    case 'ends_with':
      return !missing && !isEmptyValue(right) && textOf(value).toLowerCase().endsWith(textOf(right).toLowerCase())
    case 'select_equals':
    case 'select_not_equals': {
      const [mine, theirs] = [listOf(value), listOf(right)]
      const same = mine.length === theirs.length && mine.every(one => within(theirs, one))
      return same === (op === 'select_equals')
    }
    case 'select_any_in':
    case 'select_not_any_in': {
      const theirs = listOf(right)
      return listOf(value).some(one => within(theirs, one)) === (op === 'select_any_in')
    }
  }
  if (missing || isEmptyValue(right)) return false
  const order = compareValues(value, right)
  if (op === 'greater') return order > 0
  if (op === 'greater_or_equal') return order >= 0
  if (op === 'less') return order < 0
  return op === 'less_or_equal' && order <= 0
}

/** Whether a condition that {@link conditionFault} takes holds for these values. */
export function conditionHolds(tree: ConditionGroup | ConditionLeaf, values: Values): boolean {
  if (!('children' in tree)) return leafHolds(tree, values)
  const holds =
    tree.conjunction === 'or' ? tree.children.some(child => conditionHolds(child, values)) : tree.children.every(child => conditionHolds(child, values))
  return holds !== (tree.not === true)
}
