// What a query answered, made ready to be drawn: which groups and figures, their words, periods without rows filled in.
import { figureText } from '../../api/models/formats.ts'
import type { Say } from '../words.ts'

export interface Column {
  key: string
  label: string
  role: 'group' | 'measure'
  type: string
  measure?: string
  /** How figures of several groups make one of all of them; absent where they do not, such as averages. */
  together?: 'sum' | 'min' | 'max'
  unit?: 'day' | 'week' | 'month' | 'quarter' | 'year'
  format?: string
  currency?: string
  scale?: number
  options?: { value: string; label: string }[]
}
export type Value = string | number | boolean | null
export type Line = Record<string, unknown> & { _labels?: Record<string, string> }
export interface Answer {
  columns: Column[]
  items: Line[]
  before?: Line[]
  isCut: boolean
  models?: string[]
  isWhole?: boolean
}
export interface Chosen {
  x?: string | undefined
  series?: string | undefined
  figures?: readonly string[] | undefined
}
export interface Shape {
  x: Column | undefined
  series: Column | undefined
  figures: Column[]
}

/** What is drawn of an answer: what was chosen, else the first group, the second one, and all figures. */
export function shapeOf({ columns }: Answer, { x, series, figures }: Chosen): Shape {
  const groups = columns.filter(({ role }) => role === 'group')
  const measures = columns.filter(({ role }) => role === 'measure')
  const main = groups.find(({ key }) => key === x) ?? groups[0]
  const named = figures?.flatMap(key => measures.find(one => one.key === key) ?? []) ?? []
  return {
    x: main,
    series: groups.find(one => one.key === series && one !== main) ?? groups.find(one => one !== main),
    figures: named.length ? named : measures,
  }
}

/** Periods drawn where nothing happened in them. */
const MOST_FILLED = 400
const partsOf = (name: string) => {
  const [year = 0, rest = 1, day = 1] = name.replace(/[WQ]/, '').split('-').map(Number)
  return { year, rest, day }
}
/** The period behind one; undefined for what is called otherwise. */
function following(name: string, unit: NonNullable<Column['unit']>): string {
  const { year, rest, day } = partsOf(name)
  const two = (n: number) => String(n).padStart(2, '0')
  if (unit === 'year') return String(year + 1)
  if (unit === 'quarter') return rest < 4 ? `${year}-Q${rest + 1}` : `${year + 1}-Q1`
  if (unit === 'month') return rest < 12 ? `${year}-${two(rest + 1)}` : `${year + 1}-01`
  if (unit === 'day') return new Date(Date.UTC(year, rest - 1, day + 1)).toISOString().slice(0, 10)
  // A year has 53 weeks where its first or its last day is a Thursday.
  const isThursday = (month: number, date: number) => new Date(Date.UTC(year, month, date)).getUTCDay() === 4
  const weeks = isThursday(0, 1) || isThursday(11, 31) ? 53 : 52
  return rest < weeks ? `${year}-W${two(rest + 1)}` : `${year + 1}-W01`
}

/** The values of a group in their order, with the periods between them. */
export function valuesOf(items: readonly Line[], column: Column): Value[] {
  const found = [...new Set(items.map(line => (line[column.key] ?? null) as Value))]
  const { unit } = column
  const names = found.filter(value => value !== null) as string[]
  if (!unit || names.length < 2) return found
  const [first, last] = [names.reduce((a, b) => (a < b ? a : b)), names.reduce((a, b) => (a > b ? a : b))]
  const filled: Value[] = []
  for (let name = first; name <= last && filled.length <= MOST_FILLED; name = following(name, unit)) filled.push(name)
  if (filled.length > MOST_FILLED || names.some(name => !filled.includes(name))) return found
  return found.includes(null) ? [...filled, null] : filled
}

/** A value of a group as people read it. */
export function labelOf(column: Column, value: Value, items: readonly Line[], { say, language }: { say: Say; language: string }): string {
  if (value === null) return say('(empty)')
  const known = items.find(line => line[column.key] === value)?._labels?.[column.key]
  if (known !== undefined) return known
  if (!column.unit) return typeof value === 'number' ? figureText(column as never, value, language) : String(value)
  const { year, rest, day } = partsOf(String(value))
  const at = (options: Intl.DateTimeFormatOptions, date: Date) => new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(date)
  if (column.unit === 'month') return at({ year: 'numeric', month: 'short' }, new Date(Date.UTC(year, rest - 1, 1)))
  if (column.unit === 'day') return at({ dateStyle: 'medium' }, new Date(Date.UTC(year, rest - 1, day)))
  if (column.unit === 'quarter') return say('Quarter {quarter} of {year}', { quarter: rest, year })
  if (column.unit === 'week') return say('Week {week} of {year}', { week: rest, year })
  return String(value)
}

/** A figure as people read it; an average has no more digits than anybody reads. */
export function figureOf(column: Column, value: unknown, language: string): string {
  if (value === null || value === undefined) return '—'
  if (typeof value !== 'number') {
    const day = new Date(String(value))
    const options: Intl.DateTimeFormatOptions = column.type === 'date' ? { dateStyle: 'medium', timeZone: 'UTC' } : { dateStyle: 'medium', timeStyle: 'short' }
    return Number.isNaN(day.getTime()) ? String(value) : new Intl.DateTimeFormat(language, options).format(day)
  }
  const digits = column.scale ?? (Number.isInteger(value) ? 0 : 2)
  return figureText({ ...column, type: column.type === 'integer' && Number.isInteger(value) ? 'integer' : 'decimal' } as never, value.toFixed(digits), language)
}

/** The lines by the values of the groups that are drawn; several where the query has more groups than those. */
export function cellsOf(items: readonly Line[], { x, series }: Pick<Shape, 'x' | 'series'>) {
  const at = new Map<string, Line[]>()
  const key = (main: Value, other: Value) => JSON.stringify([main, other])
  for (const line of items) {
    const own = key((x ? (line[x.key] ?? null) : null) as Value, (series ? (line[series.key] ?? null) : null) as Value)
    at.set(own, [...(at.get(own) ?? []), line])
  }
  return (main: Value, other: Value = null): readonly Line[] => at.get(key(main, other)) ?? []
}
/** What a period without rows comes to: nothing counted and nothing summed; there is no lowest or average of nothing. */
const ADDS_UP = new Set(['count', 'distinct', 'sum'])
/** The figure of some lines as one: that of a single line, else what they come to together; null where they come to nothing, such as averages. */
export function figureIn(lines: readonly Line[], { key, measure = '', together }: Column): Value {
  const values = lines.map(line => (line[key] ?? null) as Value).filter(value => value !== null)
  if (!values.length) return ADDS_UP.has(measure) && !lines.length ? 0 : null
  if (lines.length === 1) return values[0] as Value
  if (together === 'sum') return values.reduce<number>((sum, value) => sum + Number(value), 0)
  if (together === 'min' || together === 'max') return values.reduce((a, b) => ((a as number) < (b as number) === (together === 'min') ? a : b)) as Value
  return null
}
export const numberOf = (lines: readonly Line[], column: Column): number | null => {
  const value = figureIn(lines, column)
  return typeof value === 'number' ? value : ADDS_UP.has(column.measure ?? '') && lines.length < 2 ? 0 : null
}
/** Whether lines are drawn as one that come to nothing together. */
export function isApart({ items }: Answer, groups: readonly (Column | undefined)[], figures: readonly Column[]): boolean {
  if (figures.every(({ together }) => together)) return false
  return new Set(items.map(line => JSON.stringify(groups.map(column => (column ? (line[column.key] ?? null) : null))))).size < items.length
}
