// What the benches share: a server process of their own, a signed-in client over HTTP, figures.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

export interface Bench {
  /** Fewer rounds and less data, to see that it works. */
  quick: boolean
  note(text: string): void
}
export type Figures = Record<string, unknown>

export const wait = (ms: number) => new Promise<void>(done => setTimeout(done, ms))

export const freePort = () =>
  new Promise<number>((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })

/** The built server where there is one, the sources otherwise. */
export function serverCommand(): string[] {
  const built = join(root, 'dist/server/main.js')
  return existsSync(built) ? [built] : ['--import', 'tsx', join(root, 'api/server/main.ts')]
}

/** A process and all that it started, as Linux tells. */
export function family(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
      } catch {
        // It ended while we looked.
      }
    }
  const found = [pid]
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child)
  return found
}

/** Every process of a server; its database is no child of one that joined or was started again after a kill. */
export function processesOf(server: { child: ChildProcess; dataDir: string }): number[] {
  const found = family(server.child.pid as number)
  const lock = join(server.dataDir, 'postgres/postmaster.pid')
  if (existsSync(lock)) found.push(...family(Number(readFileSync(lock, 'utf8').split('\n')[0])))
  return [...new Set(found)]
}

/** Memory in MiB by program; proportional set size counts what processes share once. */
export function memory(server: { child: ChildProcess; dataDir: string }): { total: number; node: number; postgres: number; processes: number } {
  const sum = { total: 0, node: 0, postgres: 0, processes: 0 }
  for (const one of processesOf(server)) {
    try {
      const kib = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
      const program = readFileSync(`/proc/${one}/comm`, 'utf8').includes('postgres') ? 'postgres' : 'node'
      sum[program] += kib / 1024
      sum.total += kib / 1024
      sum.processes++
    } catch {
      // It ended while we looked.
    }
  }
  return { total: round(sum.total), node: round(sum.node), postgres: round(sum.postgres), processes: sum.processes }
}

/** Most of what the server's processes held, asked every 200 ms until `stop` is called. */
export function watchMemory(server: { child: ChildProcess; dataDir: string }) {
  const most = { node: 0, postgres: 0 }
  const look = () => {
    const now = memory(server)
    most.node = Math.max(most.node, now.node)
    most.postgres = Math.max(most.postgres, now.postgres)
  }
  look()
  const timer = setInterval(look, 200)
  return () => {
    clearInterval(timer)
    return most
  }
}

export interface Server {
  url: string
  dataDir: string
  child: ChildProcess
  /** Milliseconds from spawn to the first good answer of /readyz. */
  readyMs: number
  log(): string
  stop(): Promise<void>
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

/** Starts a server; on the data folder given, or on a new one. */
export async function startServer({
  dataDir = mkdtempSync(join(tmpdir(), 'tessera-bench-')),
  env = {},
  command = serverCommand(),
}: { dataDir?: string; env?: Record<string, string>; command?: string[] } = {}): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let log = ''
  const started = performance.now()
  const child = spawn(process.execPath, command, {
    cwd: root,
    // One address makes all the calls of a bench; production is what people run.
    env: {
      ...process.env,
      NODE_ENV: 'production',
      RATE_PER_MINUTE: '100000000',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      ...env,
      PORT: String(port),
      HOST: '127.0.0.1',
      TESSERA_DATA: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (chunk: Buffer) => (log = (log + chunk).slice(-20_000)))
  child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk).slice(-20_000)))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    const gone = new Promise(done => child.once('exit', done))
    await Promise.race([gone, wait(15_000)])
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await gone
  }
  for (const end = Date.now() + 300_000; ;) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > end) {
      await stop()
      throw new Error(`the server did not start:\n${log.slice(-3000)}`)
    }
    const ready = await fetch(`${url}/readyz`).then(
      answer => answer.ok,
      () => false,
    )
    if (ready) break
    await wait(10)
  }
  return {
    url,
    dataDir,
    child,
    readyMs: Math.round(performance.now() - started),
    log: () => log,
    stop,
    async remove() {
      await stop()
      // After a kill the database lives on without anybody to stop it.
      const lock = join(dataDir, 'postgres/postmaster.pid')
      const left = existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : 0
      if (left && existsSync(`/proc/${left}`)) process.kill(left, 'SIGINT')
      while (left && existsSync(`/proc/${left}`)) await wait(20)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const ADMIN = { email: 'bench@example.test', password: 'Bench-1-horse!' }

export class Client {
  cookie = ''
  csrf = ''
  companyKey = ''
  constructor(readonly url: string) {}

  async call<T = any>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(this.cookie && { cookie: this.cookie, 'x-csrf-token': this.csrf }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const set = answer.headers.getSetCookie().find(line => line.startsWith('tessera_session='))
    if (set) this.cookie = set.split(';')[0] as string
    const envelope = (await answer.json()) as { status: number; msg: string; data: T; errors?: unknown }
    if (envelope.status !== 0) throw new Error(`${method} ${path}: ${envelope.status} ${envelope.msg} ${JSON.stringify(envelope.errors ?? {})}`)
    return envelope.data
  }

  async session() {
    const { csrfToken, companies } = await this.call<{ csrfToken: string; companies: { key: string }[] }>('GET', '/api/session')
    this.csrf = csrfToken
    this.companyKey = companies[0]?.key ?? ''
  }
}

/** Walks setup over HTTP and returns the signed-in administrator. */
export async function setUp(server: Server): Promise<Client> {
  const client = new Client(server.url)
  await client.call('POST', '/install-org', { name: 'Bench', email: ADMIN.email })
  await client.session()
  await client.call('POST', '/api/setup/password', { password: ADMIN.password, repeat: ADMIN.password })
  await client.session()
  return client
}

/** Signs in with the password that setUp gave. */
export async function signIn(server: Server): Promise<Client> {
  const client = new Client(server.url)
  await client.call('POST', '/login', { username: ADMIN.email, password: ADMIN.password })
  await client.session()
  return client
}

/** The embedded database of a bench's server, to put data into it without half an hour of calls. */
export async function database(server: Server): Promise<pg.Client> {
  const password = readFileSync(join(server.dataDir, 'postgres-password'), 'utf8')
  const client = new pg.Client({ host: join(server.dataDir, 'socket'), user: 'tessera', password, database: 'tessera' })
  await client.connect()
  return client
}

export const round = (value: number, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits

export function percentile(values: number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return round(sorted[Math.min(sorted.length - 1, Math.ceil((p / 100) * sorted.length) - 1)] ?? NaN)
}
export const median = (values: number[]) => percentile(values, 50)

/** An amis page of about `bytes` characters; `salt` makes its content its own. */
export function samplePage(salt: string, bytes = 10_000): Record<string, unknown> {
  const body: unknown[] = []
  const page = { type: 'page', title: `Page ${salt}`, body }
  for (let i = 0; JSON.stringify(page).length < bytes; i++)
    body.push({ type: 'input-text', name: `field_${i}`, label: `Field ${i} of ${salt}`, placeholder: 'Type here', description: 'Help under the field' })
  return page
}
