// Working time over nights, weekends, holidays, the days that stand in for them, and the changes of clocks.
import { describe, expect, it } from 'vitest'
import { afterWorkdays, afterWorking, calendarFault, momentOf, nextWorking, wallOf, type WorkCalendar } from '../../api/flow/calendar.ts'
import { nextOverdue, type OverdueAction } from '../../api/flow/overdue.ts'

const HOUR = 3_600_000
const shanghai: WorkCalendar = {
  zone: 'Asia/Shanghai',
  weekdays: [1, 2, 3, 4, 5],
  from: '09:00',
  to: '18:00',
  breakFrom: '12:00',
  breakTo: '13:00',
  holidays: ['2026-10-01', '2026-10-02'],
  workdays: ['2026-10-10'],
}
const berlin: WorkCalendar = { zone: 'Europe/Berlin', weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:59' }
const at = (text: string) => Date.parse(text)
const shown = (moment: number) => new Date(moment).toISOString()

describe('working time', () => {
  it.each([
    // 2026-09-30 is a Wednesday; Thursday and Friday are holidays.
    ['2026-09-30T09:30:00+08:00', 2, '2026-09-30T11:30:00+08:00'],
    ['2026-09-30T11:30:00+08:00', 1, '2026-09-30T13:30:00+08:00'],
    ['2026-09-30T17:30:00+08:00', 1, '2026-10-05T09:30:00+08:00'],
    ['2026-09-30T22:00:00+08:00', 1, '2026-10-05T10:00:00+08:00'],
    // Saturday the 10th stands in for a holiday.
    ['2026-10-09T17:00:00+08:00', 2, '2026-10-10T10:00:00+08:00'],
    ['2026-10-10T17:00:00+08:00', 2, '2026-10-12T10:00:00+08:00'],
  ])('from %s %i hours later is %s', (from, hours, to) => expect(shown(afterWorking(shanghai, at(from), hours * HOUR))).toBe(shown(at(to))))

  it('counts days on which somebody works, at the same time of day', () => {
    expect(shown(afterWorkdays(shanghai, at('2026-09-30T10:00:00+08:00'), 1))).toBe(shown(at('2026-10-05T10:00:00+08:00')))
    expect(shown(afterWorkdays(shanghai, at('2026-09-30T20:00:00+08:00'), 1))).toBe(shown(at('2026-10-06T09:00:00+08:00')))
    expect(shown(nextWorking(shanghai, at('2026-10-03T10:00:00+08:00')))).toBe(shown(at('2026-10-05T09:00:00+08:00')))
    const now = at('2026-09-30T10:00:01.250+08:00')
    expect(nextWorking(shanghai, now)).toBe(now)
  })

  it('knows what clocks show when they are changed', () => {
    // Forward at 02:00 on 29 March 2026, back at 03:00 on 25 October.
    for (const text of ['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', '2026-10-24T22:30:00Z', '2026-10-25T12:00:00Z']) {
      const moment = at(text)
      expect(shown(momentOf(wallOf(moment, 'Europe/Berlin'), 'Europe/Berlin'))).toBe(shown(moment))
    }
    expect(shown(momentOf(at('2026-10-25T02:30:00Z'), 'Europe/Berlin'))).toBe('2026-10-25T00:30:00.000Z')
    expect(shown(momentOf(at('2026-03-29T02:30:00Z'), 'Europe/Berlin'))).toBe('2026-03-29T01:30:00.000Z')
  })

  it('says why hours cannot be counted with', () => {
    expect(calendarFault(shanghai)).toBeUndefined()
    expect(calendarFault(berlin)).toBeUndefined()
    for (const [more, fault] of [
      [{ zone: 'Nowhere/Land' }, 'calendarZone'],
      [{ weekdays: [] }, 'calendarDays'],
      [{ weekdays: [8] }, 'calendarDays'],
      [{ holidays: ['1 May'] }, 'calendarDays'],
      [{ from: '18:00' }, 'calendarHours'],
      [{ breakTo: '' }, 'calendarHours'],
      [{ breakTo: '18:30' }, 'calendarHours'],
    ] as [Partial<WorkCalendar>, string][])
      expect(calendarFault({ ...shanghai, ...more }), JSON.stringify(more)).toBe(fault)
  })
})

describe('overdue actions in working hours', () => {
  const action = (more: Partial<OverdueAction>): OverdueAction => ({
    id: 'a',
    startEvent: 'created',
    timeDurationType: 'custom',
    timeDurationValue: { value: 2, unit: 'hour' },
    action: 'noticeTransactor',
    workingTime: true,
    ...more,
  })
  const next = (one: OverdueAction, start: string, done = 0, last?: string) => {
    const moment = nextOverdue(one, at(start), done, last === undefined ? undefined : at(last), shanghai)
    return moment === undefined ? undefined : shown(moment)
  }
  const friday = '2026-09-25T17:00:00+08:00'

  it('wait over the weekend, and go on by the clock where they are not to', () => {
    expect(next(action({}), friday)).toBe(shown(at('2026-09-28T10:00:00+08:00')))
    expect(next(action({ workingTime: false }), friday)).toBe(shown(at('2026-09-25T19:00:00+08:00')))
    expect(next(action({ timeDurationType: 'inherit', timeDuration: { day: 1, hour: 1, minute: 30 } }), friday)).toBe(shown(at('2026-09-29T09:30:00+08:00')))
    expect(next(action({ timeDurationValue: { value: 1, unit: 'week' } }), friday)).toBe(shown(at('2026-10-05T09:00:00+08:00')))
  })

  it('come again in working hours, at times of day of their zone', () => {
    const rate = action({ rateType: 'fixedRate', fixedRateValue: { value: 1, unit: 'day' } })
    expect(next(rate, friday, 1, '2026-09-30T10:00:00+08:00')).toBe(shown(at('2026-10-05T10:00:00+08:00')))
    const daily = action({ rateType: 'timeDate', timeDateValue: { periodic: 'day', periodicTime: '08:00' } })
    expect(next(daily, friday, 1, friday)).toBe(shown(at('2026-09-28T09:00:00+08:00')))
    expect(next({ ...daily, workingTime: false }, friday, 1, friday)).toBe(shown(at('2026-09-26T08:00:00+08:00')))
  })
})
