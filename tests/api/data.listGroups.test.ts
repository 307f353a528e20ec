import { expect } from 'vitest'
import { where } from '../support/row-permissions.ts'
import { makeSales, SALES } from '../support/sales.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

interface Told {
  label: string
  count: number
  figures: (number | null)[]
  filter: string
}
let ready = false
const given = async (world: World) => {
  if (ready) return
  ready = true
  const sale = await makeSales(world)
  await sale('Ulm', 5, 'won', '2026-02-01', { at: '2026-07-31T22:30:00Z', seller: world.ids.ann })
  await sale('Bonn', 10.5, 'won', '2026-01-05', { at: '2026-01-31T23:30:00Z', seller: world.ids.ben, big: true })
  await sale('Bonn', 20, 'open', '2026-01-31', { at: '2026-08-01T10:00:00Z', seller: world.ids.ben, big: false })
  await sale('', null, null, '9999-12-31')
  await sale(null, null, null, null)
}
const told = (items: Told[]) => items.map(({ label, count }) => [label, count])
const of = async (world: World, query: object) =>
  (await world.call('data.listGroups', { as: 'ann', params: SALES, query: query as Record<string, string> })).data as { items: Told[]; isMore: boolean }
/** How many rows the conditions of each group find. */
const found = (world: World, items: Told[]) =>
  Promise.all(items.map(async ({ filter }) => (await world.call('data.listRows', { as: 'ann', params: SALES, query: { filter } })).data.total))

scenarios('data.listGroups', [
  {
    name: 'tells of each choice in the order of the choices how many rows there are and figures over them, and of rows without one',
    as: 'ann',
    given,
    params: SALES,
    query: { by: 'state', figures: 'amount:sum,amount:avg,amount:min,amount:max' },
    expect: { status: 0, data: { isMore: false } },
    then: reply =>
      expect(reply.data.items.map(({ label, count, figures }: Told) => [label, count, figures])).toEqual([
        ['OPEN', 1, [20, 20, 20, 20]],
        ['WON', 2, [15.5, 7.75, 5, 10.5]],
        ['(empty)', 2, [null, null, null, null]],
      ]),
  },
  {
    name: 'has conditions that find the rows of each group, whatever makes the groups',
    as: 'ann',
    params: SALES,
    query: { by: 'place' },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(told(reply.data.items)).toEqual([
        ['Bonn', 2],
        ['Ulm', 1],
        ['(empty)', 2],
      ])
      for (const query of [
        { by: 'place' },
        { by: 'state' },
        { by: 'seller' },
        { by: 'big' },
        ...['day', 'month', 'year'].flatMap(unit => [
          { by: 'day', unit },
          { by: 'at', unit, zone: 'Europe/Berlin' },
          { by: 'created_at', unit, zone: 'Asia/Shanghai' },
        ]),
      ]) {
        const { items } = await of(world, query)
        expect(await found(world, items), JSON.stringify(query)).toEqual(items.map(({ count }) => count))
        expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(5)
      }
    },
  },
  {
    name: 'puts times together as clocks of the place show them, in summer and in winter',
    as: 'ann',
    params: SALES,
    query: { by: 'at', unit: 'month', zone: 'Europe/Berlin' },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(told(reply.data.items)).toEqual([
        ['2026-02', 1],
        ['2026-08', 2],
        ['(empty)', 2],
      ])
      for (const zone of ['', 'No/Where']) {
        const { items } = await of(world, { by: 'at', ...(zone && { zone }) })
        expect(told(items).slice(0, 3)).toEqual([
          ['2026-01', 1],
          ['2026-07', 1],
          ['2026-08', 1],
        ])
      }
    },
  },
  {
    name: 'groups the rows of a group, within what is searched for and filtered',
    as: 'ann',
    params: SALES,
    query: { by: 'seller', keywords: 'bonn', filter: JSON.stringify(where('state', 'select_equals', 'won')) },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.items).toMatchObject([{ count: 1, key: world.ids.ben }])
      const [bonn] = (await of(world, { by: 'place' })).items
      const within = (await of(world, { by: 'big', filter: bonn?.filter ?? '' })).items
      expect(told(within)).toEqual([
        ['No', 1],
        ['Yes', 1],
      ])
    },
  },
  {
    name: 'comes page by page, from either end, rows without a value last',
    as: 'ann',
    params: SALES,
    query: { by: 'place', perPage: 2 },
    expect: { status: 0, data: { isMore: true } },
    then: async (_, world) => {
      expect(told((await of(world, { by: 'place', perPage: 2, page: 2 })).items)).toEqual([['(empty)', 2]])
      expect(told((await of(world, { by: 'place', orderDir: 'desc' })).items).map(([label]) => label)).toEqual(['Ulm', 'Bonn', '(empty)'])
      expect(told((await of(world, { by: 'state', orderDir: 'desc' })).items).map(([label]) => label)).toEqual(['WON', 'OPEN', '(empty)'])
    },
  },
  { name: 'sums no words', as: 'ann', params: SALES, query: { by: 'state', figures: 'place:sum' }, expect: { status: 422, errors: ['figures'] } },
  { name: 'knows its figures', as: 'ann', params: SALES, query: { by: 'state', figures: 'amount:median' }, expect: { status: 422, errors: ['figures'] } },
  { name: 'makes no groups of long texts', as: 'ann', params: SALES, query: { by: 'notes' }, expect: { status: 422, errors: ['by'] } },
  { name: 'makes no groups of what there is not', as: 'ann', params: SALES, query: { by: 'town' }, expect: { status: 422, errors: ['by'] } },
  { name: 'keeps a stranger out', as: 'cyd', params: SALES, query: { by: 'state' }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps another organisation out', as: 'dee', params: SALES, query: { by: 'state' }, expect: { status: 403, stored: 'same' } },
])
