// Publishing an app of 500 pages of 10 kB, and publishing it again with three of them changed.
import { round, samplePage, setUp, startServer, type Bench, type Client, type Figures } from './support.ts'

const LATE = 60_000

/** Publishes over HTTP and waits until the environment shows the release; milliseconds. */
async function publish(client: Client, app: string, version: string): Promise<number> {
  const started = performance.now()
  const made = await client.call('POST', `${app}/release`, { title: `Release ${version}`, version, tag: 'latest', from: 'dev', mode: 1 })
  for (;;) {
    const { status } = made.status === 1 ? made : await client.call('GET', `${app}/release/${made.id}`)
    const { release } = status === 1 ? await client.call('GET', `${app.replace(/-dev$/, '')}/runtime/site`) : { release: null }
    if (release?.version === version) return round(performance.now() - started)
    if (performance.now() - started > LATE) throw new Error(`release ${version} is not published after ${LATE / 1000} s (status ${status})`)
    await new Promise(done => setTimeout(done, 10))
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
    return { pages: count, bytesEach: JSON.stringify(samplePage('p0')).length, firstMs, threeChangedMs: Math.max(...againMs), threeChangedRunsMs: againMs }
  } finally {
    await server.remove()
  }
}
