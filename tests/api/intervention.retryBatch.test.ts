import { expect } from 'vitest'
import { batchIn, batchOf, operate, severalIn } from '../support/flow-batches.ts'
import { HEADERS } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

let batchId = ''
scenarios('intervention.retryBatch', [
  {
    name: 'tries what failed once more, and nothing else',
    as: 'ann',
    headers: HEADERS,
    given: async world => {
      const { flowId, cases } = await severalIn(world, ['One', 'Two'])
      await operate(world, cases[0] as string, 'SUSPEND')
      batchId = await batchOf(world, { action: 'SUSPEND', flowId })
      await operate(world, cases[0] as string, 'RESUME')
      return { params: { batchId } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await batchIn(world, batchId)).toMatchObject({ waiting: 1, done: 1, failed: 0 })
      await world.running.services.flows.work.sweep()
      expect(await batchIn(world, batchId)).toMatchObject({ waiting: 0, done: 2, failed: 0 })
    },
  },
  {
    name: 'is refused where nothing failed',
    as: 'ann',
    headers: HEADERS,
    given: async () => ({ params: { batchId } }),
    expect: { status: 409, code: 'flow.notInState', stored: 'same' },
  },
])
