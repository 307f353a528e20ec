import { expect } from 'vitest'
import { DEV, salesThere } from '../support/queries.ts'
import { scenarios } from '../support/scenarios.ts'

const values = (list: { value: string }[]) => list.map(({ value }) => value)

scenarios('query.getSource', [
  {
    name: 'tells the models before one is chosen',
    as: 'ann',
    params: DEV,
    given: salesThere,
    expect: { status: 0, data: { models: [{ value: 'main/sale', label: 'sale' }], groups: [], conditions: [] } },
  },
  {
    name: 'tells what rows are put together by, what is summed, and what conditions name, parameters and days too',
    as: 'ann',
    params: DEV,
    query: { model: 'main/sale', parameters: 'region' },
    expect: { status: 0 },
    then: reply => {
      expect(values(reply.data.groups)).toEqual(['state', 'amount', 'created_at', 'created_by', 'updated_at', 'updated_by'])
      expect(values(reply.data.numbers)).toEqual(['amount'])
      expect(values(reply.data.times)).toEqual(['created_at', 'updated_at'])
      expect(values(reply.data.extremes)).toEqual(['amount', 'created_at', 'updated_at'])
      const groups = reply.data.conditions.filter(({ children }: { children?: unknown[] }) => children)
      expect(groups.map(({ label, children }: { label: string; children: { name: string }[] }) => [label, children[0]?.name])).toEqual([
        ['Parameters', 'param.region'],
        ['Days', 'date.today'],
      ])
    },
  },
  { name: 'knows no model that is not there', as: 'ann', params: DEV, query: { model: 'main/other' }, expect: { status: 404, code: 'data.modelUnknown' } },
])
