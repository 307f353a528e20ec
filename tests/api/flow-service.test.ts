// Steps that a flow does by itself: rows in one transaction with the flow, calls of other systems once more after a failure, incidents that are solved.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseIn, caseOf, cydJoins, decide, DEV, flowIn, HEADERS, inRow, must, start, taskOf } from '../support/flows.ts'
import { applyAll, builtinSource, makeModel } from '../support/models.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let later = 0
let outside: Server
let port = 0
/** Keys with which the other system was called, and whether it works. */
const called: string[] = []
let works = true
beforeAll(async () => {
  world = await makeWorld({ privateDataSources: true })
  world.running.services.flows.clock.now = () => new Date(Date.now() + later)
  outside = createServer((request, reply) => {
    called.push(String(request.headers['idempotency-key'] ?? ''))
    reply.writeHead(works ? 200 : 500, { 'content-type': 'application/json' }).end(JSON.stringify({ limit: 7 }))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => outside.once('listening', resolve))
  ;({ port } = outside.address() as AddressInfo)
  const definition = { type: 'http', http: { method: 'POST', address: `http://127.0.0.1:${port}/book` } }
  await must(world, 'api.create', { params: DEV, body: { key: 'book', name: 'Book', definition } })
})
afterAll(async () => {
  outside.close()
  await world.close()
})

const sweep = (at = later) => {
  later = at
  return world.running.services.flows.work.sweep()
}
const people = (...names: (keyof World['ids'])[]) => ({ by: 'people', users: names.map(name => world.ids[name]) })
const service = (act: object, id = 'job') => ({ id, kind: 'service', name: 'Job', service: act })
const rows = async (word: string) =>
  (await must(world, 'data.listRows', { params: { ...DEV, dsKey: 'main', dmKey: 'leave' }, query: { perPage: 100 } })).items.filter(
    (one: any) => one.reason === word,
  )
const outbox = async (caseId: string) => (await world.pool.query('select token, state, tries, error from flow_outbox where case_id = $1', [caseId])).rows
const incidents = async (caseId: string) => (await must(world, 'intervention.listIncidents', { headers: HEADERS, body: { flowDataId: caseId } })).items
const solve = (caseId: string, token: number, action: string, values?: object) =>
  world.call('intervention.solveIncident', { as: 'ann', headers: HEADERS, body: { flowDataId: caseId, token, action, ...(values && { values }) } })
const failing = async (more: object = {}) => {
  works = false
  const { caseId } = await caseIn(world, inRow([service({ do: 'api', key: 'book', ...more }), { id: 'a', approvers: people('abe') }]))
  for (const at of [1, 2, 3, 4, 5, 6]) await sweep(later + at * 700_000)
  return caseId
}

describe('a step without people', () => {
  it('that fails for good goes on along its line for errors, and no incident is left; one that takes too long is left', async () => {
    works = false
    const book = (border: object) => {
      const made = inRow([service({ do: 'api', key: 'book' }), { id: 'a', approvers: people('abe') }])
      return {
        ...made,
        nodes: [
          ...made.nodes,
          { id: 'b', kind: 'border', name: '', border: { on: 'job', ...border } },
          { id: 'mend', kind: 'user', name: 'Mend', approvers: people('ann') },
        ],
        lines: [...made.lines, { id: 'l1', from: 'b', to: 'mend' }, { id: 'l2', from: 'mend', to: 'end' }],
      }
    }
    const { caseId } = await caseIn(world, book({ event: 'error' }))
    for (const at of [1, 2, 3, 4, 5, 6]) await sweep(later + at * 700_000)
    expect((await caseOf(world, caseId)).tasks.map(({ node }: any) => node)).toEqual(['Mend'])
    expect([await outbox(caseId), await incidents(caseId)]).toEqual([[], []])
    const told = (await caseOf(world, caseId)).history.map(({ text }: any) => text)
    expect(told.at(-2)).toMatch(/^“Job” failed: /)
    expect(told.at(-1)).toBe('“Job” failed for good: it went on along the line for errors')

    const slow = await caseIn(world, book({ event: 'timer', after: { value: 1, unit: 'minute' } }))
    await sweep()
    await sweep(later + 61_000)
    expect((await caseOf(world, slow.caseId)).tasks.map(({ node }: any) => node)).toEqual(['Mend'])
    expect(await outbox(slow.caseId)).toEqual([])
    works = true
  })

  it('sets fields of the row by formulas, and the flow goes on with them', async () => {
    const { caseId } = await caseIn(
      world,
      inRow([
        service({
          do: 'set',
          values: [
            { name: 'days', formula: 'days * 2' },
            { name: 'note', formula: 'CONCATENATE(reason, "!")' },
          ],
        }),
        { id: 'a', approvers: people('abe') },
      ]),
      { reason: 'set by a flow', days: 3 },
    )
    await sweep()
    expect(await rows('set by a flow')).toMatchObject([{ days: 6, note: 'set by a flow!' }])
    expect((await caseOf(world, caseId, 'abe')).fields).toEqual(expect.arrayContaining([expect.objectContaining({ key: 'days', value: 6 })]))
    expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0)
    expect(await outbox(caseId)).toEqual([])
  })

  it('adds and changes rows, once, however many processes look', async () => {
    const other = await world.another()
    const { key } = await flowIn(
      world,
      inRow([
        service({
          do: 'create',
          model: 'main/leave',
          values: [
            { name: 'reason', value: 'made by a flow' },
            { name: 'days', formula: 'days + 1' },
          ],
        }),
        { id: 'a', approvers: people('abe') },
      ]),
    )
    await Promise.all(Array.from({ length: 8 }, (_, days) => start(world, key, { reason: 'x', days })))
    await Promise.all([world, other, world, other].map(({ running }) => running.services.flows.work.sweep()))
    await sweep()
    await other.close()
    expect((await rows('made by a flow')).map(({ days }: any) => days).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const [one] = await rows('made by a flow')
    const changes = service({ do: 'update', model: 'main/leave', row: 'note', values: [{ name: 'reason', value: 'changed by a flow' }] })
    await caseIn(world, inRow([changes]), { reason: 'x', days: 1, note: one.id })
    await sweep()
    expect((await rows('changed by a flow')).map(({ id }: any) => id)).toEqual([one.id])
  })

  it('writes the row and goes on in one transaction', async () => {
    // The flow cannot go on behind it: the row may not stay either.
    await world.pool.query(`alter table flow_task add constraint refused check (node <> 'refused')`)
    const { caseId } = await caseIn(
      world,
      inRow([service({ do: 'create', model: 'main/leave', values: [{ name: 'reason', value: 'half' }] }), { id: 'refused', approvers: people('abe') }]),
    )
    for (const at of [1, 2, 3, 4, 5, 6]) await sweep(later + at * 700_000)
    expect([await rows('half'), (await caseOf(world, caseId)).status]).toEqual([[], -2])
    await world.pool.query(`alter table flow_task drop constraint refused`)
    const [{ token }] = await incidents(caseId)
    expect((await solve(caseId, token, 'RETRY')).data).toEqual({ outcome: 'done', reason: '' })
    expect(await rows('half')).toHaveLength(1)
  })

  it('calls another system, keeps what it answers, and chooses the way by it', async () => {
    works = true
    called.length = 0
    const definition = {
      model: 'main/leave',
      nodes: [
        { id: 'start', kind: 'start', name: '' },
        service({ do: 'api', key: 'book', into: 'booked' }),
        { id: 'x', kind: 'exclusive', name: '' },
        { id: 'few', kind: 'user', name: 'Few', approvers: people('abe') },
        { id: 'many', kind: 'user', name: 'Many', approvers: people('ann') },
        { id: 'end', kind: 'end', name: '' },
      ],
      lines: [
        { id: 'a', from: 'start', to: 'job' },
        { id: 'b', from: 'job', to: 'x' },
        { id: 'c', from: 'x', to: 'many', conditionType: 'formula', formula: 'days > booked.limit' },
        { id: 'd', from: 'x', to: 'few', isDefault: true },
        { id: 'e', from: 'few', to: 'end' },
        { id: 'f', from: 'many', to: 'end' },
      ],
    }
    const { key, caseId } = await caseIn(world, definition, { reason: 'x', days: 9 })
    const few = (await start(world, key, { reason: 'x', days: 7 })).data.flowDataId
    await sweep()
    expect([(await caseOf(world, caseId)).tasks, (await caseOf(world, few)).tasks]).toMatchObject([[{ node: 'Many' }], [{ node: 'Few' }]])
    expect(new Set(called).size).toBe(2)
    expect(called.every(Boolean)).toBe(true)
  })

  it('tells people, with values of the case', async () => {
    const { caseId } = await caseIn(
      world,
      inRow([service({ do: 'message', to: { by: 'starter' }, message: 'Noted: {{reason}}', channels: ['inApp', 'email'] })]),
      {
        reason: 'Sea',
      },
    )
    await sweep()
    const { rows: told } = await world.pool.query("select user_id, message from flow_notice where case_id = $1 and kind = 'message'", [caseId])
    expect(told).toEqual([{ user_id: world.ids.ben, message: 'Noted: Sea' }])
    expect((await world.pool.query(`select 1 from outbox where recipient = 'ben@example.test' and body like '%Noted: Sea%'`)).rows).toHaveLength(1)
  })

  it('waits while its flow is suspended', async () => {
    const { caseId } = await caseIn(
      world,
      inRow([{ id: 'a', approvers: people('abe') }, service({ do: 'create', model: 'main/leave', values: [{ name: 'reason', value: 'held' }] })]),
    )
    const operate = (action: string) => must(world, 'intervention.operateInstance', { headers: HEADERS, body: { flowDataId: caseId, action } })
    // Held between the decision and the step: nothing looks in between.
    await world.pool.query(`update flow_case set suspended_at = now() where id = $1`, [caseId])
    await world.pool.query(`update flow_case set suspended_at = null where id = $1`, [caseId])
    await operate('SUSPEND')
    await sweep()
    expect(await rows('held')).toEqual([])
    await operate('RESUME')
    expect((await decide(world, caseId, 'abe')).status).toBe(0)
    await sweep(later + 60_000)
    expect(await rows('held')).toHaveLength(1)
  })
})

describe('a step that fails', () => {
  it('is tried again with the same key, then stands still with its reason', async () => {
    called.length = 0
    const caseId = await failing()
    expect((await caseOf(world, caseId)).status).toBe(-2)
    expect(called).toHaveLength(5)
    expect(new Set(called).size).toBe(1)
    expect(await incidents(caseId)).toEqual([
      {
        token: expect.any(Number),
        nodeId: 'job',
        nodeName: 'Job',
        code: 'jobFailed',
        reason: 'The other side answered with status 500',
        tries: 5,
        maySkip: true,
      },
    ])
    expect((await caseOf(world, caseId)).history.map(({ text }: any) => text)).toContain('“Job” failed: The other side answered with status 500')
  })

  it('is tried again by an operator, who is told what really became of it', async () => {
    const caseId = await failing()
    const [{ token }] = await incidents(caseId)
    expect((await solve(caseId, token, 'RETRY')).data).toEqual({ outcome: 'failed', reason: 'The other side answered with status 500' })
    works = true
    expect((await solve(caseId, token, 'RETRY')).data).toEqual({ outcome: 'done', reason: '' })
    expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0)
    expect(await solve(caseId, token, 'RETRY')).toMatchObject({ status: 409, code: 'flow.tokenGone' })
  })

  it('is left out, or done with other data', async () => {
    const caseId = await failing()
    const [{ token }] = await incidents(caseId)
    expect((await solve(caseId, token, 'SKIP')).data).toEqual({ outcome: 'done', reason: '' })
    expect([await taskOf(world, caseId, 'abe'), await outbox(caseId)]).toEqual([expect.any(Number), []])
    const text = (await caseOf(world, caseId)).history.map((one: any) => one.text)
    expect(text).toContain('Left out “Job”')
    const update = service({ do: 'update', model: 'main/leave', row: 'note', values: [{ name: 'days', value: 1 }] })
    const wrong = await caseIn(world, inRow([update, { id: 'a', approvers: people('abe') }]), { reason: 'wrong', note: '0191d5a0-0000-7000-8000-0000000000ff' })
    await sweep()
    const [stuck] = await incidents(wrong.caseId)
    const [mine] = await rows('wrong')
    expect((await solve(wrong.caseId, stuck.token, 'RETRY', { note: mine.id })).data).toEqual({ outcome: 'done', reason: '' })
    expect(await rows('wrong')).toMatchObject([{ days: 1 }])
  })

  it('that is somebody else’s to find tells when nobody was found still', async () => {
    const { caseId } = await caseIn(world, inRow([{ id: 'a', name: 'Boss', approvers: { by: 'field', field: 'boss' }, empty: { then: 'exception' } }]))
    const [{ token, reason }] = await incidents(caseId)
    expect(reason).toBe('Nobody was found to decide at “Boss”')
    expect((await solve(caseId, token, 'RETRY')).data).toEqual({ outcome: 'failed', reason: 'Nobody was found to decide at “Boss”' })
    const [again] = await incidents(caseId)
    expect((await solve(caseId, again.token, 'RETRY', { boss: world.ids.abe })).data).toEqual({ outcome: 'done', reason: '' })
    expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0)
  })
})

describe('parameters of a flow', () => {
  it('are filled in where it begins, and conditions ask for them (flowDesign.entity-parameter)', async () => {
    const parameters = [
      { id: 'p1', name: 'urgent', type: 'boolean', required: true },
      { id: 'p2', name: 'limit.days', type: 'int', default: 3 },
    ]
    const definition = {
      ...inRow([]),
      parameters,
      nodes: [
        { id: 'start', kind: 'start', name: '' },
        { id: 'x', kind: 'exclusive', name: '' },
        { id: 'fast', kind: 'user', name: 'Fast', approvers: people('ann') },
        { id: 'slow', kind: 'user', name: 'Slow', approvers: people('abe') },
        { id: 'end', kind: 'end', name: '' },
      ],
      lines: [
        { id: 'a', from: 'start', to: 'x' },
        { id: 'b', from: 'x', to: 'fast', conditionType: 'formula', formula: 'urgent && days <= limit.days' },
        { id: 'c', from: 'x', to: 'slow', isDefault: true },
        { id: 'd', from: 'fast', to: 'end' },
        { id: 'e', from: 'slow', to: 'end' },
      ],
    }
    const { key } = await flowIn(world, definition)
    expect(await start(world, key)).toMatchObject({ status: 422, errors: { '_parameters.urgent': 'Please fill this in' } })
    expect(await start(world, key, { reason: 'x', _parameters: { urgent: 'yes' } })).toMatchObject({
      status: 422,
      errors: { '_parameters.urgent': 'This is no value of this kind' },
    })
    const at = async (body: object) => (await caseOf(world, (await start(world, key, body)).data.flowDataId)).tasks.map(({ node }: any) => node)
    expect(await at({ reason: 'x', days: 3, _parameters: { urgent: true } })).toEqual(['Fast'])
    expect(await at({ reason: 'x', days: 4, _parameters: { urgent: true } })).toEqual(['Slow'])
    expect(await at({ reason: 'x', days: 4, _parameters: { urgent: true, limit: { days: 9 } } })).toEqual(['Fast'])
    const { schema } = await must(world, 'flow.getInitiateForm', { as: 'ben', params: { ...DEV, dsKey: 'main', dmKey: 'leave' }, query: { formView: key } })
    expect(schema.body.filter(({ name }: any) => name?.startsWith('_parameters.'))).toMatchObject([
      { type: 'switch', name: '_parameters.urgent', required: true },
      { type: 'input-number', name: '_parameters.limit.days', value: 3 },
    ])
  })

  it('whose formulas reach for what is none of theirs are not enabled', async () => {
    const refused = async (definition: object) => {
      const { flowId } = await flowIn(world, definition, { enable: false })
      return world.call('flow.enableRevision', { as: 'ann', params: { ...DEV, flowId, revisionId: '1' } })
    }
    const faulty = inRow([service({ do: 'set', values: [{ name: 'days', formula: 'reason.constructor' }] })])
    expect(await refused(faulty)).toMatchObject({ status: 422, msg: 'A formula reaches for what is none of its values: Job' })
    expect(await refused(inRow([{ id: 'job', kind: 'service', name: 'Job' }]))).toMatchObject({ status: 422, msg: 'A step does not say what it does: Job' })
  })
})

describe('a flow that a step calls', () => {
  const calls = (key: string, more: object = {}, id = 'job') => service({ do: 'call', key, input: [], output: [], ...more }, id)
  const children = async (caseId: string) =>
    (await world.pool.query('select id, status, result, record_id, vars, depth from flow_case where caller_id = $1 order by created_at, id', [caseId])).rows
  const recordOf = async (caseId: string) => (await world.pool.query('select record_id from flow_case where id = $1', [caseId])).rows[0].record_id
  const told = async (caseId: string) => (await caseOf(world, caseId)).history.map(({ text }: any) => text)
  const checking = (more: object = {}) =>
    inRow([{ id: 'check', approvers: people('ann'), fields: { note: 'write' } }], {
      parameters: [{ id: 'p', name: 'limit', type: 'int', default: 1 }],
      ...more,
    })
  const operate = (caseId: string, action: string) =>
    must(world, 'intervention.operateInstance', { headers: HEADERS, body: { flowDataId: caseId, action, reason: 'because' } })
  const undo = (caseId: string) => world.call('intervention.undo', { as: 'ann', headers: HEADERS, body: { flowDataId: caseId, reason: 'a mistake' } })

  // What is called begins and ends when the test says.
  beforeAll(() => world.running.services.flows.work.unwatch())

  it('is about the same row, is given variables, and gives others back when it ends; each is found from the other', async () => {
    const { key } = await flowIn(world, checking(), { name: 'Check' })
    const step = calls(key, {
      input: [{ name: 'limit', formula: 'days * 10' }],
      output: [
        { name: 'outcome', formula: 'result' },
        { name: 'checked', formula: 'limit + 1' },
      ],
    })
    const { caseId } = await caseIn(world, inRow([step, { id: 'a', approvers: people('abe') }]), { reason: 'x', days: 2 })
    const other = await world.another()
    await Promise.all([world, other].map(({ running }) => running.services.flows.work.sweep()))
    await other.close()
    const [child, ...more] = await children(caseId)
    expect([more, child.vars, child.record_id]).toEqual([[], { limit: 20 }, await recordOf(caseId)])
    expect(await told(caseId)).toEqual(['Started', 'Started “Check” at “Job”, and waits for its end'])
    expect(await caseOf(world, caseId, 'ben')).toMatchObject({ callers: [], called: [{ id: child.id, flowName: 'Check', status: 1 }] })
    expect((await caseOf(world, child.id, 'ben')).callers).toMatchObject([{ id: caseId, status: 1 }])
    const drawn = await must(world, 'flow.getCaseDiagram', { as: 'ben', params: { ...DEV, caseId } })
    expect([drawn.waiting, drawn.working]).toEqual([[], ['job']])
    await sweep(later + 100_000)
    expect(await children(caseId)).toHaveLength(1)

    expect((await decide(world, child.id, 'ann', 'approve', { values: { note: 'seen' } })).status).toBe(0)
    await sweep()
    const { vars, snapshot } = (await world.pool.query('select vars, snapshot from flow_case where id = $1', [caseId])).rows[0]
    expect([vars, snapshot.note]).toEqual([{ outcome: 'approved', checked: 21 }, 'seen'])
    expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0)
    expect(await outbox(caseId)).toEqual([])
  })

  it('is not told to those who have no part in it', async () => {
    await cydJoins(world)
    const { key } = await flowIn(world, checking())
    const { caseId } = await caseIn(world, inRow([calls(key)]))
    await sweep()
    const [child] = await children(caseId)
    await must(world, 'flow.comment', { as: 'ben', params: { ...DEV, caseId }, body: { comment: 'look', mentions: [world.ids.cyd] } })
    expect((await caseOf(world, caseId, 'cyd')).called).toEqual([])
    expect((await world.call('flow.getCase', { as: 'cyd', params: { ...DEV, caseId: child.id } })).status).toBe(404)
  })

  it('has a row of its own on another model, with the fields that it is given', async () => {
    const source = await builtinSource(world)
    await makeModel(world, source, 'visit', [{ key: 'town', name: 'Town', type: 'text', required: true }])
    await applyAll(world, source)
    const { key } = await flowIn(world, { ...checking(), model: 'main/visit' })
    const { caseId } = await caseIn(world, inRow([calls(key, { input: [{ name: 'town', formula: 'reason' }] })]), { reason: 'Bern', days: 1 })
    await sweep()
    const [child] = await children(caseId)
    const { items } = await must(world, 'data.listRows', { params: { ...DEV, dsKey: 'main', dmKey: 'visit' }, query: { perPage: 10 } })
    expect(items).toMatchObject([{ id: child.record_id, town: 'Bern' }])
    // A row that cannot be is told, and nothing is half there.
    const bare = await caseIn(world, inRow([calls(key)]))
    await sweep()
    expect([(await caseOf(world, bare.caseId)).status, await children(bare.caseId)]).toEqual([-2, []])
  })

  it('ends with the step that called it, and so does what it called itself; taken back in time, both go on', async () => {
    const { key: inner } = await flowIn(world, checking())
    const { key: middle } = await flowIn(world, inRow([calls(inner)]))
    const { caseId } = await caseIn(world, inRow([calls(middle)]))
    await sweep()
    const [one] = await children(caseId)
    const [two] = await children(one.id)
    expect([one.depth, two.depth]).toEqual([1, 2])
    await operate(caseId, 'ABORT')
    expect((await undo(caseId)).status).toBe(0)
    await sweep()
    expect([(await children(caseId))[0].status, (await children(one.id))[0].status]).toEqual([1, 1])
    await operate(caseId, 'ABORT')
    await sweep()
    expect([(await children(caseId))[0].result, (await children(one.id))[0].result]).toEqual(['aborted', 'aborted'])
    expect(await told(one.id)).toContain('Ended, because the step that had called it was left')
    // Stopped already, each is brought back with the one that had called it, and by nobody alone.
    expect((await undo(one.id)).code).toBe('flow.undoGone')
    expect((await undo(caseId)).status).toBe(0)
    await sweep(later + 40_000)
    expect([(await children(caseId))[0].status, (await children(one.id))[0].status]).toEqual([1, 1])
    expect((await told(one.id)).at(-1)).toBe('Goes on: the step that had called it waits for it again')
    expect((await decide(world, two.id, 'ann')).status).toBe(0)
    await sweep()
    expect([(await children(caseId))[0].result, (await caseOf(world, caseId)).result]).toEqual(['approved', 'approved'])
    // Not where something came of it: somebody was told of the end by a trigger.
    const heard = await caseIn(world, inRow([calls(inner)]))
    await sweep()
    const [its] = await children(heard.caseId)
    await operate(heard.caseId, 'ABORT')
    await sweep()
    await world.pool.query(
      `insert into trigger_event (id, company_id, app_id, tag, kind, input, triggers)
       select gen_random_uuid(), company_id, app_id, tag, 'flow', jsonb_build_object('flow', jsonb_build_object('case', id)), '[]' from flow_case where id = $1`,
      [its.id],
    )
    expect((await undo(heard.caseId)).code).toBe('flow.undoBegun')
    // A new beginning calls anew.
    const again = await caseIn(world, inRow([calls(middle)]))
    await sweep()
    await operate(again.caseId, 'RESET')
    await sweep()
    expect((await children(again.caseId)).map(({ status }) => status)).toEqual([-1, 1])
  })

  it('that ends without a result fails its step, which calls anew when it is tried again; taken back before anybody knew, it goes on', async () => {
    const { key } = await flowIn(world, checking())
    const { caseId } = await caseIn(world, inRow([calls(key), { id: 'a', approvers: people('abe') }]))
    await sweep()
    const [first] = await children(caseId)
    await operate(first.id, 'ABORT')
    expect((await undo(first.id)).status).toBe(0)
    await sweep()
    expect((await caseOf(world, caseId)).status).toBe(1)
    await operate(first.id, 'ABORT')
    await sweep()
    expect((await undo(first.id)).code).toBe('flow.undoBegun')
    expect((await incidents(caseId))[0]).toMatchObject({ nodeId: 'job', reason: 'The flow that was called ended without a result' })
    const [{ token }] = await incidents(caseId)
    expect((await solve(caseId, token, 'RETRY')).data.outcome).toBe('done')
    const [, second] = await children(caseId)
    expect((await decide(world, second.id, 'ann', 'reject')).status).toBe(0)
    await sweep()
    // What it was decided is for the flow that called it to ask.
    expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0)
  })

  it('is refused where it does not run, in a loop, and without such a variable; deeper than anybody means it stands still', async () => {
    const enable = (flowId: string, version = '1') => world.call('flow.enableRevision', { as: 'ann', params: { ...DEV, flowId, revisionId: version } })
    const gone = await flowIn(world, inRow([calls('not_there')]), { enable: false })
    expect(await enable(gone.flowId)).toMatchObject({
      status: 422,
      code: 'flow.faultyAt',
      msg: 'The flow “not_there”, which is to be called, does not run: Job',
    })
    const leaf = await flowIn(world, checking())
    const wrong = await flowIn(world, inRow([calls(leaf.key, { input: [{ name: 'reason', value: 'x' }] })]), { enable: false })
    expect((await enable(wrong.flowId)).msg).toBe('The flow that is called has no variable “reason”: Job')
    const over = await flowIn(world, inRow([calls(leaf.key)]))
    const body = { key: leaf.key, name: 'Leaf', definition: inRow([calls(over.key)]) }
    await must(world, 'flow.update', { params: { ...DEV, flowId: leaf.flowId }, body })
    expect((await enable(leaf.flowId, '2')).msg).toBe('The flow would call itself: Job')
    expect((await world.call('flow.update', { as: 'ann', params: { ...DEV, flowId: leaf.flowId }, body: { ...body, enable: true } })).status).not.toBe(0)
    // What was enabled before anybody asked, or came in a package, is stopped where it runs.
    await world.pool.query(`update flow_switch set version = 2 where flow_id = $1`, [leaf.flowId])
    const reply = await start(world, over.key)
    await sweep()
    const { rows } = await world.pool.query('select id, depth, status from flow_case order by depth desc limit 1')
    expect(rows[0]).toMatchObject({ depth: 10, status: -2 })
    expect((await incidents(rows[0].id))[0].reason).toBe('Flows call each other more than 10 deep')
    expect(reply.status).toBe(0)
  })
})
