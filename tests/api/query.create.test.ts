import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { COUNTED, DEV, queryIn, salesThere } from '../support/queries.ts'

const with_ = (more: object) => ({ key: 'made', name: 'Made', definition: { ...COUNTED, ...more } })
const refused = (name: string, definition: object, code: string, msg?: string) => ({
  name,
  as: 'ann' as const,
  params: DEV,
  given: salesThere,
  body: with_(definition),
  expect: { status: 422, code, stored: 'same' as const, ...(msg && { msg }) },
})

scenarios('query.create', [
  {
    name: 'keeps a query and its first version',
    as: 'ann',
    params: DEV,
    given: salesThere,
    body: { key: 'by_state', name: ' By state ', definition: COUNTED },
    expect: { status: 0, data: { key: 'by_state', name: 'By state', version: 1, mayEdit: true, mayDelete: true } },
    then: async (reply, world) => {
      const versions = await world.call('query.listVersions', { as: 'ann', params: { ...DEV, queryId: reply.data.id } })
      expect(versions.data.items).toMatchObject([{ version: 1, definition: COUNTED }])
    },
  },
  {
    name: 'gives no key twice, in whatever case',
    as: 'ann',
    params: DEV,
    given: async world => void (await queryIn(world, { key: 'taken_Key' })),
    body: { key: 'taken_key', name: 'Other', definition: COUNTED },
    expect: { status: 422, code: 'resource.keyTaken', stored: 'same' },
    then: reply => expect(reply.errors).toEqual({ key: 'This key is taken' }),
  },
  {
    name: 'takes a query of a model that is not applied yet',
    as: 'ann',
    params: DEV,
    given: salesThere,
    body: { key: 'later', name: 'Later', definition: { ...COUNTED, model: 'main/later' } },
    expect: { status: 0 },
  },
  refused('refuses a field that is not there', { groups: [{ key: 'x', path: 'colour' }] }, 'data.fieldUnknown', 'There is no field colour'),
  refused('refuses a relation that is none', { groups: [{ key: 'x', path: 'state.colour' }] }, 'data.fieldUnknown'),
  refused('refuses a figure without a field', { measures: [{ key: 'x', measure: 'sum' }] }, 'query.invalid'),
  refused('refuses a sum of what is no number', { measures: [{ key: 'x', measure: 'sum', path: 'state' }] }, 'data.fieldUnknown'),
  refused('refuses two columns of one key', { groups: [{ key: 'n', path: 'state' }] }, 'query.invalid', 'The query cannot be used: two columns have the key n'),
  refused('refuses an order by nothing', { orderBy: [{ by: 'nothing', dir: 'asc' }] }, 'query.invalid'),
  refused('refuses to keep groups by what is no figure', { having: [{ by: 'state', op: 'less', value: 1 }] }, 'query.invalid'),
  refused(
    'refuses a parameter that is not named',
    { filter: { left: { type: 'field', field: 'state' }, op: 'equal', right: { type: 'field', field: 'param.no' } } },
    'data.filterInvalid',
  ),
  refused('refuses what is no condition', { filter: { left: { type: 'field', field: 'state; drop table x' }, op: 'equal', right: 1 } }, 'data.filterInvalid'),
  refused('refuses a period of what is no time', { period: { path: 'amount', unit: 'month' } }, 'query.invalid'),
  { name: 'is for who works on the app', as: 'ben', params: DEV, body: with_({}), expect: { status: 403, stored: 'same' } },
])
