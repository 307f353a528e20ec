// Many instances. Figures of the radar over random histories: the same from sums by day as from the rows, whatever was summed up when, and whatever changed
// afterwards; and the same as a plain count of all rows by themselves. Searches of lists: the same as looking at each title.
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seek } from '../../api/server/services/flow/search.ts'
import type { Db } from '../../api/server/store/database.ts'
import { inApp } from '../../api/server/store/scoped.ts'
import { DEV, asking, flowIn, must } from '../support/flows.ts'
import { makeWorld, type World } from '../support/world.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

let world: World
let seed = 7
/** Numbers that look random and are the same in each run. */
function random(below: number): number {
  seed = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
  return (((seed ^ (seed >>> 13)) >>> 0) / 2 ** 32) * below
}
const one = <T>(list: readonly T[]): T => list[Math.floor(random(list.length))] as T

const flows: { id: string; name: string }[] = []
beforeAll(async () => {
  world = await makeWorld()
  // Only when a test wants it.
  await world.running.services.flows.sums.unwatch()
  for (const name of ['Leave', 'Travel', 'Purchase']) {
    const { flowId } = await flowIn(world, asking(world, ['abe']), { name })
    flows.push({ id: flowId, name })
  }
  await world.pool.query(`insert into flow_definition (company_id, app_id, hash, definition) select company_id, id, 'made', '{}' from app where key = 'shop'`)
})
afterAll(() => world?.close())

interface MadeCase {
  id: string
  flow: string
  created: number
  ended: number | null
  tasks: { node: string; created: number; done: number | null; state: string; user: string | null }[]
}

/** Cases of the last days, some of them open: most decided within hours, some after days. */
async function history(count: number, days: number): Promise<void> {
  const now = Date.now()
  const made: MadeCase[] = Array.from({ length: count }, () => {
    const created = now - random(days * DAY)
    let at = created
    const tasks: MadeCase['tasks'] = []
    for (let n = 0; n <= random(3); n++) {
      const done = at + Math.exp(random(13)) * 1000
      const isDone = done < now
      const state = isDone ? (random(10) < 9 ? 'done' : 'dropped') : one(['open', 'open', 'suspended', 'nobody'])
      tasks.push({
        node: one(['first', 'second', 'third']),
        created: at,
        done: isDone ? done : null,
        state,
        user: state === 'nobody' ? null : one(['ann', 'abe', 'ben']),
      })
      if (!isDone) break
      at = done
    }
    const isOpen = tasks.some(task => task.done === null)
    return { id: crypto.randomUUID(), flow: one(flows).id, created, ended: isOpen ? null : at, tasks }
  })
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  await world.pool.query(
    `with made as (select * from jsonb_to_recordset($1::jsonb) as m (id uuid, flow uuid, name text, created timestamptz, ended timestamptz, stuck boolean, tasks jsonb)),
     cases as (
       insert into flow_case (id, company_id, app_id, tag, flow_id, flow_name, definition_hash, title, status, state, model, record_id, snapshot, created_at, ended_at)
       select m.id, a.company_id, a.id, 'dev', m.flow, m.name, 'made', 'made', case when ended is not null then 2 when stuck then -2 else 1 end, '{"tokens":[],"tasks":[]}',
         'main/leave', '1', '{}', created, ended from made m, app a where a.key = 'shop')
     insert into flow_task (case_id, no, company_id, app_id, tag, flow_id, node, node_name, token, assignee_id, state, decision, created_at, done_at)
     select m.id, t.no, a.company_id, a.id, 'dev', case when random() < 0.5 then m.flow end, t.node, 'Step ' || t.node, t.no, t."user", t.state,
       case when t.state = 'done' then 'approve' end, t.created, case when t.state = 'done' then t.done end
     from made m, app a, jsonb_to_recordset(m.tasks) as t (no integer, node text, created timestamptz, done timestamptz, state text, "user" uuid) where a.key = 'shop'`,
    [
      JSON.stringify(
        made.map(({ id, flow, created, ended, tasks }) => ({
          id,
          flow,
          name: flows.find(its => its.id === flow)?.name,
          created: iso(created),
          ended: iso(ended),
          stuck: random(5) < 1,
          tasks: tasks.map((task, no) => ({
            ...task,
            no: no + 1,
            created: iso(task.created),
            done: iso(task.done),
            user: task.user === null ? null : world.ids[task.user as 'ann'],
          })),
        })),
      ),
    ],
  )
}

/** Some that is over is other than it was: taken back, decided at another time, begun earlier. */
const changes = [
  `update flow_case set ended_at = null, status = 1 where id in (select id from flow_case where ended_at < now() - interval '2 days' order by md5(id::text || $1) limit 3)`,
  `update flow_task set state = 'dropped', done_at = null where (case_id, no) in (select case_id, no from flow_task where state = 'done' order by md5(case_id::text || $1) limit 3)`,
  `update flow_task set done_at = done_at - interval '3 days', created_at = created_at - interval '3 days' where (case_id, no) in
     (select case_id, no from flow_task where state = 'done' order by md5(case_id::text || $1) limit 3)`,
  `update flow_task set state = 'done', done_at = created_at + interval '1 hour' where (case_id, no) in
     (select case_id, no from flow_task where state = 'open' and created_at < now() - interval '1 hour' order by md5(case_id::text || $1) limit 3)`,
  `update flow_case set ended_at = created_at + interval '1 hour', status = 2 where id in
     (select id from flow_case where ended_at is null and created_at < now() - interval '1 hour' order by md5(id::text || $1) limit 2)`,
  `update flow_case set created_at = created_at - interval '2 days' where id in (select id from flow_case order by md5(id::text || $1) limit 3)`,
]
/** Some that waits does so otherwise, waits again or waits no longer; whoever it is that writes it. */
const otherwise = [
  `update flow_task set state = case state when 'open' then 'suspended' else 'open' end where state in ('open', 'suspended') and md5(case_id::text || no || $1) < '4'`,
  `update flow_task set state = 'nobody', assignee_id = null where state = 'open' and md5(case_id::text || no || $1) < '4'`,
  `update flow_task set state = 'open', assignee_id = (select id from person where username = 'abe') where state = 'nobody' and md5(case_id::text || no || $1) < '8'`,
  `update flow_task set assignee_id = (select id from person where username = 'ben') where state = 'open' and md5(case_id::text || no || $1) < '4'`,
  `update flow_task set node = 'third', node_name = 'Third' where state = 'open' and md5(case_id::text || no || $1) < '4'`,
  `update flow_task set state = 'dropped', done_at = now() where state in ('open', 'nobody') and md5(case_id::text || no || $1) < '2'`,
  `update flow_task set state = 'open', done_at = null where state = 'dropped' and md5(case_id::text || no || $1) < '8'`,
  `update flow_case set status = case status when -2 then 1 else -2 end where ended_at is null and md5(id::text || $1) < '4'`,
  `update flow_case set ended_at = case when ended_at is null then now() end where md5(id::text || $1) < '2'`,
  // Of today: days that are over hear of no instance that goes, as none does by itself.
  `delete from flow_case c where md5(id::text || $1) < '8' and ended_at is null and created_at > (now() at time zone 'UTC')::date at time zone 'UTC'
     and not exists (select from flow_task t where t.case_id = c.id and t.done_at is not null)`,
]
/** What was counted while it changed, and the same from the rows. */
async function countedOpen() {
  const [kept, real] = await Promise.all(
    [
      `select what, flow_id, node, node_name, assignee_id, sum(count) as n from flow_open group by 1, 2, 3, 4, 5 having sum(count) <> 0`,
      `select case t.state when 'nobody' then 'nobody' else 'task' end as what, c.flow_id, node, node_name, assignee_id, count(*) as n
         from flow_task t join flow_case c on c.id = t.case_id where t.state in ('open', 'suspended', 'nobody') group by 1, 2, 3, 4, 5
       union all select case status when -2 then 'stuck' else 'running' end, flow_id, '', '', null, count(*) from flow_case where ended_at is null group by 1, 2`,
    ].map(async text => (await world.pool.query(text)).rows.map(row => Object.values(row).join(' ')).sort()),
  )
  return { kept, real }
}

const oldest = (tasks: readonly { created: Date }[]) => new Date(Math.min(...tasks.map(({ created }) => created.getTime()))).toISOString()
/** Counted from all rows, by themselves. */
async function counted(days: number, flowId: string) {
  const today = Math.floor(Date.now() / DAY)
  const [since, earlier] = [(today - days) * DAY, (today - 2 * days) * DAY]
  const cases = (await world.pool.query(`select flow_id, status, created_at as created, ended_at as ended from flow_case`)).rows as {
    flow_id: string
    status: number
    created: Date
    ended: Date | null
  }[]
  const tasks = (
    await world.pool.query(
      `select c.flow_id, t.node, t.state, t.assignee_id, t.created_at as created, t.done_at as done from flow_task t join flow_case c on c.id = t.case_id`,
    )
  ).rows as { flow_id: string; node: string; state: string; assignee_id: string | null; created: Date; done: Date | null }[]
  const isOf = (row: { flow_id: string }) => !flowId || row.flow_id === flowId
  const share = (p: number, times: number[]) => {
    const lines = new Map<number, number[]>()
    for (const ms of times) {
      const line = Math.floor((8 * Math.log(Math.max(ms / 1000, 1))) / Math.log(2))
      lines.set(line, [...(lines.get(line) ?? []), ms])
    }
    const alike = [...lines].sort(([a], [b]) => a - b).flatMap(([, list]) => list.map(() => list.reduce((all, ms) => all + ms, 0) / list.length / 1000))
    if (!alike.length) return null
    const place = p * (alike.length - 1)
    const [low, high] = [alike[Math.floor(place)] as number, alike[Math.ceil(place)] as number]
    return low + (high - low) * (place - Math.floor(place))
  }
  const within = (at: Date | null, from: number, to = Infinity) => at !== null && at.getTime() >= from && at.getTime() < to
  const lasted = (from: number, to?: number) =>
    cases.filter(row => isOf(row) && within(row.ended, from, to)).map(row => (row.ended as Date).getTime() - row.created.getTime())
  const steps = [...new Set(tasks.filter(isOf).map(task => `${task.flow_id} ${task.node}`))].flatMap(key => {
    const its = tasks.filter(task => `${task.flow_id} ${task.node}` === key)
    const took = (from: number, to?: number) =>
      its.filter(task => task.state === 'done' && within(task.done, from, to)).map(task => (task.done as Date).getTime() - task.created.getTime())
    const [now, before] = [took(since), took(earlier, since)]
    const slow = now.length >= 5 ? (share(0.9, now) as number) : Infinity
    const waits = its.filter(task => ['open', 'suspended', 'nobody'].includes(task.state))
    if (!now.length && !before.length && !waits.length) return []
    const late = waits.filter(task => (Date.now() - task.created.getTime()) / 1000 > slow)
    const nobody = waits.filter(task => task.state === 'nobody').length
    return [{ key, decided: now.length, usual: share(0.5, now), before: share(0.5, before), waits, nobody, late }]
  })
  return {
    running: cases.filter(row => isOf(row) && row.ended === null).length,
    stuck: cases.filter(row => isOf(row) && row.ended === null && row.status === -2).length,
    started: cases.filter(row => isOf(row) && within(row.created, since)).length,
    ended: lasted(since).length,
    duration: share(0.5, lasted(since)),
    steps,
    days: new Map(
      Array.from({ length: days + 1 }, (_, n) => [
        new Date(since + n * DAY).toISOString().slice(0, 10),
        [
          cases.filter(row => isOf(row) && within(row.created, since + n * DAY, since + (n + 1) * DAY)).length,
          lasted(since + n * DAY, since + (n + 1) * DAY).length,
        ],
      ]),
    ),
    asked: new Map(
      [...new Set(steps.flatMap(({ waits }) => waits.flatMap(task => task.assignee_id ?? [])))].map(id => {
        const its = (list: (typeof tasks)[number][]) => list.filter(task => task.assignee_id === id)
        const waits = its(steps.flatMap(step => step.waits))
        return [id, [waits.length, its(steps.flatMap(step => step.late)).length, oldest(waits)]]
      }),
    ),
  }
}
const near = (told: number | null, real: number | null) => (real === null ? expect(told).toBeNull() : expect(Math.abs((told ?? NaN) - real)).toBeLessThan(1.1))

async function agrees() {
  for (const [days, flowId] of [
    [7, ''],
    [30, ''],
    [30, flows[1]?.id ?? ''],
  ] as const) {
    const [told, real] = [await must(world, 'flow.getRadar', { params: DEV, query: { days, flowId } }), await counted(days, flowId)]
    const { running, stuck, started, ended } = told
    expect({ running, stuck, started, ended }).toEqual({ running: real.running, stuck: real.stuck, started: real.started, ended: real.ended })
    near(told.duration, real.duration)
    expect(new Map(told.byDay.map((day: { day: string; started: number; ended: number }) => [day.day, [day.started, day.ended]]))).toEqual(real.days)
    expect(told.steps.length).toBe(real.steps.length)
    for (const step of told.steps) {
      const its = real.steps.find(other => other.key === `${step.flowId} ${step.nodeId}`)
      expect([step.decided, step.waiting, step.nobody, step.late], step.nodeId).toEqual([its?.decided, its?.waits.length, its?.nobody, its?.late.length])
      expect(step.oldestAt, step.nodeId).toBe(its?.waits.length ? oldest(its.waits) : '')
      near(step.usual, its?.usual ?? null)
      const trend = its && its.usual !== null && its.before ? Math.round((its.usual / its.before - 1) * 100) : null
      if (trend === null) expect(step.trend).toBeNull()
      else expect(Math.abs(step.trend - trend)).toBeLessThanOrEqual(1)
    }
    expect(
      new Map(told.people.map((one: { id: string; waiting: number; late: number; oldestAt: string }) => [one.id, [one.waiting, one.late, one.oldestAt]])),
    ).toEqual(real.asked)
  }
}
const count = async (of: string) => (await world.pool.query(`select count(*)::int as n from ${of}`)).rows[0].n as number

it('tells the same from sums as from the rows, also of days that change after they were summed up', async () => {
  const { sums } = world.running.services.flows
  await history(250, 70)
  await agrees()
  expect(await count('flow_day')).toBe(0)
  await Promise.all([sums.bring(), sums.bring()])
  expect(await count('flow_day')).toBeGreaterThan(60)
  expect(await count(`flow_day where day >= (now() at time zone 'UTC')::date`)).toBe(0)
  await agrees()
  for (const [n, change] of changes.entries()) {
    const before = await count('flow_day_changed')
    await world.pool.query(change, [String(n)])
    // Of some days that are over it is known that they are other now.
    expect(await count('flow_day_changed'), change).toBeGreaterThan(before)
    await agrees()
    if (n % 2) await sums.bring()
  }
  await sums.bring()
  expect(await count('flow_day_changed')).toBe(0)
  await agrees()
})

it('counts what waits while it changes, whoever changes it and whenever it is brought together', async () => {
  const { sums } = world.running.services.flows
  const lines = () => count('flow_open')
  for (let round = 0; round < 30; round++) {
    await world.pool.query(otherwise[round % otherwise.length] as string, [String(round)])
    if (round % 4 === 1) await history(20, one([0.5, 20]))
    // Both at once: what is brought together is there once.
    if (round % 5 === 2) await Promise.all([sums.bring(), world.pool.query(one(otherwise), [`beside ${round}`]), history(5, 5), sums.bring()])
    const { kept, real } = await countedOpen()
    expect(kept, `round ${round}`).toEqual(real)
    if (round % 10 !== 9) continue
    // Nobody begins anything on a day that is over, as was done here.
    await world.pool.query('insert into flow_day_changed (company_id, app_id, tag, day) select company_id, app_id, tag, day from flow_day')
    await agrees()
  }
  // Few that are new are left as they are for a while.
  await history(60, 2)
  const before = await lines()
  await sums.gather()
  expect(await lines()).toBe(before)
  await sums.bring()
  expect(await lines()).toBe((await countedOpen()).real?.length)
  expect(before).toBeGreaterThan(await lines())
})

it('reads what waits from its lines, and not each task', async () => {
  const told = async () => (await must(world, 'flow.getRadar', { params: DEV, query: { days: 30 } })) as { waiting: number; late: number }
  const before = await told()
  await world.pool.query(
    `insert into flow_open (company_id, app_id, tag, flow_id, what, node, node_name, assignee_id, count)
     select company_id, app_id, tag, flow_id, what, node, node_name, assignee_id, 1000 from flow_open where what = 'task' limit 1`,
  )
  expect((await told()).waiting).toBe(before.waiting + 1000)
  await world.pool.query('delete from flow_open where count = 1000')
  expect(await told()).toEqual(before)
})

it('reads what is summed up, and not each row of it', async () => {
  const day = (await world.pool.query(`select day, sum(count)::int as n from flow_sum where what = 'started' group by 1 order by 2 desc, 1 limit 1`))
    .rows[0] as { day: string; n: number }
  const told = async () => (await must(world, 'flow.getRadar', { params: DEV, query: { days: 90 } })).started as number
  const before = await told()
  await world.pool.query(`update flow_sum set count = count + 1000 where what = 'started' and day = $1`, [day.day])
  expect(await told()).toBeGreaterThan(before + 999)
  // A day that is other than it was is read from its rows.
  await world.pool.query(`insert into flow_day_changed (company_id, app_id, tag, day) select company_id, app_id, tag, day from flow_day where day = $1`, [
    day.day,
  ])
  expect(await told()).toBe(before)
  await world.running.services.flows.sums.bring()
  expect(await told()).toBe(before)
})

it('does not say of today that it is other than it was', async () => {
  const before = await count('flow_day_changed')
  await world.pool.query(`update flow_case set ended_at = now(), status = 2 where id = (select id from flow_case where ended_at is null limit 1)`)
  const soon = new Date(Math.floor(Date.now() / DAY) * DAY + HOUR)
  if (soon.getTime() < Date.now()) expect(await count('flow_day_changed')).toBe(before)
})

it('takes the history along with its instance, and forgets in it whoever goes', async () => {
  await history(3, 1)
  const { rows } = await world.pool.query(`select id, company_id, app_id from flow_case order by id limit 2`)
  const [going, staying] = rows as { id: string; company_id: string; app_id: string }[]
  const { rows: people } = await world.pool.query(
    `insert into person (id, username, name, email) values (gen_random_uuid(), 'gone', 'Gone', 'gone@example.test') returning id`,
  )
  for (const one of [going, staying])
    await world.pool.query(`insert into flow_event (case_id, seq, company_id, app_id, type, by_id) values ($1, 900, $2, $3, 'comment', $4)`, [
      one?.id,
      one?.company_id,
      one?.app_id,
      people[0].id,
    ])
  await world.pool.query('delete from flow_case where id = $1', [going?.id])
  await world.pool.query('delete from person where id = $1', [people[0].id])
  const left = await world.pool.query(`select case_id, by_id from flow_event where seq = 900`)
  expect(left.rows).toEqual([{ case_id: staying?.id, by_id: null }])
})

it('finds by a part of the title what looking at each title finds', async () => {
  const db = new Kysely({ dialect: new PostgresDialect({ pool: world.pool }) }) as unknown as Db
  const pieces = ['Leave', 'travel ', '请假', '出差申请', ' · ', '王小明', '50 %', 'a_b', 'ÄRZTE', '12', '345', 'e', '李', "O'Neil", '\\']
  const titles = Array.from({ length: 1500 }, (_, n) => `${n % 5 ? 'Leave ' : ''}${Array.from({ length: 1 + random(4) }, () => one(pieces)).join('')}`.trim())
  await world.pool.query(
    `with made as (
       insert into flow_case (id, company_id, app_id, tag, flow_id, flow_name, definition_hash, title, status, state, model, record_id, snapshot, starter_id, created_at, ended_at)
       select gen_random_uuid(), a.company_id, a.id, 'sought', $1, 'Leave', 'made', t.title, 2, '{}', 'main/leave', '1', '{}', $3, now() - t.n * interval '1 minute', now()
       from unnest($2::text[]) with ordinality as t (title, n), app a where a.key = 'shop' returning *)
     insert into flow_task (case_id, no, company_id, app_id, tag, node, node_name, token, assignee_id, state, decision, created_at, done_at)
     select id, n, company_id, app_id, tag, 'first', 'First', n, $3, 'done', 'approve', created_at + n * interval '3 minutes', now() from made, generate_series(1, 2) n`,
    [flows[0]?.id, titles, world.ids.ann],
  )
  // Sooner than the database does by itself.
  await world.pool.query('analyze flow_case, flow_task')
  const { rows: at } = await world.pool.query<{ companyId: string; appId: string }>(
    `select company_id as "companyId", id as "appId" from app where key = 'shop'`,
  )
  const scope = { ...(at[0] as { companyId: string; appId: string }), tag: 'sought' }
  const cases = () => inApp(db, scope).selectFrom('flow_case').where('flow_case.tag', '=', 'sought')
  const tasks = () =>
    inApp(db, scope)
      .selectFrom('flow_task')
      .innerJoin('flow_case', 'flow_case.id', 'flow_task.case_id')
      .where('flow_task.tag', '=', 'sought')
      .where('flow_task.assignee_id', '=', world.ids.ann)
  const sought = Array.from({ length: 10 }, () => {
    const title = one(titles)
    const from = Math.floor(random(title.length))
    return title.slice(from, from + 1 + random(5)).trim() || 'ea'
  })
  for (const words of [...sought, 'leave', 'LEAVE', 'ärzte', '小明', '假', '%', '_', "'", '\\', 'carriage', 'evae', '明小'])
    for (const isTasks of [false, true]) {
      const page = isTasks ? 1 : 4
      const order = [
        { by: isTasks ? 'flow_task.created_at' : 'flow_case.created_at', dir: 'desc' as const },
        { by: 'flow_case.id', dir: 'desc' as const },
      ]
      const asked = { order, words, page, perPage: 20, ...(isTasks && { no: 'flow_task.no' }) }
      // Of fewer than there are, so that both ways of looking are gone.
      const told = isTasks ? await seek(db, scope, { rows: tasks(), ...asked }, 60) : await seek(db, scope, { rows: cases(), ...asked }, 60)
      const { rows: real } = await sql<{ id: string; no: number }>`
          select c.id, ${isTasks ? sql`t.no` : sql`0`} as no from flow_case c ${isTasks ? sql`join flow_task t on t.case_id = c.id` : sql``}
          where c.tag = 'sought' and strpos(lower(c.title), lower(${words})) > 0 order by ${isTasks ? sql`t.created_at` : sql`c.created_at`} desc, c.id desc`.execute(
        db,
      )
      expect(told, words).toEqual({
        keys: real.slice(0, 1000).slice((page - 1) * 20, page * 20),
        total: Math.min(real.length, 1000),
        ...(real.length > 1000 && { totalIsCapped: true }),
      })
    }
})
