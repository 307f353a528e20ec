import { expect } from 'vitest'
import { asking, caseIn, caseOf, decide, DEV, HEADERS, inRow, must, taskOf } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let caseId = ''
const ask = () => ({ body: { flowDataId: caseId, reason: 'The wrong one' } })
const two = (world: World) =>
  inRow([
    { id: 'first', name: 'First', approvers: { by: 'people', users: [world.ids.abe] }, overdue: [overdue] },
    { id: 'second', name: 'Second', approvers: { by: 'people', users: [world.ids.ann] } },
  ])
const overdue = {
  id: 'late',
  startEvent: 'created',
  timeDurationType: 'custom',
  timeDurationValue: { value: 24, unit: 'hour' },
  action: 'noticeTransactor',
  actionConfig: { noticeTypes: ['inApp'] },
}
const begun = async (world: World) => void ({ caseId } = await caseIn(world, asking(world, ['abe'])))
const operate = (world: World, action: string, more: object = {}) =>
  must(world, 'intervention.operateInstance', { headers: HEADERS, body: { flowDataId: caseId, action, reason: 'Asked for', ...more } })
const operateNode = (world: World, action: string, more: object = {}) =>
  must(world, 'intervention.operateNode', { headers: HEADERS, body: { flowDataId: caseId, nodeId: 'first', action, reason: 'Asked for', ...more } })
const undoUntil = async (world: World) => {
  const { items } = await must(world, 'intervention.listInstances', { headers: HEADERS, body: { flowDataId: caseId } })
  return items[0].undoUntil as string
}
/** How a case stands, without its history. */
async function standing(world: World) {
  const read = async (text: string) => (await world.pool.query(text, [caseId])).rows
  const [one] = await read(`select status, result, ended_at, suspended_at, state from flow_case where id = $1`)
  const tasks = await read(`select no, node, assignee_id, state, done_at from flow_task where case_id = $1 and state <> 'dropped' order by no`)
  const timers = await read(`select token, task, action, due_at, paused_at from flow_timer where case_id = $1 order by task`)
  const work = await read(`select token, node, state from flow_outbox where case_id = $1 order by token`)
  const { lastId: _numbers, ...state } = one.state
  return { ...one, state, tasks, timers, work }
}
const headers = HEADERS
const as = 'ann' as const

/** What an operator does is done in `given`, and how it stood before is how it stands after. */
const backFrom = (name: string, act: (world: World) => Promise<unknown>, make: (world: World) => object = two) => {
  let before: unknown
  return {
    name,
    as,
    headers,
    given: async (world: World) => {
      ;({ caseId } = await caseIn(world, make(world)))
      before = await standing(world)
      await act(world)
      expect(await standing(world)).not.toEqual(before)
      expect(await undoUntil(world)).not.toBe('')
      return ask()
    },
    expect: { status: 0 },
    then: async (_reply: unknown, world: World) => {
      expect(await standing(world)).toEqual(before)
      expect(await undoUntil(world)).toBe('')
    },
  }
}

scenarios('intervention.undo', [
  backFrom('lets go on what was held', world => operate(world, 'SUSPEND')),
  backFrom('brings back what was stopped', world => operate(world, 'ABORT')),
  backFrom('takes back a new beginning', world => operate(world, 'RESET')),
  backFrom('takes back a skip', world => operateNode(world, 'SKIP_TO', { skipToNodeId: 'second' })),
  backFrom('takes back a skip to the end', world => operateNode(world, 'SKIP_TO', { skipToNodeId: 'end' })),
  backFrom('gives a task back', world => operateNode(world, 'TRANSFER', { changeUser: world.ids.ann })),
  backFrom('asks no one more', world => operateNode(world, 'ADD_USER', { changeUser: world.ids.ann })),
  backFrom('lets a step go on', world => operateNode(world, 'SUSPEND')),
  {
    name: 'has work that had not begun come back to what it was, and what it says stand in the history',
    as,
    headers,
    given: async world => {
      // Nothing is picked up but by the test.
      await world.running.services.flows.work.unwatch()
      const step = { id: 'auto', kind: 'service', name: 'Auto', service: { do: 'set', values: [{ name: 'note', value: 'Done' }] } }
      const first = { id: 'first', name: 'First', approvers: { by: 'people', users: [world.ids.abe] } }
      ;({ caseId } = await caseIn(world, inRow([first, step])))
      await operateNode(world, 'SKIP_TO', { skipToNodeId: 'auto' })
      expect((await standing(world)).work).toMatchObject([{ node: 'auto' }])
      return ask()
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await standing(world)).work).toEqual([])
      await world.running.services.flows.work.sweep()
      const { history, fields } = await caseOf(world, caseId, 'abe')
      expect(history.at(-1)).toMatchObject({ person: 'Ann', text: 'Took back what was done to it', comment: 'The wrong one' })
      expect(fields.find(({ key }: { key: string }) => key === 'note').value).toBeNull()
      const { items } = await must(world, 'flow.listNotices', { as: 'ben', params: DEV })
      expect(items[0]).toMatchObject({ kind: 'operated', comment: 'The wrong one' })
    },
  },
  {
    name: 'goes on as if nothing had been: decided, with numbers of tasks that were never given before',
    as,
    headers,
    given: async world => {
      ;({ caseId } = await caseIn(world, two(world)))
      await operate(world, 'RESET')
      return ask()
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await decide(world, caseId, 'abe')).status).toBe(0)
      expect((await decide(world, caseId, 'ann')).status).toBe(0)
      expect(await caseOf(world, caseId)).toMatchObject({ result: 'approved' })
    },
  },
  {
    name: 'is not possible once somebody has decided',
    as,
    headers,
    given: async world => {
      ;({ caseId } = await caseIn(world, two(world)))
      await operateNode(world, 'TRANSFER', { changeUser: world.ids.ann })
      await decide(world, caseId, 'ann')
      expect(await undoUntil(world)).toBe('')
      return ask()
    },
    expect: { status: 409, code: 'flow.undoPassed', stored: 'same' },
  },
  {
    name: 'is possible although somebody has said something',
    as,
    headers,
    given: async world => {
      await begun(world)
      await operate(world, 'SUSPEND')
      await must(world, 'flow.comment', { as: 'ben', params: { ...DEV, caseId }, body: { comment: 'Why?' } })
      return ask()
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0),
  },
  {
    name: 'is not possible after ten minutes',
    as,
    headers,
    given: async world => {
      await begun(world)
      await operate(world, 'ABORT')
      await world.pool.query(`update flow_undo set made_at = now() - interval '11 minutes' where case_id = $1`, [caseId])
      expect(await undoUntil(world)).toBe('')
      return ask()
    },
    expect: { status: 409, code: 'flow.undoGone', stored: 'same' },
  },
  {
    name: 'is not possible where comments were removed',
    as,
    headers,
    given: async world => {
      await begun(world)
      await operate(world, 'SUSPEND')
      await operate(world, 'RESET', { cleanGossip: true })
      return ask()
    },
    expect: { status: 409, code: 'flow.undoGone', stored: 'same' },
  },
  {
    name: 'is not possible where a trigger has heard of the end',
    as,
    headers,
    given: async world => {
      await begun(world)
      await operate(world, 'ABORT')
      await world.pool.query(
        `insert into trigger_event (id, company_id, app_id, tag, kind, input, triggers)
         select gen_random_uuid(), company_id, app_id, tag, 'flow', jsonb_build_object('flow', jsonb_build_object('case', id)), '[]' from flow_case where id = $1`,
        [caseId],
      )
      return ask()
    },
    expect: { status: 409, code: 'flow.undoBegun', stored: 'same' },
  },
  {
    name: 'is not possible while a service is at work because of it',
    as,
    headers,
    given: async world => {
      // Nothing is picked up but by the test.
      await world.running.services.flows.work.unwatch()
      const step = { id: 'auto', kind: 'service', name: 'Auto', service: { do: 'set', values: [{ name: 'note', value: 'Done' }] } }
      ;({ caseId } = await caseIn(world, inRow([{ id: 'first', name: 'First', approvers: { by: 'people', users: [world.ids.abe] } }, step])))
      await operateNode(world, 'SKIP_TO', { skipToNodeId: 'auto' })
      await world.pool.query(`update flow_outbox set leased_until = now() + interval '1 minute' where case_id = $1`, [caseId])
      return ask()
    },
    expect: { status: 409, code: 'flow.undoBegun', stored: 'same' },
  },
  {
    name: 'finds nothing to take back in what nobody operated on',
    as,
    headers,
    given: async world => {
      await begun(world)
      return ask()
    },
    expect: { status: 409, code: 'flow.undoGone', stored: 'same' },
  },
  {
    name: 'knows no instance of elsewhere',
    as,
    headers: { ...HEADERS, 'x-app-key': 'shop' },
    given: async world => {
      await begun(world)
      await operate(world, 'SUSPEND')
      return ask()
    },
    expect: { status: 404, code: 'flow.caseUnknown', stored: 'same' },
  },
])
