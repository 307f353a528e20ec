// Days, weeks, months, quarters and years of a place in SQL, the same on both engines, and days that are told from today.
import { sql, type RawBuilder } from 'kysely'
import type { Engine } from '../columns.ts'
import { isZone, offsetIn, UTC } from '../rows/zones.ts'

export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year'
type Sql = RawBuilder<unknown>

/** Years between which a clock's changes are looked up for databases that know no zones. */
const [FIRST_YEAR, LAST_YEAR] = [1970, 2060]
const MINUTE = 60_000
const changes = new Map<string, { at: number; minutes: number }[]>()

function aheadAt(format: Intl.DateTimeFormat, at: number): number {
  const parts = format.formatToParts(at)
  const [, sign, hours = 0, minutes = 0] = /GMT(?:([+-])(\d+):(\d+))?/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** When clocks of a zone are put forward or back, and how many minutes ahead of UTC they are from then on; the first entry holds from ever. */
export function clockChanges(zone: string): readonly { at: number; minutes: number }[] {
  const there = changes.get(zone)
  if (there) return there
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const found = [{ at: -Infinity, minutes: aheadAt(format, Date.UTC(FIRST_YEAR, 0, 1)) }]
  // No place has changed its clocks twice within a fortnight.
  const step = 14 * 24 * 60 * MINUTE
  for (let from = Date.UTC(FIRST_YEAR, 0, 1); from < Date.UTC(LAST_YEAR, 0, 1); from += step) {
    const minutes = aheadAt(format, from + step)
    if (minutes === found.at(-1)?.minutes) continue
    let [low, high] = [from, from + step]
    while (high - low > MINUTE) {
      const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE
      if (aheadAt(format, middle) === minutes) high = middle
      else low = middle
    }
    found.push({ at: high, minutes })
  }
  if (changes.size > 100) changes.clear()
  changes.set(zone, found)
  return found
}

/** How many minutes ahead, as a search among the changes. */
function minutesSql(column: Sql, list: readonly { at: number; minutes: number }[]): Sql {
  if (list.length === 1) return sql`${sql.lit(list[0]?.minutes ?? 0)}`
  const middle = list.length >> 1
  const at = new Date(list[middle]?.at ?? 0).toISOString().slice(0, 19).replace('T', ' ')
  return sql`case when ${column} < ${sql.lit(at)} then ${minutesSql(column, list.slice(0, middle))} else ${minutesSql(column, list.slice(middle))} end`
}

/** The time that clocks of a zone show. */
export function localSql(engine: Engine, column: Sql, zone: string): Sql {
  if (engine === 'postgres') return sql`timezone(${sql.lit(zone)}, ${column}::timestamptz)`
  return zone === UTC ? column : sql`date_add(${column}, interval ${minutesSql(column, clockChanges(zone))} minute)`
}

const PG_FORMAT: Record<Period, string> = { day: 'YYYY-MM-DD', week: 'IYYY-"W"IW', month: 'YYYY-MM', quarter: 'YYYY-"Q"Q', year: 'YYYY' }
const MYSQL_FORMAT: Record<Exclude<Period, 'quarter'>, string> = { day: '%Y-%m-%d', week: '%x-W%v', month: '%Y-%m', year: '%Y' }

/** What rows of one period have in common, and what it is called: `2026-01`, `2026-W05`, `2026-Q1`. Naming comes after grouping, for few values. */
export function periodSql(engine: Engine, local: Sql, period: Period): { common: Sql; name(common: Sql): Sql } {
  if (engine === 'postgres')
    return { common: sql`date_trunc(${sql.lit(period)}, ${local}::timestamp)`, name: common => sql`to_char(${common}, ${sql.lit(PG_FORMAT[period])})` }
  const common =
    period === 'quarter' ? sql`concat(date_format(${local}, '%Y'), '-Q', quarter(${local}))` : sql`date_format(${local}, ${sql.lit(MYSQL_FORMAT[period])})`
  return { common, name: named => named }
}

const DAY_MS = 24 * 60 * MINUTE
/** Years around now whose periods are told apart by where they begin: others are rare, and cut by the clock of the place. */
const NEAR: Record<Period, readonly [back: number, ahead: number]> = { day: [10, 2], week: [30, 10], month: [60, 30], quarter: [60, 30], year: [60, 30] }
interface Starts {
  days: Date[]
  /** The moments at which these days begin there, as PostgreSQL reads a list. */
  list: string
  from: string
  to: string
}
const starts = new Map<string, Starts>()

/** The moment at which a day begins in a place. */
function beginning(day: Date, list: ReturnType<typeof clockChanges>): Date {
  const minutes = (at: number) => list.findLast(change => change.at <= at)?.minutes ?? 0
  const near = new Date(day.getTime() - minutes(day.getTime()) * MINUTE)
  return new Date(day.getTime() - minutes(near.getTime()) * MINUTE)
}

function startsIn(zone: string, period: Period, now: Date): Starts {
  const [back, ahead] = NEAR[period]
  const year = now.getUTCFullYear()
  const key = `${zone} ${period} ${year}`
  const there = starts.get(key)
  if (there) return there
  const changed = clockChanges(zone)
  const days: Date[] = []
  const last = Date.UTC(year + ahead, 0, 1)
  for (let day = firstOf(new Date(Date.UTC(year - back, 0, 1)), period); day.getTime() <= last; day = moved(day, period, 1)) days.push(day)
  const moments = days.map(day => beginning(day, changed).toISOString())
  const made = { days, list: `{${moments.join()}}`, from: moments[0] as string, to: moments.at(-1) as string }
  if (starts.size > 50) starts.clear()
  starts.set(key, made)
  return made
}

const two = (n: number) => String(n).padStart(2, '0')
/** What a period is called by its first day. */
function nameOf(first: Date, period: Period): string {
  const year = String(first.getUTCFullYear()).padStart(4, '0')
  const month = first.getUTCMonth() + 1
  if (period === 'day') return `${year}-${two(month)}-${two(first.getUTCDate())}`
  if (period === 'month') return `${year}-${two(month)}`
  if (period === 'quarter') return `${year}-Q${Math.ceil(month / 3)}`
  if (period === 'year') return year
  // A week is of the year that its Thursday is in.
  const thursday = moved(first, 'day', 3)
  const week = Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / DAY_MS / 7) + 1
  return `${thursday.getUTCFullYear()}-W${two(week)}`
}

/** Above the number of a start there is no start: what lies beyond has the number of its first day. */
const BEYOND = 1_000_000_000_000

/**
 * Periods of moments in PostgreSQL as numbers in their order. To look a moment up among the starts of periods takes a quarter of the time that it takes to ask
 * for the clock of a place.
 */
export function numberedPeriods(column: Sql, zone: string, period: Period, now: Date): { common: Sql; name(value: unknown): string } {
  const { days, list, from, to } = startsIn(zone, period, now)
  const moment = sql`${column}::timestamptz`
  const first = sql`nullif(to_char(date_trunc(${sql.lit(period)}, timezone(${sql.lit(zone)}, ${moment})), 'YYYYMMDD'), '')::bigint`
  return {
    common: sql`case when ${moment} >= ${from}::timestamptz and ${moment} < ${to}::timestamptz then width_bucket(${moment}, ${list}::timestamptz[])::bigint
      when ${moment} >= ${to}::timestamptz then ${sql.lit(BEYOND)} + ${first} else ${first} - ${sql.lit(BEYOND)} end`,
    name(value) {
      const number = Number(value)
      const day = days[number - 1]
      if (day) return nameOf(day, period)
      const digits = String(number > 0 ? number - BEYOND : number + BEYOND).padStart(8, '0')
      const beyond = new Date(0)
      beyond.setUTCFullYear(Number(digits.slice(0, -4)), Number(digits.slice(-4, -2)) - 1, Number(digits.slice(-2)))
      return nameOf(beyond, period)
    },
  }
}
/** The first day of a period, as a time of UTC that stands for a day of the calendar. */
function firstOf(day: Date, period: Period): Date {
  const first = new Date(day)
  if (period === 'week') first.setUTCDate(first.getUTCDate() - ((first.getUTCDay() + 6) % 7))
  if (period === 'month' || period === 'quarter' || period === 'year') first.setUTCDate(1)
  if (period === 'quarter') first.setUTCMonth(Math.floor(first.getUTCMonth() / 3) * 3)
  if (period === 'year') first.setUTCMonth(0)
  return first
}
/** The first day some periods further on. */
export function moved(first: Date, period: Period, by: number): Date {
  const next = new Date(first)
  if (period === 'day') next.setUTCDate(next.getUTCDate() + by)
  else if (period === 'week') next.setUTCDate(next.getUTCDate() + 7 * by)
  else if (period === 'year') next.setUTCFullYear(next.getUTCFullYear() + by)
  else next.setUTCMonth(next.getUTCMonth() + by * (period === 'quarter' ? 3 : 1))
  return next
}

/** The day that clocks of a zone show. */
export function dayIn(zone: string, now: Date): Date {
  const [year = 0, month = 1, day = 1] = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .format(now)
    .split('-')
    .map(Number)
  return new Date(Date.UTC(year, month - 1, day))
}

/** The day on which the running period began, or one before it. */
export const startOf = (zone: string, now: Date, period: Period, back = 0) => moved(firstOf(dayIn(zone, now), period), period, -back)

/** A day as a condition on a field compares it: as a date, or as the time at which it begins there. */
export const dayValue = (day: Date, type: 'date' | 'datetime', zone: string) =>
  type === 'date' ? day.toISOString().slice(0, 10) : new Date(day.getTime() - offsetIn(zone, day) * MINUTE).toISOString()

const NAMED: Record<string, (today: Date) => Date> = {
  today: today => today,
  tomorrow: today => moved(today, 'day', 1),
  weekStart: today => firstOf(today, 'week'),
  monthStart: today => firstOf(today, 'month'),
  quarterStart: today => firstOf(today, 'quarter'),
  yearStart: today => firstOf(today, 'year'),
  lastMonthStart: today => moved(firstOf(today, 'month'), 'month', -1),
  lastYearStart: today => moved(firstOf(today, 'year'), 'year', -1),
}
/** Days that conditions may name: `date.today`, `date.monthStart`, `date.daysAgo30`. */
export function namedDay(name: string, zone: string, now: Date): Date | undefined {
  const today = dayIn(zone, now)
  const ago = /^daysAgo(\d{1,4})$/.exec(name)
  if (ago) return new Date(today.getTime() - Number(ago[1]) * DAY_MS)
  return Object.hasOwn(NAMED, name) ? NAMED[name]?.(today) : undefined
}

export const zoneOf = (name: string | undefined) => (name && isZone(name) ? name : UTC)
