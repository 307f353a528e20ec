// Rows put together by what one of their fields says: how many each group has and figures over them, with the rules of whoever asks in the statement.
// Each group tells the conditions of its rows, so that these are read, and grouped further, like any list.
import { sql, type RawBuilder } from 'kysely'
import { fieldError } from '../../../errors.ts'
import { say, type Locale } from '../../../../messages.ts'
import { fieldOf, type Condition, type Group } from './filter.ts'
import type { Row } from './input.ts'
import { listed, where, type Opened, type RowStatements } from './statements.ts'
import { FIGURES, FORMATS, isNumber, type Measure, type Unit } from './summaries.ts'
import type { RowTexts } from './texts.ts'
import { columnSql } from '../formula-sql.ts'
import { tableOf } from '../sql-text.ts'
import { quoted, type Field } from '../types.ts'
import { answered } from '../values.ts'
import { isZone, offsetIn, startsOf, UTC, type Clock } from './zones.ts'

export interface GroupQuery {
  by: string
  unit?: Unit
  /** Name of a time zone, in which times belong to days. */
  zone?: string
  /** `amount:sum`, with commas between them. */
  figures?: string
  orderDir?: 'asc' | 'desc'
  keywords?: string
  filter?: string
  page: number
  perPage: number
}
export interface RowGroup {
  key: string | number | boolean | null
  label: string
  count: number
  /** As they were asked for; null where there is nothing to measure. */
  figures: (number | null)[]
  /** A condition tree as JSON: of the rows of the group. */
  filter: string
}

/** Values that one condition chooses exactly. */
const GROUPED = new Set<Field['type']>(['text', 'integer', 'boolean', 'date', 'datetime', 'enum', 'user', 'department', 'relationOne'])
/** Values that people know by another name: the groups with most rows come first. */
const NAMED = new Set<Field['type']>(['user', 'department', 'relationOne'])
const MEASURES = ['sum', 'avg', 'min', 'max'] as const satisfies readonly Measure[]
const MOST_FIGURES = 12

const unknownField = (at: string, name: string) => fieldError('data.fieldUnknown', at, 'There is no field {name}', { name: quoted(name) })

export function createRowGroups({ statements, texts }: { statements: RowStatements; texts: RowTexts }) {
  const { ask, conditions } = statements

  function figuresOf({ model }: Opened, text: string | undefined): RawBuilder<unknown>[] {
    const wanted = listed(text)
    if (wanted.length > MOST_FIGURES) throw fieldError('request.invalid', 'figures', 'No more than {limit} entries', { limit: MOST_FIGURES })
    return wanted.map(one => {
      const [key = '', name] = one.split(':')
      const field = fieldOf(model.definition, key)
      const measure = MEASURES.find(each => each === name)
      if (!field || !isNumber(field) || !measure) throw unknownField('figures', one)
      return FIGURES[measure](columnSql(field))
    })
  }

  /** What rows of one group have in common. */
  function commonOf({ store }: Opened, field: Field, unit: Unit, clock: Clock): RawBuilder<unknown> {
    const column = columnSql(field)
    const pg = store.engine === 'postgres'
    // No text and an empty one are the same to people.
    if (field.type === 'text') return pg ? sql`nullif(${column}::text, '')` : sql`nullif(${column}, '')`
    if (field.type !== 'date' && field.type !== 'datetime') return column
    const format = sql.lit(FORMATS[unit][store.engine])
    if (field.type === 'date') return pg ? sql`to_char(${column}, ${format})` : sql`date_format(${column}, ${format})`
    if (!pg) return sql`date_format(date_add(${column}, interval ${sql.lit(offsetIn(clock, new Date()))} minute), ${format})`
    const local =
      typeof clock === 'string'
        ? sql`timezone(${sql.lit(clock)}, ${column}::timestamptz)`
        : sql`timezone(make_interval(mins => ${sql.lit(clock)}), ${column}::timestamptz)`
    return sql`to_char(${local}, ${format})`
  }

  /** The conditions of the rows of a group. */
  function conditionsOf(field: Field, key: RowGroup['key'], unit: Unit, clock: Clock): Group {
    const left = { type: 'field' as const, field: field.key }
    const all = (...children: Condition[]): Group => ({ conjunction: 'and', children })
    if (key === null) return all({ left, op: 'is_empty' })
    if (field.type === 'date' || field.type === 'datetime') {
      const [start, next] = startsOf(String(key), unit)
      const text = (local: Date) =>
        field.type === 'date' ? local.toISOString().slice(0, 10) : new Date(local.getTime() - offsetIn(clock, local) * 60_000).toISOString()
      return all({ left, op: 'greater_or_equal', right: text(start) }, ...(next ? [{ left, op: 'less', right: text(next) } as const] : []))
    }
    return all({ left, op: field.type === 'text' || field.type === 'integer' ? 'equal' : 'select_equals', right: key })
  }

  function orderOf({ store }: Opened, field: Field, dir: 'asc' | 'desc'): RawBuilder<unknown> {
    const to = sql.raw(dir)
    // Databases do not agree where nothing stands: here it comes last.
    const empty = sql`case when g is null then 1 else 0 end`
    if (NAMED.has(field.type)) return sql`${empty}, n desc, g`
    if (field.type !== 'enum' || !field.options?.length) return sql`${empty}, g ${to}`
    const text = store.engine === 'postgres' ? sql`g::text` : sql`g`
    const places = field.options.map(({ value }, at) => sql`when ${text} = ${value} then ${sql.lit(at)}`)
    return sql`${empty}, case ${sql.join(places, sql` `)} else ${sql.lit(places.length)} end ${to}, g`
  }

  return {
    async list(opened: Opened, query: GroupQuery, locale: Locale): Promise<{ items: RowGroup[]; isMore: boolean }> {
      const { model, store } = opened
      const { unit = 'month', orderDir = 'asc', page, perPage } = query
      const by = fieldOf(model.definition, query.by)
      if (!by || !GROUPED.has(by.type)) throw unknownField('by', query.by)
      const figures = figuresOf(opened, query.figures)
      const named = sql.join([sql`count(*) as n`, ...figures.map((figure, at) => sql`${figure} as ${sql.id(`f${at}`)}`)])
      const from = sql`from ${tableOf(store.schema, model.definition.table)}${where(await conditions(opened, query))}`
      const read = (clock: Clock) =>
        sql<
          Record<string, unknown>
        >`select * from (select ${commonOf(opened, by, unit, clock)} as g, ${named} ${from} group by 1) as groups_of_rows order by ${orderOf(opened, by, orderDir)} limit ${sql.lit(perPage + 1)} offset ${sql.lit((page - 1) * perPage)}`.execute(
          store.on,
        )
      const zone = query.zone && isZone(query.zone) ? query.zone : UTC
      // MariaDB knows zones by their names only where somebody has told them.
      const clock: Clock = store.engine === 'postgres' ? zone : offsetIn(zone, new Date())
      const { rows } = await ask(opened, () => read(clock))
      const numberOf = (value: unknown) => (value === null || value === undefined ? null : Number(value))
      const found = rows.slice(0, perPage).map(row => ({
        key: (by.type === 'date' || by.type === 'datetime' ? row.g : answered(by, row.g)) as RowGroup['key'],
        count: Number(row.n),
        figures: figures.map((_, at) => numberOf(row[`f${at}`])),
      }))
      const names = await texts.reader(
        opened,
        found.map(({ key }): Row => ({ [by.key]: key })),
        locale,
      )
      return {
        items: found.map(group => ({
          ...group,
          label: names(by, group.key) || say(locale, '(empty)'),
          filter: JSON.stringify(conditionsOf(by, group.key, unit, clock)),
        })),
        isMore: rows.length > perPage,
      }
    },
  }
}
