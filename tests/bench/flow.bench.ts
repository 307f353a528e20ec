// Flows on a real server: cases started and tasks decided by eight at once, through the services alone and over HTTP, beside an engine without a database; what many
// waiting cases cost, and lists over many finished ones. A million cases take minutes to write: FLOW_DATA names a folder in which they stay; where they are there
// already, the lists alone are measured.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { scopeOf } from '../../api/server/services/foundation/access/index.ts'
import { beginsOf } from '../../api/server/services/flow/index.ts'
import { ADMIN, database, median, memory, round, setUp, signIn, startServer, type Bench, type Client, type Figures, type Server } from './support.ts'
import { countStatements, measured, said, servicesHere, statementsSoFar } from './processor.ts'

const CLIENTS = 8

/** The services without HTTP, in this process, on the database of a server. */
async function throughServices(server: Server, company: string, counts: { starts: number; warm: number }) {
  countStatements()
  const running = await servicesHere(server)
  try {
    const { access, flows } = running.services
    const db = await database(server)
    const person = (await db.query(`select id from person where email = '${ADMIN.email}'`)).rows[0].id as string
    const { session, company: at, app } = await access.findPerson(person, { companyKey: company, appKey: 'load', tag: 'dev' })
    if (!session || !at || !app) throw new Error('the administrator is nobody in the app')
    const begins = beginsOf({ scope: { ...scopeOf(app), tag: app.tag }, asker: { user: session.user, company: at, app } })
    const begin = (n: number) => flows.forms.submit(begins, 'main:leave', 'leave', { reason: `r${n}`, days: n })
    for (let n = 0; n < counts.warm; n++) await begin(n)
    let asked = statementsSoFar()
    const starts = await measured(server, counts.starts, CLIENTS, begin, true)
    const perStart = round((statementsSoFar() - asked) / counts.starts, 1)
    const open = (await db.query(`select case_id, no from flow_task where state = 'open' order by case_id`)).rows as { case_id: string; no: number }[]
    await db.end()
    asked = statementsSoFar()
    const decide = (n: number) => {
      const { case_id: caseId, no } = open[n] as (typeof open)[number]
      return flows.tasks.decide(begins, { caseId, task: no, decision: 'approve', comment: '' })
    }
    const completions = await measured(server, open.length, CLIENTS, decide, true)
    return { starts: { ...starts, statements: perStart }, completions: { ...completions, statements: round((statementsSoFar() - asked) / open.length, 1) } }
  } finally {
    await running.close()
  }
}

const BPMN = `<?xml version="1.0"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="b">
<process id="p" isExecutable="true"><startEvent id="start"/><userTask id="first"/><exclusiveGateway id="long" default="d"/><userTask id="second"/><endEvent id="end"/>
<sequenceFlow id="a" sourceRef="start" targetRef="first"/><sequenceFlow id="b" sourceRef="first" targetRef="long"/>
<sequenceFlow id="c" sourceRef="long" targetRef="second"><conditionExpression xsi:type="tFormalExpression">\${environment.services.isLong}</conditionExpression></sequenceFlow>
<sequenceFlow id="d" sourceRef="long" targetRef="end"/><sequenceFlow id="e" sourceRef="second" targetRef="end"/></process></definitions>`
/** The same flow in bpmn-engine, which has no database: where its folder is named, since nothing of ours needs it. */
async function withoutDatabase(times: number) {
  const folder = process.env.BPMN_ENGINE
  if (!folder || !existsSync(folder)) return undefined
  const { Engine } = (await import(pathToFileURL(join(folder, 'node_modules/bpmn-engine/src/index.js')).href)) as {
    Engine: new (options: object) => { execute(): Promise<{ environment: unknown; getPostponed(): { id: string; signal(): void }[]; stop(): Promise<void> }> }
  }
  const cases: Awaited<ReturnType<InstanceType<typeof Engine>['execute']>>[] = []
  let at = performance.now()
  for (let n = 0; n < times; n++) cases.push(await new Engine({ name: `n${n}`, source: BPMN, services: { isLong: () => true } }).execute())
  const startsPerSecond = round(times / ((performance.now() - at) / 1000))
  at = performance.now()
  for (const one of cases)
    one
      .getPostponed()
      .find(({ id }) => id === 'first')
      ?.signal()
  const completionsPerSecond = round(times / ((performance.now() - at) / 1000))
  for (const one of cases) await one.stop()
  return { startsPerSecond, completionsPerSecond }
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

/** Days that are over are summed up, as a server does by itself within half an hour; milliseconds. */
async function sumUp(server: Server): Promise<number> {
  const running = await servicesHere(server)
  try {
    const at = performance.now()
    await running.services.flows.sums.bring()
    return round(performance.now() - at)
  } finally {
    await running.close()
  }
}

/** Milliseconds of each list, over HTTP. */
async function listsOf(admin: Client, flowId: string): Promise<Record<string, number>> {
  const base = `/api/company/${admin.companyKey}/app/load-dev`
  const lists: Record<string, number> = {}
  const list = async (name: string, run: () => Promise<unknown>) => (lists[name] = await medianMs(5, run))
  for (const box of ['todo', 'done', 'started', 'copied']) await list(box, () => admin.call('GET', `${base}/flow/task?box=${box}&perPage=20`))
  const at = { 'x-company-key': admin.companyKey, 'x-app-key': 'load-dev' }
  const watched = (of: string, body: object) => admin.call('POST', `/api/bpmn/v2/intervention/${of}`, { page: 1, perPage: 20, ...body }, at)
  await list('instances', () => watched('instance/list', {}))
  await list('instancesFinished', () => watched('instance/list', { statuses: [2] }))
  // What none has, what one has, what a third has, and what all have.
  for (const [name, title] of [
    ['None', 'carriage'],
    ['Few', '98765'],
    ['Third', '王小明'],
    ['All', 'e'],
  ] as const) {
    await list(`instancesByTitle${name}`, () => watched('instance/list', { title }))
    await list(`doneByTitle${name}`, () => admin.call('GET', `${base}/flow/task?box=done&perPage=20&keywords=${encodeURIComponent(title)}`))
  }
  await list('nobody', () => watched('node/list/nobody', {}))
  await list('flows', () => admin.call('GET', `${base}/flow/manage`))
  await list('records', () => admin.call('GET', `${base}/flow/manage/${flowId}/record`))
  await list('summary', () => admin.call('GET', `${base}/flow/summary`))
  for (const days of [7, 30, 90, 365]) await list(`radar${days}Days`, () => admin.call('GET', `${base}/flow/radar?days=${days}`))
  return lists
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const [starts, waiting, finished] = quick ? [400, 10_000, 20_000] : [4_000, 100_000, 1_000_000]
  const kept = process.env.FLOW_DATA
  const isThere = !!kept && existsSync(join(kept, 'postgres-password'))
  const server = await startServer(kept ? { dataDir: kept } : {})
  try {
    if (isThere) {
      const admin = await signIn(server)
      const [flow] = (await admin.call('GET', `/api/company/${admin.companyKey}/app/load-dev/flow/manage`)).items as { id: string }[]
      const listsMs = await listsOf(admin, (flow as { id: string }).id)
      return { clients: CLIENTS, listsMs }
    }
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
    // Should anything fail, the server is stopped under it.
    db.on('error', () => {})
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

    // A server that has run for a minute is what people have: the first thousand warm it up.
    const services = await throughServices(server, company, { starts, warm: quick ? 100 : 1_000 })
    note(`through the services: ${said(services.starts)} started, ${said(services.completions)} decided, each with a choice and a new task`)
    const begin = (n: number) => admin.call('POST', `${base}/flow/initiate/main:leave?formView=leave`, { reason: `r${n}`, days: n })
    for (let n = 0; n < 50; n++) await begin(n)
    const httpStarts = await measured(server, starts, CLIENTS, begin)
    const open = (await db.query(`select case_id, no from flow_task where state = 'open' and node = 'first' order by case_id`)).rows as {
      case_id: string
      no: number
    }[]
    const httpCompletions = await measured(server, open.length, CLIENTS, n => {
      const { case_id: caseId, no } = open[n] as (typeof open)[number]
      return admin.call('POST', `${base}/flow/case/${caseId}/task/${no}/decide`, { decision: 'approve' })
    })
    note(`over HTTP: ${said(httpStarts)} started, ${said(httpCompletions)} decided`)
    await withoutDatabase(quick ? 100 : 1_000)
    const other = await withoutDatabase(starts)
    const ratio = other && {
      ...other,
      startsRatio: round(services.starts.perSecond / other.startsPerSecond, 2),
      completionsRatio: round(services.completions.perSecond / other.completionsPerSecond, 2),
    }
    note(
      ratio ? `bpmn-engine without a database: ${JSON.stringify(ratio)}` : 'bpmn-engine is not looked at: BPMN_ENGINE names no folder in which it is installed',
    )

    const bytesBefore = memory(server).node
    await db.query(`create temp table one as select * from flow_case order by id limit 1`)
    const copyCases = (count: number, isOpen: boolean) =>
      db.query(
        // Finished ones over a year, each decided within a day; every tenth was told to somebody.
        `with made as (
           insert into flow_case (id, company_id, app_id, tag, flow_id, flow_name, definition_hash, title, status, state, seq, starter_id, model, record_id, snapshot, created_at, ended_at)
           select uuidv7(), company_id, app_id, tag, flow_id, flow_name, definition_hash, case when n % 3 = 0 then '请假 · 王小明 ' || n else title || n end, $2, state, 0, starter_id, model, record_id, snapshot,
             now() - interval '1 day' - n * interval '1 year' / $1, case when not $3 then now() - n * interval '1 year' / $1 - random() * interval '1 day' end
           from one, generate_series(1, $1) n returning id, company_id, app_id, tag, flow_id, created_at, ended_at),
         copies as (
           insert into flow_copy (case_id, user_id, company_id, app_id, tag, node_name, created_at)
           select id, $4, company_id, app_id, tag, 'second', created_at from made where random() < 0.1)
         insert into flow_task (case_id, no, company_id, app_id, tag, flow_id, node, node_name, token, assignee_id, state, decision, created_at, done_at)
         select id, 2, company_id, app_id, tag, flow_id, 'second', 'second', 1, case when $3 and random() < 0.01 then null else $4::uuid end, case when $3 then 'open' else 'done' end,
           case when $3 then null else 'approve' end, created_at, ended_at from made`,
        [count, isOpen ? 1 : 2, isOpen, person],
      )
    await copyCases(waiting, true)
    await db.query(`update flow_task set state = 'nobody' where state = 'open' and assignee_id is null`)
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
    // A server brings together within ten seconds what was counted of them; nobody starts a hundred thousand at once.
    await sumUp(server)
    const todoMs = await medianMs(200, () => admin.call('GET', `${base}/flow/task?box=todo&perPage=20`))
    const bytesAfter = memory(server).node
    note(`${waiting} waiting: sweep ${sweepMs} ms, to-do list ${todoMs} ms`)

    await copyCases(finished, false)
    await db.query('vacuum analyze flow_case, flow_task')
    const sumsMs = await sumUp(server)
    const lists = await listsOf(admin, flowId)
    note(`${finished} finished: ${JSON.stringify(lists)}`)
    await db.end()
    return {
      clients: CLIENTS,
      throughServices: services,
      overHttp: { starts: httpStarts, completions: httpCompletions },
      bpmnEngineWithoutDatabase: ratio ?? null,
      waiting,
      nodeMiBForThem: round(bytesAfter - bytesBefore),
      sweepMs,
      todoListMs: todoMs,
      finished,
      sumsMs,
      listsMs: lists,
    }
  } finally {
    if (kept) await server.stop()
    else await server.remove()
  }
}
