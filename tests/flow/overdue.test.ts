// flowDesign.timeout flowDesign.channels-required flowDesign.duration-type: what an overdue action has to say, and when it comes.
import { describe, expect, it } from 'vitest'
import { ENDS_TASK, nextOverdue, OVERDUE_ACTIONS, overdueFaults, withAction, type OverdueAction } from '../../api/flow/overdue.ts'

const made = (more: Partial<OverdueAction> = {}): OverdueAction => ({
  id: 'o',
  startEvent: 'created',
  timeDurationType: 'custom',
  timeDurationValue: { value: 1, unit: 'hour' },
  action: 'autoApprove',
  ...more,
})
const at = (text: string) => Date.parse(text)
const shown = (moment: number | undefined) => (moment === undefined ? undefined : new Date(moment).toISOString())

describe('actions of tasks that wait too long', () => {
  it.each([
    [{}, []],
    [{ timeDurationValue: { value: 0, unit: 'hour' } }, ['overdueTime']],
    [{ timeDurationValue: { value: 1.5, unit: 'hour' } }, ['overdueTime']],
    [{ timeDurationType: 'inherit', timeDuration: { day: 0, hour: 24, minute: 60 } }, []],
    [{ timeDurationType: 'inherit', timeDuration: { day: 0, hour: 25, minute: 0 } }, ['overdueTime']],
    [{ timeDurationType: 'inherit', timeDuration: { day: 0, hour: 0, minute: 0 } }, ['overdueTime']],
    [{ times: 0 }, ['overdueTimes']],
    [{ action: 'transfer' }, ['overdueHandler']],
    [{ action: 'noticeUser', actionConfig: {} }, ['overdueHandler', 'overdueChannels']],
    [{ action: 'noticeTransactor', actionConfig: { noticeTypes: ['inApp'] } }, []],
    [{ action: 'apiCenter', actionConfig: {} }, ['overdueApi']],
    [{ rateType: 'fixedRate' }, ['overdueRate']],
    [{ rateType: 'timeDate', timeDateValue: { periodic: 'week', periodicDay: 8, periodicTime: '09:00' } }, ['overdueRate']],
    [{ rateType: 'timeDate', timeDateValue: { periodic: 'day', periodicTime: '24:00' } }, ['overdueRate']],
  ] as [Partial<OverdueAction>, string[]][])('%j: %j', (more, faults) => expect(overdueFaults([made(more)])).toEqual(faults))

  it('are done once where they end the task, and told in the app where they tell somebody', () => {
    const before = made({ times: 5, actionConfig: { apiKey: 'old', message: 'old' } })
    for (const action of OVERDUE_ACTIONS) {
      const chosen = withAction(before, action)
      expect(chosen.times, action).toBe(ENDS_TASK.has(action) ? 1 : 5)
      expect(chosen.actionConfig, action).toEqual(action.startsWith('notice') ? { noticeTypes: ['inApp'], integrationNotice: 'none' } : {})
    }
  })

  it.each([
    [{ value: 90, unit: 'minute' }, '2026-01-31T11:30:00.000Z'],
    [{ value: 2, unit: 'week' }, '2026-02-14T10:00:00.000Z'],
    [{ value: 1, unit: 'month' }, '2026-02-28T10:00:00.000Z'],
    [{ value: 25, unit: 'month' }, '2028-02-29T10:00:00.000Z'],
    [{ value: 1, unit: 'year' }, '2027-01-31T10:00:00.000Z'],
  ] as [OverdueAction['timeDurationValue'], string][])('come %j after the start', (timeDurationValue, moment) =>
    expect(shown(nextOverdue(made({ ...(timeDurationValue && { timeDurationValue }) }), at('2026-01-31T10:00:00Z'), 0))).toBe(moment),
  )

  it('come again at their rate, as often as they are wanted', () => {
    const start = at('2026-01-31T10:00:00Z')
    const notice = made({ action: 'noticeTransactor', rateType: 'fixedRate', fixedRateValue: { value: 30, unit: 'minute' }, times: 3 })
    const first = nextOverdue(notice, start, 0)
    expect(shown(first)).toBe('2026-01-31T11:00:00.000Z')
    expect(shown(nextOverdue(notice, start, 1, first))).toBe('2026-01-31T11:30:00.000Z')
    expect(nextOverdue(notice, start, 3, first)).toBeUndefined()
    expect(nextOverdue(made({ ...notice, action: 'autoReject' }), start, 1, first)).toBeUndefined()
    expect(nextOverdue(made({ action: 'noticeTransactor' }), start, 1, first)).toBeUndefined()
  })

  it.each([
    [{ periodic: 'day', periodicTime: '09:00' }, '2026-02-01T09:00:00.000Z'],
    [{ periodic: 'day', periodicTime: '12:30' }, '2026-01-31T12:30:00.000Z'],
    [{ periodic: 'week', periodicDay: 1, periodicTime: '09:00' }, '2026-02-02T09:00:00.000Z'],
    [{ periodic: 'month', periodicDay: 31, periodicTime: '09:00' }, '2026-02-28T09:00:00.000Z'],
  ] as [NonNullable<OverdueAction['timeDateValue']>, string][])('come again on %j', (timeDateValue, moment) => {
    const notice = made({ action: 'noticeTransactor', rateType: 'timeDate', timeDateValue })
    expect(shown(nextOverdue(notice, 0, 1, at('2026-01-31T11:00:00Z')))).toBe(moment)
  })
})
