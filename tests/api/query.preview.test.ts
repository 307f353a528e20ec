import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { COUNTED, DEV, salesThere } from '../support/queries.ts'

scenarios('query.preview', [
  {
    name: 'answers a query that is being made, with the statement, and keeps nothing',
    as: 'ann',
    params: DEV,
    given: salesThere,
    body: { definition: COUNTED },
    expect: { status: 0, data: { answer: { items: [], isCut: false } }, stored: 'same' },
    then: reply => {
      expect(reply.data.sql).toMatch(/^select .* group by 1/)
      expect(reply.data.milliseconds).toBeGreaterThan(0)
    },
  },
  {
    name: 'binds values',
    as: 'ann',
    params: DEV,
    body: { definition: { ...COUNTED, filter: { left: { type: 'field', field: 'amount' }, op: 'less', right: 12.5 } } },
    expect: { status: 0 },
    then: reply => expect(reply.data.sql).not.toContain('12.5'),
  },
  { name: 'is for who works on the app', as: 'ben', params: DEV, body: { definition: COUNTED }, expect: { status: 403 } },
])
