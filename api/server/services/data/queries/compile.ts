// A query as one bound statement for the engine of its source, with the rules of whoever asks for each table in it.
import { sql, type RawBuilder } from 'kysely'
import type { Opened } from '../rows/statements.ts'
import { isNumber } from '../rows/summaries.ts'
import type { RowFilter } from '../rows/rules.ts'
import { tableOf } from '../sql-text.ts'
import { quoted, type Field } from '../types.ts'
import { allOf, conditionOf, type Values } from './conditions.ts'
import { queryInvalid, type QueryDefinition, type QueryMeasure } from './definition.ts'
import { BASE, createPaths, fieldUnknown, type Resolved } from './fields.ts'
import { createRelationsToMany, type Many } from './many.ts'
import { dayValue, localSql, numberedPeriods, periodSql, startOf, type Period } from './periods.ts'

type Sql = RawBuilder<unknown>
export const DEFAULT_LIMIT = 1_000
const USUAL: Period = 'month'
/** Values that make no groups: too long, or lists. */
export const NOT_GROUPED = new Set<Field['type']>(['longText', 'json', 'multiEnum', 'file', 'image', 'relationMany'])
const TEXTS = new Set<Field['type']>(['text', 'time'])
const TIMES = new Set<Field['type']>(['date', 'datetime'])
/** People know these by another name: those with the highest figures come first. */
const NAMED = new Set<Field['type']>(['user', 'department', 'relationOne'])
const COMPARE = { equal: '=', not_equal: '<>', less: '<', less_or_equal: '<=', greater: '>', greater_or_equal: '>=' } as const

export interface GroupColumn {
  key: string
  label: string
  resolved: Resolved
  unit?: Period
  /** What the value of a period is called, where the statement tells numbers. */
  name?(value: unknown): string
}
export interface MeasureColumn {
  key: string
  label: string
  measure: QueryMeasure['measure']
  resolved?: Resolved
  /** Related rows that are counted. */
  of?: string
  /** How figures of several groups make the one of all of them; absent where they do not. */
  together?: 'sum' | 'min' | 'max'
}
export interface Compiled {
  groups: GroupColumn[]
  measures: MeasureColumn[]
  limit: number
  /** Whose rows it is made of, as source/model. */
  models: string[]
  /** The answer's lines, one more than the limit where there are more. */
  statement: RawBuilder<Record<string, unknown>>
  /** What the rows of the query have in common, and the tables that they come from. */
  from: Sql
  conditions: (RawBuilder<boolean> | undefined)[]
  /** What makes a group, and how a value of it is compared. */
  commons: { key: string; condition(value: unknown): RawBuilder<boolean>; /** It is about related rows. */ many?: Many }[]
}

/** The period of a query, and how many before it. */
export interface Asked {
  values: Values
  back?: 0 | 1
}

export async function compileQuery(
  base: Opened,
  definition: QueryDefinition,
  { values, back = 0 }: Asked,
  parts: { openModel(dsKey: string, dmKey: string): Promise<Opened>; rowFilter: RowFilter },
): Promise<Compiled> {
  const { engine } = base.filterModel
  const pg = engine === 'postgres'
  const paths = createPaths(base, parts)
  const toMany = createRelationsToMany(base, parts)
  const ways = { paths, toMany }
  const { zone, now } = values

  /** The text to the letter: databases differ in what they take for the same. */
  const exactText = (column: Sql) => (pg ? sql`${column}::text` : sql`cast(${column} as binary)`)
  /** A value as it is told apart from others; no text and an empty one are the same to people. */
  const apart = ({ type }: Field, column: Sql) =>
    type === 'text'
      ? sql`nullif(${exactText(column)}, ${pg ? sql`''` : sql`cast('' as binary)`})`
      : TEXTS.has(type) || type === 'enum'
        ? exactText(column)
        : column
  const numeric = (column: Sql, { type }: Pick<Field, 'type'>) =>
    pg ? column : type === 'integer' || type === 'autoNumber' ? sql`cast(${column} as decimal(38, 0))` : column

  const groups: GroupColumn[] = []
  const inner: Sql[] = []
  const outer: Sql[] = []
  const orders = new Map<string, (dir: Sql) => Sql>()
  const commons: Compiled['commons'] = []
  for (const [at, { key, path, unit = USUAL, label }] of (definition.groups ?? []).entries()) {
    const related = await toMany.of(path)
    const resolved = related ? related.many.resolve(related.key) : await paths.resolve(path)
    const { own, column } = resolved
    if (NOT_GROUPED.has(own.type)) throw queryInvalid(`${quoted(own.key)} makes no groups`)
    const isTime = TIMES.has(own.type)
    const name = sql.id(`g${at}`)
    const period = isTime ? periodSql(engine, own.type === 'datetime' ? localSql(engine, column, zone) : column, unit) : undefined
    const numbered = pg && own.type === 'datetime' ? numberedPeriods(column, zone, unit, now) : undefined
    const common = numbered?.common ?? period?.common ?? apart(own, column)
    const plain = period?.common ?? common
    inner.push(sql`${related ? related.many.group(common) : common} as ${name}`)
    outer.push(sql`${period && !numbered ? period.name(name) : name} as ${name}`)
    groups.push({ key, label: label ? base.say(label) : resolved.label, resolved, ...(isTime && { unit }), ...(numbered && { name: numbered.name }) })
    orders.set(key, dir => orderOf(own, name, dir))
    commons.push({
      key,
      ...(related && { many: related.many }),
      condition: value => (value === null ? sql<boolean>`${plain} is null` : sameAs(period ? period.name(plain) : plain, own, value)),
    })
  }

  function sameAs(common: Sql, { type }: Field, value: unknown): RawBuilder<boolean> {
    const isText = TIMES.has(type) || TEXTS.has(type) || type === 'enum'
    if (isText) return pg ? sql<boolean>`${common}::text = ${String(value)}` : sql<boolean>`cast(${common} as binary) = cast(${String(value)} as binary)`
    if (type === 'boolean') return sql<boolean>`${common} = ${value === true}`
    return pg ? sql<boolean>`${common}::text = ${String(value)}` : sql<boolean>`${common} = ${value as string | number}`
  }

  /** The same order on both engines; what is empty comes last. */
  function orderOf({ type, options }: Field, name: Sql, dir: Sql): Sql {
    const last = sql`case when ${name} is null then 1 else 0 end`
    if (type === 'enum' && options?.length) {
      const places = options.map(
        ({ value }, place) => sql`when ${pg ? sql`${name}::text` : sql`convert(${name} using utf8mb4)`} = ${value} then ${sql.lit(place)}`,
      )
      return sql`${last}, case ${sql.join(places, sql` `)} else ${sql.lit(places.length)} end ${dir}, ${bytes(name)}`
    }
    if (type === 'text') {
      const lower = pg ? sql`lower(${name}) collate "C"` : sql`cast(lower(convert(${name} using utf8mb4)) as binary)`
      return sql`${last}, ${lower} ${dir}, ${bytes(name)} ${dir}`
    }
    return TIMES.has(type) || !TEXTS.has(type) ? sql`${last}, ${name} ${dir}` : sql`${last}, ${bytes(name)} ${dir}`
  }
  const bytes = (name: Sql) => (pg ? sql`${name}::text collate "C"` : sql`cast(${name} as binary)`)

  /** In groups of related rows a row stands several times: what is counted of it does not add up. */
  const togetherOf = (measure: QueryMeasure['measure'], many: Many | undefined): MeasureColumn['together'] =>
    measure === 'min' || measure === 'max'
      ? measure
      : (measure === 'count' || measure === 'sum') && commons.every(group => !group.many || group.many === many)
        ? 'sum'
        : undefined

  const measures: MeasureColumn[] = []
  const figureOf = new Map<string, Sql>()
  for (const [at, { key, measure, path, label = '', filter }] of definition.measures.entries()) {
    const related = path ? await toMany.of(path) : undefined
    const resolved = related?.key ? related.many.resolve(related.key) : path && !related ? await paths.resolve(path) : undefined
    const only = await conditionOf(filter, ways, base.filterModel, values)
    const name = sql.id(`m${at}`)
    inner.push(sql`${related ? figureOfMany(measure, related.many, resolved, only) : figure(measure, resolved, only)} as ${name}`)
    outer.push(name)
    const together = togetherOf(measure, related?.many)
    measures.push({
      key,
      label: label && base.say(label),
      measure,
      ...(resolved && { resolved }),
      ...(related && !resolved && { of: related.many.label }),
      ...(together && { together }),
    })
    figureOf.set(key, name)
    orders.set(key, dir => sql`case when ${name} is null then 1 else 0 end, ${name} ${dir}`)
  }

  function figure(measure: QueryMeasure['measure'], resolved: Resolved | undefined, only: RawBuilder<boolean> | undefined): Sql {
    const among = (value: Sql) => (only ? sql`case when ${only} then ${value} end` : value)
    if (!resolved) return only ? sql`count(case when ${only} then 1 end)` : sql`count(*)`
    const { own, column } = resolved
    if (measure === 'count') return sql`count(${among(NOT_GROUPED.has(own.type) ? column : apart(own, column))})`
    if (measure === 'distinct') {
      if (NOT_GROUPED.has(own.type)) throw queryInvalid(`${quoted(own.key)} makes no groups`)
      return sql`count(distinct ${among(apart(own, column))})`
    }
    const isMost = measure === 'min' || measure === 'max'
    if (!isNumber(own) && !(isMost && TIMES.has(own.type))) throw fieldUnknown(quoted(own.key))
    const value = among(isNumber(own) ? numeric(column, own) : column)
    if (measure === 'min') return sql`min(${value})`
    if (measure === 'max') return sql`max(${value})`
    if (measure === 'sum') return sql`sum(${value})`
    // As many digits as PostgreSQL has, so that both round to the same number.
    return pg ? sql`avg(${value})` : sql`avg(cast(${value} as decimal(60, 26)))`
  }

  /** Of all related rows that the rows of a group have, each once. */
  function figureOfMany(measure: QueryMeasure['measure'], many: Many, resolved: Resolved | undefined, only: RawBuilder<boolean> | undefined): Sql {
    const among = (value: Sql) => (only ? sql`case when ${only} then ${value} end` : value)
    if (measure === 'distinct') throw queryInvalid('values of related rows are not told apart: ask their model')
    if (!resolved && measure !== 'count') throw queryInvalid('related rows are counted; to sum them, choose a field of theirs')
    const counted = sql`coalesce(sum(${among(many.cell(figure('count', resolved, undefined)))}), 0)`
    if (measure === 'count' || !resolved) return counted
    if (measure === 'min' || measure === 'max') return sql`${sql.raw(measure)}(${among(many.cell(figure(measure, resolved, undefined)))})`
    const summed = sql`sum(${among(many.cell(figure('sum', resolved, undefined)))})`
    if (measure === 'sum') return summed
    return pg ? sql`${summed} / nullif(${counted}, 0)` : sql`cast(${summed} as decimal(60, 26)) / nullif(${counted}, 0)`
  }

  const rule = await parts.rowFilter(base.scope, base.model, base.asker, { table: BASE })
  const conditions = [rule, await conditionOf(definition.filter, ways, base.filterModel, values), await periodCondition()]

  /** Rows of the running period, or of the one before. */
  async function periodCondition(): Promise<RawBuilder<boolean> | undefined> {
    if (!definition.period) return undefined
    const { own, column } = await paths.resolve(definition.period.path)
    if (own.type !== 'date' && own.type !== 'datetime') throw queryInvalid(`${quoted(own.key)} is no time`)
    const { unit } = definition.period
    const [from, to] = [startOf(zone, now, unit, back), startOf(zone, now, unit, back - 1)].map(day => {
      const text = dayValue(day, own.type as 'date' | 'datetime', zone)
      return pg || own.type === 'date' ? text : text.replace('T', ' ').replace('Z', '')
    })
    return sql<boolean>`(${column} >= ${from} and ${column} < ${to})`
  }

  const together = (joins: readonly Sql[]) => (joins.length ? sql.join(joins, sql``) : sql``)
  const from = () => sql` from ${tableOf(base.store.schema, base.model.definition.table)} as ${sql.id(BASE)}${together(paths.joins())}`
  const limit = definition.limit ?? DEFAULT_LIMIT
  const having = (definition.having ?? []).map(
    ({ by, op, value }) => sql<boolean>`${figureOf.get(by) as Sql} ${sql.raw(COMPARE[op])} ${pg ? sql`${value}::numeric` : value}`,
  )
  const chosen = definition.orderBy ?? []
  const usual = groups.map(({ key, resolved }) => ({ key, isNamed: NAMED.has(resolved.own.type) }))
  // Without an order: times, choices and values in theirs, names by what they come to; what is said of an order comes first.
  const order = [
    ...chosen.map(({ by, dir }) => orders.get(by)?.(dir === 'desc' ? sql`desc` : sql`asc`) as Sql),
    ...(!chosen.length && usual[0]?.isNamed ? [orders.get(definition.measures[0]?.key as string)?.(sql`desc`) as Sql] : []),
    ...usual.filter(({ key }) => !chosen.some(({ by }) => by === key)).map(({ key }) => orders.get(key)?.(sql`asc`) as Sql),
  ]
  const places = groups.map((_, at) => sql`${sql.lit(at + 1)}`)
  const statement = sql<
    Record<string, unknown>
  >`select ${sql.join(outer)} from (select ${sql.join(inner)}${from()}${together(toMany.joins())}${allOf(conditions)}${
    places.length ? sql` group by ${sql.join(places)}` : sql``
  }) as figures${allOf(having)}${order.length ? sql` order by ${sql.join(order)}` : sql``} limit ${sql.lit(limit + 1)}`
  return { groups, measures, limit, models: [...new Set([...(await paths.models()), ...toMany.models()])], statement, from: from(), conditions, commons }
}
