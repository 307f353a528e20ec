import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { addRow } from '../support/models.ts'
import { queryIn } from '../support/queries.ts'

const filled = async (world: Parameters<typeof queryIn>[0]) => {
  const params = await queryIn(world)
  await addRow(world, 'sale', { state: 'open', amount: 1 })
  await addRow(world, 'sale', { state: null, amount: 2 })
  return params
}
scenarios('query.listRows', [
  {
    name: 'tells the rows behind a line with their words',
    as: 'ann',
    given: async world => ({ params: await filled(world) }),
    query: { at: '{"state":"open"}' },
    expect: { status: 0, data: { total: 1, items: [{ amount: '1.00', _labels: { state: 'Open' } }] } },
    then: reply => expect(reply.data.fields.map(({ key }: any) => key)).toEqual(['state', 'amount']),
  },
  {
    name: 'tells those of a line without a value',
    as: 'ann',
    given: async world => ({ params: await filled(world) }),
    query: { at: '{"state":null}', perPage: '1' },
    expect: { status: 0, data: { items: [{ state: null }], perPage: 1 } },
  },
  {
    name: 'tells all of them',
    as: 'ann',
    given: async world => ({ params: await filled(world) }),
    expect: { status: 0 },
    then: reply => expect(reply.data.total).toBe(reply.data.items.length),
  },
  {
    name: 'refuses what is no line',
    as: 'ann',
    given: async world => ({ params: await filled(world) }),
    query: { at: '{"colour":"red"}' },
    expect: { status: 422, code: 'query.atInvalid' },
  },
])
