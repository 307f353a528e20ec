// Instances that run are put on another revision of their flow, one by one: what they wait for goes on there, is told in their history and can be taken back.
import { expect } from 'vitest'
import { batchIn, migrate, redrawnIn } from '../support/flow-batches.ts'
import { asking, caseOf, decide, DEV, HEADERS, inRow, must, taskOf } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { Person, World } from '../support/world.ts'

const as = 'ann' as const
const headers = HEADERS
let flowId = ''
const by = (world: World, ...people: Person[]) => ({ approvers: { by: 'people', users: people.map(one => world.ids[one]) } })
const step = (world: World, id: string, people: Person[], more: object = {}) => ({ id, name: id, ...by(world, ...people), ...more })
const late = { id: 'late', startEvent: 'created', timeDurationType: 'custom', timeDurationValue: { value: 1, unit: 'day' }, action: 'autoApprove', times: 1 }
const rows = async (world: World, sql: string, caseId: string) => (await world.pool.query(sql, [caseId])).rows
const timers = (world: World, caseId: string) => rows(world, `select action, due_at, task from flow_timer where case_id = $1 order by action`, caseId)

scenarios('intervention.startMigration', [
  {
    name: 'goes on as it is where the step asks the same, under the name that it has now, and along the lines that are new',
    as,
    headers,
    given: async world => {
      const first = inRow([step(world, 'approval', ['abe'], { name: 'Approval' })])
      const second = inRow([step(world, 'leader', ['abe'], { name: 'Leader' }), step(world, 'second', ['ben'], { name: 'Second' })])
      const { flowId } = await redrawnIn(world, first, second, ['One', 'Two'])
      return { body: { flowId, version: 2, map: [{ from: 'approval', to: 'leader' }], count: 2, reason: 'New rules' } }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      const { work } = world.running.services.flows
      // Two processes at once do each of them once.
      await Promise.all([work.sweep(), work.sweep()])
      const told = await batchIn(world, reply.data.id)
      expect(told).toMatchObject({ action: 'MIGRATE', reason: 'New rules', total: 2, waiting: 0, done: 2, failed: 0, mayUndo: true })
      const [{ flowDataId }] = told.items
      const before = await caseOf(world, flowDataId, 'ben')
      expect(before.history.map((one: { text: string }) => one.text)).toEqual(
        expect.arrayContaining(['Goes on along another revision of its flow', 'Waits at “Leader” from now on instead of at “Approval”']),
      )
      expect(before.history).toEqual(expect.arrayContaining([expect.objectContaining({ person: 'Ann', comment: 'New rules' })]))
      expect(before.tasks).toMatchObject([{ task: 2, node: 'Leader', person: 'Abe', state: 'open' }])
      expect(await must(world, 'flow.getCaseDiagram', { params: { ...DEV, caseId: flowDataId } })).toMatchObject({ waiting: [{ node: 'leader' }] })
      expect((await decide(world, flowDataId, 'abe')).status).toBe(0)
      expect(await taskOf(world, flowDataId, 'ben')).toBeGreaterThan(0)
    },
  },
  {
    name: 'can be taken back: each stands on its old revision as before',
    as,
    headers,
    given: async world => {
      const { flowId } = await redrawnIn(world, asking(world, ['abe'], { overdue: [late] }), inRow([step(world, 'boss', ['ben'])]))
      return { body: { flowId, version: 2, map: [{ from: 'approval', to: 'boss' }], count: 1, reason: 'New rules' } }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      await world.running.services.flows.work.sweep()
      const { items } = await batchIn(world, reply.data.id)
      const caseId = items[0].flowDataId as string
      expect([await taskOf(world, caseId, 'abe'), await taskOf(world, caseId, 'ben')]).toEqual([0, expect.any(Number)])
      expect(await timers(world, caseId)).toEqual([])
      await must(world, 'intervention.undoBatch', { headers, params: { ...DEV, batchId: reply.data.id }, body: { reason: 'Too early' } })
      await world.running.services.flows.work.sweep()
      expect(await batchIn(world, reply.data.id)).toMatchObject({ undone: 1 })
      expect(await timers(world, caseId)).toMatchObject([{ action: 'late' }])
      expect((await caseOf(world, caseId, 'ben')).tasks[0]).toMatchObject({ node: 'Approval', person: 'Abe', state: 'open' })
      expect((await decide(world, caseId, 'abe')).status).toBe(0)
      expect(await caseOf(world, caseId, 'ben')).toMatchObject({ result: 'approved' })
    },
  },
  {
    name: 'timers that mean the same wait on, others go, and new ones count from now',
    as,
    headers,
    given: async world => {
      const more = { ...late, id: 'more', timeDurationValue: { value: 2, unit: 'day' } }
      const first = asking(world, ['abe'], { overdue: [late, more] })
      const second = asking(world, ['abe'], { overdue: [late, { ...more, timeDurationValue: { value: 9, unit: 'day' } }, { ...late, id: 'new' }] })
      const { flowId, cases } = await redrawnIn(world, first, second)
      await world.pool.query(`update flow_timer set due_at = due_at - interval '6 hours' where case_id = $1`, [cases[0]])
      return { body: { flowId, version: 2, count: 1, reason: 'New rules' } }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      await world.running.services.flows.work.sweep()
      const { items } = await batchIn(world, reply.data.id)
      const found = await timers(world, items[0].flowDataId)
      const hours = (at: Date) => Math.round((at.getTime() - Date.now()) / 3_600_000)
      expect(found.map(({ action, due_at }) => [action, hours(due_at)])).toEqual([
        ['late', 18],
        ['more', 216],
        ['new', 24],
      ])
    },
  },
  {
    name: 'what cannot go stays as it is, and is told with its reason; several who decide go on together',
    as,
    headers,
    given: async world => {
      const all = { deciding: { by: 'all' } }
      const first = inRow([step(world, 'approval', ['abe', 'ben'], all), step(world, 'check', ['ann'])])
      const second = inRow([step(world, 'approval', ['abe', 'ben'], all)])
      const { flowId, cases } = await redrawnIn(world, first, second, ['One', 'Two'])
      await decide(world, cases[0] as string, 'abe')
      await decide(world, cases[1] as string, 'abe')
      await decide(world, cases[1] as string, 'ben')
      return { body: { flowId, version: 2, count: 2, reason: 'New rules' } }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      await world.running.services.flows.work.sweep()
      const { items } = await batchIn(world, reply.data.id)
      expect(items).toMatchObject([
        { title: 'Two', state: 'failed', reason: '“check” is not in the revision: say what it becomes' },
        { title: 'One', state: 'done' },
      ])
      expect(await taskOf(world, items[0].flowDataId, 'ann')).toBeGreaterThan(0)
      // Abe has approved before: Ben alone is asked, and it is over.
      expect((await decide(world, items[1].flowDataId, 'ben')).status).toBe(0)
      expect(await caseOf(world, items[1].flowDataId, 'ben')).toMatchObject({ result: 'approved' })
    },
  },
  {
    name: 'work of a step that does the same is done once, under the name that the step has now; a variable that is new has its default',
    as,
    headers,
    given: async world => {
      const set = (id: string) => ({ id, kind: 'service', name: id, service: { do: 'set', values: [{ name: 'note', formula: 'CONCATENATE("by ", extra)' }] } })
      const { flowId } = await redrawnIn(
        world,
        inRow([set('set'), step(world, 'approval', ['abe'])]),
        inRow([set('write'), step(world, 'approval', ['abe'])], { parameters: [{ id: 'p', name: 'extra', type: 'string', default: 'rule' }] }),
      )
      return { body: { flowId, version: 2, map: [{ from: 'set', to: 'write' }], count: 1, reason: 'New rules' } }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      const { work } = world.running.services.flows
      await work.sweep()
      await work.sweep()
      const { items } = await batchIn(world, reply.data.id)
      expect(items).toMatchObject([{ state: 'done' }])
      const [row] = await rows(world, `select snapshot, vars from flow_case where id = $1`, items[0].flowDataId)
      expect(row).toMatchObject({ vars: { extra: 'rule' } })
      expect(await taskOf(world, items[0].flowDataId, 'abe')).toBeGreaterThan(0)
    },
  },
  {
    name: 'begins nothing where others stand on old revisions by now than the plan told of',
    as,
    headers,
    given: async world => ({
      body: { flowId: (await redrawnIn(world, asking(world, ['abe']), asking(world, ['ben']))).flowId, version: 2, count: 2, reason: 'Audit' },
    }),
    expect: { status: 409, code: 'flow.batchChanged', stored: 'same' },
  },
  {
    name: 'begins nothing where none runs on another revision',
    as,
    headers,
    given: async world => ({ body: { flowId: (await redrawnIn(world, asking(world, ['abe']), asking(world, ['ben']))).flowId, count: 1, reason: 'Audit' } }),
    expect: { status: 422, code: 'flow.batchEmpty', stored: 'same' },
  },
  {
    name: 'asks for a reason',
    as,
    headers,
    given: async world => ({
      body: { flowId: (await redrawnIn(world, asking(world, ['abe']), asking(world, ['ben']))).flowId, version: 2, count: 1, reason: '' },
    }),
    expect: { status: 422, errors: ['reason'], stored: 'same' },
  },
  {
    name: 'twice over leaves nothing behind: a second revision follows the first',
    as,
    headers,
    given: async world => {
      ;({ flowId } = await redrawnIn(world, asking(world, ['abe']), asking(world, ['ben'])))
      return { body: { flowId, version: 2, count: 1, reason: 'Audit' } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      await world.running.services.flows.work.sweep()
      expect(await migrate(world, { flowId, version: 1 })).toMatchObject({ done: 1, failed: 0 })
    },
  },
])
