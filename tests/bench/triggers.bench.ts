// What triggers cost those who change rows, and whether any change is lost. The same changes of a model with no trigger and with five, in turns: through the
// services in this process, while the server that does the runs is held still, so that what is measured is the writer's; then the server goes on, and what the runs
// did is counted. Over HTTP as well, where server and runs are one process.
import { scopeOf } from '../../api/server/services/foundation/access/index.ts'
import { countStatements, measured, said, servicesHere, statementsSoFar, type Rate } from './processor.ts'
import { ADMIN, database, median, round, serverCommand, setUp, startServer, wait, type Bench, type Figures } from './support.ts'

const ROWS = 500
const AT_ONCE = 8
const TRIGGERS = 5
/** Rows that are changed by one call. */
const MANY = 100

type Cost = Rate & { statements: number }
/** Of several turns, what is in the middle. */
const middle = (turns: readonly Cost[]): Cost => ({
  perSecond: median(turns.map(one => one.perSecond)),
  nodeMs: round(turns.reduce((all, one) => all + one.nodeMs, 0) / turns.length, 2),
  postgresMs: round(turns.reduce((all, one) => all + one.postgresMs, 0) / turns.length, 2),
  statements: turns[0]?.statements ?? 0,
})
const processor = ({ nodeMs, postgresMs }: Rate) => nodeMs + postgresMs
const compared = (without: readonly Cost[], withFive: readonly Cost[]) => {
  const [none, five] = [middle(without), middle(withFive)]
  return { without: none, withFive: five, timeRatio: round(none.perSecond / five.perSecond, 2), processorRatio: round(processor(five) / processor(none), 2) }
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const [changes, calls, rounds] = quick ? [200, 10, 1] : [600, 10, 3]
  const server = await startServer({ command: serverCommand() })
  try {
    const admin = await setUp(server)
    const company = admin.companyKey
    await admin.call('POST', `/api/company/${company}/app`, { name: 'Triggers', key: 'trig', type: 1 })
    const base = `/api/company/${company}/app/trig-dev`
    const source = (await admin.call('GET', `${base}/source`)).options[0]
    for (const model of ['order', 'heard']) {
      const { id } = await admin.call('POST', `${base}/source/${source.id}/model`, { key: model, name: model })
      await admin.call('POST', `${base}/model/${id}/field`, { key: 'title', name: 'title', type: 'text' })
      await admin.call('POST', `${base}/model/${id}/field`, { key: 'amount', name: 'amount', type: 'integer' })
    }
    const { hash } = await admin.call('POST', `${base}/source/${source.id}/plan`, {})
    await admin.call('POST', `${base}/source/${source.id}/apply`, { hash })
    const rows = `/api/resource/${company}/trig-dev/source/main/model/order`
    const ids: string[] = []
    for (let n = 0; n < ROWS; n++) ids.push((await admin.call('POST', rows, { title: `Order ${n}`, amount: 0 })).id)
    const keys = Array.from({ length: TRIGGERS }, (_, at) => `trigger${at}`)
    const condition = { conjunction: 'and', children: [{ left: { type: 'field', field: 'amount' }, op: 'greater', right: 0 }] }
    for (const key of keys) {
      const actions = [{ do: 'create', model: 'main/heard', values: [{ field: 'amount', value: '{{row.amount}}' }] }]
      const definition = { event: 'rows', model: 'main/order', changes: ['update'], fields: ['amount'], condition, perMinute: 6000, actions }
      await admin.call('POST', `${base}/trigger`, { key, name: key, definition })
    }
    const db = await database(server)
    // Should anything fail, the server is stopped under it.
    db.on('error', () => {})
    const count = async (what: string) => ((await db.query(`select count(*)::int as n from ${what}`)).rows[0] as { n: number }).n
    /** Until everything that happened is done; runs a second. */
    const done = async () => {
      const [began, before] = [performance.now(), await count(`trigger_run where status in ('done', 'failed', 'stopped')`)]
      while ((await count(`trigger_event where is_open`)) || (await count(`trigger_run where next_at is not null`))) await wait(100)
      return ((await count(`trigger_run where status in ('done', 'failed', 'stopped')`)) - before) / ((performance.now() - began) / 1000)
    }
    countStatements()
    const running = await servicesHere(server)
    try {
      const { access, data, triggers } = running.services
      // Runs are the server's: this process writes.
      await triggers.unwatch()
      const { id: person } = (await db.query(`select id from person where email = '${ADMIN.email}'`)).rows[0] as { id: string }
      const { session, company: at, app } = await access.findPerson(person, { companyKey: company, appKey: 'trig', tag: 'dev' })
      if (!session || !at || !app) throw new Error('the administrator is nobody in the app')
      const asker = { user: session.user, company: at, app }
      const open = () => data.rows.open({ ...scopeOf(app), tag: app.tag }, asker, 'main', 'order')
      const turn = async (enable: 0 | 1) => {
        for (const key of keys) await admin.call('POST', `${base}/trigger/enable`, { key, enable })
        // This process hears of it too.
        await wait(500)
      }
      let amount = 0
      let changed = 0
      const one = async () => {
        const n = ++amount
        await data.rows.update(await open(), ids[n % ROWS] as string, { amount: n })
      }
      const many = async (n: number) => {
        const from = (n * MANY) % ROWS
        await data.rows.updateMany(await open(), ids.slice(from, from + MANY), { amount: ++amount })
      }
      const cost = async (times: number, atOnce: number, each: (n: number) => Promise<void>): Promise<Cost> => {
        const asked = statementsSoFar()
        const rate = await measured(server, times, atOnce, each, true)
        return { ...rate, statements: round((statementsSoFar() - asked) / times, 1) }
      }
      const [singleWithout, singleWith, manyWithout, manyWith, runsPerSecond]: [Cost[], Cost[], Cost[], Cost[], number[]] = [[], [], [], [], []]
      for (let n = 0; n < 50; n++) await one()
      for (let n = 0; n < rounds; n++) {
        singleWithout.push(await cost(changes, AT_ONCE, one))
        // Calls of many rows one after the other: they would wait for each other's rows.
        manyWithout.push(await cost(calls, 1, many))
        await turn(1)
        server.child.kill('SIGSTOP')
        try {
          singleWith.push(await cost(changes, AT_ONCE, one))
          manyWith.push(await cost(calls, 1, many))
        } finally {
          server.child.kill('SIGCONT')
        }
        changed += changes + calls * MANY
        runsPerSecond.push(await done())
        await turn(0)
      }
      const [single, ofMany] = [compared(singleWithout, singleWith), compared(manyWithout, manyWith)]
      note(
        `a row: ${said(single.without)} without, ${said(single.withFive)} with ${TRIGGERS} triggers; time ${single.timeRatio}, processor ${single.processorRatio} times`,
      )
      note(`${MANY} rows: ${said(ofMany.without)} without, ${said(ofMany.withFive)} with; time ${ofMany.timeRatio}, processor ${ofMany.processorRatio} times`)

      // Over HTTP, the runs beside it.
      const overHttp = async () => {
        const took: number[] = []
        let left = changes
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            while (left-- > 0) {
              const began = performance.now()
              await admin.call('PUT', `${rows}/${ids[++amount % ROWS]}`, { amount })
              took.push(performance.now() - began)
            }
          }),
        )
        return median(took)
      }
      const httpWithout = await overHttp()
      await turn(1)
      const httpWith = await overHttp()
      changed += changes
      await done()
      await turn(0)
      const [table] = (
        await db.query(`select quote_ident(table_schema) as schema, table_name as name from information_schema.tables where table_name like '%heard%'`)
      ).rows as [{ schema: string; name: string }]
      const [events, runs, effects] = [
        await count('trigger_event'),
        await count(`trigger_run where status = 'done'`),
        await count(`${table.schema}."${table.name}"`),
      ]
      return {
        triggers: TRIGGERS,
        single,
        ofMany: { rows: MANY, ...ofMany, rowsPerSecondWithFive: round(ofMany.withFive.perSecond * MANY) },
        overHttp: { withoutMs: httpWithout, withFiveMs: httpWith, ratio: round(httpWith / httpWithout, 2) },
        runsPerSecond: round(median(runsPerSecond)),
        'changes heard of': `${events} of ${changed}`,
        'runs done': `${runs} of ${changed * TRIGGERS}`,
        'rows that they added': `${effects} of ${changed * TRIGGERS}`,
      }
    } finally {
      await running.close()
    }
  } finally {
    await server.remove()
  }
}
