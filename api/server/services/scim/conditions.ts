// Filters as SQL with bound parameters. A table of columns says where an attribute is kept and which index finds it.
import { sql, type RawBuilder } from 'kysely'
import type { AttributePath, Filter, Operator, Value } from './filter.ts'
import { asBoolean } from './match.ts'
import { refused } from './refusals.ts'
import { sameName } from './schemas.ts'

export type Condition = RawBuilder<boolean>
export interface Column {
  kind: 'text' | 'exact' | 'boolean' | 'time' | 'id'
  sql: RawBuilder<unknown>
  /** A condition that holds wherever the value is this one, and that an index answers. */
  narrow?: (value: string) => Condition
}
/** Values of a list as rows, each part a column of `each`. */
export interface Rows {
  from: RawBuilder<unknown>
  parts: Record<string, Column>
}
/** Where the attributes of a resource are: `name` or `name.part` in lower case, those of the extension with its id before a colon. */
export interface Places {
  core: string
  extension: string
  columns: Record<string, Column>
  lists: Record<string, Rows>
  /** What lists are sorted by in place of a list's values. */
  sorts?: Record<string, Column>
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const YES = sql<boolean>`true`
const NO = sql<boolean>`false`
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const nameOf = ({ name, sub }: AttributePath) => (sub ? `${name}.${sub}` : name)

const wrongOperator = (path: AttributePath, operator: Operator) =>
  refused('invalidFilter', 'The operator {operator} does not fit the attribute {name}', { operator, name: nameOf(path) })
const wrongValue = (path: AttributePath) => refused('invalidFilter', 'The value does not fit the attribute {name}', { name: nameOf(path) })

/** Times are shown by the millisecond and kept finer: an hour of the clock is a span. */
function timeIs(at: RawBuilder<unknown>, operator: Operator, value: Value, path: AttributePath): Condition {
  const from = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? new Date(value) : undefined
  if (!from || Number.isNaN(from.getTime())) throw wrongValue(path)
  const to = new Date(from.getTime() + 1)
  switch (operator) {
    case 'eq':
      return sql<boolean>`(${at} >= ${from} and ${at} < ${to})`
    case 'ne':
      return sql<boolean>`not (${at} >= ${from} and ${at} < ${to})`
    case 'gt':
      return sql<boolean>`${at} >= ${to}`
    case 'ge':
      return sql<boolean>`${at} >= ${from}`
    case 'lt':
      return sql<boolean>`${at} < ${from}`
    case 'le':
      return sql<boolean>`${at} < ${to}`
    default:
      throw wrongOperator(path, operator)
  }
}

function textIs(own: RawBuilder<unknown>, operator: Operator, value: string, isExact: boolean): Condition {
  // "C" compares by code, whatever the database sorts names by.
  const a = isExact ? sql`${own}` : sql`lower(${own})`
  const b = isExact ? value : value.toLowerCase()
  switch (operator) {
    case 'eq':
      return sql<boolean>`${a} = ${b}`
    case 'ne':
      return sql<boolean>`${a} is distinct from ${b}`
    case 'co':
      return sql<boolean>`${a} like ${`%${escaped(b)}%`}`
    case 'sw':
      return sql<boolean>`${a} like ${`${escaped(b)}%`}`
    case 'ew':
      return sql<boolean>`${a} like ${`%${escaped(b)}`}`
    case 'gt':
      return sql<boolean>`${a} > ${b} collate "C"`
    case 'ge':
      return sql<boolean>`${a} >= ${b} collate "C"`
    case 'lt':
      return sql<boolean>`${a} < ${b} collate "C"`
    default:
      return sql<boolean>`${a} <= ${b} collate "C"`
  }
}

function compare(column: Column, path: AttributePath, operator: Operator, value: Value): Condition {
  const { kind, sql: own, narrow } = column
  const isText = kind === 'text' || kind === 'exact'
  const isThere = isText ? sql<boolean>`coalesce(${own}, '') <> ''` : sql<boolean>`${own} is not null`
  if (operator === 'pr') return isThere
  if (value === null) {
    if (operator !== 'eq' && operator !== 'ne') throw wrongOperator(path, operator)
    return operator === 'eq' ? sql<boolean>`not (${isThere})` : isThere
  }
  if (kind === 'boolean') {
    const wanted = asBoolean(value)
    if (operator !== 'eq' && operator !== 'ne') throw wrongOperator(path, operator)
    if (wanted === undefined) throw wrongValue(path)
    return sql<boolean>`coalesce(${own}, false) = ${operator === 'eq' ? wanted : !wanted}`
  }
  if (kind === 'time') return timeIs(own, operator, value, path)
  if (typeof value !== 'string') throw wrongValue(path)
  if (kind === 'id') {
    const id = value.toLowerCase()
    if (operator === 'eq') return UUID.test(id) ? sql<boolean>`${own} = ${id}::uuid` : NO
    if (operator === 'ne') return UUID.test(id) ? sql<boolean>`${own} is distinct from ${id}::uuid` : YES
    return textIs(sql`${own}::text`, operator, id, true)
  }
  const is = textIs(own, operator, value, kind === 'exact')
  return operator === 'eq' && narrow ? sql<boolean>`(${narrow(value)} and ${is})` : is
}

const not = (condition: Condition) => sql<boolean>`not coalesce(${condition}, false)`

/** What a filter needs of a value whatever else it says: `value eq "x"` beside others by `and`. */
function needs(filter: Filter): { part: string; value: string }[] {
  if (filter.kind === 'and') return [...needs(filter.left), ...needs(filter.right)]
  return filter.kind === 'compare' && filter.operator === 'eq' && typeof filter.value === 'string'
    ? [{ part: filter.path.name.toLowerCase(), value: filter.value }]
    : []
}

export function conditionOf(places: Places, filter: Filter): Condition {
  const keyOf = ({ urn, name, sub }: AttributePath) => {
    const own = [name, sub].filter(Boolean).join('.').toLowerCase()
    return urn && sameName(urn, places.extension) ? `:${own}` : urn && !sameName(urn, places.core) ? '' : own
  }
  const unknown = (path: AttributePath) => refused('invalidFilter', 'There is no attribute {name}', { name: nameOf(path) })

  function inRow(rows: Rows, of: Filter): Condition {
    if (of.kind === 'and' || of.kind === 'or') {
      const [left, right] = [inRow(rows, of.left), inRow(rows, of.right)]
      return of.kind === 'and' ? sql<boolean>`(${left} and ${right})` : sql<boolean>`(${left} or ${right})`
    }
    if (of.kind === 'not') return not(inRow(rows, of.filter))
    const part = of.kind === 'compare' && !of.path.sub && !of.path.urn ? rows.parts[of.path.name.toLowerCase()] : undefined
    if (of.kind === 'values' || !part) throw unknown(of.path)
    // The list's own narrowing stands outside.
    return compare({ ...part, narrow: undefined }, of.path, of.operator, of.value)
  }
  function someRow(rows: Rows, of: Filter): Condition {
    const some = sql<boolean>`exists (select from ${rows.from} as each where ${inRow(rows, of)})`
    const narrow = needs(of).flatMap(({ part, value }) => rows.parts[part]?.narrow?.(value) ?? [])[0]
    return narrow ? sql<boolean>`(${narrow} and ${some})` : some
  }

  switch (filter.kind) {
    case 'and':
      return sql<boolean>`(${conditionOf(places, filter.left)} and ${conditionOf(places, filter.right)})`
    case 'or':
      return sql<boolean>`(${conditionOf(places, filter.left)} or ${conditionOf(places, filter.right)})`
    case 'not':
      return not(conditionOf(places, filter.filter))
    case 'values': {
      const rows = filter.path.sub ? undefined : places.lists[keyOf(filter.path)]
      if (!rows) throw unknown(filter.path)
      return someRow(rows, filter.filter)
    }
    case 'compare': {
      const { path, operator, value } = filter
      const column = places.columns[keyOf(path)]
      if (column) return compare(column, path, operator, value)
      const rows = places.lists[keyOf({ ...path, sub: '' })]
      if (!rows) throw unknown(path)
      if (!path.sub && operator === 'pr') return sql<boolean>`exists (select from ${rows.from} as each)`
      // A list by itself stands for its values (RFC 7644, section 3.4.2.2).
      const inner: Filter = { kind: 'compare', path: { urn: '', name: path.sub || 'value', sub: '' }, operator: operator === 'ne' ? 'eq' : operator, value }
      return operator === 'ne' ? not(someRow(rows, inner)) : someRow(rows, inner)
    }
  }
}

/** What a list is ordered by; ids last, so that pages never overlap. */
export function orderOf(places: Places, id: RawBuilder<unknown>, sortBy: string | undefined, sortOrder: string | undefined): RawBuilder<unknown> {
  const direction = sortOrder?.toLowerCase() === 'descending' ? sql`desc nulls first` : sql`asc nulls last`
  if (!sortBy) return id
  const [, urn = '', name = ''] = /^(?:(urn:[\w.:-]+):)?([^:]*)$/i.exec(sortBy) ?? []
  const own = name.toLowerCase()
  const key = urn && sameName(urn, places.extension) ? `:${own}` : own
  const column = places.columns[key] ?? places.sorts?.[key]
  if (!column) throw refused('invalidValue', 'Lists cannot be sorted by {name}', { name: sortBy.slice(0, 100) })
  return sql`${column.kind === 'text' ? sql`lower(${column.sql})` : column.sql} ${direction}, ${id}`
}
