import { batchOf, severalIn } from '../support/flow-batches.ts'
import { DEV, HEADERS } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

const as = 'ann' as const
scenarios('intervention.getBatch', [
  {
    name: 'tells how far it is and what became of each',
    as,
    headers: HEADERS,
    given: async world => ({
      params: { batchId: await batchOf(world, { action: 'SUSPEND', flowId: (await severalIn(world, ['One', 'Two'])).flowId }) },
      query: { perPage: 1 },
    }),
    expect: {
      status: 0,
      data: { action: 'SUSPEND', total: 2, waiting: 0, done: 2, mayUndo: true, perPage: 1, items: [{ title: 'One', state: 'done', reason: '' }] },
    },
  },
  {
    name: 'knows none of another app',
    as,
    headers: HEADERS,
    params: { ...DEV, batchId: '0191d5a0-0000-7000-8000-0000000000f6' },
    expect: { status: 404, code: 'flow.batchUnknown' },
  },
])
