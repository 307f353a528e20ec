import { expect } from 'vitest'
import { addRow } from '../support/models.ts'
import { ORDERS, smallOrders } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'

const orders = smallOrders()
scenarios('data.listRows', [
  {
    name: 'data.list-rows: newest first, with a description of the fields',
    as: 'ann',
    given: orders.ready,
    expect: {
      status: 0,
      data: {
        total: 3,
        page: 1,
        perPage: 20,
        managed: true,
        items: [{ title: 'Third' }, { title: 'Second' }, { title: 'First' }],
        fields: [{ key: 'title', required: true }, { key: 'amount' }],
      },
    },
  },
  {
    name: 'in an order, by page',
    as: 'ann',
    given: orders.ready,
    query: { orderBy: 'amount', orderDir: 'desc', perPage: 2, page: 2 },
    expect: { status: 0, data: { total: 3, items: [{ amount: 1 }] } },
  },
  {
    name: 'by keywords, whatever they hold',
    as: 'ann',
    given: orders.ready,
    query: { keywords: 'IRS' },
    expect: { status: 0, data: { total: 1, items: [{ title: 'First' }] } },
  },
  { name: 'a percent sign is only itself', as: 'ann', given: orders.ready, query: { keywords: '%' }, expect: { status: 0, data: { total: 0 } } },
  {
    name: 'by a condition tree, with chosen fields',
    as: 'ann',
    given: orders.ready,
    query: {
      fields: 'title',
      filter: JSON.stringify({
        conjunction: 'or',
        children: [
          { left: { type: 'field', field: 'amount' }, op: 'greater', right: 2 },
          { left: { type: 'field', field: 'title' }, op: 'starts_with', right: 'Sec' },
        ],
      }),
    },
    expect: { status: 0, data: { total: 2 } },
    then: reply =>
      expect(reply.data.items.map((row: object) => Object.keys(row).sort())).toEqual([
        ['_labels', 'id', 'title', 'version'],
        ['_labels', 'id', 'title', 'version'],
      ]),
  },
  { name: 'says what is no condition', as: 'ann', given: orders.ready, query: { filter: '{' }, expect: { status: 422, errors: ['filter'] } },
  { name: 'says what is no field to sort by', as: 'ann', given: orders.ready, query: { orderBy: 'nothing' }, expect: { status: 422, errors: ['orderBy'] } },
  {
    name: 'finds no model that is not applied',
    as: 'ann',
    given: async () => ({ params: { ...ORDERS, appUrlKey: 'shop' } }),
    expect: { status: 404, code: 'data.modelUnknown' },
  },
  {
    name: 'keeps a stranger out',
    as: 'cyd',
    given: orders.ready,
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect(await orders.rows(world)).toHaveLength(3),
  },
  {
    name: 'goes on behind the row that a page ended with, whatever was added since, also where that row is gone',
    as: 'ann',
    given: async world => {
      const asked = await orders.ready(world)
      const first = await world.call('data.listRows', { as: 'ann', params: ORDERS, query: { orderBy: 'amount', orderDir: 'asc', perPage: 1 } })
      await addRow(world, 'order', { title: 'Least', amount: 0 })
      const { id } = first.data.items[0]
      const gone = await world.call('data.deleteRows', { as: 'ann', params: { ...ORDERS, rowIds: id } })
      await world.call('data.undoChange', { as: 'ann', params: { ...ORDERS, changeId: gone.data.changeId } })
      return { ...asked, query: { orderBy: 'amount', orderDir: 'asc', perPage: 2, after: first.data.next } }
    },
    expect: { status: 0, data: { total: 4, items: [{ title: 'Third' }, { title: 'First' }] } },
    then: async (_reply, world) => {
      const [least] = (await world.call('data.listRows', { as: 'ann', params: ORDERS, query: { orderBy: 'amount', perPage: 1 } })).data.items
      await world.call('data.deleteRows', { as: 'ann', params: { ...ORDERS, rowIds: least.id } })
    },
  },
  {
    name: 'takes no mark of another order, nor what is none',
    as: 'ann',
    given: async world => {
      const asked = await orders.ready(world)
      const { next } = (await world.call('data.listRows', { as: 'ann', params: ORDERS, query: { orderBy: 'amount', perPage: 1 } })).data
      const other = await world.call('data.listRows', { as: 'ann', params: ORDERS, query: { orderBy: 'title', perPage: 1, after: next } })
      expect(other).toMatchObject({ status: 422, errors: { after: expect.any(String) } })
      return { ...asked, query: { after: 'bm90aGluZw' } }
    },
    expect: { status: 422, errors: ['after'] },
  },
  { name: 'keeps another organisation out', as: 'dee', given: orders.ready, expect: { status: 403, stored: 'same' } },
  {
    name: 'what is none of some values may be no value at all',
    as: 'ann',
    given: async world => {
      const asked = await orders.ready(world)
      await addRow(world, 'order', { title: 'Without' })
      const filter = { conjunction: 'and', children: [{ left: { type: 'field', field: 'amount' }, op: 'select_not_any_in', right: [1, 2] }] }
      return { ...asked, query: { filter: JSON.stringify(filter) } }
    },
    expect: { status: 0, data: { total: 2, items: [{ title: 'Without' }, { title: 'First' }] } },
  },
  {
    name: 'counts no further than 10,000 rows, and says so',
    as: 'ann',
    given: async world => {
      const asked = await orders.ready(world)
      const table = `app_${world.ids.shop.replaceAll('-', '')}_dev."order"`
      await world.pool.query(`insert into ${table} (id, title) select gen_random_uuid(), 'Many' from generate_series(1, 10001)`)
      return { ...asked, query: { keywords: 'Many' } }
    },
    expect: { status: 0, data: { total: 10_000, totalIsCapped: true } },
  },
])
