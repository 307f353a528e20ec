// Condition trees as amis' condition builder makes them, compiled to SQL: columns come from the model alone, values are bound.
import { sql, type RawBuilder } from 'kysely'
import { fieldError } from '../../../errors.ts'
import type { Engine } from '../columns.ts'
import { columnSql } from '../formula-sql.ts'
import type { Definition, Field } from '../types.ts'
import { hasValue, isText, quoted } from '../types.ts'
import { bound, checkKey, checkValue } from '../values.ts'

export const OPERATORS = [
  'equal',
  'not_equal',
  'less',
  'less_or_equal',
  'greater',
  'greater_or_equal',
  'between',
  'not_between',
  'is_empty',
  'is_not_empty',
  'like',
  'not_like',
  'starts_with',
  'ends_with',
  'select_equals',
  'select_not_equals',
  'select_any_in',
  'select_not_any_in',
] as const
export type Operator = (typeof OPERATORS)[number]

export interface Condition {
  left: { type: 'field'; field: string }
  op: Operator
  /** A value, a list of them, or another field (`{type: 'field', field}`): of the model, or a variable. */
  right?: unknown
}
export interface Group {
  conjunction: 'and' | 'or'
  not?: boolean
  children: (Group | Condition)[]
}

export const MAX_DEPTH = 6
export const MAX_CONDITIONS = 100
const MAX_VALUES = 500

export interface FilterModel {
  definition: Definition
  engine: Engine
  /** Type of the primary key of the model that a relation names. */
  keyTypeOf?(modelId: string): Definition['primaryKey']['type'] | undefined
}
export interface FilterOptions {
  /** Values that a condition may name as a field, such as the person who asks: a list stands for any of it, null for nobody. */
  variables?: Readonly<Record<string, unknown>>
  /** Name under which problems are told. */
  at?: string
  /** Table or alias that columns are written with. */
  table?: string
}

/** System columns that conditions and orders may name, beside the fields. */
export function systemFields({ managed, primaryKey }: Definition): Field[] {
  const make = (key: string, type: Field['type'], column = key): Field => ({
    id: key,
    key,
    name: key,
    type,
    column,
    required: false,
    unique: false,
    readOnly: true,
  })
  const id = make('id', primaryKey.type === 'integer' ? 'integer' : 'text', primaryKey.column)
  if (!managed) return [id]
  return [
    id,
    make('created_at', 'datetime'),
    make('created_by', 'user'),
    make('updated_at', 'datetime'),
    make('updated_by', 'user'),
    make('version', 'integer'),
  ]
}

/** The field of this key, or the system column. */
export const fieldOf = (definition: Definition, key: unknown): Field | undefined =>
  typeof key === 'string'
    ? (definition.fields.find(field => field.key === key && hasValue(field)) ?? systemFields(definition).find(field => field.key === key))
    : undefined

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const ORDERED = new Set(['integer', 'decimal', 'date', 'time', 'datetime', 'autoNumber', 'text', 'longText'])
const COMPARE: Partial<Record<Operator, string>> = { less: '<', less_or_equal: '<=', greater: '>', greater_or_equal: '>=' }
/**
 * What a pattern says beside its letters, each of which may be any: a text that does not match this does not match the pattern in any case of letters. The dot of
 * an i may be a letter of its own, as Turkish has it. Undefined where that says nothing, and beyond ASCII, where one letter may become several.
 */
export const caselessOf = (pattern: string): string | undefined =>
  /^[ -~]+$/.test(pattern) && /[^%A-Za-z\\]/.test(pattern) ? pattern.replace(/[A-Za-z]/g, letter => (letter.toLowerCase() === 'i' ? '%' : '_')) : undefined
/** PostgreSQL writes each text and the pattern anew to compare them in any case: a look at digits and signs leaves it few texts. */
export function textLike(engine: Engine, column: RawBuilder<unknown>, pattern: string): RawBuilder<boolean> {
  if (engine !== 'postgres') return sql<boolean>`${column} like ${pattern}`
  const text = sql`${column}::text`
  const caseless = caselessOf(pattern)
  return caseless ? sql<boolean>`(${text} like ${caseless} and ${text} ilike ${pattern})` : sql<boolean>`${text} ilike ${pattern}`
}
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The condition of a tree; undefined for an empty one. Throws at the field `filter`, or the one of the options, for anything it does not know. */
export function compileFilter(tree: unknown, model: FilterModel, options: FilterOptions = {}): RawBuilder<boolean> | undefined {
  const { definition, engine } = model
  const { variables = {}, at = 'filter', table } = options
  const pg = engine === 'postgres'
  let count = 0
  const refuse = (english: string, values?: Record<string, string | number>) => fieldError('data.filterInvalid', at, english, values)
  const column = (field: Field) => columnSql(field, table)

  /** A value of a condition, checked as one of the field and bound. */
  function valueOf(field: Field, value: unknown): RawBuilder<unknown> {
    // The rules and the format of a field are about what is stored, not about what is looked for.
    const checked =
      field.key === 'id'
        ? checkKey(definition.primaryKey.type, value)
        : checkValue({ ...field, rules: {}, format: undefined }, numeric(field, value), model.keyTypeOf?.(field.relation?.modelId ?? '') ?? 'uuid')
    if ('problem' in checked) throw refuse('{name}: this is no value of the field', { name: field.name })
    return sql`${bound(engine, checked.value)}`
  }
  /** Query strings and saved rules may hold numbers as text. */
  const numeric = (field: Field, value: unknown) =>
    (field.type === 'integer' || field.type === 'autoNumber') && typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value

  function list(field: Field, value: unknown): RawBuilder<unknown>[] {
    const values = Array.isArray(value) ? value : typeof value === 'string' && value.includes(',') && field.type !== 'text' ? value.split(',') : [value]
    if (values.length > MAX_VALUES) throw refuse('No more than {limit} entries', { limit: MAX_VALUES })
    return values.filter(one => one !== null && one !== '').map(one => valueOf(field, one))
  }

  const anyOf = (field: Field, values: RawBuilder<unknown>[]) => (values.length ? sql<boolean>`${column(field)} in (${sql.join(values)})` : sql<boolean>`1 = 0`)
  const noneOf = (field: Field, values: RawBuilder<unknown>[]) =>
    values.length ? sql<boolean>`(${column(field)} not in (${sql.join(values)}) or ${column(field)} is null)` : sql<boolean>`1 = 1`
  const different = (left: RawBuilder<unknown>, right: RawBuilder<unknown>) =>
    pg ? sql<boolean>`${left} is distinct from ${right}` : sql<boolean>`not (${left} <=> ${right})`
  const like = (field: Field, pattern: string) => textLike(engine, column(field), pattern)

  /** Rows that have any of these choices. */
  function hasAny(field: Field, right: unknown): RawBuilder<boolean> {
    const values = (Array.isArray(right) ? right : [right]).filter(one => one !== null && one !== undefined && one !== '')
    if (values.length > MAX_VALUES) throw refuse('No more than {limit} entries', { limit: MAX_VALUES })
    if ('problem' in checkValue(field, values)) throw refuse('{name}: this is no value of the field', { name: field.name })
    if (!values.length) return sql<boolean>`1 = 0`
    if (pg) return sql<boolean>`${column(field)} ?| ${values}::text[]`
    return sql<boolean>`(${sql.join(
      values.map(value => sql`json_contains(${column(field)}, ${JSON.stringify(value)})`),
      sql` or `,
    )})`
  }
  function compareChoices(field: Field, op: Operator, right: unknown): RawBuilder<boolean> {
    switch (op) {
      case 'select_any_in':
      case 'select_equals':
      case 'equal':
        return hasAny(field, right)
      case 'select_not_any_in':
      case 'select_not_equals':
      case 'not_equal':
        return sql<boolean>`not coalesce(${hasAny(field, right)}, ${pg ? sql`false` : sql`0`})`
      default:
        throw refuse('{name} cannot be compared', { name: field.name })
    }
  }

  function isEmpty(field: Field): RawBuilder<boolean> {
    return isText(field.type)
      ? sql<boolean>`(${column(field)} is null or ${column(field)}${pg ? sql`::text` : sql``} = '')`
      : sql<boolean>`${column(field)} is null`
  }

  /** Another column of the row, or a variable's values. */
  function fromField(right: Record<string, unknown>): { other: Field } | { values: unknown } {
    const key = right.field
    if (typeof key === 'string' && Object.hasOwn(variables, key)) return { values: variables[key] }
    const other = fieldOf(definition, key)
    if (!other) throw refuse('There is no field {name}', { name: quoted(key) })
    return { other }
  }

  function compare(field: Field, op: Operator, right: unknown): RawBuilder<boolean> {
    if (field.type === 'json' && op !== 'is_empty' && op !== 'is_not_empty') throw refuse('{name} cannot be compared', { name: field.name })
    if (op === 'is_empty') return isEmpty(field)
    if (op === 'is_not_empty') return sql<boolean>`not ${isEmpty(field)}`
    if (field.type === 'multiEnum') return compareChoices(field, op, right)
    if (isObject(right) && right.type === 'field') {
      const named = fromField(right)
      if ('other' in named) return compareColumns(field, op, named.other)
      // Nobody and nothing equals no row, and differs from every one.
      if (named.values === null || named.values === undefined) return /not/.test(op) ? sql<boolean>`1 = 1` : sql<boolean>`1 = 0`
      if (Array.isArray(named.values)) return /not/.test(op) ? noneOf(field, list(field, named.values)) : anyOf(field, list(field, named.values))
      right = named.values
    } else if (isObject(right)) throw refuse('{name}: this is no value of the field', { name: field.name })

    switch (op) {
      case 'select_any_in':
        return anyOf(field, list(field, right))
      case 'select_not_any_in':
        return noneOf(field, list(field, right))
      case 'equal':
      case 'select_equals':
        return right === null || right === '' || right === undefined ? isEmpty(field) : sql<boolean>`${column(field)} = ${valueOf(field, right)}`
      case 'not_equal':
      case 'select_not_equals':
        return right === null || right === '' || right === undefined ? sql<boolean>`not ${isEmpty(field)}` : different(column(field), valueOf(field, right))
      case 'between':
      case 'not_between': {
        const [from, to] = Array.isArray(right) ? right : String(right ?? '').split(',')
        if (!ORDERED.has(field.type)) throw refuse('{name} has no order', { name: field.name })
        const between = sql<boolean>`${column(field)} between ${valueOf(field, from)} and ${valueOf(field, to)}`
        return op === 'between' ? between : sql<boolean>`(not (${between}) or ${column(field)} is null)`
      }
      case 'like':
      case 'not_like':
      case 'starts_with':
      case 'ends_with': {
        if (!isText(field.type) || typeof right !== 'string' || right.length > 1000) throw refuse('{name}: this is no value of the field', { name: field.name })
        const pattern = op === 'starts_with' ? `${escaped(right)}%` : op === 'ends_with' ? `%${escaped(right)}` : `%${escaped(right)}%`
        return op === 'not_like' ? sql<boolean>`(not ${like(field, pattern)} or ${column(field)} is null)` : like(field, pattern)
      }
      default: {
        if (!ORDERED.has(field.type)) throw refuse('{name} has no order', { name: field.name })
        return sql<boolean>`${column(field)} ${sql.raw(COMPARE[op] as string)} ${valueOf(field, right)}`
      }
    }
  }

  function compareColumns(field: Field, op: Operator, other: Field): RawBuilder<boolean> {
    if (field.type !== other.type) throw refuse('{name}: this is no value of the field', { name: field.name })
    if (op === 'equal' || op === 'select_equals') return sql<boolean>`${column(field)} = ${column(other)}`
    if (op === 'not_equal' || op === 'select_not_equals') return different(column(field), column(other))
    const sign = COMPARE[op]
    if (!sign || !ORDERED.has(field.type)) throw refuse('{name} has no order', { name: field.name })
    return sql<boolean>`${column(field)} ${sql.raw(sign)} ${column(other)}`
  }

  function visit(node: unknown, depth: number): RawBuilder<boolean> | undefined {
    if (depth > MAX_DEPTH) throw refuse('The conditions are nested too deeply')
    if (!isObject(node)) throw refuse('This is no condition')
    if ('conjunction' in node || 'children' in node) {
      const conjunction = node.conjunction ?? 'and'
      if (conjunction !== 'and' && conjunction !== 'or') throw refuse('This is no condition')
      const children = node.children ?? []
      if (!Array.isArray(children)) throw refuse('This is no condition')
      const parts = children.flatMap(child => visit(child, depth + 1) ?? [])
      if (!parts.length) return undefined
      const all = sql<boolean>`(${sql.join(parts, conjunction === 'and' ? sql` and ` : sql` or `)})`
      // A comparison with an empty field is neither true nor false; its contrary is meant to be true.
      return node.not === true ? sql<boolean>`not coalesce(${all}, ${pg ? sql`false` : sql`0`})` : all
    }
    if (++count > MAX_CONDITIONS) throw refuse('No more than {limit} entries', { limit: MAX_CONDITIONS })
    const left = node.left
    // A line that was added in the builder and not filled in yet.
    if (left === undefined || left === null || node.op === undefined) return undefined
    const field = isObject(left) && left.type === 'field' ? fieldOf(definition, left.field) : undefined
    if (!field) throw refuse('There is no field {name}', { name: quoted(isObject(left) ? left.field : left) })
    if (!OPERATORS.includes(node.op as Operator)) throw refuse('There is no comparison {name}', { name: quoted(node.op) })
    return compare(field, node.op as Operator, node.right)
  }
  return tree === null || tree === undefined || tree === '' ? undefined : visit(tree, 0)
}

/** A filter that came as text in a query. */
export function parseFilter(text: string | undefined, at = 'filter'): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw fieldError('data.filterInvalid', at, 'This is no condition')
  }
}
