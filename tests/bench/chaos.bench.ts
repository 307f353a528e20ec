// The database is killed, restarted, filled up and cut off, in random order, under two processes that work: one with the embedded database, one that
// reaches the same database over a network. Do both processes stay, come back, and keep what they acknowledged?
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { seeded } from '../support/random.ts'
import { openNetwork, type Network } from '../support/network.ts'
import { Client, database, family, median, percentile, round, setUp, startServer, wait, type Bench, type Figures, type Server } from './support.ts'

const SCREEN = 'general.forbidden'
/** Whole data folder of the disk that is filled up, where one can be mounted. */
const DISK_MIB = 400

/** A disk of its own for the data folder; undefined where this account may not mount one. */
function mountDisk(): { path: string; unmount(): void } | undefined {
  const path = mkdtempSync(join(tmpdir(), 'tessera-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=711`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    rmSync(path, { recursive: true, force: true })
    return undefined
  }
  return {
    path,
    unmount() {
      execFileSync('umount', [path])
      rmSync(path, { recursive: true, force: true })
    },
  }
}

const postmasterOf = (dataDir: string) => {
  const lock = join(dataDir, 'postgres/postmaster.pid')
  return existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : 0
}
const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    answer => answer.ok,
    () => false,
  )

/** Stays open over every trouble of the database; counts what it hears. */
async function listen(client: Client) {
  const answer = await fetch(`${client.url}/api/screen/events`, { headers: { cookie: client.cookie, accept: 'text/event-stream' } })
  const reader = answer.body?.getReader()
  if (!reader) throw new Error('no events')
  const state = { heard: '', ended: false, close: () => reader.cancel() }
  const decoder = new TextDecoder()
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (done) break
      state.heard = (state.heard + decoder.decode(value)).slice(-10_000)
    }
    state.ended = true
  })()
  return state
}

type Trouble = 'terminate' | 'killBackend' | 'pauseBackend' | 'noConnections' | 'killPostmaster' | 'restart' | 'fillDisk' | 'cut' | 'freeze' | 'delay'

export async function run({ quick, note }: Bench): Promise<Figures> {
  const turns = quick ? 10 : 100
  // Another order with each seed, and the same one again with the same: CHAOS_SEED=7 npm run -s bench chaos
  const seed = Number(process.env.CHAOS_SEED ?? 1)
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const disk = mountDisk()
  const dataDir = join(disk?.path ?? mkdtempSync(join(tmpdir(), 'tessera-bench-')), 'data')
  mkdirSync(dataDir)
  let near: Server | undefined
  let far: Server | undefined
  let network: Network | undefined
  const stop = new AbortController()
  try {
    near = await startServer({ dataDir })
    network = await openNetwork({ path: join(dataDir, 'socket/.s.PGSQL.5432') })
    const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8')
    const owner = await setUp(near)
    far = await startServer({ env: { DATABASE_URL: `postgresql://tessera:${password}@127.0.0.1:${network.port}/tessera`, TESSERA_SECRET_KEY: '' } })
    const servers = [near, far]
    const pids = servers.map(server => server.child.pid as number)
    const clients = servers.map(server => Object.assign(new Client(server.url), { cookie: owner.cookie, csrf: owner.csrf, companyKey: owner.companyKey }))
    await owner.call('POST', `/api/company/${owner.companyKey}/app`, { name: 'Chaos', key: 'chaos', type: 1 })
    const app = `/api/company/${owner.companyKey}/app/chaos-dev`

    const acknowledged: string[] = []
    const names: string[] = []
    const refusals = new Map<string, number>()
    let slowestMs = 0
    let made = 0
    const writers = clients.flatMap(client =>
      Array.from({ length: 2 }, async () => {
        while (!stop.signal.aborted) {
          const n = ++made
          const began = performance.now()
          try {
            const { id } = await client.call('POST', `${app}/page`, { name: `Page ${n}`, path: `/p${n}`, kind: 'page' })
            acknowledged.push(id)
            names.push(`Page ${n}`)
          } catch (error) {
            const said = (error as Error).message.replace(/^POST \S+ /, '').slice(0, 60)
            refusals.set(said, (refusals.get(said) ?? 0) + 1)
          }
          slowestMs = Math.max(slowestMs, performance.now() - began)
          await wait(20)
        }
      }),
    )
    const streams = await Promise.all(clients.map(listen))

    const kinds: Trouble[] = [
      ...(['terminate', 'killBackend', 'pauseBackend', 'noConnections', 'killPostmaster', 'restart', 'cut', 'freeze', 'delay'] as const),
      ...(disk ? (['fillDisk'] as const) : []),
    ]
    // Each kind as often as the others, shuffled.
    const order = Array.from({ length: turns }, (_none, at) => ({ kind: kinds[at % kinds.length] as Trouble, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(one => one.kind)
    const backends = () => family(postmasterOf(dataDir)).slice(1)
    const signal = (pid: number, name: NodeJS.Signals) => {
      try {
        process.kill(pid, name)
      } catch {
        // It ended by itself.
      }
    }
    const onNetwork = async (start: () => void, seconds: number) => {
      start()
      await wait(seconds * 1000)
      network?.heal()
    }
    const troubles: Record<Trouble, () => Promise<void>> = {
      terminate: async () => signal(pick(backends()), 'SIGTERM'),
      killBackend: async () => signal(pick(backends()), 'SIGKILL'),
      async pauseBackend() {
        const pid = pick(backends())
        signal(pid, 'SIGSTOP')
        await wait(3000)
        signal(pid, 'SIGCONT')
      },
      // Somebody else takes every connection that there is: "too many clients".
      async noConnections() {
        const taken: pg.Client[] = []
        const take = async () => {
          const client = new pg.Client({ host: join(dataDir, 'socket'), user: 'tessera', password, database: 'tessera', connectionTimeoutMillis: 2000 })
          client.on('error', () => {})
          await client.connect()
          taken.push(client)
          return client
        }
        try {
          const first = await take()
          await first.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'tessera' and pid <> pg_backend_pid()`)
          while (taken.length < 500) await take()
        } catch {
          // There is none left.
        }
        await wait(2000)
        await Promise.all(taken.map(client => client.end().catch(() => {})))
      },
      killPostmaster: async () => signal(postmasterOf(dataDir), 'SIGKILL'),
      restart: async () => signal(postmasterOf(dataDir), 'SIGINT'),
      cut: () => onNetwork(() => network?.cut(), 1),
      freeze: () => onNetwork(() => network?.freeze(), 5),
      delay: () => onNetwork(() => network?.delay(100), 2),
      async fillDisk() {
        const file = join(dataDir, 'filler')
        const piece = Buffer.alloc(1024 * 1024)
        for (let at = 0; ; at++) {
          try {
            writeFileSync(file, piece, { flag: 'a' })
          } catch {
            break
          }
        }
        await wait(3000)
        rmSync(file, { force: true })
      },
    }

    const backMs: Record<string, number[]> = {}
    let never = 0
    let deaf = 0
    let baseVersion = 0
    for (const [turn, kind] of order.entries()) {
      await troubles[kind]()
      const returned = performance.now()
      const late = () => performance.now() - returned > 30_000
      // Ready, and still ready a moment later: a killed server may not have noticed yet.
      for (let good = 0; good < 3 && !late();) {
        good = (await Promise.all(servers.map(server => isReady(server.url)))).every(Boolean) ? good + 1 : 0
        await wait(30)
      }
      if (late()) never++
      ;(backMs[kind] ??= []).push(performance.now() - returned)
      // A publish by one process reaches the open consoles of both.
      for (const stream of streams) stream.heard = ''
      const title = `Turn ${turn}`
      for (const end = Date.now() + 10_000; Date.now() < end;) {
        try {
          const published = await owner.call<{ version: number }>('POST', `/api/screen/${SCREEN}/publish`, {
            schema: { type: 'page', title, body: [] },
            baseVersion,
          })
          baseVersion = published.version
          break
        } catch {
          await wait(100)
        }
      }
      for (const end = Date.now() + 5000; Date.now() < end && !streams.every(stream => stream.heard.includes(SCREEN));) await wait(20)
      if (!streams.every(stream => stream.heard.includes(SCREEN))) deaf++
      if (turn % 10 === 9) note(`${turn + 1} troubles, ${acknowledged.length} saves acknowledged`)
    }
    stop.abort()
    await Promise.all(writers)
    const kept = new Set<string>()
    for (const { id } of (await owner.call<{ items: { id: string }[] }>('GET', `${app}/page`)).items ?? []) kept.add(id)
    const lost = acknowledged.filter(id => !kept.has(id))
    const alive = servers.filter((server, at) => server.child.exitCode === null && server.child.signalCode === null && server.child.pid === pids[at]).length
    const streamsEnded = streams.filter(stream => stream.ended).length
    await Promise.all(streams.map(stream => stream.close()))
    const db = await database(near)
    db.on('error', () => {})
    const count = async (text: string, values: unknown[] = []) => Number((await db.query(text, values)).rows[0].count)
    // Each acknowledged change has its entry; and each page its first version, with a body.
    const withoutEntry = await count(
      `select count(*) from unnest($1::text[]) as done (name) where not exists (select from audit where call = 'page.create' and input ->> 'name' = done.name)`,
      [names],
    )
    const halfDone = await count(
      `select count(*) from page where kind = 'page' and name like 'Page %' and not exists (
        select from page_version v join body b on b.company_id = page.company_id and b.hash = v.body_hash where v.page_id = page.id)`,
    )
    await db.end()
    return {
      troubles: turns,
      seed,
      disk: disk ? `${DISK_MIB} MiB` : 'not tried: this account may not mount one',
      processesAlive: `${alive} of ${servers.length}`,
      acknowledged: acknowledged.length,
      acknowledgedLost: lost.length,
      acknowledgedWithoutAudit: withoutEntry,
      halfDone,
      refused: Object.fromEntries(refusals),
      slowestAnswerMs: round(slowestMs, 0),
      neverBack: never,
      streamsEnded,
      publishesNotHeard: deaf,
      readyAgainMs: Object.fromEntries(
        Object.entries(backMs).map(([kind, values]) => [kind, { median: median(values), p95: percentile(values, 95), most: round(Math.max(...values)) }]),
      ),
    }
  } finally {
    stop.abort()
    network?.heal()
    await far?.remove()
    await near?.remove()
    await network?.close()
    rmSync(dataDir, { recursive: true, force: true })
    disk?.unmount()
  }
}
