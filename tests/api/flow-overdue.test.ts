// Tasks that wait too long, with the clock moved by the tests: each overdue action of the designer, its start, its rhythm, what suspends it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { caseIn, caseOf, decide, DEV, HEADERS, inRow, must, taskOf } from '../support/flows.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let later = 0
beforeAll(async () => {
  world = await makeWorld()
  world.running.services.flows.clock.now = () => new Date(Date.now() + later)
})
beforeEach(() => {
  later = 0
})
afterAll(() => world.close())

const HOUR = 3_600_000
const people = (...names: (keyof World['ids'])[]) => ({ by: 'people', users: names.map(name => world.ids[name]) })
const hours = (value: number) => ({ startEvent: 'created', timeDurationType: 'custom', timeDurationValue: { value, unit: 'hour' } })
/** One step decided by Abe, with an action after two hours. */
const waiting = (action: object, more: object = {}) =>
  inRow([
    { id: 'a', name: 'Approval', approvers: people('abe'), overdue: [{ id: 'o', ...hours(2), ...action }], ...more },
    { id: 'b', approvers: people('ann') },
  ])
const sweepAt = async (at: number) => {
  later = at
  return world.running.services.flows.work.sweep()
}
const timers = async (caseId: string) => (await world.pool.query('select due_at, done, paused_at from flow_timer where case_id = $1', [caseId])).rows
const told = async (caseId: string) => (await caseOf(world, caseId, 'ben')).history.map(({ text }: any) => text)
const notices = async (caseId: string) =>
  (await world.pool.query(`select user_id, kind, node_name, message, task from flow_notice where case_id = $1 and kind <> 'task' order by id`, [caseId])).rows

describe('an overdue action (flowDesign.overdue-list, flowDesign.entity-overdue)', () => {
  it('reminds who decides, not before its time, as often as it says (flowDesign.times, flowDesign.rate-type)', async () => {
    const action = {
      action: 'noticeTransactor',
      actionConfig: { noticeTypes: ['inApp', 'email'], message: 'Please look' },
      rateType: 'fixedRate',
      fixedRateValue: { value: 1, unit: 'hour' },
      times: 2,
    }
    const { caseId } = await caseIn(world, waiting(action))
    await sweepAt(1.9 * HOUR)
    expect(await notices(caseId)).toEqual([])
    await sweepAt(2.01 * HOUR)
    await sweepAt(2.02 * HOUR)
    const task = await taskOf(world, caseId, 'abe')
    expect(await notices(caseId)).toEqual([{ user_id: world.ids.abe, kind: 'overdue', node_name: 'Approval', message: 'Please look', task }])
    const { rows } = await world.pool.query(`select recipient, subject, body from outbox where recipient = 'abe@example.test' order by id desc limit 1`)
    expect(rows[0]).toMatchObject({ subject: '“Leave · Ben” waits at “Approval”', body: expect.stringContaining('Please look') })
    await sweepAt(3.05 * HOUR)
    expect(await notices(caseId)).toHaveLength(2)
    expect(await timers(caseId)).toEqual([])
    await sweepAt(9 * HOUR)
    expect(await notices(caseId)).toHaveLength(2)
    expect(await told(caseId)).toEqual(['Started', '“Approval” waits too long: reminded who decides', '“Approval” waits too long: reminded who decides'])
  })

  it('goes on until the task is done where it says no number, and is not done all at once after a stop', async () => {
    const action = { action: 'noticeTransactor', actionConfig: { noticeTypes: ['inApp'] }, rateType: 'fixedRate', fixedRateValue: { value: 1, unit: 'hour' } }
    const { caseId } = await caseIn(world, waiting(action))
    await sweepAt(48.5 * HOUR)
    expect(await notices(caseId)).toHaveLength(1)
    await sweepAt(49.6 * HOUR)
    expect(await notices(caseId)).toHaveLength(2)
    expect((await decide(world, caseId, 'abe')).status).toBe(0)
    expect(await timers(caseId)).toEqual([])
    await sweepAt(99 * HOUR)
    expect(await notices(caseId)).toHaveLength(2)
  })

  it('tells a named person; one who has left is told in the history instead (flowDesign.handler-required)', async () => {
    const action = (person: 'ann' | 'dee') => ({ action: 'noticeUser', actionConfig: { noticeTypes: ['inApp'], transactor: world.ids[person] } })
    const { caseId } = await caseIn(world, waiting(action('ann')))
    const gone = await caseIn(world, waiting(action('dee')))
    await sweepAt(2.1 * HOUR)
    expect((await notices(caseId)).map(({ user_id }) => user_id)).toEqual([world.ids.ann])
    expect(await told(caseId)).toContain('“Approval” waits too long: told Ann')
    expect(await notices(gone.caseId)).toEqual([])
    expect(await told(gone.caseId)).toContain(
      'What was to be done at “Approval”, which waits too long, was not possible: This person is not in the organisation',
    )
  })

  it('passes the task on, once (flowDesign.transfer-times)', async () => {
    const { caseId } = await caseIn(world, waiting({ action: 'transfer', actionConfig: { transactor: world.ids.ann } }))
    const task = await taskOf(world, caseId, 'abe')
    await sweepAt(2.1 * HOUR)
    expect([await taskOf(world, caseId, 'abe'), await taskOf(world, caseId, 'ann')]).toEqual([0, task])
    expect(await told(caseId)).toEqual(['Started', '“Approval” waits too long: passed on to Ann', 'Passed “Approval” to Ann'])
    expect(await timers(caseId)).toEqual([])
  })

  it.each([
    ['autoApprove', { status: 1 }, 'b'],
    ['autoReject', { status: 2, result: 'rejected' }, ''],
    ['terminate', { status: -1, result: 'aborted' }, ''],
  ])('%s', async (action, stands, next) => {
    const { caseId } = await caseIn(world, waiting({ action }))
    await sweepAt(2.1 * HOUR)
    const found = await caseOf(world, caseId)
    expect(found).toMatchObject(stands)
    expect(found.mine.map(({ node }: any) => node).join()).toBe(next)
    const { rows } = await world.pool.query(`select distinct by_id from flow_event where case_id = $1 and type in ('overdue', 'taskDecided', 'ended')`, [
      caseId,
    ])
    expect(rows).toEqual([{ by_id: null }])
  })

  it('approves a task that nobody has', async () => {
    const { caseId } = await caseIn(world, waiting({ action: 'autoApprove' }, { approvers: { by: 'field', field: 'boss' } }))
    await sweepAt(2.1 * HOUR)
    expect((await caseOf(world, caseId)).mine).toMatchObject([{ node: 'b' }])
  })

  it('counts from the first look where it says so (flowDesign.start-event)', async () => {
    const { caseId } = await caseIn(world, waiting({ action: 'autoApprove', startEvent: 'read' }))
    await sweepAt(5 * HOUR)
    expect(await timers(caseId)).toEqual([])
    // The starter and operators look at it, which does not count.
    await caseOf(world, caseId, 'ben')
    expect(await timers(caseId)).toEqual([])
    await caseOf(world, caseId, 'abe')
    await caseOf(world, caseId, 'abe')
    expect(await timers(caseId)).toHaveLength(1)
    await sweepAt(6.9 * HOUR)
    expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0)
    await sweepAt(7.1 * HOUR)
    expect(await taskOf(world, caseId, 'abe')).toBe(0)
  })

  it('does nothing where its condition does not hold', async () => {
    const condition = { conjunction: 'and', children: [{ left: { type: 'field', field: 'days' }, op: 'greater', right: 5 }] }
    const { caseId } = await caseIn(world, waiting({ action: 'autoApprove', condition }), { reason: 'x', days: 2 })
    const long = await caseIn(world, waiting({ action: 'autoApprove', condition }), { reason: 'x', days: 9 })
    await sweepAt(2.1 * HOUR)
    expect([await taskOf(world, caseId, 'abe'), await taskOf(world, long.caseId, 'abe')]).toEqual([expect.any(Number), 0])
    expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0)
  })

  it('calls a service with its input; one that is not there is told (flowDesign.api-required)', async () => {
    const api = { type: 'model', model: { source: 'main', model: 'leave', operation: 'create', values: [{ name: 'reason', value: '{{word}}' }] } }
    const definition = { ...api, parameters: [{ key: 'word', type: 'text' }] }
    await must(world, 'api.create', { params: DEV, body: { key: 'note', name: 'Note', definition } })
    const { caseId } = await caseIn(world, waiting({ action: 'apiCenter', actionConfig: { apiKey: 'note', input: { word: 'called' } } }))
    const gone = await caseIn(world, waiting({ action: 'apiCenter', actionConfig: { apiKey: 'nowhere' } }))
    await sweepAt(2.1 * HOUR)
    const { items } = await must(world, 'data.listRows', { params: { ...DEV, dsKey: 'main', dmKey: 'leave' }, query: {} })
    expect(items.filter(({ reason }: any) => reason === 'called')).toHaveLength(1)
    expect(await told(caseId)).toEqual(['Started', '“Approval” waits too long: called a service'])
    expect((await told(gone.caseId)).at(-1)).toContain('There is no such API in this environment')
    expect((await world.pool.query('select 1 from flow_outbox')).rows).toEqual([])
  })

  it('stands still while its flow or its step is suspended, and is due as much later', async () => {
    const { caseId } = await caseIn(world, waiting({ action: 'autoApprove' }))
    const held = await caseIn(world, waiting({ action: 'autoApprove' }))
    const operate = (id: string, action: string) => must(world, 'intervention.operateInstance', { headers: HEADERS, body: { flowDataId: id, action } })
    const node = (action: string) => must(world, 'intervention.operateNode', { headers: HEADERS, body: { flowDataId: held.caseId, nodeId: 'a', action } })
    later = HOUR
    await operate(caseId, 'SUSPEND')
    await node('SUSPEND')
    await sweepAt(8 * HOUR)
    expect([await taskOf(world, caseId, 'abe'), await taskOf(world, held.caseId, 'abe')]).toEqual([expect.any(Number), expect.any(Number)])
    await operate(caseId, 'RESUME')
    await node('RESUME')
    await sweepAt(8.9 * HOUR)
    expect((await timers(caseId)).concat(await timers(held.caseId))).toHaveLength(2)
    await sweepAt(9.1 * HOUR)
    expect([await taskOf(world, caseId, 'abe'), await taskOf(world, held.caseId, 'abe')]).toEqual([0, 0])
  })

  it('goes with its task when that is sent back', async () => {
    const { caseId } = await caseIn(world, waiting({ action: 'autoApprove' }))
    expect(await timers(caseId)).toHaveLength(1)
    const task = String(await taskOf(world, caseId, 'abe'))
    await must(world, 'flow.sendBack', { as: 'abe', params: { ...DEV, caseId, task }, body: { node: 'start' } })
    expect(await timers(caseId)).toEqual([])
  })

  it('is done once, however many processes look', async () => {
    const other = await world.another()
    other.running.services.flows.clock.now = () => new Date(Date.now() + later)
    const action = { action: 'noticeTransactor', actionConfig: { noticeTypes: ['inApp'] } }
    const cases = await Promise.all(Array.from({ length: 12 }, () => caseIn(world, waiting(action))))
    later = 3 * HOUR
    await Promise.all([world, other, world, other].map(({ running }) => running.services.flows.work.sweep()))
    await other.close()
    for (const { caseId } of cases) expect(await notices(caseId)).toHaveLength(1)
  })
})

describe('a time on the border of a step', () => {
  const DAY = 24 * HOUR
  /** One step decided by Abe; after two days it goes to Ann, instead or as well. */
  const bordered = (border: object = {}, more: Record<string, unknown> = {}) => {
    const made = inRow([{ id: 'a', name: 'Approval', approvers: people('abe') }], more)
    return {
      ...made,
      nodes: [
        ...made.nodes,
        { id: 'late', kind: 'border', name: 'Late', border: { on: 'a', event: 'timer', after: { value: 2, unit: 'day' }, ...border } },
        { id: 'boss', kind: 'user', name: 'Boss', approvers: people('ann') },
      ],
      lines: [...made.lines, { id: 'l1', from: 'late', to: 'boss' }, { id: 'l2', from: 'boss', to: 'end' }],
    }
  }

  it('ends the step and goes on another way, which the history and the diagram tell; nothing of it is left', async () => {
    const { caseId } = await caseIn(world, bordered())
    await sweepAt(1.9 * DAY)
    expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0)
    await sweepAt(2.1 * DAY)
    expect([await taskOf(world, caseId, 'abe'), (await taskOf(world, caseId, 'ann')) > 0]).toEqual([0, true])
    expect(await told(caseId)).toEqual(['Started', 'The time of “Approval” was over: it went on another way'])
    const drawn = await must(world, 'flow.getCaseDiagram', { as: 'ben', params: { ...DEV, caseId } })
    expect(drawn.passed).toEqual(expect.arrayContaining(['late', 'l1']))
    expect([drawn.nodes.find(({ id }: any) => id === 'late').border, drawn.waiting.map(({ node }: any) => node)]).toEqual([
      { on: 'a', event: 'timer' },
      ['boss'],
    ])
    expect(await timers(caseId)).toEqual([])
    await sweepAt(9 * DAY)
    expect(await told(caseId)).toHaveLength(2)
    expect((await decide(world, caseId, 'ann')).status).toBe(0)
    expect(await caseOf(world, caseId)).toMatchObject({ status: 2, result: 'approved' })
  })

  it('lets the step go on beside what begins, once', async () => {
    const { caseId } = await caseIn(world, bordered({ isBeside: true }))
    await sweepAt(2.1 * DAY)
    await sweepAt(5 * DAY)
    expect((await caseOf(world, caseId)).tasks.map(({ node, state }: any) => [node, state])).toEqual([
      ['Approval', 'open'],
      ['Boss', 'open'],
    ])
    expect(await told(caseId)).toContain('The time of “Approval” was over: something else began beside it')
    expect((await decide(world, caseId, 'ann')).status).toBe(0)
    expect((await caseOf(world, caseId)).status).toBe(1)
    expect((await decide(world, caseId, 'abe')).status).toBe(0)
    expect((await caseOf(world, caseId)).result).toBe('approved')
  })

  it('is over with the step, counts anew when the step is come to again, and in working hours where it is to', async () => {
    const { caseId } = await caseIn(world, bordered())
    const operate = (action: string) =>
      must(world, 'intervention.operateInstance', { headers: HEADERS, body: { flowDataId: caseId, action, reason: 'because' } })
    later = DAY
    await operate('RESET')
    await sweepAt(2.5 * DAY)
    expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0)
    expect(await timers(caseId)).toHaveLength(1)
    // Taken back, it has the time that it had.
    later = DAY
    await must(world, 'intervention.undo', { headers: HEADERS, body: { flowDataId: caseId, reason: 'a mistake' } })
    await sweepAt(2.1 * DAY)
    expect(await taskOf(world, caseId, 'ann')).toBeGreaterThan(0)

    later = 0
    const decided = await caseIn(world, bordered())
    expect((await decide(world, decided.caseId, 'abe')).status).toBe(0)
    expect(await timers(decided.caseId)).toEqual([])

    const calendar = { zone: 'UTC', weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }
    // A Friday at five in the afternoon.
    const friday = Date.UTC(2026, 0, 9, 17)
    later = friday - Date.now()
    const hours = await caseIn(world, bordered({ after: { value: 1, unit: 'hour' }, workingTime: true }, { calendar }))
    expect((await timers(hours.caseId))[0].due_at.toISOString().slice(0, 16)).toBe('2026-01-12T10:00')
  })

  it('stands still with its case and its step', async () => {
    const { caseId } = await caseIn(world, bordered())
    const node = (action: string) =>
      must(world, 'intervention.operateNode', { headers: HEADERS, body: { flowDataId: caseId, nodeId: 'a', action, reason: 'because' } })
    later = DAY
    await node('SUSPEND')
    await sweepAt(5 * DAY)
    expect((await timers(caseId))[0].paused_at).not.toBeNull()
    await node('RESUME')
    await sweepAt(5.9 * DAY)
    expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0)
    await sweepAt(6.1 * DAY)
    expect(await taskOf(world, caseId, 'abe')).toBe(0)
  })
})
