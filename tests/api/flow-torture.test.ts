// Two processes' worth of servers work on the same cases while their connections to the database are cut at random, as a killed process leaves them: nothing
// is lost or done twice. Whatever fails is simply tried by somebody else later.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { numbersOf } from '../flow/blocks.ts'
import { brokenInvariants } from '../support/flow-invariants.ts'
import { DEV, flowIn, HEADERS, inRow, start, withSubprocess } from '../support/flows.ts'
import { makeWorld, type Person, type World } from '../support/world.ts'

/** Rounds of each of the loops; more by hand: `TESSERA_FLOW_TORTURE=500`. */
const ROUNDS = Number(process.env.TESSERA_FLOW_TORTURE ?? 25)
const LOOPS = 4
/** A run with no more cuts than these shows nothing, and goes on. */
const MOST_LUCKY = 5

let world: World
let other: World
let later = 0
beforeAll(async () => {
  world = await makeWorld({ checkAnswers: false })
  other = await world.another()
  for (const { running } of [world, other]) running.services.flows.clock.now = () => new Date(Date.now() + later)
})
afterAll(async () => {
  await other.close()
  await world.close()
})

it('loses nothing and does nothing twice', async () => {
  const people = (...names: Person[]) => ({ by: 'people', users: names.map(name => world.ids[name]) })
  const overdue = [
    {
      id: 'o',
      startEvent: 'created',
      timeDurationType: 'custom',
      timeDurationValue: { value: 1, unit: 'hour' },
      action: 'noticeTransactor',
      actionConfig: { noticeTypes: ['inApp'] },
      rateType: 'fixedRate',
      fixedRateValue: { value: 1, unit: 'hour' },
    },
  ]
  const { key } = await flowIn(
    world,
    withSubprocess(
      inRow([
        { id: 'all', approvers: people('abe', 'ann'), deciding: { by: 'all' } },
        {
          id: 'job',
          kind: 'service',
          service: {
            do: 'create',
            model: 'main/leave',
            values: [
              { name: 'reason', value: 'by itself' },
              { name: 'note', formula: 'note' },
            ],
          },
        },
        { id: 'slow', approvers: people('ben'), overdue },
        { id: 'last', approvers: people('ann', 'abe') },
      ]),
      { id: 'check', name: 'Check' },
      ['all', 'job'],
    ),
  )
  const random = numbersOf(20260105)
  const any = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  let isOver = false
  let cuts = 0
  let done = 0
  const cutting = (async () => {
    while (!isOver) {
      // On a busy machine as on an idle one something is done between two cuts.
      for (const before = done; !isOver && done < before + 2;) await new Promise(resolve => setTimeout(resolve, 5))
      const { rows } = await world.pool.query(
        `select pg_terminate_backend(pid) from (select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and application_name <> 'tessera bus' and state <> 'idle' order by random() limit 1) one`,
      )
      cuts += rows.length
    }
  })()
  /** One thing that somebody does; what is refused or cut off is no concern here. */
  const act = async (at: World) => {
    if (random() < 0.3) return start(at, key, { reason: 'torture', note: 'n' })
    if (random() < 0.2) {
      later += 600_000
      return at.running.services.flows.work.sweep()
    }
    const { rows } = await world.pool.query(`select k.case_id, k.no, k.assignee_id from flow_task k where k.state = 'open' order by random() limit 1`)
    const [task] = rows
    if (!task) return undefined
    const as = (['ann', 'abe', 'ben'] as const).find(one => world.ids[one] === task.assignee_id) ?? 'ann'
    const params = { ...DEV, caseId: task.case_id as string, task: String(task.no) }
    const operate = (action: string) => at.call('intervention.operateInstance', { as: 'ann', headers: HEADERS, body: { flowDataId: task.case_id, action } })
    const what = random()
    if (what < 0.7) return at.call('flow.decide', { as, params, body: { decision: random() < 0.9 ? 'approve' : 'reject' } })
    if (what < 0.8) return at.call('flow.transfer', { as, params, body: { to: world.ids[any(['ann', 'abe', 'ben'] as const)] } })
    if (what < 0.9) return at.call('flow.sendBack', { as, params, body: { node: any(['start', 'all', 'slow']) } })
    return operate(any(['SUSPEND', 'RESUME', 'RESET', 'ABORT']))
  }
  await Promise.all(
    Array.from({ length: LOOPS }, async (_, loop) => {
      for (let round = 0; round < ROUNDS || (cuts <= MOST_LUCKY && round < 10 * ROUNDS); round++)
        await act(loop % 2 ? world : other).then(
          reply => void (done += reply && 'status' in reply && reply.status === 0 ? 1 : 0),
          () => undefined,
        )
    }),
  )
  isOver = true
  await cutting.catch(() => undefined)
  // Leases of what was cut off end, and everything is done.
  for (let round = 0; round < 3; round++) {
    later += 700_000
    await Promise.all([world, other].map(({ running }) => running.services.flows.work.sweep()))
  }
  expect(await brokenInvariants(async text => (await world.pool.query(text)).rows)).toEqual({})
  const count = async (text: string) => (await world.pool.query(text)).rows[0].n as number
  const cases = await count('select count(*)::int as n from flow_case')
  expect(Math.min(cases, cuts), `${cases} cases and ${cuts} cuts`).toBeGreaterThan(MOST_LUCKY)
  // A row for each case and for each step that is done, and no other.
  const { rows: made } = await world.pool.query(`select table_schema from information_schema.tables where table_name = 'leave'`)
  const rowsOf = (word: string) => count(`select count(*)::int as n from "${made[0].table_schema}"."leave" where reason = '${word}'`)
  expect([await rowsOf('torture'), await rowsOf('by itself')]).toEqual([cases, await count(`select count(*)::int as n from flow_event where type = 'jobDone'`)])
}, 120_000)
