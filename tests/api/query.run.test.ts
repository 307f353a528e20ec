import { expect } from 'vitest'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { scenarios, type Scenario } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

export const made: Record<string, string> = {}
type Definition = Record<string, unknown>
const QUERY = { ...DEV, queryKey: 'asked' }

let ready = false
/** Customers in countries, and their orders. */
async function given(world: World) {
  if (ready) return
  ready = true
  const sourceId = await builtinSource(world)
  const { modelId: customer } = await makeModel(world, sourceId, 'customer', [
    { key: 'name', name: 'Name', type: 'text' },
    {
      key: 'country',
      name: 'Country',
      type: 'enum',
      options: [
        { value: 'de', label: 'Germany' },
        { value: 'fr', label: 'France' },
      ],
    },
  ])
  await makeModel(world, sourceId, 'sale', [
    {
      key: 'state',
      name: 'State',
      type: 'enum',
      options: [
        { value: 'open', label: 'Open' },
        { value: 'won', label: 'Won' },
      ],
    },
    { key: 'amount', name: 'Amount', type: 'decimal', precision: 10, scale: 2, format: 'currency', currency: 'EUR' },
    { key: 'pieces', name: 'Pieces', type: 'integer' },
    { key: 'place', name: 'Place', type: 'text' },
    { key: 'day', name: 'Day', type: 'date' },
    { key: 'at', name: 'At', type: 'datetime' },
    { key: 'customer', name: 'Customer', type: 'relationOne', relation: { modelId: customer } },
  ])
  await applyAll(world, sourceId)
  const ada = await addRow(world, 'customer', { name: 'Ada', country: 'fr' })
  const bob = await addRow(world, 'customer', { name: 'Bob', country: 'de' })
  const sale = (state: string | null, amount: number | null, pieces: number, place: string, day: string, at: string, who?: string) =>
    addRow(world, 'sale', { state, amount, pieces, place, day, at, customer: who ?? null })
  await sale('won', 10.5, 1, 'Bonn', '2026-01-31', '2026-01-31T23:30:00Z', ada)
  await sale('won', 20, 2, 'bonn', '2026-02-01', '2026-07-31T22:30:00Z', ada)
  await sale('open', 5.25, 3, 'Ulm', '2026-02-28', '2026-08-01T10:00:00Z', bob)
  await sale(null, null, 4, '', '2025-12-31', '2025-12-28T10:00:00Z')
}

/** Saves a query and asks it. */
const asks = (name: string, definition: Definition, expected: (data: any) => void, more: Partial<Scenario> = {}): Scenario => ({
  name,
  as: 'ann',
  params: QUERY,
  given: async world => {
    await given(world)
    const { items } = (await world.call('query.list', { as: 'ann', params: DEV })).data
    for (const { id, key } of items) if (key === 'asked') await world.call('query.delete', { as: 'ann', params: { ...DEV, queryId: id } })
    const reply = await world.call('query.create', {
      as: 'ann',
      params: DEV,
      body: { key: 'asked', name: 'Asked', definition: { model: 'main/sale', ...definition } },
    })
    expect(reply.msg).toBe('')
  },
  expect: { status: 0 },
  then: reply => expected(reply.data),
  ...more,
})
const values = (data: any) => data.items.map(({ _labels, ...row }: any) => Object.values(row))
const count = { key: 'n', measure: 'count' }

scenarios('query.run', [
  asks('counts all rows where nothing makes groups', { measures: [count] }, data => {
    expect(values(data)).toEqual([[4]])
    expect(data.columns).toEqual([{ key: 'n', label: 'Number of rows', role: 'measure', type: 'integer', measure: 'count', together: 'sum' }])
    expect(data.isCut).toBe(false)
  }),
  asks(
    'tells choices in their order with their words, and figures of each kind, what is empty last',
    {
      groups: [{ key: 'state', path: 'state' }],
      measures: [
        count,
        { key: 'sum', measure: 'sum', path: 'amount' },
        { key: 'avg', measure: 'avg', path: 'amount' },
        { key: 'min', measure: 'min', path: 'pieces' },
        { key: 'max', measure: 'max', path: 'day' },
        { key: 'places', measure: 'distinct', path: 'place' },
      ],
    },
    data => {
      expect(values(data)).toEqual([
        ['open', 1, 5.25, 5.25, 3, '2026-02-28', 1],
        ['won', 2, 30.5, 15.25, 1, '2026-02-01', 2],
        [null, 1, null, null, 4, '2025-12-31', 0],
      ])
      expect(data.items.map((row: any) => row._labels.state)).toEqual(['Open', 'Won', '(empty)'])
      expect(data.columns.map(({ label, type, currency }: any) => [label, type, currency])).toEqual([
        ['State', 'enum', undefined],
        ['Number of rows', 'integer', undefined],
        ['Sum of Amount', 'decimal', 'EUR'],
        ['Average of Amount', 'decimal', 'EUR'],
        ['Lowest Pieces', 'integer', undefined],
        ['Highest Day', 'date', undefined],
        ['Different Place', 'integer', undefined],
      ])
    },
  ),
  asks(
    'cuts times to months as clocks of the place show them, in summer and in winter',
    { groups: [{ key: 'm', path: 'at', unit: 'month' }], measures: [count] },
    data =>
      expect(values(data)).toEqual([
        ['2025-12', 1],
        ['2026-02', 1],
        ['2026-08', 2],
      ]),
    { query: { zone: 'Europe/Berlin' } },
  ),
  ...(
    [
      ['day', ['2025-12-31', '2026-01-31', '2026-02-01', '2026-02-28']],
      ['week', ['2026-W01', '2026-W05', '2026-W09']],
      ['quarter', ['2025-Q4', '2026-Q1']],
      ['year', ['2025', '2026']],
    ] as const
  ).map(([unit, keys]) =>
    asks(`cuts days to the ${unit}`, { groups: [{ key: 'd', path: 'day', unit }], measures: [count] }, data =>
      expect(data.items.map((row: any) => row.d)).toEqual(keys),
    ),
  ),
  asks(
    'follows relations: groups, conditions and figures of the rows behind them',
    {
      groups: [{ key: 'land', path: 'customer.country' }],
      measures: [count, { key: 'names', measure: 'distinct', path: 'customer.name' }],
      filter: {
        conjunction: 'or',
        children: [
          { left: { type: 'field', field: 'customer.name' }, op: 'like', right: 'a' },
          { left: { type: 'field', field: 'customer' }, op: 'is_empty' },
        ],
      },
    },
    data => {
      expect(values(data)).toEqual([
        ['fr', 2, 1],
        [null, 1, 0],
      ])
      expect(data.items[0]._labels).toEqual({ land: 'France' })
      expect(data.columns[0].label).toBe('Customer · Country')
    },
  ),
  asks(
    'names rows of other models, those with the highest figure first',
    { groups: [{ key: 'who', path: 'customer' }], measures: [{ key: 's', measure: 'sum', path: 'amount' }] },
    data =>
      expect(data.items.map((row: any) => [row._labels.who, row.s])).toEqual([
        ['Ada', 30.5],
        ['Bob', 5.25],
        ['(empty)', null],
      ]),
  ),
  asks('takes texts to the letter, and an empty one for none', { groups: [{ key: 'p', path: 'place' }], measures: [count] }, data =>
    expect(values(data)).toEqual([
      ['Bonn', 1],
      ['bonn', 1],
      ['Ulm', 1],
      [null, 1],
    ]),
  ),
  asks(
    'has figures with conditions of their own, keeps groups whose figures fit, in an order, up to a limit',
    {
      groups: [{ key: 'p', path: 'place' }],
      measures: [count, { key: 'won', measure: 'sum', path: 'amount', filter: { left: { type: 'field', field: 'state' }, op: 'select_equals', right: 'won' } }],
      having: [{ by: 'n', op: 'greater_or_equal', value: 1 }],
      orderBy: [{ by: 'won', dir: 'desc' }],
      limit: 2,
    },
    data => {
      expect(values(data)).toEqual([
        ['bonn', 1, 20],
        ['Bonn', 1, 10.5],
      ])
      expect(data.isCut).toBe(true)
    },
  ),
  asks(
    'takes parameters; a condition whose parameter has no value is left out',
    {
      measures: [count],
      parameters: [
        { key: 'state', type: 'text' },
        { key: 'least', type: 'number', default: 2 },
      ],
      filter: {
        conjunction: 'and',
        children: [
          { left: { type: 'field', field: 'state' }, op: 'select_equals', right: { type: 'field', field: 'param.state' } },
          { left: { type: 'field', field: 'pieces' }, op: 'greater_or_equal', right: { type: 'field', field: 'param.least' } },
        ],
      },
    },
    data => expect(values(data)).toEqual([[3]]),
  ),
  {
    name: 'takes the values that are given',
    as: 'ann',
    params: QUERY,
    query: { parameters: '{"state":"won","least":"1"}' },
    expect: { status: 0, data: { items: [{ n: 2, _labels: {} }] } },
  },
  {
    name: 'takes them by their names as well, and leaves out what a list sends along',
    as: 'ann',
    params: QUERY,
    query: { state: 'won', least: '1', page: '1', perPage: '10' },
    expect: { status: 0, data: { items: [{ n: 2, _labels: {} }] } },
  },
  {
    name: 'says which parameter does not fit',
    as: 'ann',
    params: QUERY,
    query: { parameters: '{"least":"many"}' },
    expect: { status: 422, code: 'query.parameterInvalid' },
    then: reply => expect(reply.msg).toBe('The parameter least has no value that fits'),
  },
  {
    name: 'refuses a text that holds no values',
    as: 'ann',
    params: QUERY,
    query: { parameters: '[1]' },
    expect: { status: 422, code: 'query.parametersUnreadable' },
  },
  { name: 'knows no query of another name', as: 'ann', params: { ...QUERY, queryKey: 'other' }, expect: { status: 404, code: 'query.unknown' } },
  asks('counts the running period and the one before it', { measures: [count], period: { path: 'created_at', unit: 'year' } }, data => {
    expect(values(data)).toEqual([[4]])
    expect(data.before).toEqual([{ n: 0, _labels: {} }])
  }),
  asks(
    'knows days from today',
    { measures: [count], filter: { left: { type: 'field', field: 'created_at' }, op: 'greater_or_equal', right: { type: 'field', field: 'date.daysAgo7' } } },
    data => expect(values(data)).toEqual([[4]]),
  ),
  {
    name: 'is read from the release where it is published, and is not there before',
    as: 'ann',
    params: { ...QUERY, appUrlKey: 'shop' },
    expect: { status: 404 },
  },
])
