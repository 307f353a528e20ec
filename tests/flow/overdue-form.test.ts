// flowDesign.overdue-form flowDesign.entity-overdue flowDesign.transfer-times flowDesign.message-reset: an overdue action comes out of its form as it went in, and another action begins with what belongs to it
import { expect, it } from 'vitest'
import { FIXED_RATES, newOverdue, overdueForm, withOverdue } from '../../api/flow/overdue-form.ts'
import { overdueFaults, type OverdueAction } from '../../api/flow/overdue.ts'

const notice: OverdueAction = {
  ...newOverdue('a'),
  startEvent: 'read',
  condition: { conjunction: 'and', children: [{ left: { type: 'field', field: 'days' }, op: 'greater', right: 3 }] },
  actionConfig: { noticeTypes: ['inApp', 'email'], integrationNotice: 'none', message: 'Please' },
  rateType: 'fixedRate',
  fixedRateValue: { value: 2, unit: 'hour' },
  times: 3,
}
const others: OverdueAction[] = [
  newOverdue('b'),
  {
    ...newOverdue('c'),
    timeDurationType: 'inherit',
    timeDuration: { day: 0, hour: 2, minute: 30 },
    rateType: 'timeDate',
    timeDateValue: { periodic: 'week', periodicDay: 5, periodicTime: '09:30' },
  },
  {
    id: 'd',
    startEvent: 'created',
    timeDurationType: 'custom',
    timeDurationValue: { value: 2, unit: 'day' },
    action: 'apiCenter',
    actionConfig: { apiKey: 'remind', input: { who: 'x' } },
  },
  {
    id: 'e',
    startEvent: 'created',
    timeDurationType: 'custom',
    timeDurationValue: { value: 2, unit: 'day' },
    action: 'transfer',
    actionConfig: { transactor: 'ann' },
    times: 1,
  },
]

it('comes out of the form as it went in', () => {
  for (const one of [notice, ...others]) {
    const { timeDurationValue, ...rest } = one
    // A span of days, hours and minutes has no number of units beside it.
    const kept = one.timeDurationType === 'inherit' ? rest : { ...rest, timeDurationValue }
    expect(withOverdue(one, overdueForm(one))).toEqual(kept)
  }
})

it('begins with one hour and a message in the app', () => {
  expect(newOverdue('a')).toEqual({
    id: 'a',
    startEvent: 'created',
    timeDurationType: 'custom',
    timeDurationValue: { value: 1, unit: 'hour' },
    action: 'noticeTransactor',
    actionConfig: { noticeTypes: ['inApp'], integrationNotice: 'none' },
  })
})

it('does what ends a task once, and sends a message in the app where it sends one', () => {
  const passed = withOverdue(notice, { ...overdueForm(notice), action: 'transfer' })
  expect(passed).toMatchObject({ action: 'transfer', times: 1, actionConfig: {} })
  expect(overdueFaults([passed])).toEqual(['overdueHandler'])
  const told = withOverdue(passed, { ...overdueForm(passed), action: 'noticeUser', transactor: 'ann' })
  expect(told.actionConfig).toEqual({ noticeTypes: ['inApp'], integrationNotice: 'none' })
})

it('takes an amount that the unit offers, and leaves out what is no number', () => {
  const again = withOverdue(notice, { ...overdueForm(notice), rateUnit: 'minute', rateAmount: 12 })
  expect(again.fixedRateValue).toEqual({ value: 1, unit: 'minute' })
  expect(FIXED_RATES.minute).toContain(30)
  const untimed = withOverdue(notice, { ...overdueForm(notice), amount: undefined, times: undefined })
  expect(untimed).not.toHaveProperty('times')
  expect(overdueFaults([untimed])).toEqual(['overdueTime'])
})
