// Cases while processes die: two servers share one PostgreSQL and one of them is killed (SIGKILL) again and again at a random moment, while eight people start, decide,
// send back and operate. Then everything that was begun is done, and nothing may be lost or have happened twice. Moments that cases wait for are brought nearer in the
// database; nobody waits for them.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brokenInvariants } from '../support/flow-invariants.ts'
import { ADMIN, Client, database, setUp, startServer, wait, type Bench, type Figures, type Server } from './support.ts'

const CLIENTS = 8
const LONGEST_MS = 1_500
const SETTLES_MS = 120_000

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

export async function run({ quick, note }: Bench): Promise<Figures> {
  const kills = quick ? 5 : 100
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-bench-'))
  // The database is started by a third process, which nobody asks and nobody kills.
  const keeper = await startServer({ dataDir })
  const servers: Server[] = []
  try {
    const admin = await setUp(keeper)
    const company = admin.companyKey
    await admin.call('POST', `/api/company/${company}/app`, { name: 'Kill', key: 'kill', type: 1 })
    const base = `/api/company/${company}/app/kill-dev`
    const headers = { 'x-company-key': company, 'x-app-key': 'kill-dev' }
    const [source] = (await admin.call('GET', `${base}/source`)).options as { id: string }[]
    const { id: sourceId } = source as { id: string }
    const { id: modelId } = await admin.call('POST', `${base}/source/${sourceId}/model`, { key: 'leave', name: 'Leave' })
    await admin.call('POST', `${base}/model/${modelId}/field`, { key: 'reason', name: 'Reason', type: 'text' })
    const { hash } = await admin.call('POST', `${base}/source/${sourceId}/plan`, {})
    await admin.call('POST', `${base}/source/${sourceId}/apply`, { hash })
    const db = await database(keeper)
    db.on('error', () => {})
    await db.query('set statement_timeout = 0')
    const rows = async (text: string, values: unknown[] = []) => (await db.query(text, values)).rows as Record<string, unknown>[]
    const [person] = await rows(`select id from person where email = $1`, [ADMIN.email])
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
    const task = (id: string, more = {}) => ({ id, kind: 'user', name: id, approvers: { by: 'people', users: [person?.id] }, ...more })
    // Two ways at once, and work of the system, stand in a sub-process.
    const within = 'part'
    const ways = ['start>part', 'begin>both', 'both>one', 'both>other', 'one>join', 'other>join', 'join>job', 'job>done', 'part>slow', 'slow>last', 'last>end']
    const definition = {
      model: 'main/leave',
      nodes: [
        { id: 'start', kind: 'start', name: 'Start' },
        { id: 'part', kind: 'subprocess', name: 'Part' },
        { id: 'begin', kind: 'start', name: 'Begin', within },
        { id: 'both', kind: 'parallel', name: '', within },
        task('one', { within }),
        task('other', { within }),
        { id: 'join', kind: 'parallel', name: '', within },
        { id: 'done', kind: 'end', name: 'Done', within },
        { id: 'job', kind: 'service', name: 'job', within, service: { do: 'create', model: 'main/leave', values: [{ name: 'reason', value: 'by itself' }] } },
        task('slow', { overdue }),
        task('last'),
        { id: 'end', kind: 'end', name: 'End' },
      ],
      lines: ways.map(way => ({ id: way.replace('>', '-'), from: way.split('>')[0], to: way.split('>')[1] })),
    }
    const { id: flowId } = await admin.call('POST', `${base}/flow/design`, { key: 'leave', name: 'Leave', definition })
    await admin.call('POST', `${base}/flow/revisions/${flowId}/1/enable`, {})

    servers.push(...(await Promise.all([startServer({ dataDir }), startServer({ dataDir })])))
    const started: string[] = []
    const decided: string[] = []
    let [acts, isOver] = [0, false]
    /** Somebody with the session of the administrator at one of the two servers; which one is chosen for each call. */
    async function act() {
      const client = Object.assign(new Client(any(servers).url), { cookie: admin.cookie, csrf: admin.csrf })
      acts++
      const what = Math.random()
      if (what < 0.3) {
        const { flowDataId } = await client.call('POST', `${base}/flow/initiate/main:leave?formView=leave`, { reason: 'killed' })
        return void started.push(flowDataId)
      }
      const [open] = await rows(`select case_id, no, node from flow_task where state = 'open' order by random() limit 1`)
      if (!open) return
      const at = `${base}/flow/case/${String(open.case_id)}/task/${String(open.no)}`
      if (what < 0.8) {
        await client.call('POST', `${at}/decide`, { decision: Math.random() < 0.9 ? 'approve' : 'reject' })
        return void decided.push(`${String(open.case_id)} ${String(open.no)}`)
      }
      if (what < 0.88) return client.call('POST', `${at}/back`, { node: any(['start', 'one', 'slow']) })
      if (what < 0.92)
        return db.query(`update flow_timer set due_at = now() where paused_at is null and id in (select id from flow_timer order by random() limit 5)`)
      const body = { flowDataId: open.case_id, action: any(['SUSPEND', 'RESUME', 'RESUME', 'RESET', 'ABORT']) }
      const answer = await fetch(`${client.url}/api/bpmn/v2/intervention/instance/shove`, {
        method: 'POST',
        headers: { ...headers, cookie: client.cookie, 'x-csrf-token': client.csrf, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      await answer.text()
    }
    // What is refused or cut off is no concern here.
    const acting = Array.from({ length: CLIENTS }, async () => {
      while (!isOver) await act().catch(() => wait(20))
    })
    for (let done = 1; done <= kills; done++) {
      await wait(Math.random() * LONGEST_MS)
      const at = Math.random() < 0.5 ? 0 : 1
      const { child } = servers[at] as Server
      const gone = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
      servers[at] = await startServer({ dataDir })
      if (done % 10 === 0 || quick) note(`${done} killed, ${started.length} started and ${decided.length} decided`)
    }
    isOver = true
    await Promise.all(acting)

    // Leases of those who were killed end at once, and what is held goes on.
    const left = async () => Number((await rows(`select count(*) as n from flow_outbox where state = 'waiting'`))[0]?.n)
    for (const end = Date.now() + SETTLES_MS; ;) {
      await db.query(`update flow_outbox set leased_until = null, next_at = now() where state = 'waiting' and (leased_until is not null or next_at > now())
        and case_id in (select id from flow_case where suspended_at is null)`)
      const [held] = await rows(`select count(*) as n from flow_outbox o join flow_case c on c.id = o.case_id where c.suspended_at is not null`)
      if ((await left()) <= Number(held?.n)) break
      if (Date.now() > end) throw new Error('what was begun is not done')
      await wait(6_000)
    }
    const broken = await brokenInvariants(rows)
    const [table] = await rows(`select table_schema as schema from information_schema.tables where table_name = 'leave' and table_schema like 'app%'`)
    const countOf = async (text: string) => Number((await rows(text))[0]?.n)
    const made = (reason: string) => countOf(`select count(*) as n from "${String(table?.schema)}"."leave" where reason = '${reason}'`)
    const cases = await countOf('select count(*) as n from flow_case')
    const jobs = await countOf(`select count(*) as n from flow_event where type = 'jobDone'`)
    const there = new Set((await rows('select id from flow_case')).map(({ id }) => id))
    const done = new Set((await rows(`select case_id || ' ' || no as at from flow_task where state = 'done'`)).map(({ at }) => at))
    const figures = {
      kills,
      acts,
      cases,
      transitions: await countOf('select count(*) as n from flow_event'),
      timersFired: await countOf(`select count(*) as n from flow_event where type = 'overdue'`),
      startsThatWereAnsweredAndAreGone: started.filter(id => !there.has(id)).length,
      decisionsThatWereAnsweredAndAreGone: decided.filter(at => !done.has(at)).length,
      rowsTooManyOrTooFew: (await made('killed')) - cases,
      doneByStepsTooOftenOrSeldom: (await made('by itself')) - jobs,
      stepsDone: jobs,
      broken: Object.fromEntries(Object.entries(broken).map(([what, list]) => [what, list.length])),
    }
    await db.end()
    const { startsThatWereAnsweredAndAreGone: a, decisionsThatWereAnsweredAndAreGone: b, rowsTooManyOrTooFew: c, doneByStepsTooOftenOrSeldom: d } = figures
    if (a || b || c || d || Object.keys(broken).length) throw new Error(`something was lost or done twice: ${JSON.stringify({ ...figures, broken })}`)
    return figures
  } finally {
    for (const server of servers) await server.stop()
    await keeper.remove()
  }
}
