// Triggers by time, by other systems and by flows that end: over calls, on a real database, with two processes; time is what the test says.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decide, flowIn, inRow, leaveThere, start } from '../support/flows.ts'
import { publish } from '../support/releases.ts'
import { DEV, mails, message, must, ordersThere, runsOf, triggerIn, work } from '../support/triggers.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let other: World
beforeAll(async () => {
  world = await makeWorld()
  await ordersThere(world)
  other = await world.another()
  await other.running.services.triggers.unwatch()
})
afterAll(async () => {
  await other?.close()
  await world?.close()
})

describe('a time', () => {
  const day = 86_400_000
  /** Nine o'clock in Berlin after some days, which is never the same time of the day in UTC for long. */
  const nextOf = async (triggerId: string) => {
    const { rows } = await world.pool.query(`select next_at from trigger_switch where trigger_id = $1 and tag = 'dev'`, [triggerId])
    return rows[0]?.next_at as Date
  }

  it('fires once, however many processes look, and next at the next', async () => {
    const { triggerId, disable } = await triggerIn(world, {
      event: 'time',
      cron: '0 9 * * *',
      zone: 'Europe/Berlin',
      actions: [message('nine {{time.missed}}')],
    })
    const at = await nextOf(triggerId)
    expect(new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', hour: 'numeric', hourCycle: 'h23' }).format(at)).toBe('09')
    await work(world, new Date(at.getTime() - 1000))
    expect(await runsOf(world, triggerId)).toEqual([])
    await Promise.all([work(world, at), work(other, at), work(world, at), work(other, at)])
    await work(world, at)
    expect(await runsOf(world, triggerId)).toMatchObject([{ status: 'done', event: `Its time came: ${at.toISOString()}` }])
    expect((await nextOf(triggerId)).getTime()).toBeGreaterThan(at.getTime())
    await disable()
  })

  it('that passed while nothing ran fires once for all', async () => {
    const { triggerId, disable } = await triggerIn(world, { event: 'time', cron: '0 12 * * *', zone: 'UTC', actions: [message('noon {{time.missed}}')] })
    const at = await nextOf(triggerId)
    await work(world, new Date(at.getTime() + 3 * day + 1000))
    expect(await mails(world, 'noon 3')).toHaveLength(1)
    expect(await runsOf(world, triggerId)).toHaveLength(1)
    await disable()
  })

  it('is none of a trigger that is disabled, or of a plan that was changed', async () => {
    const { triggerId, key, disable } = await triggerIn(world, { event: 'time', cron: '0 * * * *', zone: 'UTC', actions: [message('hourly')] })
    const at = await nextOf(triggerId)
    const definition = { event: 'time', cron: '30 * * * *', zone: 'UTC', actions: [message('half')] }
    await must(world, 'trigger.update', { params: { ...DEV, triggerId }, body: { key, name: 'Half', definition } })
    expect((await nextOf(triggerId)).getUTCMinutes()).toBe(30)
    await disable()
    await work(world, new Date(at.getTime() + day))
    expect(await runsOf(world, triggerId)).toEqual([])
  })

  it('comes to what was published, when it is enabled there', async () => {
    const { key, triggerId } = await triggerIn(world, { event: 'time', cron: '0 6 * * *', zone: 'UTC', actions: [message('published')] }, { enable: false })
    await publish(world)
    const latest = { ...DEV, appUrlKey: 'shop' }
    await must(world, 'trigger.setEnable', { params: latest, body: { key, enable: 1 } })
    await work(world, new Date(Date.now() + 2 * day))
    expect((await must(world, 'trigger.listRuns', { params: latest, query: { trigger: triggerId } })).total).toBe(1)
    expect(await runsOf(world, triggerId)).toEqual([])
    await must(world, 'trigger.setEnable', { params: latest, body: { key, enable: 0 } })
  })
})

describe('a flow that ends', () => {
  it('is told with its row, when it ended as it is to', async () => {
    await leaveThere(world)
    const flow = await flowIn(world, inRow([{ id: 'lead', approvers: { by: 'people', users: [world.ids.abe] } }]))
    const { triggerId, disable } = await triggerIn(world, {
      event: 'flow',
      flow: flow.key,
      results: ['approved'],
      actions: [message('{{flow.result}}: {{row.reason}}')],
    })
    for (const [reason, decision] of [
      ['Sea', 'approve'],
      ['Rain', 'reject'],
    ] as const) {
      const { data } = await start(world, flow.key, { reason })
      expect((await decide(world, data.flowDataId, 'abe', decision)).status).toBe(0)
    }
    await work(world)
    expect(await runsOf(world, triggerId)).toMatchObject([{ status: 'done' }])
    expect(await mails(world, 'approved: Sea')).toHaveLength(1)
    await disable()
  })

  it('does not lead to itself without end', async () => {
    const flow = await flowIn(world, inRow([]))
    const { triggerId, disable } = await triggerIn(world, {
      event: 'flow',
      flow: flow.key,
      results: ['approved', 'rejected', 'aborted'],
      actions: [{ do: 'flow', flow: flow.key, values: [{ field: 'reason', value: 'again' }] }],
    })
    expect((await start(world, flow.key, { reason: 'first' })).status).toBe(0)
    await work(world)
    expect((await runsOf(world, triggerId)).map(run => run.status)).toEqual(['stopped', 'done'])
    await disable()
  })
})
