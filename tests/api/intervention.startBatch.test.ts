import { expect } from 'vitest'
import { batchIn, batchOf, operate, severalIn } from '../support/flow-batches.ts'
import { caseOf, HEADERS } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

const as = 'ann' as const
const headers = HEADERS
let flow = { flowId: '', cases: [] as string[] }

scenarios('intervention.startBatch', [
  {
    name: 'does it to each, tells what was not possible, and why in the history of each',
    as,
    headers,
    given: async world => {
      flow = await severalIn(world, ['One', 'Two', 'Three'])
      await operate(world, flow.cases[0] as string, 'SUSPEND')
      return { body: { flowId: flow.flowId, action: 'SUSPEND', count: 3, reason: 'Audit' } }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(await batchIn(world, reply.data.id)).toMatchObject({ waiting: 3, done: 0, mayUndo: false })
      // Two processes at once do each of them once.
      const { work } = world.running.services.flows
      await Promise.all([work.sweep(), work.sweep()])
      const told = await batchIn(world, reply.data.id)
      expect(told).toMatchObject({ by: 'Ann', reason: 'Audit', total: 3, waiting: 0, done: 2, failed: 1, mayUndo: true })
      expect(told.items[0]).toMatchObject({ title: 'One', state: 'failed', reason: 'This is not possible in the state that it is in now' })
      const two = await caseOf(world, flow.cases[1] as string, 'ben')
      expect(two.status).toBe(3)
      expect(two.history.filter((one: { type: string }) => one.type === 'suspended')).toHaveLength(1)
      expect(two.history).toEqual(expect.arrayContaining([expect.objectContaining({ person: 'Ann', comment: 'Audit' })]))
    },
  },
  {
    name: 'passes on all that somebody is asked',
    as,
    headers,
    given: async world => {
      flow = await severalIn(world, ['One', 'Two'])
      return { body: { flowId: flow.flowId, action: 'TRANSFER', from: world.ids.abe, to: world.ids.ben, count: 2, reason: 'Abe has left' } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      await world.running.services.flows.work.sweep()
      for (const id of flow.cases) expect((await caseOf(world, id, 'ben')).mine).toHaveLength(1)
    },
  },
  {
    name: 'begins nothing where others fit by now than the plan told of',
    as,
    headers,
    given: async world => ({ body: { flowId: (await severalIn(world, ['One', 'Two'])).flowId, action: 'ABORT', count: 1, reason: 'Audit' } }),
    expect: { status: 409, code: 'flow.batchChanged', stored: 'same' },
  },
  {
    name: 'begins nothing where nothing fits',
    as,
    headers,
    given: async world => ({ body: { flowId: (await severalIn(world, [])).flowId, action: 'ABORT', count: 1, reason: 'Audit' } }),
    expect: { status: 422, code: 'flow.batchEmpty', stored: 'same' },
  },
  {
    name: 'asks for a reason',
    as,
    headers,
    given: async world => ({ body: { flowId: (await severalIn(world, ['One'])).flowId, action: 'ABORT', count: 1, reason: '' } }),
    expect: { status: 422, errors: ['reason'], stored: 'same' },
  },
  {
    name: 'of a process that ended in the middle another takes the rest',
    as,
    headers,
    given: async world => {
      flow = await severalIn(world, ['One', 'Two'])
      // Leased by a process that is gone, from their first moment on: this one's own would take them before they could be leased by hand.
      await world.pool.query(`
        create function flow_batch_item_gone() returns trigger language plpgsql as $$
        begin new.leased_until := now() + interval '2 minutes'; new.tries := 1; return new; end $$;
        create trigger flow_batch_item_gone before insert on flow_batch_item for each row execute function flow_batch_item_gone()`)
      return { body: { flowId: flow.flowId, action: 'ABORT', count: 2, reason: 'Audit' } }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      const { work, clock } = world.running.services.flows
      await world.pool.query('drop trigger flow_batch_item_gone on flow_batch_item; drop function flow_batch_item_gone')
      await work.sweep()
      expect((await batchIn(world, reply.data.id)).waiting).toBe(2)
      const now = clock.now
      clock.now = () => new Date(Date.now() + 180_000)
      await work.sweep()
      clock.now = now
      expect(await batchIn(world, reply.data.id)).toMatchObject({ waiting: 0, done: 2 })
      expect(await batchOf(world, { action: 'ABORT', flowId: flow.flowId, statuses: [-1] })).toBeTruthy()
    },
  },
])
