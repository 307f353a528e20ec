import { expect } from 'vitest'
import { makeChangedOrders, ORDERS, ordersIn } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let ids: string[] = []
let changeId = ''
/** Three orders, of which one was changed and all were paid together. */
const ready = async (world: World) => {
  if (ids.length) return
  ;({ ids, changeId } = await makeChangedOrders(world))
}
let before: Record<string, unknown>[] = []
scenarios('data.undoChange', [
  {
    name: 'keeps a member without the duty out',
    as: 'ben',
    given: async world => {
      await ready(world)
      return { params: { ...ORDERS, changeId }, body: {} }
    },
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect((await ordersIn(world)).map(row => row.status)).toEqual(['paid', 'paid', 'paid']),
  },
  {
    name: 'takes a change back, and names the rows that were changed again since',
    as: 'ann',
    given: async world => {
      await world.call('data.updateRow', { as: 'abe', params: { ...ORDERS, rowId: ids[1] as string }, body: { status: null } })
      // Another field of a row is no obstacle.
      await world.call('data.updateRow', { as: 'abe', params: { ...ORDERS, rowId: ids[2] as string }, body: { amount: 7 } })
      return { params: { ...ORDERS, changeId }, body: {} }
    },
    expect: { status: 0, data: { count: 2, left: [{ title: 'Second' }] } },
    then: async (_reply, world) =>
      expect((await ordersIn(world)).map(row => [row.amount, row.status])).toEqual([
        [30, 'new'],
        [1, null],
        [7, 'new'],
      ]),
  },
  {
    name: 'takes nothing back twice',
    as: 'ann',
    given: async () => ({ params: { ...ORDERS, changeId }, body: {} }),
    expect: { status: 409, code: 'data.undone', stored: 'same' },
  },
  {
    name: 'brings deleted rows back as they were, with their ids and numbers',
    as: 'ann',
    given: async world => {
      before = await ordersIn(world)
      const gone = await world.call('data.deleteRows', { as: 'ann', params: { ...ORDERS, rowIds: ids.slice(0, 2).join(',') } })
      expect(await ordersIn(world)).toHaveLength(1)
      return { params: { ...ORDERS, changeId: gone.data.changeId }, body: {} }
    },
    expect: { status: 0, data: { count: 2, left: [] } },
    then: async (_reply, world) => {
      expect(await ordersIn(world)).toEqual(before)
      const { items } = (await world.call('data.getHistory', { as: 'ann', params: { ...ORDERS, rowId: ids[0] as string } })).data
      expect(items.slice(0, 2)).toMatchObject([{ kind: 'undo' }, { kind: 'delete' }])
    },
  },
  {
    name: 'refuses when every row was changed since',
    as: 'ann',
    given: async world => {
      const all = await world.call('data.updateRows', { as: 'ann', params: ORDERS, body: { ids, values: { amount: 5 } } })
      await world.call('data.updateRows', { as: 'abe', params: ORDERS, body: { ids, values: { amount: 6 } } })
      return { params: { ...ORDERS, changeId: all.data.changeId }, body: {} }
    },
    expect: { status: 409, code: 'data.nothingToUndo', stored: 'same' },
    then: async (_reply, world) => expect((await ordersIn(world)).map(row => row.amount)).toEqual([6, 6, 6]),
  },
  {
    name: 'leaves a row alone that is there again meanwhile',
    as: 'ann',
    given: async world => {
      const table = `app_${world.ids.shop.replaceAll('-', '')}_dev."order"`
      const again = (await world.pool.query<{ row: unknown }>(`select to_jsonb(o) as row from ${table} o where id = $1`, [ids[0]])).rows[0]?.row
      const gone = await world.call('data.deleteRows', { as: 'ann', params: { ...ORDERS, rowIds: ids.slice(0, 2).join(',') } })
      await world.pool.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [JSON.stringify(again)])
      return { params: { ...ORDERS, changeId: gone.data.changeId }, body: {} }
    },
    expect: { status: 0, data: { count: 1, left: [{ title: 'First' }] } },
    then: async (_reply, world) => expect(await ordersIn(world)).toHaveLength(3),
  },
  {
    name: 'knows a change for a day only',
    as: 'ann',
    given: async world => {
      const late = await world.call('data.updateRows', { as: 'ann', params: ORDERS, body: { ids, values: { amount: 8 } } })
      await world.pool.query("update row_change set undo_until = now() - interval '1 second' where id = $1", [late.data.changeId])
      return { params: { ...ORDERS, changeId: late.data.changeId }, body: {} }
    },
    expect: { status: 404, code: 'data.changeUnknown', stored: 'same' },
    then: async (_reply, world) => expect((await ordersIn(world)).map(row => row.amount)).toEqual([8, 8, 8]),
  },
  { name: 'finds nothing at what is no id', as: 'ann', given: async () => ({ params: { ...ORDERS, changeId: 'x' }, body: {} }), expect: { status: 404 } },
])
