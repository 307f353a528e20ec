// Publishing an app of 500 pages of 10 kB, and publishing it again with three of them changed; one of 5,000 pages with 50 changed, step by step, and going back.
import { seedPages } from './pages-seed.ts'
import { database, round, samplePage, setUp, startServer, type Bench, type Client, type Figures, type Server } from './support.ts'

const LATE = 60_000

/** Publishes over HTTP and waits until the environment shows the release; milliseconds. */
async function publish(client: Client, app: string, version: string, more: Record<string, unknown> = {}): Promise<number> {
  const started = performance.now()
  const made = await client.call('POST', `${app}/release`, { title: `Release ${version}`, version, tag: 'latest', from: 'dev', mode: 1, ...more })
  for (;;) {
    const { status } = made.status === 1 ? made : await client.call('GET', `${app}/release/${made.id}`)
    const { release } = status === 1 ? await client.call('GET', `${app.replace(/-dev$/, '')}/runtime/site`) : { release: null }
    if (release?.version === version) return round(performance.now() - started)
    if (performance.now() - started > LATE) throw new Error(`release ${version} is not published after ${LATE / 1000} s (status ${status})`)
    await new Promise(done => setTimeout(done, 10))
  }
}

/** Fifty of many pages changed and published, with the time of each step as the task's log tells, and the version before published again. */
async function publishLarge(server: Server, client: Client, pages: number) {
  const db = await database(server)
  try {
    const ids = await seedPages(db, 'large', pages, 50)
    const app = `/api/company/${client.companyKey}/app/large-dev`
    const firstMs = await publish(client, app, '1.0.0')
    const turns: { ms: number; steps: Record<string, number> }[] = []
    for (let turn = 1; turn <= 3; turn++) {
      for (const id of ids) await client.call('POST', `${app}/page/${id}`, { schema: samplePage(`changed ${id} ${turn}`) })
      const ms = await publish(client, app, `1.0.${turn}`)
      const { rows } = await db.query<{ created_at: Date; lines: { at: string; english: string }[] }>(
        `select release_task.created_at, release_task.lines from release_task join release on release.id = release_id
          join app on app.id = release.app_id and app.key = 'large' where release.version = $1`,
        [`1.0.${turn}`],
      )
      const [task] = rows
      let before = Number(task?.created_at)
      const steps: Record<string, number> = {}
      for (const { at, english } of task?.lines ?? []) {
        steps[`until “${english}”`] = Date.parse(at) - before
        before = Date.parse(at)
      }
      turns.push({ ms, steps })
    }
    const back: number[] = []
    for (const turn of [4, 5, 6]) back.push(await publish(client, app, `1.0.${turn}`, { from: '1.0.0' }))
    const best = turns.toSorted((a, b) => a.ms - b.ms)[0]
    return { pages, changed: ids.length, firstMs, againMs: turns.map(({ ms }) => ms), steps: best?.steps, backMs: back }
  } finally {
    await db.end()
  }
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const count = quick ? 50 : 500
  const server = await startServer()
  try {
    const client = await setUp(server)
    await client.call('POST', `/api/company/${client.companyKey}/app`, { name: 'Big', key: 'big', type: 1 })
    const app = `/api/company/${client.companyKey}/app/big-dev`
    const ids: string[] = []
    for (let i = 0; i < count; i++)
      ids.push((await client.call('POST', `${app}/page`, { name: `Page ${i}`, path: `/p${i}`, kind: 'page', schema: samplePage(`p${i}`) })).id)
    note(`${count} pages made`)
    const firstMs = await publish(client, app, '1.0.0')
    const againMs: number[] = []
    for (let turn = 1; turn <= 3; turn++) {
      for (const id of ids.slice(turn * 3, turn * 3 + 3)) await client.call('POST', `${app}/page/${id}`, { schema: samplePage(`changed ${id} ${turn}`) })
      againMs.push(await publish(client, app, `1.0.${turn}`))
    }
    const large = await publishLarge(server, client, quick ? 500 : 5000)
    note(`large: ${JSON.stringify(large)}`)
    return {
      large,
      pages: count,
      bytesEach: JSON.stringify(samplePage('p0')).length,
      firstMs,
      threeChangedMs: Math.max(...againMs),
      threeChangedRunsMs: againMs,
    }
  } finally {
    await server.remove()
  }
}
