import { expect } from 'vitest'
import { batchIn, batchOf, severalIn } from '../support/flow-batches.ts'
import { caseOf, decide, HEADERS } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

let batchId = ''
let cases: string[] = []
scenarios('intervention.undoBatch', [
  {
    name: 'takes back what can be taken back, and tells of the rest',
    as: 'ann',
    headers: HEADERS,
    body: { reason: 'A mistake' },
    given: async world => {
      const flow = await severalIn(world, ['One', 'Two'], ['abe', 'ann'])
      ;({ cases } = flow)
      batchId = await batchOf(world, { action: 'TRANSFER', from: world.ids.abe, to: world.ids.ben, flowId: flow.flowId })
      // Something happens to one of them meanwhile.
      expect((await decide(world, cases[0] as string, 'ben')).status).toBe(0)
      return { params: { batchId } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      await world.running.services.flows.work.sweep()
      const told = await batchIn(world, batchId)
      expect(told).toMatchObject({ waiting: 0, done: 1, undone: 1 })
      expect(told.items.map(({ title, state, reason }: any) => [title, state, reason])).toEqual([
        ['One', 'done', 'Something has happened since: it cannot be taken back any more'],
        ['Two', 'undone', ''],
      ])
      expect((await caseOf(world, cases[1] as string, 'abe')).mine).toHaveLength(1)
    },
  },
  {
    name: 'takes nothing back after ten minutes',
    as: 'ann',
    headers: HEADERS,
    body: { reason: 'Too late' },
    given: async world => {
      await world.pool.query(`update flow_batch set made_at = now() - interval '11 minutes'`)
      return { params: { batchId } }
    },
    expect: { status: 409, code: 'flow.undoGone', stored: 'same' },
  },
])
