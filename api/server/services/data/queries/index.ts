// Queries over rows: figures by groups, the rows behind them, and what people read for both.
import { sql } from 'kysely'
import { say, type Locale } from '../../../../messages.ts'
import { ApiError, fieldError } from '../../../errors.ts'
import type { AppTexts } from '../../foundation/app-texts.ts'
import { answerOf, columnsSql, type RowLabels } from '../rows/labels.ts'
import type { Asker, RowFilter } from '../rows/rules.ts'
import type { Row } from '../rows/input.ts'
import type { Rows } from '../rows/rows.ts'
import type { Opened, RowStatements } from '../rows/statements.ts'
import type { RowTexts } from '../rows/texts.ts'
import { textOf } from '../sql-text.ts'
import { hasValue, type DataScope, type Field } from '../types.ts'
import { answered } from '../values.ts'
import { createSqlQueries, type SqlColumn } from './by-hand/index.ts'
import { compileQuery, type Compiled, type GroupColumn, type MeasureColumn } from './compile.ts'
import { allOf, type Values } from './conditions.ts'
import { isSql, readDefinition, readParameters, type QueryDefinition, type SqlQuery } from './definition.ts'
import { BASE } from './fields.ts'
import { offeredBy } from './offered.ts'
import { zoneOf } from './periods.ts'

export { isSql, type MadeQuery, type QueryDefinition, readDefinition, type SqlQuery } from './definition.ts'

export interface Asking {
  scope: DataScope
  asker: Asker
  locale: Locale
  parameters: Readonly<Record<string, unknown>>
  zone?: string | undefined
  now?: Date
  /** Whoever makes the query is told what a database says against it. */
  isAuthor?: boolean
}
export interface QueryColumn {
  key: string
  label: string
  role: 'group' | 'measure'
  type: string
  unit?: GroupColumn['unit']
  measure?: MeasureColumn['measure']
  together?: MeasureColumn['together']
  format?: Field['format']
  currency?: string
  scale?: number
  options?: { value: string; label: string }[]
}
export interface QueryAnswer {
  columns: QueryColumn[]
  items: Row[]
  before?: Row[]
  isCut: boolean
  models: string[]
  /** Of all rows, whoever asks. */
  isWhole?: true
}

const MEASURED: Record<MeasureColumn['measure'], string> = {
  count: 'Number of {name}',
  distinct: 'Different {name}',
  sum: 'Sum of {name}',
  avg: 'Average of {name}',
  min: 'Lowest {name}',
  max: 'Highest {name}',
}
/** Digits that a double holds whatever they are. */
const DIGITS = 15
const TOTAL_CAP = 10_000

const isTime = ({ type }: Field) => type === 'date' || type === 'datetime'

function numberOf(value: unknown): number | null {
  if (value === null || value === undefined) return null
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : Number(number.toPrecision(DIGITS))
}

function columnOf(column: GroupColumn, locale: Locale): QueryColumn {
  const { own } = column.resolved
  const options = own.type === 'enum' ? own.options?.map(({ value, label }) => ({ value, label: label || value })) : undefined
  const { format, currency } = own
  return {
    key: column.key,
    label: column.label || say(locale, 'Group'),
    role: 'group',
    type: own.type,
    ...(column.unit && { unit: column.unit }),
    ...(format && { format }),
    ...(currency && { currency }),
    ...(options && { options }),
  }
}

function figureOf({ key, label, measure, resolved, of, together }: MeasureColumn, locale: Locale): QueryColumn {
  const own = resolved?.own
  const name = resolved?.label ?? of
  const isCount = measure === 'count' || measure === 'distinct' || !own
  const type = isCount ? 'integer' : isTime(own) ? own.type : measure === 'avg' || own.type === 'decimal' ? 'decimal' : 'integer'
  const { format, currency, scale } = isCount || isTime(own) ? ({} as Partial<Field>) : own
  return {
    key,
    label: label || (name === undefined ? say(locale, 'Number of rows') : say(locale, MEASURED[measure], { name })),
    role: 'measure',
    type,
    measure,
    ...(together && { together }),
    ...(format && { format }),
    ...(currency && { currency }),
    ...(scale !== undefined && { scale }),
  }
}

export function createQueries({
  rows,
  statements,
  texts,
  labels,
  rowFilter,
  appTexts,
  bySql,
}: {
  appTexts: Pick<AppTexts, 'reader'>
  bySql: ReturnType<typeof createSqlQueries>
  rows: Rows
  statements: RowStatements
  texts: RowTexts
  labels: RowLabels
  rowFilter: RowFilter
}) {
  async function prepare(definition: QueryDefinition, { scope, asker, parameters, zone, now = new Date() }: Asking, back: 0 | 1 = 0) {
    const [dsKey = '', dmKey = ''] = definition.model.split('/')
    const openModel = (source: string, model: string) => rows.open(scope, asker, source, model)
    const base = await openModel(dsKey, dmKey)
    const values: Values = {
      parameters: readParameters(definition, parameters),
      known: new Set((definition.parameters ?? []).map(({ key }) => key)),
      zone: zoneOf(zone),
      now,
    }
    return { base, compiled: await compileQuery(base, definition, { values, back }, { openModel, rowFilter }) }
  }

  /** What stands in a column of an answer. */
  function valueOf({ resolved: { own }, name }: GroupColumn, value: unknown): unknown {
    if (name) return value === null ? null : name(value)
    if (Buffer.isBuffer(value)) return value.toString()
    return isTime(own) ? (value as string | null) : answered(own, value)
  }

  /** Names behind the values of groups, each field asked once, as far as whoever asks may see what they are of. */
  async function named(groups: readonly GroupColumn[], items: Row[], locale: Locale) {
    for (const { key, resolved } of groups) {
      const { own, opened } = resolved
      if (isTime(own)) continue
      const name = await texts.reader(
        opened,
        items.map((row): Row => ({ [own.key]: row[key] })),
        locale,
      )
      for (const row of items) {
        const shown = row._labels as Record<string, string>
        if (row[key] === null) shown[key] = say(locale, '(empty)')
        else if (own.type !== 'text' && own.type !== 'integer' && own.type !== 'decimal') shown[key] = name(own, row[key])
      }
    }
  }

  async function itemsOf(base: Opened, { groups, measures, statement, limit }: Compiled, locale: Locale) {
    const { rows: found } = await statements.ask(base, () => statement.execute(base.store.on))
    const items = found.slice(0, limit).map((row): Row => {
      const item: Row = {}
      for (const [at, group] of groups.entries()) item[group.key] = valueOf(group, row[`g${at}`])
      for (const [at, { key, resolved, measure }] of measures.entries()) {
        const value = row[`m${at}`]
        const isDay = resolved && isTime(resolved.own) && (measure === 'min' || measure === 'max')
        item[key] = isDay ? answered(resolved.own, value) : numberOf(value)
      }
      item._labels = {}
      return item
    })
    await named(groups, items, locale)
    return { items, isCut: found.length > limit }
  }

  const withTexts = async (asking: Asking) => ({ ...asking, say: (await appTexts.reader(asking.asker.app)).say })

  return {
    sqlSource: bySql.source,
    sqlTables: bySql.tables,
    /** What SQL answers, asked of its database. */
    sqlColumns: async (query: SqlQuery, asking: Asking): Promise<SqlColumn[]> => bySql.columns(query, await withTexts(asking)),

    /** Refused with the reason where a definition cannot be asked by this person now. */
    async check(definition: QueryDefinition, asking: Asking) {
      // What has no value yet is no mistake of the definition.
      const { parameters } = definition
      await prepare(parameters ? { ...definition, parameters: parameters.map(one => ({ ...one, required: false })) } : definition, asking)
    },

    async run(given: unknown, asking: Asking): Promise<QueryAnswer & { sql: string }> {
      const definition = readDefinition(given)
      if (isSql(definition)) return bySql.run(definition, await withTexts(asking))
      const { base, compiled } = await prepare(definition, asking)
      const { items, isCut } = await itemsOf(base, compiled, asking.locale)
      const columns = [...compiled.groups.map(one => columnOf(one, asking.locale)), ...compiled.measures.map(one => figureOf(one, asking.locale))]
      const answer = { columns, items, isCut, models: compiled.models, sql: textOf(base.filterModel.engine, compiled.statement).sql }
      if (!definition.period) return answer
      const earlier = await prepare(definition, asking, 1)
      return { ...answer, before: (await itemsOf(earlier.base, earlier.compiled, asking.locale)).items }
    },

    /** What a query of a model can be made of, as far as whoever asks may see it. */
    async offered(model: string, { scope, asker, locale }: Pick<Asking, 'scope' | 'asker' | 'locale'>, parameters: readonly string[]) {
      const openModel = (source: string, key: string) => rows.open(scope, asker, source, key)
      const [dsKey = '', dmKey = ''] = model.split('/')
      return offeredBy(await openModel(dsKey, dmKey), openModel, parameters, locale)
    },

    /** The rows behind one line of the answer, or behind all of them, the latest first. */
    async rows(given: unknown, asking: Asking, at: Readonly<Record<string, unknown>>, { page, perPage }: { page: number; perPage: number }) {
      const definition = readDefinition(given)
      if (isSql(definition)) throw new ApiError('query.noRows', 'A query in SQL has no rows behind its figures', 409)
      const { base, compiled } = await prepare(definition, asking)
      const { from, conditions, commons } = compiled
      const unknown = Object.keys(at).find(key => !commons.some(one => one.key === key))
      const wrong = Object.values(at).some(value => value !== null && !['string', 'number', 'boolean'].includes(typeof value))
      if (unknown !== undefined || wrong) throw fieldError('query.atInvalid', 'at', 'This is no line of the query')
      const named = commons.filter(({ key }) => Object.hasOwn(at, key))
      // What is said of related rows of one relation is said of one of them; a row without any stands where nothing is told.
      const relations = [...new Set(named.flatMap(({ many }) => many ?? []))].map(many => {
        const ofIt = named.filter(one => one.many === many)
        const fitting = many.exists(ofIt.map(({ key, condition }) => condition(at[key])))
        return ofIt.every(({ key }) => at[key] === null) ? sql<boolean>`(${fitting} or not ${many.exists()})` : fitting
      })
      const only = [...named.flatMap(({ key, many, condition }) => (many ? [] : [condition(at[key])])), ...relations]
      const all = sql`${from}${allOf([...conditions, ...only])}`
      const model = base.model.definition
      const key = sql.id(BASE, model.primaryKey.column)
      const found = await statements.ask(base, async () => {
        const counted = await sql<{ n: number }>`select count(*) as n from (select 1${all} limit ${sql.lit(TOTAL_CAP)}) as counted`.execute(base.store.on)
        const listed =
          await sql<Row>`select ${columnsSql(model, undefined, BASE)}${all} order by ${key} desc limit ${sql.lit(perPage)} offset ${sql.lit((page - 1) * perPage)}`.execute(
            base.store.on,
          )
        return { total: Number(counted.rows[0]?.n ?? 0), rows: listed.rows }
      })
      const items = found.rows.map(row => answerOf(model, row))
      await labels.add(base.scope, base.store, base.model, items, base.asker, base.targets)
      const fields = model.fields.filter(hasValue)
      for (const row of items)
        for (const field of fields)
          if (field.type === 'enum' && row[field.key] !== null)
            (row._labels as Row)[field.key] = field.options?.find(({ value }) => value === row[field.key])?.label || String(row[field.key])
      return {
        items,
        fields: fields.map(({ key: own, name, type, ...field }) => ({ key: own, name, type, ...formatOf(field) })),
        total: found.total,
        page,
        perPage,
      }
    },
  }
}
const formatOf = ({ format, currency }: Pick<Field, 'format' | 'currency'>) => ({ ...(format && { format }), ...(currency && { currency }) })

export type Queries = ReturnType<typeof createQueries>
