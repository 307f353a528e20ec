import { expect } from 'vitest'
import { asking, caseIn, decide, DEV, flowIn, HEADERS, inRow, must, start, withSubprocess } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let flowId = ''
const HOUR = 3600
/** Seven cases: five decided by Abe after 1 to 5 hours, one that waits since 9 hours, one that has just begun. */
async function given(world: World) {
  const flow = await flowIn(world, asking(world, ['abe']), { name: 'Travel' })
  ;({ flowId } = flow)
  for (let n = 1; n <= 7; n++) {
    const { flowDataId } = (await start(world, flow.key)).data
    if (n <= 5) await decide(world, flowDataId, 'abe')
    const hours = n <= 5 ? n : n === 6 ? 9 : 0
    await world.pool.query(`update flow_task set created_at = coalesce(done_at, now()) - make_interval(hours => $2) where case_id = $1`, [flowDataId, hours])
    await world.pool.query(`update flow_case set created_at = coalesce(ended_at, now()) - make_interval(hours => $2) where id = $1`, [flowDataId, hours])
  }
  // Before this time it took twice as long.
  const { flowDataId } = (await start(world, flow.key)).data
  await decide(world, flowDataId, 'abe')
  await world.pool.query(`update flow_task set done_at = now() - interval '40 days', created_at = now() - interval '40 days 6 hours' where case_id = $1`, [
    flowDataId,
  ])
  await world.pool.query(`update flow_case set ended_at = now() - interval '40 days', created_at = now() - interval '40 days 6 hours' where id = $1`, [
    flowDataId,
  ])
}

scenarios('flow.getRadar', [
  {
    name: 'has nothing to tell of an app without flows',
    as: 'ann',
    params: DEV,
    expect: { status: 0, data: { running: 0, waiting: 0, lateShare: 0, duration: null, steps: [], people: [] } },
  },
  {
    name: 'tells what waits, what waits longer than usual, and how it was before',
    as: 'ann',
    params: DEV,
    given,
    expect: {
      status: 0,
      data: {
        running: 2,
        stuck: 0,
        waiting: 2,
        late: 1,
        lateShare: 50,
        started: 7,
        ended: 5,
        duration: 3 * HOUR,
        durationTrend: -50,
        steps: [{ flowName: 'Travel', nodeId: 'approval', nodeName: 'Approval', waiting: 2, late: 1, nobody: 0, decided: 5, usual: 3 * HOUR, trend: -50 }],
        people: [{ name: 'Abe', waiting: 2, late: 1 }],
      },
    },
    then: async ({ data }) => {
      expect(data.byDay.reduce((all: number, day: { ended: number }) => all + day.ended, 0)).toBe(5)
      expect(Date.now() - Date.parse(data.steps[0].oldestAt)).toBeGreaterThan(8.9 * HOUR * 1000)
      expect(data.flows).toEqual([{ value: flowId, label: 'Travel' }])
    },
  },
  {
    name: 'is of one flow where that is wanted, and leads to its instances',
    as: 'ann',
    params: DEV,
    given: async world => {
      await caseIn(world, asking(world, ['ann']))
      return { query: { flowId, days: 7 } }
    },
    expect: { status: 0, data: { running: 2, people: [{ name: 'Abe' }] } },
    then: async (_reply, world) => {
      const found = async (body: object) => (await must(world, 'intervention.listInstances', { headers: HEADERS, body })).total
      expect(await found({ flowId, nodeId: 'approval' })).toBe(2)
      expect(await found({ flowId, handler: world.ids.abe })).toBe(2)
      expect(await found({ handler: world.ids.ann })).toBe(1)
      expect(await found({ flowId })).toBe(8)
    },
  },
  {
    name: 'tells of the steps in a sub-process under their own names, as of any others',
    as: 'ann',
    params: DEV,
    given: async world => {
      const step = (id: string, name: string) => ({ id, name, approvers: { by: 'people', users: [world.ids.abe] } })
      const steps = inRow([step('look', 'Look at it'), step('agree', 'Agree'), step('last', 'Sign')])
      const flow = await flowIn(world, withSubprocess(steps, { id: 'check', name: 'Check' }, ['look', 'agree']), { name: 'Parts' })
      // One is decided in the sub-process, one has left it, one has just come to it.
      for (const decisions of [1, 2, 0]) {
        const { flowDataId } = (await start(world, flow.key)).data
        for (let n = 0; n < decisions; n++) expect((await decide(world, flowDataId, 'abe')).status).toBe(0)
      }
      return { query: { flowId: flow.flowId, days: 7 } }
    },
    expect: { status: 0, data: { running: 3, waiting: 3, started: 3, ended: 0, people: [{ name: 'Abe', waiting: 3 }] } },
    then: ({ data }) => {
      const told = data.steps.map(({ nodeName, waiting, decided }: { nodeName: string; waiting: number; decided: number }) => [nodeName, waiting, decided])
      expect(Object.fromEntries(told.map(([name, ...figures]: [string, number, number]) => [name, figures]))).toEqual({
        'Look at it': [1, 2],
        Agree: [1, 1],
        Sign: [1, 0],
      })
    },
  },
  {
    name: 'knows nothing of other environments',
    as: 'ann',
    params: { ...DEV, appUrlKey: 'shop' },
    expect: { status: 0, data: { running: 0, started: 0, steps: [], people: [], flows: [] } },
  },
])
