// Figures over the rows of a model, for charts and tiles: one statement, with the rules of whoever asks in it.
import { sql, type RawBuilder } from 'kysely'
import { fieldError } from '../../../errors.ts'
import { say, type Locale } from '../../../../messages.ts'
import { fieldOf } from './filter.ts'
import type { Row } from './input.ts'
import { where, type Opened, type RowStatements } from './statements.ts'
import type { RowTexts } from './texts.ts'
import { columnSql } from '../formula-sql.ts'
import { tableOf } from '../sql-text.ts'
import { quoted, type Field } from '../types.ts'
import { answered } from '../values.ts'

export type Measure = 'count' | 'sum' | 'avg' | 'min' | 'max'
export type Unit = 'day' | 'month' | 'year'
export interface SummaryQuery {
  of?: string
  by?: string
  unit?: Unit
  keywords?: string
  filter?: string
  most?: number
}

const MOST = 50
const LAST = 1e6
const NUMBERS = new Set<Field['type']>(['integer', 'decimal', 'autoNumber'])
export const isNumber = ({ type }: Pick<Field, 'type'>) => NUMBERS.has(type)
const DATES = new Set<Field['type']>(['date', 'datetime'])
/** Values of these are too long, or no values to compare. */
const NOT_GROUPED = new Set<Field['type']>(['longText', 'json', 'multiEnum', 'file', 'image'])
/** Values that have an order of their own; the others are told by how much they come to. */
const IN_ORDER = new Set<Field['type']>([...NUMBERS, ...DATES, 'time', 'boolean', 'enum'])
export const FIGURES: Record<Measure, (column: RawBuilder<unknown> | undefined) => RawBuilder<unknown>> = {
  count: () => sql`count(*)`,
  sum: column => sql`sum(${column})`,
  avg: column => sql`avg(${column})`,
  min: column => sql`min(${column})`,
  max: column => sql`max(${column})`,
}
export const FORMATS: Record<Unit, { postgres: string; mysql: string }> = {
  day: { postgres: 'YYYY-MM-DD', mysql: '%Y-%m-%d' },
  month: { postgres: 'YYYY-MM', mysql: '%Y-%m' },
  year: { postgres: 'YYYY', mysql: '%Y' },
}

export function createSummaries({ statements, texts }: { statements: RowStatements; texts: RowTexts }) {
  const { ask, conditions } = statements

  function fieldFor({ model }: Opened, at: 'of' | 'by', key: string, fits: (field: Field) => boolean): Field {
    const field = fieldOf(model.definition, key)
    if (!field || !fits(field)) throw fieldError('data.fieldUnknown', at, 'There is no field {name}', { name: quoted(key) })
    return field
  }

  function groupOf({ store }: Opened, field: Field, unit: Unit): RawBuilder<unknown> {
    const column = columnSql(field)
    if (!DATES.has(field.type)) return column
    const format = sql.lit(FORMATS[unit][store.engine])
    return store.engine === 'postgres' ? sql`to_char(${column}, ${format})` : sql`date_format(${column}, ${format})`
  }

  return {
    async of(opened: Opened, measure: Measure, query: SummaryQuery, locale: Locale) {
      const { model, store } = opened
      const by = query.by ? fieldFor(opened, 'by', query.by, field => !NOT_GROUPED.has(field.type)) : undefined
      const of = measure === 'count' ? undefined : fieldFor(opened, 'of', query.of ?? '', isNumber)
      const figure = FIGURES[measure](of && columnSql(of))
      const from = sql`from ${tableOf(store.schema, model.definition.table)}${where(await conditions(opened, query))}`
      const numberOf = (value: unknown) => (value === null || value === undefined ? null : Number(value))
      if (!by) {
        const found = await ask(opened, () => sql<{ v: unknown }>`select ${figure} as v ${from}`.execute(store.on))
        return { value: numberOf(found.rows[0]?.v), items: [], isCut: false }
      }
      const most = query.most ?? MOST
      const order = IN_ORDER.has(by.type) ? sql`1` : sql`2 desc, 1`
      const statement = sql<{
        g: unknown
        v: unknown
      }>`select ${groupOf(opened, by, query.unit ?? 'month')} as g, ${figure} as v ${from} group by 1 order by ${order} limit ${sql.lit(most + 1)}`
      const { rows } = await ask(opened, () => statement.execute(store.on))
      const shown = rows.slice(0, most).map(({ g, v }) => ({ key: DATES.has(by.type) ? (g as string | null) : answered(by, g), value: numberOf(v) }))
      const names = await texts.reader(
        opened,
        shown.map(({ key }): Row => ({ [by.key]: key })),
        locale,
      )
      const items = shown.map(({ key, value }) => ({ key: key as string | number | boolean | null, label: names(by, key) || say(locale, '(empty)'), value }))
      const place = new Map((by.options ?? []).map((option, at) => [option.value, at]))
      // Databases do not agree where nothing stands.
      const placeOf = ({ key }: { key: unknown }) => (key === null || key === '' ? LAST : by.type === 'enum' ? (place.get(String(key)) ?? LAST - 1) : 0)
      if (IN_ORDER.has(by.type)) items.sort((a, b) => placeOf(a) - placeOf(b))
      return { value: null, items, isCut: rows.length > most }
    },
  }
}
