import { expect } from 'vitest'
import { batchOf, severalIn } from '../support/flow-batches.ts'
import { HEADERS } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('intervention.listBatches', [
  {
    name: 'the latest first, with how far each is',
    as: 'ann',
    headers: HEADERS,
    given: async world => {
      const { flowId } = await severalIn(world, ['One', 'Two'])
      await batchOf(world, { action: 'SUSPEND', flowId })
      await batchOf(world, { action: 'RESUME', flowId }, false)
    },
    expect: { status: 0, data: { total: 2 } },
    then: reply =>
      expect(reply.data.items.map(({ action, waiting, done, by }: any) => [action, waiting, done, by])).toEqual([
        ['RESUME', 2, 0, 'Ann'],
        ['SUSPEND', 0, 2, 'Ann'],
      ]),
  },
])
