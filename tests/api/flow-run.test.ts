// Flows as people go through them: over calls, on a real database.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asking, caseIn, caseOf, decide, DEV, flowIn, inRow, must, start, taskOf } from '../support/flows.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const people = (...names: (keyof World['ids'])[]) => ({ by: 'people', users: names.map(name => world.ids[name]) })
const eventsOf = async (caseId: string) =>
  (await world.pool.query('select seq, type, node from flow_event where case_id = $1 order by seq', [caseId])).rows as {
    seq: number
    type: string
    node: string
  }[]

describe('a flow', () => {
  it('is started, approved step by step, and ends', async () => {
    const { caseId } = await caseIn(
      world,
      inRow([
        { id: 'lead', approvers: people('abe') },
        { id: 'boss', approvers: people('ann') },
      ]),
    )
    expect(await caseOf(world, caseId, 'abe')).toMatchObject({ status: 1, mine: [{ node: 'lead' }], starter: 'Ben' })
    expect((await decide(world, caseId, 'abe', 'approve', { comment: 'Fine' })).status).toBe(0)
    expect((await decide(world, caseId, 'ann')).status).toBe(0)
    const told = await caseOf(world, caseId, 'ben')
    expect(told).toMatchObject({ status: 2, result: 'approved', mine: [], mayWithdraw: false })
    expect(told.tasks).toMatchObject([
      { node: 'lead', person: 'Abe', state: 'done', decision: 'approve', comment: 'Fine' },
      { node: 'boss', person: 'Ann', state: 'done', decision: 'approve' },
    ])
    expect(told.history.map(({ person, text }: any) => `${person}: ${text}`)).toEqual([
      'Ben: Started',
      'Abe: Approved at “lead”',
      'Ann: Approved at “boss”',
      'Ann: Ended: approved',
    ])
  })

  it('goes the way that the values say', async () => {
    const definition = {
      model: 'main/leave',
      nodes: [
        { id: 'start', kind: 'start', name: '' },
        { id: 'long', kind: 'exclusive', name: '' },
        { id: 'boss', kind: 'user', name: 'Boss', approvers: people('ann') },
        { id: 'lead', kind: 'user', name: 'Lead', approvers: people('abe') },
        { id: 'end', kind: 'end', name: '' },
      ],
      lines: [
        { id: 'a', from: 'start', to: 'long' },
        {
          id: 'b',
          from: 'long',
          to: 'boss',
          conditions: { conjunction: 'and', children: [{ left: { type: 'field', field: 'days' }, op: 'greater', right: 3 }] },
        },
        { id: 'c', from: 'long', to: 'lead', isDefault: true },
        { id: 'd', from: 'boss', to: 'end' },
        { id: 'e', from: 'lead', to: 'end' },
      ],
    }
    const { key, caseId } = await caseIn(world, definition, { reason: 'Sea', days: 5 })
    expect((await caseOf(world, caseId)).mine).toMatchObject([{ node: 'Boss' }])
    const short = (await start(world, key, { reason: 'Dentist', days: 1 })).data.flowDataId
    expect((await caseOf(world, short, 'abe')).mine).toMatchObject([{ node: 'Lead' }])
  })

  it('and its row come together or not at all', async () => {
    const { key } = await flowIn(world, asking(world, ['abe']))
    const before = await world.stored()
    expect(await start(world, key, { days: 2 })).toMatchObject({ status: 422, errors: { reason: expect.any(String) } })
    expect(await world.stored()).toBe(before)
    // The row is fine, and the case is refused by the database after it: neither may stay.
    await world.pool.query(`alter table flow_case add constraint refused check (title <> 'stop')`)
    const stopped = await flowIn(world, { ...asking(world, ['abe']), title: '{{reason}}' })
    const rows = async () => (await must(world, 'data.listRows', { params: { ...DEV, dsKey: 'main', dmKey: 'leave' }, query: {} })).total
    const there = await rows()
    const cases = async () => (await world.pool.query('select count(*)::int as n from flow_case')).rows[0].n
    const counted = await cases()
    expect((await start(world, stopped.key, { reason: 'stop' })).status).not.toBe(0)
    expect([await rows(), await cases()]).toEqual([there, counted])
    await world.pool.query(`alter table flow_case drop constraint refused`)
    expect((await start(world, stopped.key, { reason: 'stop' })).status).toBe(0)
  })

  it('writes what its nodes let write, with the rights of the flow', async () => {
    const definition = inRow([{ id: 'approval', approvers: people('abe'), fields: { note: 'required', days: 'write', reason: 'hidden' } }])
    ;(definition.nodes[0] as Record<string, unknown>).fields = { reason: 'required', boss: 'hidden' }
    const { key } = await flowIn(world, definition)
    expect(await start(world, key, { reason: 'Sea', days: 9 })).toMatchObject({ status: 422, code: 'flow.fieldsRefused', errors: { days: expect.any(String) } })
    expect(await start(world, key, {})).toMatchObject({ status: 422, errors: { reason: 'Please fill this in' } })
    const caseId = (await start(world, key, { reason: 'Sea' })).data.flowDataId
    const seen = (await caseOf(world, caseId, 'abe')).fields.map(({ key: field, right }: any) => `${field} ${right}`)
    expect(seen).toEqual(expect.arrayContaining(['days write', 'note required']))
    expect(seen.join()).not.toContain('reason')
    expect(await decide(world, caseId, 'abe')).toMatchObject({ status: 422, errors: { 'values.note': 'Please fill this in' } })
    expect(await decide(world, caseId, 'abe', 'approve', { values: { note: 'ok', reason: 'other' } })).toMatchObject({
      status: 422,
      errors: { 'values.reason': expect.any(String) },
    })
    expect((await decide(world, caseId, 'abe', 'approve', { values: { note: 'ok', days: 3 } })).status).toBe(0)
    const [row] = (await must(world, 'data.listRows', { params: { ...DEV, dsKey: 'main', dmKey: 'leave' }, query: { keywords: '' } })).items.filter(
      (one: any) => one.note === 'ok',
    )
    expect(row).toMatchObject({ reason: 'Sea', days: 3, note: 'ok' })
    expect(await caseOf(world, caseId, 'ben')).toMatchObject({
      status: 2,
      fields: expect.arrayContaining([expect.objectContaining({ key: 'days', value: 3 })]),
    })
  })

  it('ends with whoever rejects, where one decides', async () => {
    const { caseId } = await caseIn(
      world,
      inRow([
        { id: 'a', approvers: people('abe', 'ann') },
        { id: 'b', approvers: people('ann') },
      ]),
    )
    expect((await decide(world, caseId, 'abe', 'reject', { comment: 'Not now' })).status).toBe(0)
    expect(await caseOf(world, caseId)).toMatchObject({ status: 2, result: 'rejected', mine: [] })
    expect((await caseOf(world, caseId)).tasks.map(({ state }: any) => state)).toEqual(['done', 'dropped'])
  })

  it('tells people on its way, who see it from then on', async () => {
    const { caseId } = await caseIn(
      world,
      inRow([
        { id: 'cc', kind: 'copy', approvers: people('ann') },
        { id: 'a', approvers: people('abe') },
      ]),
    )
    const copied = await must(world, 'flow.listTasks', { params: DEV, query: { box: 'copied' } })
    expect(copied.items.filter((one: any) => one.caseId === caseId)).toMatchObject([{ node: 'cc', starter: 'Ben' }])
  })

  it('asks those whom the starter chose, who have to be chosen', async () => {
    const { key } = await flowIn(world, inRow([{ id: 'pick', name: 'Pick', approvers: { by: 'choice' } }]))
    expect(await start(world, key)).toMatchObject({ status: 422, errors: { '_choices.pick': 'Choose who decides at “Pick”' } })
    const reply = await start(world, key, { reason: 'x', _choices: { pick: [world.ids.abe] } })
    expect(await taskOf(world, reply.data.flowDataId, 'abe')).toBeGreaterThan(0)
  })

  it('takes as approved who approved before, where it says so', async () => {
    const steps = [
      { id: 'a', approvers: people('abe') },
      { id: 'b', approvers: people('abe') },
      { id: 'c', approvers: people('abe', 'ann') },
    ]
    const asked = await caseIn(world, inRow(steps))
    await decide(world, asked.caseId, 'abe')
    expect(await taskOf(world, asked.caseId, 'abe')).toBeGreaterThan(0)
    const passed = await caseIn(world, inRow(steps, { sameApprover: 'pass' }))
    await decide(world, passed.caseId, 'abe')
    expect(await taskOf(world, passed.caseId, 'abe')).toBe(0)
    expect(await taskOf(world, passed.caseId, 'ann')).toBeGreaterThan(0)
    expect((await caseOf(world, passed.caseId, 'ben')).tasks.map(({ node }: any) => node)).toEqual(['a', 'c'])
  })

  it('goes on as it began, whatever is saved and enabled meanwhile', async () => {
    const { flowId, key, caseId } = await caseIn(world, asking(world, ['abe']))
    await must(world, 'flow.update', { params: { ...DEV, flowId }, body: { key, name: 'Other', definition: asking(world, ['ann']) } })
    await must(world, 'flow.enableRevision', { params: { ...DEV, flowId, revisionId: '2' } })
    expect((await decide(world, caseId, 'abe')).status).toBe(0)
    const next = (await start(world, key)).data.flowDataId
    expect(await taskOf(world, next, 'abe')).toBe(0)
    expect(await taskOf(world, next, 'ann')).toBeGreaterThan(0)
  })

  it.each([
    ['pass', 2],
    ['nobody', 1],
    ['exception', -2],
  ])('where nobody is found and it says %s: state %s', async (then, status) => {
    const { caseId } = await caseIn(world, inRow([{ id: 'a', approvers: { by: 'field', field: 'boss' }, empty: { then } }]))
    expect((await caseOf(world, caseId, 'ben')).status).toBe(status)
  })

  it('asks who a field names, and those instead where it names nobody', async () => {
    const { key } = await flowIn(world, inRow([{ id: 'a', approvers: { by: 'field', field: 'boss' }, empty: { then: 'people', users: [world.ids.ann] } }]))
    const named = (await start(world, key, { reason: 'x', boss: world.ids.abe })).data.flowDataId
    expect(await taskOf(world, named, 'abe')).toBeGreaterThan(0)
    const unnamed = (await start(world, key)).data.flowDataId
    expect(await taskOf(world, unnamed, 'ann')).toBeGreaterThan(0)
  })

  it('asks nobody from outside the organisation', async () => {
    const { caseId } = await caseIn(world, asking(world, ['dee', 'cyd']))
    const { items } = await must(world, 'intervention.listNobodyNodes', { headers: { 'x-company-key': 'acme', 'x-app-key': 'shop-dev' }, body: {} })
    expect(items.filter((one: any) => one.flowDataId === caseId)).toMatchObject([{ status: 'NOBODY', nodeId: 'approval' }])
  })
})

describe('many at once', () => {
  it('decide once each, and the case goes on once', async () => {
    const { caseId } = await caseIn(
      world,
      inRow([
        { id: 'all', approvers: people('ann', 'abe', 'ben'), deciding: { by: 'all' } },
        { id: 'next', approvers: people('ann') },
      ]),
    )
    const other = await world.another()
    const tasks = await Promise.all((['ann', 'abe', 'ben'] as const).map(async as => ({ as, task: String(await taskOf(world, caseId, as)) })))
    const replies = await Promise.all(
      tasks.flatMap(({ as, task }) =>
        Array.from({ length: 6 }, (_, at) =>
          (at % 2 ? world : other).call('flow.decide', { as, params: { ...DEV, caseId, task }, body: { decision: 'approve' } }),
        ),
      ),
    )
    await other.close()
    expect(replies.filter(({ status }) => status === 0)).toHaveLength(3)
    expect(new Set(replies.filter(({ status }) => status !== 0).map(({ code }) => code))).toEqual(new Set(['flow.taskGone']))
    expect((await caseOf(world, caseId)).mine).toMatchObject([{ node: 'next' }])
    const events = await eventsOf(caseId)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1))
    expect(events.filter(({ type, node }) => type === 'entered' && node === 'next')).toHaveLength(1)
  })

  it('decide each case by itself, whoever is refused and whatever is held elsewhere', async () => {
    const { key } = await flowIn(world, { ...asking(world, ['abe']), title: 'held {{days}}' })
    const ids: string[] = []
    for (let days = 0; days < 8; days++) ids.push((await start(world, key, { reason: 'held', days })).data.flowDataId)
    const other = await world.another()
    const tasks = await Promise.all(ids.map(caseId => taskOf(world, caseId, 'abe')))
    const decided = (at: number, as: 'abe' | 'ben' = 'abe') =>
      (at % 2 ? world : other).call('flow.decide', {
        as,
        params: { ...DEV, caseId: ids[at] as string, task: String(tasks[at]) },
        body: { decision: 'approve' },
      })
    const holder = await world.pool.connect()
    await holder.query('begin')
    await holder.query('select from flow_case where id = $1 for update', [ids[0]])
    const held = decided(0)
    // Each twice, and by somebody who is not asked.
    const replies = await Promise.all(ids.slice(1).flatMap((_, at) => [decided(at + 1), decided(at + 1), decided(at + 1, 'ben')]))
    expect(replies.filter(({ status }) => status === 0)).toHaveLength(7)
    const refused = replies.filter(({ status }) => status !== 0).map(({ code }) => code)
    expect(refused.every(code => ['flow.ended', 'flow.taskGone', 'flow.notYours'].includes(String(code)))).toBe(true)
    await holder.query('commit')
    holder.release()
    expect((await held).status).toBe(0)
    await other.close()
    const { rows } = await world.pool.query(
      `select c.status, count(e.*) filter (where e.type = 'taskDecided')::int as decided, max(e.seq) = count(e.*) as whole from flow_case c
       join flow_event e on e.case_id = c.id where c.title like 'held %' group by c.id, c.status`,
    )
    expect(rows).toEqual(Array(8).fill({ status: 2, decided: 1, whole: true }))
  })

  it('start as many cases as there are rows', async () => {
    const { key } = await flowIn(world, { ...asking(world, ['abe']), title: 'many {{days}}' })
    const replies = await Promise.all(Array.from({ length: 24 }, (_, days) => start(world, key, { reason: 'many', days })))
    expect(replies.every(({ status }) => status === 0)).toBe(true)
    const { rows } = await world.pool.query(`select title, snapshot ->> 'days' as days, record_id from flow_case where title like 'many %'`)
    expect(rows).toHaveLength(24)
    expect(rows.every(({ title, days }) => title === `many ${days}`)).toBe(true)
    expect(new Set(rows.map(({ record_id: id }) => id)).size).toBe(24)
  })
})
