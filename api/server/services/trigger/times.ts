// Time plans of triggers: five parts as cron has them, meant in a time zone.
import { CronExpressionParser } from 'cron-parser'
import { ApiError, fieldError, type FieldText } from '../../errors.ts'

export const DEFAULT_ZONE = 'UTC'

function checkZone(zone: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    throw fieldError('trigger.zoneUnknown', 'zone', 'There is no such time zone')
  }
}

/** Reads a plan; seconds are no part of it, so that nothing fires more often than each minute. */
function read(cron: string, zone: string, from: Date) {
  checkZone(zone)
  const refuse = (reason: string) => fieldError('trigger.cronInvalid', 'cron', 'This is no time plan: {reason}', { reason })
  if (cron.trim().split(/\s+/).length !== 5) throw refuse('* * * * *')
  try {
    return CronExpressionParser.parse(cron.trim(), { currentDate: from, tz: zone })
  } catch (error) {
    throw refuse(error instanceof Error ? error.message.slice(0, 100) : '')
  }
}

/** The moments that a plan means after another one; fewer where there are no more. */
export function timesAfter(cron: string, zone: string, from: Date, count: number): Date[] {
  const plan = read(cron, zone, from)
  const found: Date[] = []
  try {
    while (found.length < count) found.push(plan.next().toDate())
  } catch {
    // A day such as February 30th never comes.
  }
  return found
}

/** What stands against a plan, and where. */
export function planFault(cron: string, zone: string): { field: string; text: FieldText } | undefined {
  try {
    read(cron, zone || DEFAULT_ZONE, new Date(0))
    return undefined
  } catch (error) {
    const [[field = 'cron', text = ''] = []] = Object.entries((error instanceof ApiError && error.more.fields) || {})
    return { field, text }
  }
}

/** A moment as the clocks of a place show it. */
export function localTime(at: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find(one => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`
}
