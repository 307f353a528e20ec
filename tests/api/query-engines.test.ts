// The same rows give the same answers, whichever database they are in: built-in, a PostgreSQL and a MariaDB of somebody else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { externalDatabases } from '../support/databases.ts'
import { addRow, applyAll, builtinSource, DEV, makeModel } from '../support/models.ts'
import { dice } from '../support/random.ts'
import { makeWorld, type World } from '../support/world.ts'

const databases = await externalDatabases()
const STATES = ['open', 'won', 'lost']
const PLACES = ['Bonn', 'bonn', 'Köln', 'koln', '北京', 'Ulm ', 'Ulm', '-1', null]
const MEASURES = [
  { key: 'n', measure: 'count' },
  { key: 'sum', measure: 'sum', path: 'amount' },
  { key: 'avg', measure: 'avg', path: 'amount' },
  { key: 'mean', measure: 'avg', path: 'pieces' },
  { key: 'first', measure: 'min', path: 'at' },
  { key: 'last', measure: 'max', path: 'day' },
  { key: 'places', measure: 'distinct', path: 'place' },
]
const group = (path: string, unit?: string) => ({ key: 'g', path, ...(unit && { unit }) })
const QUERIES: [string, Record<string, unknown>, string?][] = [
  ['figures of all', { measures: MEASURES }],
  ['by choice', { groups: [group('state')], measures: MEASURES }],
  ['by text, to the letter', { groups: [group('place')], measures: MEASURES }],
  ['by truth', { groups: [group('big')], measures: MEASURES }],
  ...['day', 'week', 'month', 'quarter', 'year'].flatMap((unit): [string, Record<string, unknown>, string][] => [
    [`by the ${unit} of a date`, { groups: [group('day', unit)], measures: MEASURES }, 'Asia/Shanghai'],
    // Clocks are put forward and back here, and at half an hour there.
    [`by the ${unit} of a time`, { groups: [group('at', unit)], measures: MEASURES }, 'Europe/Berlin'],
    [`by the ${unit} of a time elsewhere`, { groups: [group('at', unit)], measures: [{ key: 'n', measure: 'count' }] }, 'Australia/Lord_Howe'],
  ]),
  [
    'over a relation',
    { groups: [group('customer.land')], measures: MEASURES, filter: { left: { type: 'field', field: 'customer.score' }, op: 'greater', right: 1 } },
  ],
  [
    'by two, the highest first',
    { groups: [group('state'), { key: 'm', path: 'at', unit: 'month' }], measures: MEASURES, orderBy: [{ by: 'sum', dir: 'desc' }], limit: 5 },
  ],
  ['texts the other way round', { groups: [group('place')], measures: [{ key: 'n', measure: 'count' }], orderBy: [{ by: 'g', dir: 'desc' }] }],
  ['groups whose figures fit', { groups: [group('place')], measures: MEASURES, having: [{ by: 'avg', op: 'less', value: 50.5 }] }],
  [
    'figures with conditions',
    {
      groups: [group('state')],
      measures: [
        { key: 'n', measure: 'count', filter: { left: { type: 'field', field: 'big' }, op: 'equal', right: true } },
        { key: 's', measure: 'sum', path: 'pieces', filter: { left: { type: 'field', field: 'day' }, op: 'less', right: '2026-01-01' } },
      ],
    },
  ],
]

/** Of customers, over the sales that name them. */
const OF_CUSTOMERS: [string, Record<string, unknown>][] = [
  [
    'figures of related rows',
    {
      groups: [group('land')],
      measures: [
        { key: 'n', measure: 'count' },
        { key: 'sales', measure: 'count', path: 'sales' },
        { key: 'sum', measure: 'sum', path: 'sales.amount' },
        { key: 'avg', measure: 'avg', path: 'sales.amount' },
        { key: 'mean', measure: 'avg', path: 'sales.pieces' },
        { key: 'most', measure: 'max', path: 'sales.pieces' },
        { key: 'last', measure: 'max', path: 'sales.at' },
      ],
    },
  ],
  ...(['state', 'place', 'big', 'day', 'at'] as const).map((key): [string, Record<string, unknown>] => [
    `by the ${key} of related rows`,
    {
      groups: [group(`sales.${key}`, key === 'day' || key === 'at' ? 'month' : undefined)],
      measures: [
        { key: 'n', measure: 'count' },
        { key: 'score', measure: 'sum', path: 'score' },
        { key: 'sum', measure: 'sum', path: 'sales.amount' },
      ],
    },
  ]),
  [
    'conditions on related rows',
    {
      measures: [
        { key: 'n', measure: 'count' },
        { key: 'won', measure: 'count', path: 'sales', filter: { left: { type: 'field', field: 'sales.state' }, op: 'equal', right: 'won' } },
      ],
      filter: {
        conjunction: 'and',
        children: [
          { left: { type: 'field', field: 'sales' }, op: 'is_not_empty' },
          { left: { type: 'field', field: 'sales.pieces' }, op: 'greater', right: 4 },
        ],
      },
    },
  ],
  [
    'rows without related ones',
    { groups: [group('land')], measures: [{ key: 'n', measure: 'count' }], filter: { left: { type: 'field', field: 'sales' }, op: 'is_empty' } },
  ],
]

let world: World
const sources: string[] = []

beforeAll(async () => {
  world = await makeWorld()
  const made: string[] = [await builtinSource(world)]
  sources.push('main')
  for (const database of databases) {
    const input = await database.fresh()
    const { data } = await world.call('source.create', { as: 'ann', params: DEV, body: { key: database.name, name: database.name, ...input } })
    made.push(data.id)
    sources.push(database.name)
  }
  for (const [at, sourceId] of made.entries()) {
    const customer = await makeModel(world, sourceId, 'customer', [
      { key: 'land', name: 'Land', type: 'enum', options: ['de', 'fr'].map(value => ({ value, label: value })) },
      { key: 'score', name: 'Score', type: 'integer' },
    ])
    const sale = await makeModel(world, sourceId, 'sale', [
      { key: 'state', name: 'State', type: 'enum', options: STATES.map(value => ({ value, label: value })) },
      { key: 'place', name: 'Place', type: 'text' },
      { key: 'amount', name: 'Amount', type: 'decimal', precision: 12, scale: 3 },
      { key: 'pieces', name: 'Pieces', type: 'integer' },
      { key: 'big', name: 'Big', type: 'boolean' },
      { key: 'day', name: 'Day', type: 'date' },
      { key: 'at', name: 'At', type: 'datetime' },
      { key: 'customer', name: 'Customer', type: 'relationOne', relation: { modelId: customer.modelId } },
    ])
    await applyAll(world, sourceId)
    const back = { key: 'sales', name: 'Sales', type: 'relationMany', relation: { modelId: sale.modelId, field: 'customer' } }
    expect((await world.call('model.addField', { as: 'ann', params: { ...DEV, modelId: customer.modelId }, body: back })).msg).toBe('')
    await applyAll(world, sourceId)
    const dsKey = sources[at] as string
    const r = dice(7)
    const some = <T>(one: () => T): T | null => (r.chance(0.15) ? null : one())
    const customers: string[] = []
    for (let n = 0; n < 4; n++) customers.push(await addRow(world, 'customer', { land: some(() => r.pick(['de', 'fr'])), score: n }, { dsKey }))
    await addRow(world, 'customer', { land: 'fr', score: 9 }, { dsKey })
    // Long ago and far ahead of what anybody's periods are made for.
    for (const at of ['1890-05-15T12:00:00Z', '1969-12-31T23:30:00Z', '2026-12-28T23:30:00Z', '2150-06-15T12:00:00Z'])
      await addRow(world, 'sale', { at, state: 'won', amount: 1, pieces: 1 }, { dsKey })
    for (let n = 0; n < 60; n++)
      await addRow(
        world,
        'sale',
        {
          state: some(() => r.pick(STATES)),
          place: r.pick(PLACES),
          amount: some(() => r.below(100_000) / 1000),
          pieces: some(() => r.below(7)),
          big: some(() => r.chance(0.5)),
          day: some(() => new Date(Date.UTC(2025, 10, 1 + r.below(120))).toISOString().slice(0, 10)),
          // Around the hours at which clocks are put forward and back, too.
          at: some(() => new Date((r.chance(0.4) ? Date.UTC(2026, r.pick([2, 9]), 29, 0) : Date.UTC(2025, 11, 31)) + r.below(48 * 60) * 60_000).toISOString()),
          customer: some(() => r.pick(customers)),
        },
        { dsKey },
      )
  }
}, 180_000)
afterAll(() => world?.close())

describe('the same rows in each database', () => {
  const all = [
    ...QUERIES.map(([name, definition, zone]) => ({ model: 'sale', name, definition, zone })),
    ...OF_CUSTOMERS.map(([name, definition]) => ({ model: 'customer', name, definition, zone: undefined })),
  ]
  it.each(all)('$model: $name', async ({ model, definition, zone }) => {
    const answers: unknown[] = []
    for (const source of sources) {
      const reply = await world.call('query.preview', {
        as: 'ann',
        params: DEV,
        body: { definition: { model: `${source}/${model}`, ...definition }, ...(zone && { zone }) } as never,
      })
      expect(reply.status, `${source}: ${reply.msg}`).toBe(0)
      const { models, ...answer } = reply.data.answer
      expect(models).toContain(`${source}/${model}`)
      answers.push(answer)
    }
    expect((answers[0] as { items: unknown[] }).items.length).toBeGreaterThan(0)
    for (const [at, answer] of answers.entries()) expect(answer, sources[at]).toEqual(answers[0])
  })
})

it('tells which figures of groups make one of all: not those of rows that stand in several groups', async () => {
  const measures = [
    { key: 'n', measure: 'count' },
    { key: 'score', measure: 'avg', path: 'score' },
    { key: 'sales', measure: 'count', path: 'sales' },
    { key: 'most', measure: 'max', path: 'sales.pieces' },
  ]
  const together = async (path: string) => {
    const definition = { model: 'main/customer', groups: [group(path)], measures }
    const reply = await world.call('query.preview', { as: 'ann', params: DEV, body: { definition } as never })
    return (reply.data.answer.columns as { together?: string }[]).slice(1).map(column => column.together)
  }
  expect(await together('land')).toEqual(['sum', undefined, 'sum', 'max'])
  expect(await together('sales.state')).toEqual([undefined, undefined, 'sum', 'max'])
})
