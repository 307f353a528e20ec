import { DEV, makeOrders, notForThem, scopeRefused, type Orders } from '../support/row-permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let made: Orders | undefined
const given = async (world: World) => {
  made ??= await makeOrders(world)
  return { params: DEV as Record<string, string> }
}
scenarios('rowPermission.listModels', [
  {
    name: 'rowPermission.list-models: models with their keys',
    as: 'ann',
    given,
    expect: {
      status: 0,
      data: {
        items: [
          { modelName: 'line', dmKey: 'line', dsKey: 'main', rules: 0 },
          { modelName: 'order', dmKey: 'order', dsKey: 'main', rules: 0 },
        ],
      },
    },
  },
  { name: 'by keywords', as: 'abe', given, query: { keywords: 'ORD' }, expect: { status: 0, data: { items: [{ dmKey: 'order' }] } } },
  { name: 'refuses keywords without an end', as: 'ann', given, query: { keywords: 'x'.repeat(101) }, expect: { status: 422, errors: ['keywords'] } },
  ...notForThem(given),
  ...scopeRefused(given),
])
