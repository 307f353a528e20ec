import { makeChangedOrders, ORDERS } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let ids: string[] = []
let changeId = ''
/** Three orders, of which one was changed and all were paid together. */
const ready = async (world: World) => {
  if (ids.length) return
  ;({ ids, changeId } = await makeChangedOrders(world))
}
scenarios('data.getChange', [
  {
    name: 'says row by row what taking a change back would do, and which rows stay',
    as: 'ann',
    given: async world => {
      await ready(world)
      await world.call('data.updateRow', { as: 'abe', params: { ...ORDERS, rowId: ids[1] as string }, body: { status: 'new' } })
      return { params: { ...ORDERS, changeId } }
    },
    expect: {
      status: 0,
      data: {
        kind: 'update',
        count: 3,
        still: 2,
        isUndone: false,
        rows: [
          { title: 'First', becomes: 'changed', isStill: true, changes: [{ field: 'status', from: 'Paid', to: 'New' }] },
          { title: 'Second', isStill: false },
          { title: 'Third', isStill: true },
        ],
      },
    },
  },
  {
    name: 'knows no change that is not there',
    as: 'ann',
    given: async () => ({ params: { ...ORDERS, changeId: '00000000-0000-7000-8000-000000000000' } }),
    expect: { status: 404, code: 'data.changeUnknown' },
  },
  { name: 'finds nothing at what is no id', as: 'ann', given: async () => ({ params: { ...ORDERS, changeId: 'x' } }), expect: { status: 404 } },
  { name: 'keeps a stranger out', as: 'cyd', given: async () => ({ params: { ...ORDERS, changeId } }), expect: { status: 403, stored: 'same' } },
])
