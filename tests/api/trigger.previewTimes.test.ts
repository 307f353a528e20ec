import { expect } from 'vitest'
import { DEV } from '../support/triggers.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('trigger.previewTimes', [
  {
    name: 'tells the next ten times as the clocks of the zone show them, over a change of the clocks too',
    as: 'ann',
    params: DEV,
    body: { cron: '30 9 * * 1-5', zone: 'Europe/Berlin' },
    expect: { status: 0, data: { zone: 'Europe/Berlin' } },
    then: ({ data }) => {
      expect(data.items).toHaveLength(10)
      expect(new Set(data.items.map((one: { local: string }) => one.local.slice(11)))).toEqual(new Set(['09:30']))
      expect(
        data.items.map((one: { local: string }) => new Date(one.local.slice(0, 10)).getUTCDay()).every((weekday: number) => weekday > 0 && weekday < 6),
      ).toBe(true)
    },
  },
  {
    name: 'knows days that never come',
    as: 'ann',
    params: DEV,
    body: { cron: '0 0 30 2 *', zone: 'UTC' },
    expect: { status: 422, code: 'trigger.cronInvalid', errors: ['cron'] },
  },
  {
    name: 'takes no seconds',
    as: 'ann',
    params: DEV,
    body: { cron: '* * * * * *', zone: 'UTC' },
    expect: { status: 422, code: 'trigger.cronInvalid', errors: ['cron'] },
  },
  {
    name: 'knows no other zones',
    as: 'ann',
    params: DEV,
    body: { cron: '0 0 * * *', zone: 'Moon/Base' },
    expect: { status: 422, code: 'trigger.zoneUnknown', errors: ['zone'] },
  },
  { name: 'is for who works on the app', as: 'ben', params: DEV, body: { cron: '0 0 * * *' }, expect: { status: 403 } },
])
