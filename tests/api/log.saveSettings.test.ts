import { scenarios } from '../support/scenarios.ts'
import { expect } from 'vitest'

const params = { companyKey: 'acme', appUrlKey: 'shop' }

scenarios('log.saveSettings', [
  {
    name: 'sets how long the log is kept',
    as: 'ann',
    params,
    body: { keptDays: 90 },
    expect: { status: 0 },
    then: async (_, world) => expect((await world.call('log.getSettings', { as: 'ann', params })).data).toMatchObject({ keptDays: 90 }),
  },
  { name: 'refuses less than a week', as: 'ann', params, body: { keptDays: 1 }, expect: { status: 422, errors: ['keptDays'], stored: 'same' } },
  { name: 'refuses a member', as: 'ben', params, body: { keptDays: 90 }, expect: { status: 403, stored: 'same' } },
])
