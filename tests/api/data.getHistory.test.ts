import { expect } from 'vitest'
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
scenarios('data.getHistory', [
  {
    name: 'tells who changed what, the latest first, in words',
    as: 'ann',
    given: async world => {
      await ready(world)
      return { params: { ...ORDERS, rowId: ids[0] as string } }
    },
    expect: {
      status: 0,
      data: {
        title: 'First',
        isCut: false,
        items: [
          { kind: 'update', isLatest: true, changes: [{ field: 'status', name: 'Status', from: 'New', to: 'Paid' }] },
          { kind: 'update', isLatest: false, changes: [{ field: 'amount', from: '3', to: '30' }] },
          { kind: 'create', changes: [{ field: 'title', from: '', to: 'First' }, { field: 'amount' }, { field: 'number' }, { field: 'status', to: 'New' }] },
        ],
      },
    },
    then: (reply, world) => {
      expect(reply.data.items[0]).toMatchObject({ by: world.ids.ann, id: changeId })
      expect(reply.data.items[0].byName).toBeTruthy()
    },
  },
  {
    name: 'knows no row that is not there',
    as: 'ann',
    given: async () => ({ params: { ...ORDERS, rowId: '00000000-0000-7000-8000-000000000000' } }),
    expect: { status: 404, code: 'data.rowUnknown' },
  },
  {
    name: 'knows no model of this key',
    as: 'ann',
    given: async () => ({ params: { ...ORDERS, dmKey: 'nothing', rowId: ids[0] as string } }),
    expect: { status: 404, code: 'data.modelUnknown' },
  },
  {
    name: 'keeps a stranger out',
    as: 'cyd',
    given: async () => ({ params: { ...ORDERS, rowId: ids[0] as string } }),
    expect: { status: 403, stored: 'same' },
  },
])
