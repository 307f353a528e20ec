// Flows on a real server: cases started and tasks decided by eight clients at once, what many waiting cases cost, and lists over many finished ones.
import { ADMIN, database, median, memory, round, setUp, startServer, type Bench, type Figures } from './support.ts'

const CLIENTS = 8

/** Does something a number of times, eight at once; answers how many a second. */
async function perSecond(times: number, run: (n: number) => Promise<unknown>): Promise<number> {
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let n = next++; n < times; n = next++) await run(n)
    }),
  )
  return round(times / ((performance.now() - started) / 1000))
}

async function medianMs(times: number, run: () => Promise<unknown>): Promise<number> {
  const all: number[] = []
  for (let n = 0; n < times; n++) {
    const at = performance.now()
    await run()
    all.push(performance.now() - at)
  }
  return round(median(all), 2)
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const [starts, waiting, finished] = quick ? [200, 10_000, 20_000] : [2_000, 100_000, 1_000_000]
  const server = await startServer()
  try {
    const admin = await setUp(server)
    const company = admin.companyKey
    await admin.call('POST', `/api/company/${company}/app`, { name: 'Load', key: 'load', type: 1 })
    const base = `/api/company/${company}/app/load-dev`
    const [source] = (await admin.call('GET', `${base}/source`)).options as { id: string }[]
    const { id: sourceId } = source as { id: string }
    const { id: modelId } = await admin.call('POST', `${base}/source/${sourceId}/model`, { key: 'leave', name: 'Leave' })
    for (const [key, type] of [
      ['reason', 'text'],
      ['days', 'integer'],
    ])
      await admin.call('POST', `${base}/model/${modelId}/field`, { key, name: key, type })
    const { hash } = await admin.call('POST', `${base}/source/${sourceId}/plan`, {})
    await admin.call('POST', `${base}/source/${sourceId}/apply`, { hash })
    const db = await database(server)
    await db.query('set statement_timeout = 0')
    const { id: person } = (await db.query(`select id from person where email = '${ADMIN.email}'`)).rows[0] as { id: string }
    const overdue = [
      {
        id: 'o',
        startEvent: 'created',
        timeDurationType: 'custom',
        timeDurationValue: { value: 1, unit: 'year' },
        action: 'noticeTransactor',
        actionConfig: { noticeTypes: ['inApp'] },
      },
    ]
    const task = (id: string) => ({ id, kind: 'user', name: id, approvers: { by: 'people', users: [person] }, overdue })
    const definition = {
      model: 'main/leave',
      nodes: [
        { id: 'start', kind: 'start', name: '' },
        task('first'),
        { id: 'long', kind: 'exclusive', name: '' },
        task('second'),
        { id: 'end', kind: 'end', name: '' },
      ],
      lines: [
        { id: 'a', from: 'start', to: 'first' },
        { id: 'b', from: 'first', to: 'long' },
        { id: 'c', from: 'long', to: 'second', conditionType: 'formula', formula: 'days >= 0' },
        { id: 'd', from: 'long', to: 'end', isDefault: true },
        { id: 'e', from: 'second', to: 'end' },
      ],
    }
    const { id: flowId } = await admin.call('POST', `${base}/flow/design`, { key: 'leave', name: 'Leave', definition })
    await admin.call('POST', `${base}/flow/revisions/${flowId}/1/enable`, {})

    const startsPerSecond = await perSecond(starts, n => admin.call('POST', `${base}/flow/initiate/main:leave?formView=leave`, { reason: `r${n}`, days: n }))
    note(`${startsPerSecond} starts/s`)
    const open = (await db.query(`select case_id, no from flow_task where state = 'open' order by case_id`)).rows as { case_id: string; no: number }[]
    const completionsPerSecond = await perSecond(open.length, n => {
      const { case_id: caseId, no } = open[n] as (typeof open)[number]
      return admin.call('POST', `${base}/flow/case/${caseId}/task/${no}/decide`, { decision: 'approve' })
    })
    note(`${completionsPerSecond} completions/s, each with a choice and a new task`)

    const bytesBefore = memory(server).node
    await db.query(`create temp table one as select * from flow_case order by id limit 1`)
    const copyCases = (count: number, isOpen: boolean) =>
      db.query(
        `with made as (
           insert into flow_case (id, company_id, app_id, tag, flow_id, flow_name, definition_hash, title, status, state, seq, starter_id, model, record_id, snapshot, created_at, ended_at)
           select uuidv7(), company_id, app_id, tag, flow_id, flow_name, definition_hash, title || n, $2, state, 0, starter_id, model, record_id, snapshot,
             now() - n * interval '1 second', case when $3 then null else now() end
           from one, generate_series(1, $1) n returning id, company_id, app_id, tag)
         insert into flow_task (case_id, no, company_id, app_id, tag, node, node_name, token, assignee_id, state, decision, done_at)
         select id, 2, company_id, app_id, tag, 'second', 'second', 1, $4, case when $3 then 'open' else 'done' end, case when $3 then null else 'approve' end, case when $3 then null else now() end
         from made`,
        [count, isOpen ? 1 : 2, isOpen, person],
      )
    await copyCases(waiting, true)
    await db.query(
      `insert into flow_timer (id, case_id, company_id, app_id, tag, token, task, action, due_at)
       select uuidv7(), case_id, company_id, app_id, tag, token, no, 'o', now() + interval '1 year' from flow_task where state = 'open' on conflict do nothing`,
    )
    await db.query('vacuum analyze flow_case, flow_task, flow_timer')
    const sweepMs = await medianMs(20, () =>
      db.query(
        `select id from flow_timer where paused_at is null and due_at <= now() and (leased_until is null or leased_until < now()) order by due_at limit 64 for update skip locked`,
      ),
    )
    const todoMs = await medianMs(20, () => admin.call('GET', `${base}/flow/task?box=todo&perPage=20`))
    const bytesAfter = memory(server).node
    note(`${waiting} waiting: sweep ${sweepMs} ms, to-do list ${todoMs} ms`)

    await copyCases(finished, false)
    await db.query('vacuum analyze flow_case, flow_task')
    const lists: Record<string, number> = {}
    for (const box of ['todo', 'done', 'started', 'copied']) lists[box] = await medianMs(5, () => admin.call('GET', `${base}/flow/task?box=${box}&perPage=20`))
    note(`${finished} finished: ${JSON.stringify(lists)}`)
    await db.end()
    return {
      clients: CLIENTS,
      startsPerSecond,
      completionsPerSecond,
      waiting,
      nodeMiBForThem: round(bytesAfter - bytesBefore),
      sweepMs,
      todoListMs: todoMs,
      finished,
      listsMs: lists,
    }
  } finally {
    await server.remove()
  }
}
