// What happens when a task waits too long: its rules, and the moments at which it happens. Pure; moments are milliseconds since 1970 in UTC.
import { afterWorkdays, afterWorking, momentOf, nextWorking, wallOf, type WorkCalendar } from './calendar.ts'
import { conditionFault, type ConditionFault, type ConditionGroup } from './conditions.ts'

export const OVERDUE_ACTIONS = ['noticeTransactor', 'noticeUser', 'apiCenter', 'transfer', 'autoApprove', 'autoReject', 'terminate'] as const
export const DURATION_UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const
export const NOTICE_TYPES = ['inApp', 'email', 'card'] as const
export const PERIODS = ['minute', 'hour', 'day', 'week', 'month'] as const
export interface Duration {
  value: number
  unit: (typeof DURATION_UNITS)[number]
}
export interface OverdueAction {
  id: string
  /** Counted from when the task came, or from when it was first looked at. */
  startEvent: 'created' | 'read'
  /** `custom`: a number of units; `inherit`: days, hours and minutes together. */
  timeDurationType: 'custom' | 'inherit'
  timeDurationValue?: Duration
  timeDuration?: { day: number; hour: number; minute: number }
  /** Time counts in the working hours of the flow alone, and nothing is done outside of them. */
  workingTime?: boolean
  /** Of the values of the case, at the moment itself; where it does not hold, that time passes with nothing done. */
  condition?: ConditionGroup
  action: (typeof OVERDUE_ACTIONS)[number]
  actionConfig?: {
    transactor?: string
    message?: string
    noticeTypes?: (typeof NOTICE_TYPES)[number][]
    integrationNotice?: 'dingding' | 'workweixin' | 'feishu' | 'none'
    apiKey?: string
    input?: Record<string, unknown>
  }
  /** How it is done again: after the same time each, or at a time of day, week or month. */
  rateType?: 'fixedRate' | 'timeDate'
  fixedRateValue?: Duration
  timeDateValue?: { periodic: (typeof PERIODS)[number]; periodicDay?: number; periodicTime: string }
  /** How often in all; without it, until the task is done. */
  times?: number
}
export type OverdueFault = ConditionFault | 'overdueTime' | 'overdueTimes' | 'overdueHandler' | 'overdueChannels' | 'overdueApi' | 'overdueRate'

/** Actions that end the task; each is done once. */
export const ENDS_TASK: ReadonlySet<OverdueAction['action']> = new Set(['transfer', 'autoApprove', 'autoReject', 'terminate'])
const NOTICES: ReadonlySet<OverdueAction['action']> = new Set(['noticeTransactor', 'noticeUser'])

/** What choosing an action sets and clears beside it. */
export function withAction(before: OverdueAction, action: OverdueAction['action']): OverdueAction {
  const { times, actionConfig: _config, ...rest } = before
  if (ENDS_TASK.has(action)) return { ...rest, action, times: 1, actionConfig: {} }
  if (NOTICES.has(action))
    return { ...rest, action, ...(times !== undefined && { times }), actionConfig: { noticeTypes: ['inApp'], integrationNotice: 'none' } }
  return { ...rest, action, ...(times !== undefined && { times }), actionConfig: {} }
}

const isWhole = (value: unknown, from: number, to = 1_000_000): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to
/** Whether it is a time at all, and one that is not over at once. */
export const durationFits = (duration: Duration | undefined): duration is Duration =>
  duration !== undefined && isWhole(duration.value, 1, 100_000) && (DURATION_UNITS as readonly string[]).includes(duration.unit)
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/

function faultsOf(one: OverdueAction): OverdueFault[] {
  const { timeDurationType, timeDurationValue, timeDuration, action, actionConfig = {}, rateType, fixedRateValue, timeDateValue, times, condition } = one
  const faults: OverdueFault[] = []
  const unfit = condition === undefined ? undefined : conditionFault(condition)
  if (unfit) faults.push(unfit)
  const span = timeDuration ?? { day: 0, hour: 0, minute: 0 }
  const spanFits = isWhole(span.day, 0, 3650) && isWhole(span.hour, 0, 24) && isWhole(span.minute, 0, 60) && span.day + span.hour + span.minute > 0
  if (!(timeDurationType === 'custom' ? durationFits(timeDurationValue) : spanFits)) faults.push('overdueTime')
  if (times !== undefined && !isWhole(times, 1)) faults.push('overdueTimes')
  if ((action === 'noticeUser' || action === 'transfer') && !actionConfig.transactor) faults.push('overdueHandler')
  if (NOTICES.has(action) && !actionConfig.noticeTypes?.length) faults.push('overdueChannels')
  if (action === 'apiCenter' && !actionConfig.apiKey) faults.push('overdueApi')
  if (rateType === 'fixedRate' && !durationFits(fixedRateValue)) faults.push('overdueRate')
  if (rateType === 'timeDate') {
    const { periodic, periodicDay, periodicTime } = timeDateValue ?? {}
    const dayFits =
      periodic === 'minute' ||
      periodic === 'hour' ||
      periodic === 'day' ||
      (periodic === 'week' && isWhole(periodicDay, 1, 7)) ||
      (periodic === 'month' && isWhole(periodicDay, 1, 31))
    if (!dayFits || !TIME_OF_DAY.test(periodicTime ?? '')) faults.push('overdueRate')
  }
  return faults
}

export const overdueFaults = (list: readonly OverdueAction[]): OverdueFault[] => [...new Set(list.flatMap(faultsOf))]

/** Whole months keep the day where the month has it, and take its last day where not. */
function addMonths(from: number, months: number): number {
  const at = new Date(from)
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, last))
  return at.getTime()
}

const LETTERS: [RegExp, string, Duration['unit']][] = [
  [/^PT(\d{1,6})M$/, 'PT#M', 'minute'],
  [/^PT(\d{1,6})H$/, 'PT#H', 'hour'],
  [/^P(\d{1,6})D$/, 'P#D', 'day'],
  [/^P(\d{1,6})W$/, 'P#W', 'week'],
  [/^P(\d{1,6})M$/, 'P#M', 'month'],
  [/^P(\d{1,6})Y$/, 'P#Y', 'year'],
]
/** A duration as ISO 8601 writes it. */
export const isoOf = ({ value, unit }: Duration): string => (LETTERS.find(([, , its]) => its === unit)?.[1] ?? '').replace('#', String(value))
/** A duration of ISO 8601 in one unit, or of days, hours and minutes together. */
export function durationFrom(iso: string): Duration | undefined {
  for (const [form, , unit] of LETTERS) {
    const value = Number(form.exec(iso)?.[1] ?? 0)
    if (value > 0) return { value, unit }
  }
  const [, days = 0, hours = 0, minutes = 0] = (/^P(?:(\d{1,4})D)?T(?:(\d{1,4})H)?(?:(\d{1,4})M)?$/.exec(iso) ?? []).map(part => Number(part ?? 0))
  const value = days * 1440 + hours * 60 + minutes
  return value > 0 ? (value % 60 ? { value, unit: 'minute' } : { value: value / 60, unit: 'hour' }) : undefined
}

const MINUTE = 60_000
const FIXED = { minute: MINUTE, hour: 60 * MINUTE, day: 1440 * MINUTE, week: 10_080 * MINUTE }
export function after(from: number, { value, unit }: Duration): number {
  if (unit === 'month') return addMonths(from, value)
  if (unit === 'year') return addMonths(from, value * 12)
  return from + value * FIXED[unit]
}

/** So much later in working hours; what is longer than days is of the calendar, and done when somebody works again. */
function afterInHours(calendar: WorkCalendar, from: number, { value, unit }: Duration): number {
  if (unit === 'minute' || unit === 'hour') return afterWorking(calendar, from, value * FIXED[unit])
  if (unit === 'day') return afterWorkdays(calendar, from, value)
  return nextWorking(calendar, momentOf(after(wallOf(from, calendar.zone), { value, unit }), calendar.zone))
}

/** So much later; in the working hours of a calendar, where there is one. */
export const laterThan = (from: number, duration: Duration, hours: WorkCalendar | undefined): number =>
  hours ? afterInHours(hours, from, duration) : after(from, duration)

/** The next moment after `from` of a minute, hour, day, week (1 is Monday) or month, at a time of it in UTC. A month without that day uses its last. */
function nextOf({ periodic, periodicDay = 1, periodicTime }: NonNullable<OverdueAction['timeDateValue']>, from: number): number {
  const [hour = 0, minute = 0, second = 0] = periodicTime.split(':').map(Number)
  if (periodic === 'minute' || periodic === 'hour') {
    // Of the time of day, what is smaller than the period counts.
    const within = periodic === 'minute' ? second * 1000 : minute * MINUTE + second * 1000
    const next = Math.floor(from / FIXED[periodic]) * FIXED[periodic] + within
    return next > from ? next : next + FIXED[periodic]
  }
  const start = new Date(from)
  for (let ahead = 0; ; ahead++) {
    const day = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate() + ahead, hour, minute, second))
    const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
    const fits = periodic === 'day' || (periodic === 'week' ? (day.getUTCDay() || 7) === periodicDay : day.getUTCDate() === Math.min(periodicDay, last))
    if (fits && day.getTime() > from) return day.getTime()
  }
}

/** The next moment of a period, in the zone of the calendar where there is one, and when somebody works where it waits for that. */
function nextPeriod(value: NonNullable<OverdueAction['timeDateValue']>, from: number, calendar: WorkCalendar | undefined, isWorking: boolean): number {
  if (!calendar) return nextOf(value, from)
  for (let at = from; ;) {
    at = Math.max(at + 1, momentOf(nextOf(value, wallOf(at, calendar.zone)), calendar.zone))
    const then = isWorking ? nextWorking(calendar, at) : at
    if (then > from) return then
  }
}

/**
 * When an action is done for the `done + 1`th time; undefined where it is not done any more.
 * `start` is when its count began, `last` when it was done last; times of day are those of the calendar's zone, or of UTC without one.
 */
export function nextOverdue(action: OverdueAction, start: number, done: number, last?: number, calendar?: WorkCalendar): number | undefined {
  if (action.times !== undefined && done >= action.times) return undefined
  const hours = action.workingTime ? calendar : undefined
  const later = (from: number, duration: Duration) => laterThan(from, duration, hours)
  if (done === 0) {
    const { timeDurationType, timeDurationValue, timeDuration } = action
    if (timeDurationType === 'custom') return later(start, timeDurationValue ?? { value: 1, unit: 'hour' })
    const { day = 0, hour = 0, minute = 0 } = timeDuration ?? {}
    const days = day > 0 ? later(start, { value: day, unit: 'day' }) : start
    const minutes = hour * 60 + minute
    return minutes > 0 ? later(days, { value: minutes, unit: 'minute' }) : days
  }
  if (ENDS_TASK.has(action.action)) return undefined
  if (action.rateType === 'fixedRate' && action.fixedRateValue) return later(last ?? start, action.fixedRateValue)
  if (action.rateType === 'timeDate' && action.timeDateValue) return nextPeriod(action.timeDateValue, last ?? start, calendar, !!hours)
  return undefined
}
