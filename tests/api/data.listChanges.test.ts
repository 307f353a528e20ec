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
scenarios('data.listChanges', [
  {
    name: 'lists what can be taken back, not the changes of single rows',
    as: 'ann',
    given: async world => {
      await ready(world)
      return { params: ORDERS }
    },
    expect: { status: 0, data: { total: 1, items: [{ kind: 'update', count: 3, fields: 'Status', isUndone: false, undoneByName: '' }] } },
    then: reply => expect(reply.data.items[0].id).toBe(changeId),
  },
  {
    name: 'lists the newest first',
    as: 'ann',
    given: async world => {
      await ready(world)
      await world.call('data.updateRows', { as: 'ann', params: ORDERS, body: { ids: ids.slice(0, 2), values: { status: 'new' } } })
      return { params: ORDERS }
    },
    expect: { status: 0, data: { total: 2, items: [{ count: 2 }, { count: 3 }] } },
  },
  { name: 'wants a page that there can be', as: 'ann', given: async () => ({ params: ORDERS, query: { page: 0 } }), expect: { status: 422, errors: ['page'] } },
  { name: 'keeps a stranger out', as: 'cyd', given: async () => ({ params: ORDERS }), expect: { status: 403, stored: 'same' } },
])
