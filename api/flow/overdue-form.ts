// An overdue action as a form edits it: everything on one level, where a definition nests it. Pure.
import { withAction, type Duration, type OverdueAction } from './overdue.ts'
import type { ConditionGroup } from './conditions.ts'

/** After how much time an action may be done again. */
export const FIXED_RATES = {
  minute: [1, 2, 5, 10, 15, 20, 30],
  hour: [1, 2, 3, 4, 6, 8, 12],
  day: [1, 2, 3, 5, 10, 15],
  week: [1, 2, 3, 4, 5, 6, 7],
} as const
type RateUnit = keyof typeof FIXED_RATES
const isRateUnit = (unit: unknown): unit is RateUnit => typeof unit === 'string' && Object.hasOwn(FIXED_RATES, unit)

export interface OverdueForm {
  startEvent: OverdueAction['startEvent']
  timeDurationType: OverdueAction['timeDurationType']
  amount?: number | undefined
  unit?: Duration['unit'] | undefined
  day?: number | undefined
  hour?: number | undefined
  minute?: number | undefined
  workingTime?: boolean | undefined
  condition?: ConditionGroup | undefined
  action: OverdueAction['action']
  transactor?: string | undefined
  message?: string | undefined
  noticeTypes?: string[] | undefined
  apiKey?: string | undefined
  input?: { name?: string; value?: string }[] | undefined
  /** Empty: it is not done again. */
  rateType?: OverdueAction['rateType'] | '' | undefined
  rateUnit?: RateUnit | undefined
  rateAmount?: number | undefined
  periodic?: NonNullable<OverdueAction['timeDateValue']>['periodic'] | undefined
  weekday?: number | undefined
  monthDay?: number | undefined
  periodicTime?: string | undefined
  times?: number | undefined
}

export const newOverdue = (id: string): OverdueAction =>
  withAction({ id, startEvent: 'created', timeDurationType: 'custom', timeDurationValue: { value: 1, unit: 'hour' }, action: 'terminate' }, 'noticeTransactor')

export function overdueForm({
  startEvent,
  timeDurationType,
  timeDurationValue,
  timeDuration,
  condition,
  action,
  actionConfig = {},
  ...again
}: OverdueAction): OverdueForm {
  const { rateType, fixedRateValue, timeDateValue, times } = again
  const { transactor, message, noticeTypes, apiKey, input = {} } = actionConfig
  const unit = fixedRateValue?.unit
  return {
    startEvent,
    timeDurationType,
    amount: timeDurationValue?.value ?? 1,
    unit: timeDurationValue?.unit ?? 'hour',
    day: timeDuration?.day ?? 1,
    hour: timeDuration?.hour ?? 0,
    minute: timeDuration?.minute ?? 0,
    workingTime: again.workingTime ?? false,
    condition,
    action,
    transactor,
    message,
    noticeTypes,
    apiKey,
    input: Object.entries(input).map(([name, value]) => ({ name, value: String(value) })),
    rateType: rateType ?? '',
    rateUnit: isRateUnit(unit) ? unit : 'day',
    rateAmount: fixedRateValue?.value ?? 1,
    periodic: timeDateValue?.periodic ?? 'day',
    weekday: timeDateValue?.periodic === 'week' ? (timeDateValue.periodicDay ?? 1) : 1,
    monthDay: timeDateValue?.periodic === 'month' ? (timeDateValue.periodicDay ?? 1) : 1,
    periodicTime: timeDateValue?.periodicTime ?? '09:00',
    times,
  }
}

const numberOf = (value: unknown): number => (value === '' || value === undefined || value === null ? Number.NaN : Number(value))
/** What the conditions of a builder say; one that says nothing is no condition. */
const conditionOf = (condition: ConditionGroup | undefined) => (Array.isArray(condition?.children) && condition.children.length > 0 ? condition : undefined)

function againOf({ rateType, rateUnit, rateAmount, periodic = 'day', weekday, monthDay, periodicTime = '' }: OverdueForm): Partial<OverdueAction> {
  if (rateType === 'fixedRate') {
    const unit = isRateUnit(rateUnit) ? rateUnit : 'day'
    const offered: readonly number[] = FIXED_RATES[unit]
    // Another unit offers other amounts.
    const value = offered.includes(Number(rateAmount)) ? Number(rateAmount) : 1
    return { rateType, fixedRateValue: { value, unit } }
  }
  if (rateType !== 'timeDate') return {}
  const day = periodic === 'week' ? numberOf(weekday) : periodic === 'month' ? numberOf(monthDay) : undefined
  return { rateType, timeDateValue: { periodic, ...(day !== undefined && { periodicDay: Number.isNaN(day) ? 1 : day }), periodicTime } }
}

/** The action as a form left it. Another action begins with what belongs to it, whatever was there before. */
export function withOverdue(before: OverdueAction, form: OverdueForm): OverdueAction {
  const {
    startEvent,
    timeDurationType,
    amount,
    unit = 'hour',
    day,
    hour,
    minute,
    action,
    transactor,
    message,
    noticeTypes = [],
    apiKey,
    input = [],
    times,
  } = form
  const condition = conditionOf(form.condition)
  const timed: Omit<OverdueAction, 'action' | 'actionConfig' | 'times'> = {
    id: before.id,
    startEvent,
    timeDurationType,
    // What is not a number is left out, and told before the flow is enabled.
    ...(timeDurationType === 'custom'
      ? !Number.isNaN(numberOf(amount)) && { timeDurationValue: { value: numberOf(amount), unit } }
      : { timeDuration: { day: numberOf(day) || 0, hour: numberOf(hour) || 0, minute: numberOf(minute) || 0 } }),
    ...(form.workingTime && { workingTime: true }),
    ...(condition && { condition }),
    ...againOf(form),
  }
  const count = numberOf(times)
  const often = Number.isNaN(count) ? {} : { times: count }
  if (action !== before.action) return withAction({ ...timed, ...often, action: before.action }, action)
  const values = Object.fromEntries(input.flatMap(({ name, value = '' }) => (name ? [[name, value]] : [])))
  const notice = action === 'noticeTransactor' || action === 'noticeUser'
  const actionConfig: NonNullable<OverdueAction['actionConfig']> = {
    ...((action === 'noticeUser' || action === 'transfer') && transactor && { transactor }),
    ...(notice && { noticeTypes: noticeTypes as never, integrationNotice: 'none' as const, ...(message && { message }) }),
    ...(action === 'apiCenter' && apiKey && { apiKey, ...(Object.keys(values).length > 0 && { input: values }) }),
  }
  return { ...timed, action, actionConfig, ...often }
}
