// A copy of an app of 5,000 pages merged into dev where 50 of them differ, ten of these changed in dev as well: telling what it does, and doing it.
import { database, median, round, samplePage, setUp, startServer, type Bench, type Figures } from './support.ts'

const CALLS_AT_ONCE = 8

export async function run({ quick, note }: Bench): Promise<Figures> {
  const [pages, differ, both] = quick ? [60, 10, 2] : [5000, 50, 10]
  const server = await startServer()
  try {
    const client = await setUp(server)
    const company = `/api/company/${client.companyKey}`
    await client.call('POST', `${company}/app`, { name: 'Big', key: 'big', type: 1 })
    const app = `${company}/app/big-dev`
    const ids: string[] = []
    let next = 0
    await Promise.all(
      Array.from({ length: CALLS_AT_ONCE }, async () => {
        for (let n = next++; n < pages; n = next++)
          ids[n] = (await client.call('POST', `${app}/page`, { name: `Page ${n}`, path: `/p${n}`, kind: 'page', schema: samplePage(`p${n}`) })).id
      }),
    )
    note(`${pages} pages made`)
    const started = performance.now()
    const { id, key } = await client.call('POST', `${app}/working-copy`, { name: 'Trial' })
    const copyMs = round(performance.now() - started)
    const changed = (n: number, where: number) => {
      const page = samplePage(`p${n}`) as { body: { label: string }[] }
      ;(page.body[where] as { label: string }).label = `Changed ${where}`
      return page
    }
    // A copy keeps ids of its own; its pages have the addresses of those that they come from.
    const db = await database(server)
    const { rows } = await db.query<{ id: string; path: string }>('select p.id, p.path from page p join app a on a.id = p.app_id where a.key = $1', [key])
    await db.end()
    const inCopy = new Map(rows.map(row => [row.path, row.id]))
    for (let n = 0; n < differ; n++) await client.call('POST', `${company}/app/${key}-dev/page/${inCopy.get(`/p${n}`)}`, { schema: changed(n, 2) })
    for (let n = 0; n < both; n++) await client.call('POST', `${app}/page/${ids[n]}`, { schema: changed(n, 5) })
    const at = `${app}/working-copy/${id}/merge`
    const planMs: number[] = []
    let plan = { state: '', count: 0, open: 0 }
    for (let turn = 0; turn < 5; turn++) {
      const before = performance.now()
      plan = await client.call('POST', `${at}/plan`, { direction: 'in' })
      planMs.push(round(performance.now() - before))
    }
    const before = performance.now()
    const { count } = await client.call('POST', at, { direction: 'in', state: plan.state })
    return { pages, differ, changedByBoth: both, copyMs, planMs: median(planMs), planRunsMs: planMs, mergeMs: round(performance.now() - before), parts: count }
  } finally {
    await server.remove()
  }
}
