// Days, months and years as a clock in some place has them.
import type { Unit } from './summaries.ts'

/** The name of a time zone, or how many minutes a clock is ahead of UTC. */
export type Clock = string | number
export const UTC = 'UTC'

/** Whether names of zones are known here. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function aheadAt(zone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
  const [, sign, hours = 0, minutes = 0] = /GMT(?:([+-])(\d+):(\d+))?/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** How many minutes a clock is ahead when it shows this time, which is written as if it were of UTC. */
export function offsetIn(clock: Clock, local: Date): number {
  if (typeof clock === 'number') return clock
  // Near the hour at which clocks are put forward, what it is ahead there and then.
  const near = aheadAt(clock, local)
  return aheadAt(clock, new Date(local.getTime() - near * 60_000))
}

/** When a day, month or year such as `2026-01` starts, and the next one where there is a calendar of it: as if clocks showed UTC. */
export function startsOf(key: string, unit: Unit): [start: Date, next: Date | undefined] {
  const start = new Date(key)
  const next = new Date(start)
  if (unit === 'day') next.setUTCDate(next.getUTCDate() + 1)
  else if (unit === 'month') next.setUTCMonth(next.getUTCMonth() + 1)
  else next.setUTCFullYear(next.getUTCFullYear() + 1)
  return [start, next.getUTCFullYear() < 10_000 ? next : undefined]
}
