// Triggers of rows as they run: over calls, on a real database, with two processes.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyAll, builtinSource, makeModel } from '../support/models.ts'
import { caseIn, caseOf, decide, flowIn, inRow, leaveThere } from '../support/flows.ts'
import { addRow, change, DEV, mails, message, must, ORDERS, ordersThere, rowOf, runsOf, triggerIn, work } from '../support/triggers.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let other: World
let outside: Server
let answers: (() => number)[] = []
const asked: { body: string; key: unknown }[] = []
beforeAll(async () => {
  world = await makeWorld({ privateDataSources: true })
  other = await world.another()
  await other.running.services.triggers.unwatch()
  outside = createServer((request, reply) => {
    let body = ''
    request.on('data', part => (body += part))
    request.on('end', () => {
      asked.push({ body, key: request.headers['idempotency-key'] })
      reply.statusCode = answers.shift()?.() ?? 200
      reply.setHeader('content-type', 'application/json')
      reply.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await ordersThere(world)
})
afterAll(async () => {
  await other?.close()
  await world?.close()
  outside?.close()
})

const later = (seconds: number) => new Date(Date.now() + seconds * 1000)
async function apiIn(key: string) {
  const { port } = outside.address() as AddressInfo
  const definition = {
    type: 'http',
    parameters: [{ key: 'title', type: 'text' }],
    http: { method: 'POST', address: `http://127.0.0.1:${port}/`, body: { kind: 'json', text: '{"title":"{{title}}"}' } },
  }
  await must(world, 'api.create', { body: { key, name: key, definition } })
}

describe('an event of rows', () => {
  it('is a row that is added, changed in chosen fields or deleted, and fits the condition', async () => {
    const condition = { conjunction: 'and', children: [{ left: { type: 'field', field: 'amount' }, op: 'greater', right: 10 }] }
    const { triggerId, disable } = await triggerIn(world, {
      changes: ['create', 'update', 'delete'],
      fields: ['amount'],
      condition,
      actions: [message('heard')],
    })
    const id = await addRow(world, 'order', { title: 'Small', amount: 1 })
    await change(world, id, { amount: 20 })
    await change(world, id, { title: 'Renamed' })
    await must(world, 'data.deleteRows', { params: { ...ORDERS, rowIds: id } })
    await work(world)
    expect((await runsOf(world, triggerId)).map(run => [run.event, run.status])).toEqual([
      [`main/order ${id} was deleted`, 'done'],
      [`main/order ${id} was changed`, 'done'],
    ])
    await disable()
  })

  it('is heard of once, whichever process makes it and whichever does it', async () => {
    const { triggerId, disable } = await triggerIn(world, { changes: ['create'], actions: [message('each {{row.title}}')] })
    const ids = await Promise.all(Array.from({ length: 20 }, (_, at) => addRow(at % 2 ? world : other, 'order', { title: `E${at}` })))
    await Promise.all([work(world), work(other)])
    await Promise.all([work(world), work(other)])
    const runs = await runsOf(world, triggerId)
    expect(runs.map(run => run.status)).toEqual(ids.map(() => 'done'))
    for (let at = 0; at < 20; at++) expect(await mails(world, `each E${at}`)).toHaveLength(1)
    await disable()
  })

  it('is each row of a change of many and of an import', async () => {
    const { triggerId, disable } = await triggerIn(world, { changes: ['create', 'update'], fields: ['status'], actions: [message('many')] })
    const ids = [await addRow(world, 'order', { title: 'A', status: 'new' }), await addRow(world, 'order', { title: 'B', status: 'new' })]
    await must(world, 'data.updateRows', { params: ORDERS, body: { ids, values: { status: 'paid' } } })
    await work(world)
    expect(await runsOf(world, triggerId)).toHaveLength(4)
    await disable()
  })

  it('is nothing where the change does not come about', async () => {
    const { triggerId, disable } = await triggerIn(world, { changes: ['create'], actions: [message('never')] })
    expect((await world.call('data.createRow', { as: 'ann', params: ORDERS, body: { amount: 5 } })).status).toBe(422)
    await work(world)
    expect(await runsOf(world, triggerId)).toEqual([])
    await disable()
  })

  it('is no more once the trigger is disabled, and what waits is stopped', async () => {
    await apiIn('down')
    answers = [() => 503]
    const { triggerId, disable } = await triggerIn(world, { changes: ['create'], actions: [{ do: 'api', api: 'down' }] })
    await addRow(world, 'order', { title: 'Waits' })
    await work(world)
    expect(await runsOf(world, triggerId)).toMatchObject([{ status: 'waiting', problem: 'The other side answered with status 503' }])
    await disable()
    await addRow(world, 'order', { title: 'Unheard' })
    await work(world, later(3600))
    expect(await runsOf(world, triggerId)).toMatchObject([{ status: 'stopped', problem: 'Stopped: the trigger was disabled' }])
  })
})

describe('an action', () => {
  it('fills fields of the row in the same transaction', async () => {
    const { triggerId, disable } = await triggerIn(world, {
      changes: ['create', 'update'],
      actions: [
        {
          do: 'set',
          values: [
            { field: 'status', value: 'paid' },
            { field: 'title', value: '{{row.title}}!' },
          ],
        },
      ],
      fields: ['amount'],
    })
    const id = await addRow(world, 'order', { title: 'Set', amount: 1, status: 'new' })
    expect((await rowOf(world, id)).row).toMatchObject({ title: 'Set!', status: 'paid' })
    await work(world)
    expect(await runsOf(world, triggerId)).toMatchObject([{ status: 'done' }])
    await disable()
  })

  it('that cannot fill a field refuses the change, and says which', async () => {
    const { disable } = await triggerIn(
      world,
      { changes: ['create'], actions: [{ do: 'set', values: [{ field: 'amount', value: 'many' }] }] },
      { name: 'Counts' },
    )
    const reply = await world.call('data.createRow', { as: 'ann', params: ORDERS, body: { title: 'No' } })
    expect(reply).toMatchObject({ status: 422, code: 'data.triggerRefused', msg: 'The trigger “Counts” cannot fill the field Amount' })
    await disable()
  })

  it('adds rows and changes those that match', async () => {
    const sourceId = await builtinSource(world)
    await makeModel(world, sourceId, 'note', [
      { key: 'text', type: 'text' },
      { key: 'order', type: 'text' },
      { key: 'seen', type: 'boolean' },
    ])
    await applyAll(world, sourceId)
    const { triggerId, disable } = await triggerIn(world, {
      changes: ['update'],
      fields: ['status'],
      actions: [
        {
          do: 'create',
          model: 'main/note',
          values: [
            { field: 'text', value: '{{before.status}} → {{row.status}}' },
            { field: 'order', value: '{{row.id}}' },
          ],
        },
        {
          do: 'update',
          model: 'main/note',
          filter: { conjunction: 'and', children: [{ left: { type: 'field', field: 'order' }, op: 'equal', right: '{{row.id}}' }] },
          values: [{ field: 'seen', value: true }],
        },
      ],
    })
    const [id = ''] = await ordersThere(world)
    await change(world, id, { status: 'paid' })
    await work(world)
    expect(await runsOf(world, triggerId)).toMatchObject([{ status: 'done' }])
    const { items } = await must(world, 'data.listRows', { params: { ...DEV, dsKey: 'main', dmKey: 'note' } })
    expect(items).toMatchObject([{ text: 'new → paid', order: id, seen: true }])
    await disable()
  })

  it('begins a flow in the name of whoever caused it', async () => {
    await leaveThere(world)
    const flow = await flowIn(world, inRow([{ id: 'lead', approvers: { by: 'people', users: [world.ids.abe] } }]))
    const { triggerId, disable } = await triggerIn(world, {
      changes: ['create'],
      actions: [{ do: 'flow', flow: flow.key, values: [{ field: 'reason', value: 'Order {{row.title}}' }] }],
    })
    await addRow(world, 'order', { title: 'Flows' })
    await work(world)
    expect(await runsOf(world, triggerId)).toMatchObject([{ status: 'done' }])
    const { rows } = await world.pool.query(`select starter_id, snapshot ->> 'reason' as reason from flow_case where flow_id = $1`, [flow.flowId])
    expect(rows).toEqual([{ starter_id: world.ids.ann, reason: 'Order Flows' }])
    await disable()
  })

  it('that fails is tried again after a pause with the same key, and what was done before is not done again', async () => {
    await apiIn('shaky')
    answers = [() => 503, () => 500]
    asked.length = 0
    const { triggerId, disable } = await triggerIn(world, {
      changes: ['create'],
      actions: [message('before the call'), { do: 'api', api: 'shaky', values: [{ field: 'title', value: '{{row.title}}' }] }],
    })
    await addRow(world, 'order', { title: 'Tea' })
    await work(world)
    expect(await runsOf(world, triggerId)).toMatchObject([{ status: 'waiting', attempts: 1 }])
    await work(world)
    expect(asked).toHaveLength(1)
    await work(other, later(11))
    await work(world, later(100))
    expect(await runsOf(world, triggerId)).toMatchObject([{ status: 'done', attempts: 3 }])
    expect(asked.map(one => one.body)).toEqual(['{"title":"Tea"}', '{"title":"Tea"}', '{"title":"Tea"}'])
    expect(new Set(asked.map(one => one.key)).size).toBe(1)
    expect(asked[0]?.key).toMatch(/^[0-9a-f-]{36}-2$/)
    expect(await mails(world, 'before the call')).toHaveLength(1)
    await disable()
  })

  it('of a process that is lost is done by another one', async () => {
    const { triggerId, disable } = await triggerIn(world, { changes: ['create'], actions: [message('lost')] })
    await addRow(world, 'order', { title: 'Lost' })
    await work(world)
    // As a process leaves it that is killed while it runs.
    await world.pool.query(
      `update trigger_run set status = 'running', step = 0, steps = '[]', ended_at = null, next_at = now() + interval '2 minutes' where trigger_id = $1`,
      [triggerId],
    )
    await work(other)
    expect(await runsOf(world, triggerId)).toMatchObject([{ status: 'running' }])
    await work(other, later(121))
    expect(await runsOf(world, triggerId)).toMatchObject([{ status: 'done', attempts: 2 }])
    await disable()
  })
})

describe('loops', () => {
  it('are stopped and told', async () => {
    const one = await triggerIn(world, {
      changes: ['create'],
      condition: { conjunction: 'and', children: [{ left: { type: 'field', field: 'title' }, op: 'starts_with', right: 'Loop' }] },
      actions: [{ do: 'create', model: 'main/order', values: [{ field: 'title', value: '{{row.title}} again' }] }],
    })
    await addRow(world, 'order', { title: 'Loop' })
    await work(world)
    expect((await runsOf(world, one.triggerId)).map(run => [run.status, run.problem])).toEqual([
      ['stopped', 'Stopped: this trigger’s own actions led to it again (Made → Made)'],
      ['done', ''],
    ])
    await one.disable()
  })

  it('over several triggers too', async () => {
    const names = ['ping', 'pong']
    const both = await Promise.all(
      names.map((name, at) =>
        triggerIn(world, {
          changes: ['create'],
          condition: { conjunction: 'and', children: [{ left: { type: 'field', field: 'title' }, op: 'equal', right: name }] },
          actions: [{ do: 'create', model: 'main/order', values: [{ field: 'title', value: names[1 - at] }] }],
        }),
      ),
    )
    await addRow(world, 'order', { title: 'ping' })
    await work(world)
    const statuses = (await Promise.all(both.map(one => runsOf(world, one.triggerId)))).map(runs => runs.map(run => run.status))
    expect(statuses).toEqual([['stopped', 'done'], ['done']])
    for (const one of both) await one.disable()
  })

  it('over flows that they begin, flows that those call, and messages; not where a person decides in between', async () => {
    const { work: doing } = world.running.services.flows
    await doing.unwatch()
    const adds = (title: string) => ({ id: 'add', kind: 'service', service: { do: 'create', model: 'main/order', values: [{ name: 'title', value: title }] } })
    const lead = { id: 'lead', approvers: { by: 'people', users: [world.ids.abe] } }
    const begins = (title: string, flow: string) =>
      triggerIn(
        world,
        {
          changes: ['create'],
          condition: { conjunction: 'and', children: [{ left: { type: 'field', field: 'title' }, op: 'equal', right: title }] },
          actions: [{ do: 'flow', flow, values: [{ field: 'reason', value: title }] }],
        },
        { name: title },
      )
    const settled = async () => {
      for (let round = 0; round < 8; round++) {
        await work(world)
        await doing.sweep()
      }
    }
    await leaveThere(world)
    const inner = await flowIn(world, inRow([adds('Calls')]))
    const flows = {
      Straight: inRow([adds('Straight')]),
      Calls: inRow([{ id: 'call', kind: 'service', service: { do: 'call', key: inner.key, input: [], output: [] } }]),
      Asks: inRow([lead, adds('Asks')]),
    }
    const made: Record<string, Awaited<ReturnType<typeof begins>>> = {}
    for (const [title, definition] of Object.entries(flows)) made[title] = await begins(title, (await flowIn(world, definition)).key)
    for (const title of Object.keys(flows)) await addRow(world, 'order', { title })
    await settled()
    const runs = async (title: string) => (await runsOf(world, made[title]?.triggerId ?? '')).map(({ status, problem }) => [status, problem])
    const stopped = (title: string) => ['stopped', `Stopped: this trigger’s own actions led to it again (${title} → ${title})`]
    expect(await runs('Straight')).toEqual([stopped('Straight'), ['done', '']])
    expect(await runs('Calls')).toEqual([stopped('Calls'), ['done', '']])
    expect(await runs('Asks')).toEqual([['done', '']])
    const { rows } = await world.pool.query(`select id from flow_case where snapshot ->> 'reason' = 'Asks'`)
    expect((await decide(world, rows[0].id, 'abe')).status).toBe(0)
    await settled()
    expect(await runs('Asks')).toEqual([
      ['done', ''],
      ['done', ''],
    ])

    // An instance that waits for a message, makes a row of it and waits again.
    const border = {
      id: 'heard',
      kind: 'border',
      name: 'Heard',
      border: { on: 'lead', event: 'message', isBeside: true },
      awaits: { messageName: 'echo', match: 'reason' },
    }
    const echoes = inRow([lead])
    const echo = {
      ...echoes,
      nodes: [...echoes.nodes, border, { ...adds('Echo'), name: 'Add' }],
      lines: [...echoes.lines, { id: 'l1', from: 'heard', to: 'add' }, { id: 'l2', from: 'add', to: 'end' }],
    }
    const waits = await caseIn(world, echo, { reason: 'Echo' })
    made.Echo = await triggerIn(world, { changes: ['create'], actions: [{ do: 'deliver', messageName: 'echo', match: '{{row.title}}' }] }, { name: 'Echo' })
    await addRow(world, 'order', { title: 'Echo' })
    await settled()
    expect(await runs('Echo')).toEqual([stopped('Echo'), ['done', '']])
    expect((await caseOf(world, waits.caseId)).status).toBe(1)
    for (const one of Object.values(made)) await one.disable()
  })
})

it('what is more than a trigger may in a minute waits for the next', async () => {
  const { triggerId, disable } = await triggerIn(world, { changes: ['create'], perMinute: 2, actions: [message('often')] })
  for (let at = 0; at < 5; at++) await addRow(world, 'order', { title: 'Often' })
  // One minute, whatever the clock says.
  const now = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 600_000)
  await world.pool.query(`delete from rate where key like 'trigger %'`)
  await world.pool.query(
    `update trigger_run set next_at = $1, status = 'waiting', attempts = 0, step = 0, steps = '[]', ended_at = null where trigger_id = $2`,
    [now, triggerId],
  )
  await work(world, now)
  expect((await runsOf(world, triggerId)).filter(run => run.status === 'waiting').length).toBeLessThanOrEqual(3)
  await work(world, new Date(now.getTime() + 60_000))
  await work(world, new Date(now.getTime() + 120_000))
  expect((await runsOf(world, triggerId)).every(run => run.status === 'done')).toBe(true)
  await disable()
})
