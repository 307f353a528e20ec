// kill -9 of the server and its database in the middle of page saves: does it start again, is every acknowledged save there?
import { processesOf, median, setUp, signIn, startServer, wait, type Bench, type Client, type Figures, type Server } from './support.ts'

const SAVERS = 8

interface Acknowledged {
  pageId: string
  version: number
  mark: string
}

/** Saves pages until `upTo` saves are acknowledged or the server is gone. */
async function save(client: Client, app: string, pages: string[], done: Acknowledged[], upTo: number, round: number): Promise<void> {
  let sent = 0
  await Promise.all(
    pages.map(async pageId => {
      while (sent < upTo) {
        const mark = `round ${round} save ${sent++}`
        try {
          const { version } = await client.call('POST', `${app}/page/${pageId}`, { schema: { type: 'page', body: [{ type: 'tpl', tpl: mark }] } })
          done.push({ pageId, version, mark })
        } catch {
          return
        }
      }
    }),
  )
}

/** Ends every process of the server at once, without a chance to clean up. */
async function kill(server: Server) {
  const pids = processesOf(server)
  const gone = new Promise(done => server.child.once('exit', done))
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }
  await gone
}

export async function run({ quick, note }: Bench): Promise<Figures> {
  const rounds = quick ? 2 : 10
  const perRound = quick ? 200 : 1000
  let server = await startServer()
  const { dataDir } = server
  try {
    let client = await setUp(server)
    await client.call('POST', `/api/company/${client.companyKey}/app`, { name: 'Crash', key: 'crash', type: 1 })
    const app = `/api/company/${client.companyKey}/app/crash-dev`
    const pages: string[] = []
    for (let i = 0; i < SAVERS; i++) pages.push((await client.call('POST', `${app}/page`, { name: `Page ${i}`, path: `/p${i}`, kind: 'page' })).id)

    const acknowledged: Acknowledged[] = []
    const lost: Acknowledged[] = []
    const startsMs: number[] = []
    for (let round = 1; round <= rounds; round++) {
      const done: Acknowledged[] = []
      const killAfter = Math.round(perRound * (0.1 + 0.8 * Math.random()))
      const saving = save(client, app, pages, done, perRound, round)
      while (done.length < killAfter) await wait(1)
      await kill(server)
      await saving
      const before = done.length
      server = await startServer({ dataDir })
      startsMs.push(server.readyMs)
      client = await signIn(server)
      await save(client, app, pages, done, perRound - done.length, round)
      for (const one of done) {
        const kept = await client.call('GET', `${app}/page/${one.pageId}/version/${one.version}`).catch(() => undefined)
        if (!JSON.stringify(kept ?? '').includes(`"${one.mark}"`)) lost.push(one)
      }
      acknowledged.push(...done)
      note(`round ${round}: killed after ${before} saves, ready again in ${server.readyMs} ms, ${done.length} acknowledged, ${lost.length} lost so far`)
    }
    return {
      kills: rounds,
      startedAgain: startsMs.length,
      acknowledged: acknowledged.length,
      acknowledgedLost: lost.length,
      restartMs: { median: median(startsMs), max: Math.max(...startsMs) },
    }
  } finally {
    await server.remove()
  }
}
