// Messages for instances that wait for them: delivered by triggers, other systems and steps of flows, to those whose value matches, once, and told.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../support/flow-invariants.ts'
import { migrate, redrawnIn } from '../support/flow-batches.ts'
import { caseIn, caseOf, decide, DEV, flowIn, HEADERS, inRow, must, taskOf, withSubprocess } from '../support/flows.ts'
import { change, ordersThere, runsOf, triggerIn, work } from '../support/triggers.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let orders: string[]
let later = 0
beforeAll(async () => {
  world = await makeWorld()
  world.running.services.flows.clock.now = () => new Date(Date.now() + later)
  // Tests say when work is done.
  await world.running.services.flows.work.unwatch()
  orders = await ordersThere(world)
})
afterAll(async () => {
  expect(await brokenInvariants(async text => (await world.pool.query(text)).rows)).toEqual({})
  await world.close()
})

const people = (...names: (keyof World['ids'])[]) => ({ by: 'people', users: names.map(name => world.ids[name]) })
const sweep = () => world.running.services.flows.work.sweep()
const told = async (caseId: string) => (await caseOf(world, caseId, 'ben')).history.map(({ text }: any) => text)
const awaited = async (caseId: string) => (await world.pool.query('select node, name, value from flow_message where case_id = $1 order by node', [caseId])).rows
const asked = async (caseId: string) => [(await taskOf(world, caseId, 'abe')) > 0, (await taskOf(world, caseId, 'ann')) > 0]
/** One step decided by Abe; with the message it goes to Ann, instead or as well. */
const waiting = (awaits: object = { messageName: 'paid', match: 'reason' }, border: object = {}, id = 'a') => {
  const made = inRow([{ id, name: 'Approval', approvers: people('abe') }])
  return {
    ...made,
    nodes: [
      ...made.nodes,
      { id: 'heard', kind: 'border', name: 'Paid', border: { on: id, event: 'message', ...border }, awaits },
      { id: 'boss', kind: 'user', name: 'Boss', approvers: people('ann') },
    ],
    lines: [...made.lines, { id: 'l1', from: 'heard', to: 'boss' }, { id: 'l2', from: 'boss', to: 'end' }],
  }
}
const hook = async () => {
  const made = await triggerIn(world, { event: 'webhook', actions: [{ do: 'deliver', messageName: 'paid', match: '{{body.order}}' }] })
  const { secret } = await must(world, 'trigger.renewSecret', { params: { ...DEV, triggerId: made.triggerId } })
  const time = String(Math.floor(Date.now() / 1000))
  const call = async (body: object) => {
    const signature = `sha256=${createHmac('sha256', secret)
      .update(`${time}.${JSON.stringify(body)}`)
      .digest('hex')}`
    const headers = { 'x-tessera-time': time, 'x-tessera-signature': signature }
    const reply = await world.call('trigger.receive', { params: { hookCompany: 'acme', hookApp: 'shop-dev', triggerKey: made.key }, headers, body })
    expect(reply.status).toBe(0)
    await work(world)
    await sweep()
  }
  const outcomes = async () => {
    const runs = await runsOf(world, made.triggerId)
    const all = await Promise.all(runs.map(({ id: triggerRunId }) => must(world, 'trigger.getRun', { params: { ...DEV, triggerRunId } })))
    return all.flatMap(({ steps }) => steps.map(({ do: what, outcome }: any) => `${what}: ${outcome}`))
  }
  return { ...made, call, outcomes }
}

describe('a message for instances that wait for it', () => {
  it('takes those whose value matches another way, whichever process does it, and says in the run how many there were', async () => {
    const [one, other] = [await caseIn(world, waiting(), { reason: 'Sea', days: 1 }), await caseIn(world, waiting(), { reason: 'Rain', days: 1 })]
    expect(await awaited(one.caseId)).toEqual([{ node: 'heard', name: 'paid', value: 'Sea' }])
    const { triggerId, disable } = await triggerIn(world, {
      changes: ['update'],
      actions: [{ do: 'deliver', messageName: 'paid', match: '{{row.title}}' }],
    })
    await change(world, orders[0] as string, { title: 'Sea' })
    await change(world, orders[0] as string, { title: 'Snow' })
    const second = await world.another()
    await Promise.all([work(world), work(second)])
    await Promise.all([sweep(), second.running.services.flows.work.sweep()])
    await second.close()
    expect([await asked(one.caseId), await asked(other.caseId)]).toEqual([
      [false, true],
      [true, false],
    ])
    expect(await told(one.caseId)).toEqual(['Started', 'The message “paid” came at “Approval”: it went on another way'])
    const drawn = await must(world, 'flow.getCaseDiagram', { as: 'ben', params: { ...DEV, caseId: one.caseId } })
    expect([drawn.nodes.find(({ id }: any) => id === 'heard').border, drawn.passed.includes('heard')]).toEqual([{ on: 'a', event: 'message' }, true])
    expect(await awaited(one.caseId)).toEqual([])
    const runs = await runsOf(world, triggerId)
    const outcomes = await Promise.all(
      runs.map(async ({ id: triggerRunId }) =>
        (await must(world, 'trigger.getRun', { params: { ...DEV, triggerRunId } })).steps.map(({ outcome }: any) => outcome),
      ),
    )
    expect(outcomes.flat().toSorted()).toEqual(['1 instance gets it', 'No instance waits for it'])
    await disable()
  })

  it('comes from another system once however often it is sent, and each time anew beside its step', async () => {
    const { caseId } = await caseIn(world, waiting({ messageName: 'paid', match: 'days' }, { isBeside: true }), { reason: 'Beside', days: 41 })
    const { call, outcomes, disable } = await hook()
    await call({ order: 41 })
    await call({ order: 41 })
    const bosses = async () => (await caseOf(world, caseId)).tasks.filter(({ node }: any) => node === 'Boss').length
    expect([await bosses(), await asked(caseId)]).toEqual([1, [true, true]])
    await call({ order: 41, again: true })
    expect(await bosses()).toBe(2)
    expect(await told(caseId)).toContain('The message “paid” came at “Approval”: something else began beside it')
    // What names nobody is for nobody.
    await call({ order: '' })
    expect((await outcomes()).toSorted()).toEqual(['deliver: 1 instance gets it', 'deliver: 1 instance gets it', 'deliver: No instance waits for it'])
    expect((await decide(world, caseId, 'abe')).status).toBe(0)
    expect(await awaited(caseId)).toEqual([])
    await disable()
  })

  it('is delivered by a step of another flow about the same row, unless messages led to each other without end', async () => {
    const deliver = (more: object = {}) => ({ id: 'job', kind: 'service', name: 'Tell', service: { do: 'deliver', messageName: 'paid', ...more } })
    const { caseId } = await caseIn(world, waiting({ messageName: 'paid' }), { reason: 'By row', days: 1 })
    const [{ value: row }] = await awaited(caseId)
    const sender = await caseIn(world, inRow([deliver({ match: 'note' })]), { reason: 'x', note: row })
    await sweep()
    expect([await asked(caseId), await told(sender.caseId)]).toEqual([
      [false, true],
      ['Started', 'Delivered the message “paid” at “Tell” to 1 instance', 'Ended: approved'],
    ])
    const nobody = await caseIn(world, inRow([deliver()]))
    await sweep()
    expect(await told(nobody.caseId)).toContain('Delivered the message “paid” at “Tell”: no instance waited for it')

    const chain = await caseIn(world, inRow([{ id: 'first', approvers: people('abe') }, deliver()]))
    await world.pool.query(`update flow_case set state = jsonb_set(state, '{heard}', '1000') where id = $1`, [chain.caseId])
    expect((await decide(world, chain.caseId, 'abe')).status).toBe(0)
    await sweep()
    expect(await told(chain.caseId)).toContain('“Tell” failed: Messages led to each other more than 1000 times')
  })

  it('comes to what is suspended when that goes on, and is told where nothing waits for it any more', async () => {
    const held = await caseIn(world, waiting(), { reason: 'Held', days: 1 })
    const step = await caseIn(world, waiting(), { reason: 'Held', days: 2 })
    const late = await caseIn(world, waiting(), { reason: 'Held', days: 3 })
    const operate = (action: string) =>
      must(world, 'intervention.operateInstance', { headers: HEADERS, body: { flowDataId: held.caseId, action, reason: 'because' } })
    const node = (action: string) =>
      must(world, 'intervention.operateNode', { headers: HEADERS, body: { flowDataId: step.caseId, nodeId: 'a', action, reason: 'because' } })
    await operate('SUSPEND')
    await node('SUSPEND')
    const { rows } = await world.pool.query('select company_id as "companyId", app_id as "appId", tag from flow_case where id = $1', [held.caseId])
    const message = { messageName: 'paid', value: 'Held', heard: 1, led: [] }
    const { english } = await world.db.transaction().execute(trx => world.running.services.flows.deliver(rows[0], message, trx as never))
    expect(english).toBe('{count} instances get it')
    expect((await decide(world, late.caseId, 'abe')).status).toBe(0)
    await sweep()
    expect([await asked(held.caseId), await asked(step.caseId)]).toEqual([
      [true, false],
      [true, false],
    ])
    await operate('RESUME')
    await node('RESUME')
    later = 31_000
    await sweep()
    later = 0
    expect([await asked(held.caseId), await asked(step.caseId)]).toEqual([
      [false, true],
      [false, true],
    ])
    expect((await told(late.caseId)).at(-1)).toBe('The message “paid” came, and nothing waited for it any more')
  })

  it('is waited for as before where an operator takes something back, and as another revision says once it is moved there', async () => {
    const { caseId } = await caseIn(world, waiting(), { reason: 'Undone', days: 1 })
    await must(world, 'intervention.operateNode', {
      headers: HEADERS,
      body: { flowDataId: caseId, nodeId: 'a', action: 'SKIP_TO', skipToNodeId: 'boss', reason: 'x' },
    })
    expect(await awaited(caseId)).toEqual([])
    await must(world, 'intervention.undo', { headers: HEADERS, body: { flowDataId: caseId, reason: 'a mistake' } })
    expect(await awaited(caseId)).toEqual([{ node: 'heard', name: 'paid', value: 'Undone' }])

    // The step stays: what it waits for by the same rule stays as it was found, another one is found now.
    const more = waiting({ messageName: 'paid', match: 'reason' }, {}, 'lead')
    const extra = { id: 'more', kind: 'border', name: 'More', border: { on: 'lead', event: 'message' }, awaits: { messageName: 'withdrawn' } }
    const second = { ...more, nodes: [...more.nodes, extra], lines: [...more.lines, { id: 'l3', from: 'more', to: 'boss' }] }
    const { flowId, cases } = await redrawnIn(world, waiting(), second, ['Moved'])
    const id = cases[0] as string
    await world.pool.query(`update flow_message set value = 'kept' where case_id = $1`, [id])
    await migrate(world, { flowId, version: 2, map: [{ from: 'a', to: 'lead' }] })
    const { rows } = await world.pool.query('select record_id from flow_case where id = $1', [id])
    expect(await awaited(id)).toEqual([
      { node: 'heard', name: 'paid', value: 'kept' },
      { node: 'more', name: 'withdrawn', value: rows[0].record_id },
    ])
  })

  it('is refused without a name, at the step and at the trigger', async () => {
    const { flowId } = await flowIn(world, waiting({ messageName: '' }), { enable: false })
    const enabled = await world.call('flow.enableRevision', { as: 'ann', params: { ...DEV, flowId, revisionId: '1' } })
    expect([enabled.status, enabled.msg]).toEqual([422, expect.stringContaining('An event that waits for a message does not say for which')])
    const { triggerId, key } = await triggerIn(world, { changes: ['update'], actions: [{ do: 'deliver', messageName: 'paid', match: 'x' }] }, { enable: false })
    const definition = { event: 'rows', model: 'main/order', changes: ['update'], actions: [{ do: 'deliver', messageName: ' ' }] }
    const saved = await world.call('trigger.update', { as: 'ann', params: { ...DEV, triggerId }, body: { key, name: 'Made', definition } })
    expect(saved.errors).toEqual({
      'definition.actions.0.messageName': 'Say which message',
      'definition.actions.0.match': 'Say which instances are meant',
    })
    const source = await must(world, 'trigger.getSource', { params: DEV, query: { model: 'main/order' } })
    expect(source.messages).toContainEqual({ value: 'paid', label: 'paid' })
  })
})

describe('a sub-process', () => {
  /** Abe and Ben decide in it, one after the other; Ann behind it. `more` stands on its border. */
  const checked = (more: object[] = [], lines: object[] = []) => {
    const made = withSubprocess(
      inRow([
        { id: 'one', name: 'One', approvers: people('abe') },
        { id: 'two', name: 'Two', approvers: people('ben') },
        { id: 'boss', name: 'Boss', approvers: people('ann') },
      ]),
      { id: 'check', name: 'Check' },
      ['one', 'two'],
    )
    return { ...made, nodes: [...made.nodes, ...more], lines: [...made.lines, ...lines] }
  }
  const border = (event: object, more: object = {}) =>
    checked([{ id: 'edge', kind: 'border', name: 'Edge', border: { on: 'check', ...event }, ...more }], [{ id: 'away', from: 'edge', to: 'boss' }])
  const stands = async (caseId: string) =>
    (await world.pool.query(`select k.node from flow_task k where k.case_id = $1 and k.state in ('open', 'suspended') order by k.no`, [caseId])).rows.map(
      ({ node }) => node,
    )
  const moveTo = (caseId: string, nodeId: string, skipToNodeId: string) =>
    must(world, 'intervention.operateNode', { headers: HEADERS, body: { flowDataId: caseId, nodeId, action: 'SKIP_TO', skipToNodeId, reason: 'x' } })

  it('holds steps of its own and is left behind the last of them, in words, on the diagram and on the way ahead', async () => {
    const { caseId, key } = await caseIn(world, checked())
    expect((await decide(world, caseId, 'abe')).status).toBe(0)
    const drawn = await must(world, 'flow.getCaseDiagram', { as: 'ben', params: { ...DEV, caseId } })
    expect([drawn.nodes.find(({ id }: any) => id === 'two').within, drawn.waiting.map(({ node }: any) => node), drawn.passed]).toEqual([
      'check',
      ['two'],
      expect.arrayContaining(['start', 'checkstart', 'one']),
    ])
    const steps = await must(world, 'intervention.getDemonstration', { headers: HEADERS, query: { curInstance: caseId } })
    expect(steps.items.map(({ nodeId, status }: any) => `${nodeId} ${status}`)).toEqual([
      'start passed',
      'check current',
      'one passed',
      'two current',
      'boss ahead',
      'end ahead',
    ])
    expect((await decide(world, caseId, 'ben')).status).toBe(0)
    expect((await decide(world, caseId, 'ann')).status).toBe(0)
    expect(await told(caseId)).toEqual([
      'Started',
      'Began “Check”, which has steps of its own',
      'Approved at “One”',
      'Approved at “Two”',
      'All steps of “Check” are done',
      'Approved at “Boss”',
      'Ended: approved',
    ])
    const path = await must(world, 'flow.getPath', {
      as: 'ben',
      params: { ...DEV, dsKey: 'main', dmKey: 'leave' },
      query: { formView: key },
      body: { reason: 'Rest', days: 2 },
    })
    expect(JSON.stringify(path)).toMatch(/One.*Two.*Boss/s)
  })

  it('ends with all that is in it when its time is over or a message comes, or goes on beside what that begins', async () => {
    const over = await caseIn(world, border({ event: 'timer', after: { value: 1, unit: 'hour' } }))
    expect((await decide(world, over.caseId, 'abe')).status).toBe(0)
    later = 3_700_000
    await sweep()
    later = 0
    expect(await stands(over.caseId)).toEqual(['boss'])
    expect(await told(over.caseId)).toContain('The time of “Check” was over: it went on another way')

    const heard = await caseIn(world, border({ event: 'message' }, { awaits: { messageName: 'paid', match: 'reason' } }), { reason: 'Inside', days: 1 })
    const beside = await caseIn(world, border({ event: 'message', isBeside: true }, { awaits: { messageName: 'paid', match: 'reason' } }), {
      reason: 'Inside',
      days: 1,
    })
    const { rows } = await world.pool.query('select company_id as "companyId", app_id as "appId", tag from flow_case where id = $1', [heard.caseId])
    await world.db
      .transaction()
      .execute(trx => world.running.services.flows.deliver(rows[0], { messageName: 'paid', value: 'Inside', heard: 1, led: [] }, trx as never))
    await sweep()
    expect([await stands(heard.caseId), await stands(beside.caseId)]).toEqual([['boss'], ['one', 'boss']])
    expect(await awaited(heard.caseId)).toEqual([])
  })

  it('takes what fails for good in it along its line for errors', async () => {
    const failing = {
      id: 'one',
      kind: 'service',
      name: 'Call',
      service: { do: 'update', model: 'main/leave', row: '"nothing"', values: [{ name: 'note', value: 'x' }] },
    }
    const made = border({ event: 'error' })
    const { caseId } = await caseIn(world, { ...made, nodes: made.nodes.map((node: any) => (node.id === 'one' ? { ...failing, within: 'check' } : node)) })
    for (let round = 0; round < 12 && (await stands(caseId)).length === 0; round++) {
      later += 3_600_000
      await sweep()
    }
    later = 0
    expect(await stands(caseId)).toEqual(['boss'])
    expect(await told(caseId)).toContain('“Check” failed for good: it went on along the line for errors')
  })

  it('is gone into and out of by operators and by who sends back, and an operator takes it back', async () => {
    const { caseId } = await caseIn(world, border({ event: 'message' }, { awaits: { messageName: 'paid', match: 'reason' } }), { reason: 'Moved', days: 1 })
    await moveTo(caseId, 'one', 'boss')
    expect([await stands(caseId), await awaited(caseId)]).toEqual([['boss'], []])
    await must(world, 'intervention.undo', { headers: HEADERS, body: { flowDataId: caseId, reason: 'a mistake' } })
    expect([await stands(caseId), (await awaited(caseId)).length]).toEqual([['one'], 1])
    expect((await decide(world, caseId, 'abe')).status).toBe(0)
    expect((await decide(world, caseId, 'ben')).status).toBe(0)
    expect([await stands(caseId), await awaited(caseId)]).toEqual([['boss'], []])
    // Back into it: the sub-process begins anew at that step.
    const task = String(await taskOf(world, caseId, 'ann'))
    const { items } = await must(world, 'flow.listBackSteps', { as: 'ann', params: { ...DEV, caseId, task } })
    expect(items.map(({ node }: any) => node)).toEqual(['start', 'one', 'two'])
    await must(world, 'flow.sendBack', { as: 'ann', params: { ...DEV, caseId, task }, body: { node: 'two' } })
    expect([await stands(caseId), (await awaited(caseId)).length]).toEqual([['two'], 1])
    expect((await decide(world, caseId, 'ben')).status).toBe(0)
    expect((await decide(world, caseId, 'ann')).status).toBe(0)
    expect((await caseOf(world, caseId)).result).toBe('approved')
  })

  it('goes on along another revision where its steps stay in it, and not where they would leave it', async () => {
    const { flowId, cases } = await redrawnIn(world, checked(), { ...checked(), batch: true }, ['Stays'])
    await migrate(world, { flowId, version: 2, map: [] })
    expect(await stands(cases[0] as string)).toEqual(['one'])
    expect((await decide(world, cases[0] as string, 'abe')).status).toBe(0)
    expect(await stands(cases[0] as string)).toEqual(['two'])
  })

  it('is refused where it cannot run, with its place', async () => {
    const refused = async (change: (flow: any) => object) => {
      const { flowId } = await flowIn(world, change(checked()), { enable: false })
      return (await world.call('flow.enableRevision', { as: 'ann', params: { ...DEV, flowId, revisionId: '1' } })).msg
    }
    expect(await refused(flow => ({ ...flow, lines: flow.lines.map((line: any) => (line.id === 'checkout' ? { ...line, to: 'boss' } : line)) }))).toContain(
      'A line crosses the border of a sub-process',
    )
    expect(await refused(flow => ({ ...flow, nodes: flow.nodes.map((node: any) => (node.id === 'checkstart' ? { ...node, kind: 'copy' } : node)) }))).toBe(
      'A sub-process needs exactly one start: Check',
    )
  })
})
