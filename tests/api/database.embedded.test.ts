// The embedded server under rough treatment: killed, shared, interrupted, moved, refused.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../api/server/config.ts'
import { canReach } from '../../api/server/database/account.ts'
import { openDatabase } from '../../api/server/database/index.ts'
import { projectRoot } from '../../api/server/root.ts'
import {
  cleanUp,
  databasePids,
  dataFolder,
  isAlive,
  killDatabase,
  patience,
  postmasterOf,
  sleep,
  spawnServer,
  startProcess,
  until,
  type ServerProcess,
} from '../support/crash.ts'

const pgBinDir = process.env.TEST_PG_BIN_DIR ?? ''
const open = (dataDir: string, more: object = {}) => openDatabase({ ...readConfig({}), dataDir, pgBinDir, ...more }, () => {})
const isReady = async (server: ServerProcess) => (await fetch(`${server.url}/readyz`)).status === 200
const asRoot = process.getuid?.() === 0

/** Longest time of a test; each of them waits for what it is about, and most start several servers. */
const timeout = patience(60_000)
/** A process ends after its database, for which it waits 20 seconds at most. */
async function endsWith<T>(postmaster: number, stop: () => Promise<T>): Promise<T> {
  const from = performance.now()
  const answer = await stop()
  if (performance.now() - from < 20_000) expect(isAlive(postmaster)).toBe(false)
  else await until('the end of the database', () => !isAlive(postmaster))
  return answer
}

describe('the embedded database', { timeout }, () => {
  let data: string
  let running: ServerProcess[] = []
  const start = async (folder = data) => {
    const server = await startProcess(folder)
    running.push(server)
    return server
  }
  /** A folder that a server has run on; what is not about the first start begins with a copy, which has no database to make and to migrate. */
  let made: string
  const startOnMade = async () => {
    execFileSync('cp', ['-a', `${made}/.`, data])
    return start()
  }
  beforeAll(async () => {
    made = dataFolder()
    await (await startProcess(made)).stop()
  }, timeout)
  afterAll(() => cleanUp(made))
  beforeEach(() => {
    data = dataFolder()
  })
  afterEach(async () => {
    await cleanUp(data, ...running)
    running = []
  })

  it('is ready, closed to others, and gone after SIGTERM', async () => {
    const server = await start()
    expect(await isReady(server)).toBe(true)
    expect(statSync(join(data, 'postgres')).mode & 0o777).toBe(0o700)
    expect(statSync(join(data, 'socket')).mode & 0o777).toBe(0o700)
    expect(statSync(join(data, 'postgres-password')).mode & 0o777).toBe(0o600)
    const postmaster = postmasterOf(data) as number
    if (asRoot) expect(readFileSync(`/proc/${postmaster}/status`, 'utf8')).not.toMatch(/^Uid:\s+0/m)
    expect(await endsWith(postmaster, server.stop)).toBe(0)
  })

  it('asks for its password even on the unix socket', async () => {
    const database = await open(data)
    const client = new pg.Client({ ...database.options, password: 'wrong' })
    await expect(client.connect()).rejects.toMatchObject({ code: '28P01' })
    await database.stop()
  })

  it('adopts the server that a killed process left behind', async () => {
    const first = await startOnMade()
    const postmaster = postmasterOf(data)
    await first.kill()
    expect(isAlive(postmaster as number)).toBe(true)
    const second = await start()
    expect(postmasterOf(data)).toBe(postmaster)
    expect(await isReady(second)).toBe(true)
    // Nobody else is left, so the one that adopted it stops it.
    await endsWith(postmaster as number, second.stop)
  })

  it('starts again after everything was killed', async () => {
    await killDatabase(data, await startOnMade())
    expect(await isReady(await start())).toBe(true)
  })

  it('starts the database again when it dies under a running process, which says so meanwhile', async () => {
    const server = await startOnMade()
    await killDatabase(data)
    const answers = new Set<number>()
    await until('the database is back', async () => {
      const answer = await fetch(`${server.url}/api/config`)
      if (answer.status !== 200) expect(await answer.json()).toMatchObject({ status: 503, code: 'server.databaseAway' })
      answers.add(answer.status)
      return isReady(server)
    })
    expect(await isReady(server)).toBe(true)
    expect([...answers].every(status => status === 200 || status === 503)).toBe(true)
  })

  it('is shared: the second process joins the first, and the last one to stop ends it', async () => {
    const first = await startOnMade()
    const second = await start()
    const postmaster = postmasterOf(data) as number
    await first.stop()
    expect(isAlive(postmaster)).toBe(true)
    expect(await isReady(second)).toBe(true)
    await endsWith(postmaster, second.stop)
  })

  it('is made once by three first starts at the same time, and stopped by one of them when all stop together', async () => {
    const all = await Promise.all([start(), start(), start()])
    expect(await Promise.all(all.map(isReady))).toEqual([true, true, true])
    expect(readdirSync(data).filter(name => name.includes('.new-'))).toEqual([])
    const postmaster = postmasterOf(data) as number
    await endsWith(postmaster, () => Promise.all(all.map(server => server.stop())))
  })

  it('is made anew when initdb was interrupted', async () => {
    for (const after of [200, 600, 1000]) {
      const { child, ended } = spawnServer(data)
      await sleep(after)
      child.kill('SIGKILL')
      await ended
    }
    // What a kill in the middle of initdb leaves, however fast the machine is.
    mkdirSync(join(data, 'postgres.new-999999999-ab/base'), { recursive: true })
    const server = await start()
    expect(await isReady(server)).toBe(true)
    expect(readdirSync(data)).not.toContain('postgres.new-999999999-ab')
  })

  it('leaves nothing running when SIGTERM comes during the start', async () => {
    const { child, ended, output } = spawnServer(data)
    await until('the database starts', () => postmasterOf(data) !== undefined)
    child.kill('SIGTERM')
    expect(await ended, output()).toBe(0)
    await until('the end of the database', () => !databasePids(data).length)
  })

  it('ends the database when the port is taken, and says what to do', async () => {
    const server = await startOnMade()
    const other = dataFolder()
    const { ended, output } = spawnServer(other, { PORT: new URL(server.url).port })
    expect(await ended).toBe(1)
    expect(output()).toContain('Set PORT to a free one')
    await until('the end of the database', () => !databasePids(other).length)
    await cleanUp(other)
  })

  it.runIf(process.platform === 'linux')('starts although the process id in the lock file belongs to another program by now', async () => {
    await killDatabase(data, await startOnMade())
    const file = join(data, 'postgres/postmaster.pid')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)))
    expect(await isReady(await start())).toBe(true)
  })

  it('takes a data folder whose path is too long for a socket', async () => {
    const long = join(data, 'a'.repeat(100))
    const database = await open(long)
    expect(Buffer.byteLength(String(database.options.host))).toBeLessThan(80)
    expect(statSync(String(database.options.host)).mode & 0o777).toBe(0o700)
    await database.stop()
    rmSync(String(database.options.host), { recursive: true })
  })

  it('refuses the data of another major version in one sentence', async () => {
    await (await open(data)).stop()
    writeFileSync(join(data, 'postgres/PG_VERSION'), '14\n')
    await expect(open(data)).rejects.toThrow(/was made by PostgreSQL 14, and the programs here are PostgreSQL \d+\. Set PG_BIN_DIR/)
  })

  it('does not start empty where its files were moved away', async () => {
    symlinkSync('/var/lib/tessera/gone/postgres', join(data, 'postgres'))
    await expect(open(data)).rejects.toThrow('they are gone')
  })

  it('names the ways out when the programs cannot run', async () => {
    await expect(open(data, { pgBinDir: '/nowhere' })).rejects.toThrow(/cannot run here: PG_BIN_DIR=\/nowhere .*\n.*DATABASE_URL.*PG_BIN_DIR/)
  })

  const unknown = { uid: 54_321, gid: 54_321 }
  // A project below a folder that is closed to others, such as /root, cannot be started by others at all.
  it.runIf(asRoot && canReach(projectRoot, unknown))('names the ways out for a user that the system does not know', async () => {
    const folder = dataFolder()
    const { ended, output } = spawnServer(join('/tmp', `tessera-unknown-${process.pid}`), {}, unknown)
    expect(await ended).toBe(1)
    expect(output()).toMatch(/uid 54321\) has no entry in \/etc\/passwd|EACCES|permission/)
    rmSync(join('/tmp', `tessera-unknown-${process.pid}`), { recursive: true, force: true })
    await cleanUp(folder)
  })
})
