// Server processes of their own, to be killed: what a test in one process cannot show.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { isBuilt } from '../../scripts/stamp.mjs'
import { endsWithUs } from './test-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The server as it is installed, where it was built from the sources as they are: it starts in half the time. */
const program = isBuilt() ? [join(root, 'dist/server/main.js')] : ['--import', 'tsx', join(root, 'api/server/main.ts')]

/** A limit for what takes `ms` on an idle machine at worst; on a busy one everything waits for its turn. */
export const patience = (ms: number) => ms * Math.max(1, Math.ceil((loadavg()[0] as number) / availableParallelism()))

/** Waits for something that comes to be, and says what did not. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, ms = 30_000) {
  for (const end = Date.now() + patience(ms); !(await isSo());) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`)
    await sleep(10)
  }
}

export const sleep = (ms: number) => new Promise<void>(done => setTimeout(done, ms))

export interface ServerProcess {
  url: string
  pid: number
  output(): string
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** kill -9 of this process alone. */
  kill(): Promise<void>
}

/** Folders that were made here, and how each of them is removed. */
const folders = new Map<string, () => void>()
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-crash-'))
  folders.set(folder, endsWithUs(folder))
  return folder
}

/** Starts a process without waiting for it. */
export function spawnServer(dataDir: string, env: Record<string, string> = {}, as?: { uid: number; gid: number }) {
  const child = spawn(process.execPath, program, {
    cwd: root,
    ...as,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_PER_MINUTE: '1000000',
      TESSERA_DATA: dataDir,
      DATABASE_URL: '',
      PG_BIN_DIR: process.env.TEST_PG_BIN_DIR ?? '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', chunk => (output += chunk))
  child.stderr.on('data', chunk => (output += chunk))
  const ended = new Promise<number | null>(done => child.once('close', done))
  // A server must not outlive the tests that started it, or it would start its database again.
  const watch = spawn('/bin/sh', ['-c', 'read line; kill -9 "$0"', String(child.pid)], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  watch.unref()
  ;(watch.stdin as Socket).unref()
  void ended.then(() => watch.kill('SIGKILL'))
  return { child: child as ChildProcess, output: () => output, ended }
}

/** Starts a process on a data folder (or on DATABASE_URL in `env`) and waits until it is ready. */
export async function startProcess(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const { child, output, ended } = spawnServer(dataDir, env)
  const deadline = Date.now() + patience(60_000)
  let url: string | undefined
  while (!(url = /ready at (http:\/\/[^/\s]+)/.exec(output())?.[1])) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the server did not start:\n${output()}`)
    }
    await sleep(20)
  }
  return {
    url,
    pid: child.pid as number,
    output,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Process id of the embedded server of a data folder, while there is one. */
export function postmasterOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A killed child that nobody has collected yet is as good as gone.
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** The embedded server and all its children. */
export function databasePids(dataDir: string): number[] {
  const postmaster = postmasterOf(dataDir)
  if (!postmaster) return []
  const children = readdirSync('/proc').filter(pid => {
    try {
      return /^\d+$/.test(pid) && new RegExp(`^PPid:\\s+${postmaster}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    } catch {
      return false
    }
  })
  return [postmaster, ...children.map(Number)].filter(isAlive)
}

/** kill -9; a process that is gone already is as good. */
function killNow(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** kill -9 of the database, and of the server process where one is given. */
export async function killDatabase(dataDir: string, server?: ServerProcess) {
  const pids = databasePids(dataDir)
  const killed = server?.kill()
  pids.forEach(killNow)
  await killed
  while (pids.some(isAlive)) await sleep(5)
}

/** A pool on the embedded database of a data folder. */
export function poolOf(dataDir: string): pg.Pool {
  const pool = new pg.Pool({
    host: join(dataDir, 'socket'),
    user: 'tessera',
    database: 'tessera',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8'),
  })
  pool.on('error', () => {})
  return pool
}

/** Ends what a test left running, and removes the folder. */
export async function cleanUp(dataDir: string, ...servers: (ServerProcess | undefined)[]) {
  await Promise.all(servers.map(server => server?.kill()))
  databasePids(dataDir).forEach(killNow)
  while (databasePids(dataDir).length) await sleep(5)
  rmSync(dataDir, { recursive: true, force: true })
  folders.get(dataDir)?.()
  folders.delete(dataDir)
}
