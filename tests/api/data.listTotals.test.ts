import { expect } from 'vitest'
import { where } from '../support/row-permissions.ts'
import { makeSales, SALES } from '../support/sales.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const of = (measure: string) => ({ ...SALES, measure })
let ready = false
const given = async (world: World) => {
  if (ready) return
  ready = true
  const sale = await makeSales(world)
  await sale('Bonn', 10.5, 'won', '2026-01-05', { seller: world.ids.ben, big: true })
  await sale('Bonn', 20, 'open', '2026-01-31')
  await sale('Ulm', 5, 'won', '2026-02-01')
  await sale(null, null, null, null)
}
const told = (items: { label: string; value: number }[]) => items.map(({ label, value }) => [label, value])

scenarios('data.listTotals', [
  { name: 'counts all rows', as: 'ann', given, params: of('count'), expect: { status: 0, data: { value: 4, items: [], isCut: false } } },
  { name: 'sums a field', as: 'ann', params: of('sum'), query: { of: 'amount' }, expect: { status: 0, data: { value: 35.5 } } },
  {
    name: 'takes the mean of what there is',
    as: 'ann',
    params: of('avg'),
    query: { of: 'amount', filter: JSON.stringify(where('place', 'equal', 'Bonn')) },
    expect: { status: 0, data: { value: 15.25 } },
  },
  {
    name: 'has no largest of nothing',
    as: 'ann',
    params: of('max'),
    query: { of: 'amount', keywords: 'nowhere' },
    expect: { status: 0, data: { value: null } },
  },
  {
    name: 'for each choice in the order of the choices, and for rows without one',
    as: 'ann',
    params: of('count'),
    query: { by: 'state' },
    expect: { status: 0 },
    then: reply =>
      expect(told(reply.data.items)).toEqual([
        ['OPEN', 1],
        ['WON', 2],
        ['(empty)', 1],
      ]),
  },
  {
    name: 'for each text, the largest first, and says that there are more',
    as: 'ann',
    params: of('sum'),
    query: { of: 'amount', by: 'place', most: 2, filter: JSON.stringify(where('place', 'is_not_empty')) },
    expect: { status: 0, data: { isCut: false } },
    then: reply =>
      expect(told(reply.data.items)).toEqual([
        ['Bonn', 30.5],
        ['Ulm', 5],
      ]),
  },
  {
    name: 'for months, days and years',
    as: 'ann',
    params: of('count'),
    query: { by: 'day' },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(told(reply.data.items)).toEqual([
        ['2026-01', 2],
        ['2026-02', 1],
        ['(empty)', 1],
      ])
      const of_ = async (unit: string) =>
        told((await world.call('data.listTotals', { as: 'ann', params: of('count'), query: { by: 'day', unit, most: 1 } })).data.items)
      expect([await of_('day'), await of_('year')]).toEqual([[['2026-01-05', 1]], [['2026', 3]]])
    },
  },
  {
    name: 'for people and for yes and no, by name',
    as: 'ann',
    params: of('count'),
    query: { by: 'big' },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.items.map((one: { label: string }) => one.label)).toContain('Yes')
      const people = (await world.call('data.listTotals', { as: 'ann', params: of('count'), query: { by: 'seller' } })).data.items
      const { name } = await world.db.selectFrom('person').select('name').where('id', '=', world.ids.ben).executeTakeFirstOrThrow()
      expect(told(people)).toContainEqual([name, 1])
    },
  },
  { name: 'sums no words', as: 'ann', params: of('sum'), query: { of: 'place' }, expect: { status: 422, errors: ['of'] } },
  { name: 'wants to know what to sum', as: 'ann', params: of('sum'), expect: { status: 422, errors: ['of'] } },
  { name: 'tells nothing by long texts', as: 'ann', params: of('count'), query: { by: 'notes' }, expect: { status: 422, errors: ['by'] } },
  { name: 'tells nothing by what there is not', as: 'ann', params: of('count'), query: { by: 'town' }, expect: { status: 422, errors: ['by'] } },
  { name: 'knows its measures', as: 'ann', params: of('median'), expect: { status: 404 } },
  { name: 'keeps a stranger out', as: 'cyd', params: of('count'), expect: { status: 403, stored: 'same' } },
  { name: 'keeps another organisation out', as: 'dee', params: of('count'), expect: { status: 403, stored: 'same' } },
])
