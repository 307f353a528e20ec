// Working hours, and how time is counted in them. Pure; moments are milliseconds since 1970 in UTC, days are those of a time zone.

export interface WorkCalendar {
  /** A name of the IANA list. */
  zone: string
  /** 1 is Monday. */
  weekdays: number[]
  /** HH:mm. */
  from: string
  to: string
  breakFrom?: string
  breakTo?: string
  /** Days on which nobody works, as YYYY-MM-DD, and others on which everybody does. */
  holidays?: string[]
  workdays?: string[]
}

const MINUTE = 60_000
const DAY = 1440 * MINUTE
/** Longer than anybody waits; a calendar in which nobody works ends here. */
const MOST_DAYS = 4_000
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}
export function isZone(zone: string): boolean {
  try {
    return formatOf(zone) !== undefined
  } catch {
    return false
  }
}

/** What the clocks of a zone show, as if it were a moment in UTC. */
export function wallOf(moment: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((moment % 1000) + 1000) % 1000)
}
/** The moment at which the clocks of a zone show this. Where clocks jump over it, as much later; where they show it twice, the first. */
export function momentOf(wall: number, zone: string): number {
  const offset = (at: number) => wallOf(at, zone) - at
  const [before, behind] = [offset(wall - DAY), offset(wall + DAY)]
  const early = wall - Math.max(before, behind)
  return wallOf(early, zone) === wall ? early : wall - (wallOf(wall - before, zone) === wall ? before : Math.min(before, behind))
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const dateOf = (wall: number) => new Date(wall).toISOString().slice(0, 10)

export type CalendarFault = 'calendarHours' | 'calendarDays' | 'calendarZone'
/** Why working hours cannot be counted with. */
export function calendarFault({ zone, weekdays, from, to, breakFrom, breakTo, holidays = [], workdays = [] }: WorkCalendar): CalendarFault | undefined {
  if (!isZone(zone)) return 'calendarZone'
  if (!weekdays.length || !weekdays.every(day => Number.isInteger(day) && day >= 1 && day <= 7)) return 'calendarDays'
  if (![...holidays, ...workdays].every(day => DATE.test(day))) return 'calendarDays'
  if (!TIME.test(from) || !TIME.test(to) || from >= to) return 'calendarHours'
  if (!breakFrom && !breakTo) return undefined
  const fits =
    TIME.test(breakFrom ?? '') && TIME.test(breakTo ?? '') && from <= (breakFrom ?? '') && (breakFrom ?? '') < (breakTo ?? '') && (breakTo ?? '') <= to
  return fits ? undefined : 'calendarHours'
}

export function isWorkday({ weekdays, holidays = [], workdays = [] }: WorkCalendar, wall: number): boolean {
  const date = dateOf(wall)
  if (workdays.includes(date)) return true
  return !holidays.includes(date) && weekdays.includes(new Date(wall).getUTCDay() || 7)
}
/** The working hours of a day, as what clocks show. */
function spansOf(calendar: WorkCalendar, day: number): [number, number][] {
  if (!isWorkday(calendar, day)) return []
  const { from, to, breakFrom, breakTo } = calendar
  const at = (time: string) => day + minutesOf(time) * MINUTE
  return breakFrom && breakTo
    ? [
        [at(from), at(breakFrom)],
        [at(breakTo), at(to)],
      ]
    : [[at(from), at(to)]]
}
const startOfDay = (wall: number) => Math.floor(wall / DAY) * DAY

function nextWall(calendar: WorkCalendar, wall: number): number {
  let day = startOfDay(wall)
  for (let ahead = 0; ahead < MOST_DAYS; ahead++, day += DAY) for (const [from, to] of spansOf(calendar, day)) if (wall < to) return Math.max(wall, from)
  return wall
}
/** This moment where somebody works then, else the next one at which somebody does. */
export const nextWorking = (calendar: WorkCalendar, moment: number): number => {
  const wall = wallOf(moment, calendar.zone)
  const next = nextWall(calendar, wall)
  return next === wall ? moment : momentOf(next, calendar.zone)
}

/** So much working time later. */
export function afterWorking(calendar: WorkCalendar, moment: number, milliseconds: number): number {
  let wall = nextWall(calendar, wallOf(moment, calendar.zone))
  let left = milliseconds
  let day = startOfDay(wall)
  for (let ahead = 0; ahead < MOST_DAYS; ahead++, day += DAY)
    for (const [from, to] of spansOf(calendar, day)) {
      if (wall >= to) continue
      wall = Math.max(wall, from)
      if (left <= to - wall) return momentOf(wall + left, calendar.zone)
      left -= to - wall
      wall = to
    }
  return moment + milliseconds
}

/** So many working days later, at the same time of day. */
export function afterWorkdays(calendar: WorkCalendar, moment: number, days: number): number {
  const wall = nextWall(calendar, wallOf(moment, calendar.zone))
  let day = startOfDay(wall)
  let left = days
  for (let ahead = 0; left > 0 && ahead < MOST_DAYS; ahead++) {
    day += DAY
    if (isWorkday(calendar, day)) left--
  }
  return momentOf(nextWall(calendar, day + (wall - startOfDay(wall))), calendar.zone)
}
