// Real PostgreSQL run and watched by this process. docs/decisions/embedded-postgresql.md tells why and how it behaves.
//
// Several processes may share a data folder: whoever needs the server first starts it, the others join it. Each holds a
// shared advisory lock while it runs; who can turn it into an exclusive one when it stops was the last, and stops the server.
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { checkLink, chooseAccount, chooseHome, leaveLink, makeFolder, shortHash, type Account } from './account.ts'
import type { OpenedDatabase } from './index.ts'
import { findPrograms, programEnv, run, type Programs } from './programs.ts'
import { cannotRun, StartError } from './start-error.ts'

const USER = 'tessera'
const DATABASE = 'tessera'
/** Advisory lock that every process of this server holds in the database "postgres". */
const GUARD = 7_265_747
/** Paths of unix sockets end at 107 bytes. */
const LONGEST_SOCKET = 107 - '/.s.PGSQL.5432.lock'.length
const LOG_LIMIT = 10 * 1024 * 1024
const START_SECONDS = 60

const sleep = (ms: number) => new Promise<void>(done => setTimeout(done, ms))
const codeOf = (error: unknown) => (error as { code?: string }).code

/** Settings of the server, by their names. */
type Settings = Record<string, string>

interface Place {
  account: Account | undefined
  home: string
  data: string
  socket: string
  log: string
  password: string
  /** Beside what this product asks for. */
  settings: Settings
}

function socketFolder(home: string, account: Account | undefined): string {
  const near = join(home, 'socket')
  const socket = Buffer.byteLength(near) <= LONGEST_SOCKET ? near : join(tmpdir(), `tessera-${shortHash(home)}`)
  const owner = account?.uid ?? process.getuid?.()
  const there = existsSync(socket) ? lstatSync(socket) : undefined
  // Anybody may have made a folder of this name below /tmp; one of our own is another process that starts and has not handed it over yet.
  const isOurs = there?.uid === owner || there?.uid === process.getuid?.()
  if (there && (!there.isDirectory() || !isOurs)) throw new StartError(`${socket} belongs to somebody else. Remove it, and start again.`)
  makeFolder(socket, account, 0o700)
  return socket
}

/** The password of the embedded server; made once, and the same for processes that start at the same time. */
function keepPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres-password')
  if (!existsSync(file)) {
    const fresh = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
    writeFileSync(fresh, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
    try {
      linkSync(fresh, file)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    rmSync(fresh)
  }
  return readFileSync(file, 'utf8')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Removes what a killed process left; its initdb may go on writing there for a second or two. */
async function removeLeft(folder: string) {
  for (let tries = 0; ; tries++)
    try {
      return rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (codeOf(error) !== 'ENOTEMPTY' || tries === 100) throw error
      await new Promise(done => setTimeout(done, 100))
    }
}

/** Makes the data folder under another name first, so that an interrupted initdb is never taken for a database. */
async function makeData(place: Place, programs: Programs) {
  for (const name of readdirSync(place.home)) {
    const pid = /^postgres\.new-(\d+)-/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await removeLeft(join(place.home, name))
  }
  const fresh = join(place.home, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  const passwordFile = `${fresh}.password`
  makeFolder(fresh, place.account, 0o700)
  writeFileSync(passwordFile, place.password, { mode: 0o600 })
  if (place.account) chownSync(passwordFile, place.account.uid, place.account.gid)
  // The builtin provider sorts alike on every machine; a missing system locale would silently give SQL_ASCII.
  const builtin = programs.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  const answer = await run(
    join(programs.bin, 'initdb'),
    ['-D', fresh, '-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8', '--locale=C', ...builtin, '--no-instructions'],
    place.account,
  )
  rmSync(passwordFile, { force: true })
  if (answer.code !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    if (answer.output.includes('could not look up effective user ID'))
      throw cannotRun(`this user (uid ${process.getuid?.()}) has no entry in /etc/passwd, which initdb asks for`)
    throw cannotRun(`initdb failed: ${answer.error?.message ?? answer.output.trim()}`)
  }
  try {
    renameSync(fresh, place.data)
  } catch (error) {
    // Another process that started at the same time was first; its files are as good.
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error
    rmSync(fresh, { recursive: true, force: true })
  }
  const folder = openSync(place.home, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/** Process id in the server's own lock file. */
function postmasterPid(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/** True when a process works in the data folder: the server and all its children do. Linux only; elsewhere it is assumed. */
function isInUse(data: string): boolean {
  if (process.platform !== 'linux') return true
  const real = realpathSync(data)
  return readdirSync('/proc').some(pid => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === real
    } catch {
      // Ended meanwhile, a zombie, or somebody else's: the server's are ours to look at.
      return false
    }
  })
}

function settings(place: Place, { major }: Programs): string[] {
  const values: Settings = {
    listen_addresses: '',
    unix_socket_directories: place.socket,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '64MB',
    maintenance_work_mem: '32MB',
    // Nobody replicates from this server.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    max_wal_size: '512MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // Three processes fewer on an idle machine; reads go through the page cache as before version 18.
    ...(major >= 18 && { io_method: 'sync' }),
    ...place.settings,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Starts the server apart from this process, so that Ctrl+C or a kill of this one does not end it under the others. */
function spawnServer(place: Place, programs: Programs): { child: ChildProcess; said(): string } {
  if (existsSync(place.log) && statSync(place.log).size > LOG_LIMIT) renameSync(place.log, `${place.log}.1`)
  const log = openSync(place.log, 'a', 0o600)
  const from = fstatSync(log).size
  const child = spawn(join(programs.bin, 'postgres'), ['-D', place.data, ...settings(place, programs)], {
    ...place.account,
    stdio: ['ignore', log, log],
    cwd: '/',
    env: programEnv(),
    detached: true,
  })
  child.on('error', () => {})
  child.unref()
  closeSync(log)
  return { child, said: () => readFileSync(place.log).subarray(from).toString().trim() }
}

/** A connection that holds the guard lock; it also tells when the server goes away. */
async function openGuard(options: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...options, database: 'postgres', application_name: 'tessera guard', connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [GUARD])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Connects to the running server, or starts one; tries again while leftovers of a killed one are in the way. */
async function joinServer(place: Place, programs: Programs, options: pg.ClientConfig, stopped: () => boolean): Promise<pg.Client> {
  let server: ReturnType<typeof spawnServer> | undefined
  let refusals = 0
  let deadline = Date.now() + START_SECONDS * 1000
  for (let wait = 10; ; wait = Math.min(wait * 1.5, 250)) {
    if (stopped()) throw new StartError('stopped while starting')
    try {
      return await openGuard(options)
    } catch (error) {
      if (codeOf(error) === '28P01')
        throw new StartError(
          `The database refuses the password in ${join(place.home, 'postgres-password')}. Put the file that belongs to this data folder back.`,
        )
      // 57P03: up, but still recovering after a crash, which takes as long as it takes.
      if (codeOf(error) === '57P03') deadline = Date.now() + START_SECONDS * 1000
    }
    const exited = server && (server.child.exitCode !== null || server.child.signalCode !== null)
    if (server && exited) {
      const said = server.said()
      const leftovers = /lock file|shared memory|already in use/.test(said)
      if (!leftovers) refusals++
      if (refusals >= 3 || Date.now() > deadline) throw cannotRun(`the server does not start: ${said.slice(-2000) || 'it says nothing'} (log: ${place.log})`)
      // A process id in the lock file may belong to another program by now, as after a restart of a container.
      const pid = postmasterPid(place.data)
      if (leftovers && pid && isAlive(pid) && !isInUse(place.data) && postmasterPid(place.data) === pid) {
        rmSync(join(place.data, 'postmaster.pid'), { force: true })
        rmSync(join(place.socket, '.s.PGSQL.5432.lock'), { force: true })
      }
    }
    if (Date.now() > deadline) throw cannotRun(`the server does not answer within ${START_SECONDS} seconds (log: ${place.log})`)
    const pid = postmasterPid(place.data)
    const another = !server && pid !== undefined && isAlive(pid) && wait < 100
    // A living server of another process gets a moment to answer before one is started beside it, which it would refuse.
    if ((!server || exited) && !another) server = spawnServer(place, programs)
    await sleep(wait)
  }
}

async function makeDatabase(guard: pg.Client) {
  const there = await guard.query('select 1 from pg_database where datname = $1', [DATABASE])
  if (there.rowCount) return
  await guard.query(`create database ${DATABASE}`).catch(error => {
    // A process that starts at the same time made it.
    if (!['42P04', '23505', '55006'].includes(codeOf(error) ?? '')) throw error
  })
}

/** `more`: settings that only tests have a reason for, such as a server that forgets everything in a crash; nothing of the product passes any. */
export async function openEmbedded(config: Config, log: (message: string) => void, more: Settings = {}): Promise<OpenedDatabase> {
  const account = chooseAccount(join(config.dataDir, 'postgres'))
  const home = chooseHome(config.dataDir, account)
  const place: Place = {
    account,
    home,
    data: join(home, 'postgres'),
    socket: socketFolder(home, account),
    log: join(home, 'postgres.log'),
    password: keepPassword(config.dataDir),
    settings: more,
  }
  const programs = await findPrograms(config.pgBinDir, account, home)
  checkLink(config.dataDir, place.data)
  if (!existsSync(place.data)) {
    log('Making the database (once) …')
    await makeData(place, programs)
    leaveLink(config.dataDir, place.data)
  }
  const made = Number(readFileSync(join(place.data, 'PG_VERSION'), 'utf8'))
  if (made !== programs.major)
    throw new StartError(
      `The data in ${place.data} was made by PostgreSQL ${made}, and the programs here are PostgreSQL ${programs.major}. ` +
        `Set PG_BIN_DIR to programs of PostgreSQL ${made}, or export with the old version and import here.`,
    )

  const options: pg.ClientConfig = { host: place.socket, user: USER, password: place.password, database: DATABASE }
  let stopping = false
  let guard!: pg.Client
  let again: Promise<void> | undefined

  async function watch() {
    guard = await joinServer(place, programs, options, () => stopping)
    await makeDatabase(guard)
    guard.once('end', () => {
      if (stopping) return
      log('The database has stopped; starting it again …')
      again = restart()
    })
  }
  async function restart() {
    let told = ''
    // Seldom enough to cost nothing, often enough to be back soon after a full disk has room again.
    for (let wait = 500; !stopping; wait = Math.min(wait * 2, 2000)) {
      try {
        return await watch()
      } catch (error) {
        const { message } = error as Error
        if (!stopping && message !== told) log(`The database does not start: ${message}`)
        told = message
        await sleep(wait)
      }
    }
  }
  await watch()

  return {
    embedded: true,
    options,
    tryPassword: async () => true,
    async stop() {
      stopping = true
      await again
      const pid = postmasterPid(place.data)
      try {
        await guard.query('select pg_advisory_unlock_shared($1)', [GUARD])
        const { rows } = await guard.query('select pg_try_advisory_lock($1) as last', [GUARD])
        // SIGINT is PostgreSQL's fast shutdown: it ends connections and keeps what was committed.
        if (rows[0]?.last && pid) {
          process.kill(pid, 'SIGINT')
          const end = Date.now() + 20_000
          while (existsSync(join(place.data, 'postmaster.pid')) && isAlive(pid) && Date.now() < end) await sleep(10)
        }
      } catch {
        // The server is away already.
      }
      await guard.end().catch(() => {})
    },
  }
}
