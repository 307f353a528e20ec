// By which fields the rows of a grid are put together, and what the groups tell of their rows: as the address of the page and views say it.
import type { DataField } from '../controls.ts'
import type { Row } from './about.ts'

export const UNITS = ['day', 'month', 'year'] as const
export type Unit = (typeof UNITS)[number]
export const MEASURES = ['sum', 'avg', 'min', 'max'] as const
export type Measure = (typeof MEASURES)[number]
export interface GroupBy {
  name: string
  /** Of dates and times. */
  unit?: Unit
}
export interface Figure {
  name: string
  measure: Measure
}

const MOST_GROUPS = 2
export const MOST_FIGURES = 12
const GROUPED: ReadonlySet<string> = new Set(['text', 'integer', 'boolean', 'date', 'datetime', 'enum', 'user', 'department', 'relationOne'])
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'autoNumber'])
export const isDated = (field: DataField | undefined) => field?.type === 'date' || field?.type === 'datetime'
export const groupable = (fields: readonly DataField[]) => fields.filter(({ type }) => GROUPED.has(type))
export const measurable = (fields: readonly DataField[]) => fields.filter(({ type }) => NUMBERS.has(type))

export const groupsText = (groups: readonly GroupBy[]) => groups.map(({ name, unit }) => (unit ? `${name}:${unit}` : name)).join(',')
export const figuresText = (figures: readonly Figure[]) => figures.map(({ name, measure }) => `${name}:${measure}`).join(',')

const partsIn = (text: unknown): [string, string | undefined][] =>
  String(text ?? '')
    .split(',')
    .filter(Boolean)
    .map(part => {
      const [name = '', more] = part.split(':')
      return [name, more]
    })
const oneOf = <T extends string>(list: readonly T[], value: string | undefined) => list.find(one => one === value)

/** What a text says, of fields that are there and can make groups. */
export function groupsIn(text: unknown, fields: readonly DataField[]): GroupBy[] {
  const known = groupable(fields)
  const named = new Map(partsIn(text))
  return [...named].slice(0, MOST_GROUPS).flatMap(([name, more]) => {
    const field = known.find(({ key }) => key === name)
    return field ? [{ name, ...(isDated(field) && { unit: oneOf(UNITS, more) ?? 'month' }) }] : []
  })
}

export function figuresIn(text: unknown, fields: readonly DataField[]): Figure[] {
  const known = measurable(fields)
  return partsIn(text)
    .slice(0, MOST_FIGURES)
    .flatMap(([name, more]) => {
      const measure = oneOf(MEASURES, more)
      return measure && known.some(({ key }) => key === name) ? [{ name, measure }] : []
    })
}

/** The head of a group, among the rows of the grid. */
export interface GroupHead {
  label: string
  count: number
  figures: readonly (number | null)[]
  depth: number
  isOpen: boolean
}
export interface HeadRow extends Row {
  _group: GroupHead
}
export const isHead = (row: Row | undefined): row is HeadRow => !!row && '_group' in row
/** In place of the key of a column. */
export const HEAD = '_group'
