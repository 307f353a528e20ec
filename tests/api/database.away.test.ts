// The database goes away in every way it can, while people work: requests fail for a moment, the process stays, and nothing that was acknowledged is
// lost. The long version, with processes killed and disks full, is the bench "chaos".
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type Running } from '../../api/server/process.ts'
import { openNetwork, type Network } from '../support/network.ts'
import { makeWorld, type World } from '../support/world.ts'

const sleep = (ms: number) => new Promise<void>(done => setTimeout(done, ms))
const seconds = (since: number) => (performance.now() - since) / 1000

describe('a database that goes away', () => {
  let world: World
  let network: Network
  let server: Running
  let headers: Record<string, string>
  beforeAll(async () => {
    // From an address of its own each, so that no limit per address answers instead.
    world = await makeWorld({ trustProxy: '127.0.0.1' })
    const { options } = world.database
    network = await openNetwork({ path: join(options.host as string, '.s.PGSQL.5432') })
    server = await startServer(world.config, { ...world.database, options: { ...options, host: '127.0.0.1', port: network.port } })
    await server.app.ready()
    headers = await world.headersOf('ann')
    expect((await ask()).statusCode).toBe(200)
  })
  afterAll(async () => {
    network?.heal()
    await server?.close()
    await network?.close()
    await world?.close()
  })

  let made = 0
  /** Makes an app: a transaction over several tables. */
  async function ask() {
    const key = `away${++made}`
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/company/acme/app',
      headers: { ...headers, 'x-forwarded-for': `10.98.${made >> 8}.${made & 255}` },
      payload: { name: key, key, type: 1 },
    })
    return { key, statusCode: reply.statusCode, retryAfter: reply.headers['retry-after'], code: reply.json().code as string | undefined }
  }
  const readiness = async () => (await server.app.inject('/readyz')).statusCode
  async function until(status: number, limitSeconds: number) {
    const began = performance.now()
    while ((await readiness()) !== status) {
      if (seconds(began) > limitSeconds) throw new Error(`/readyz did not answer ${status} within ${limitSeconds} s`)
      await sleep(20)
    }
    return seconds(began)
  }
  /** Four people work until told to stop; gives what they were answered. */
  function work() {
    let isOver = false
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    const people = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        answers.push(await ask())
        await sleep(2)
      }
    })
    return async () => {
      isOver = true
      await Promise.all(people)
      return answers
    }
  }
  async function expectKept(answers: Awaited<ReturnType<typeof ask>>[]) {
    const done = answers.filter(one => one.statusCode === 200).map(one => one.key)
    const refused = answers.filter(one => one.statusCode !== 200)
    expect([...new Set(refused.map(one => `${one.statusCode} ${one.code} ${one.retryAfter}`))].filter(text => text !== '503 server.databaseAway 2')).toEqual([])
    const rows = await world.db
      .selectFrom('app')
      .select('key')
      .where('key', 'in', ['', ...done])
      .execute()
    expect(rows.map(row => row.key).sort()).toEqual(done.sort())
    // Each has its entry in the log, and none that was made, acknowledged or not, lacks its roles or its database.
    const { rows: unheard } = await world.pool.query(
      `select key from unnest($1::text[]) as done (key) where not exists (select from audit where call = 'app.create' and input ->> 'key' = done.key)`,
      [done],
    )
    const { rows: half } = await world.pool.query(
      `select key from app where key like 'away%' and not (exists (select from role where role.app_id = app.id) and exists (select from data_source d where d.app_id = app.id))`,
    )
    expect({ unheard, half }).toEqual({ unheard: [], half: [] })
    return { done: done.length, refused: refused.length }
  }

  it('is waited for when its connections end in the middle of transactions', async () => {
    const stop = work()
    await sleep(100)
    await world.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
    await sleep(100)
    await until(200, 5)
    await sleep(100)
    const { done } = await expectKept(await stop())
    expect(done).toBeGreaterThan(0)
  })

  it('may stand still in the middle of some work, and go on with it', async () => {
    const stop = work()
    await sleep(50)
    const { rows } = await world.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' order by query_start desc limit 2`,
    )
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
    try {
      await sleep(600)
    } finally {
      for (const { pid } of rows) process.kill(pid, 'SIGCONT')
    }
    await until(200, 5)
    await expectKept(await stop())
    expect((await ask()).statusCode).toBe(200)
  })

  it('is told as away while nothing reaches it, and asked again at once when it is back', async () => {
    const stop = work()
    await sleep(50)
    network.cut()
    await until(503, 1)
    await sleep(300)
    const began = performance.now()
    network.heal()
    await until(200, 5)
    expect(seconds(began)).toBeLessThan(5)
    await sleep(100)
    const { refused } = await expectKept(await stop())
    expect(refused).toBeGreaterThan(0)
    expect((await ask()).statusCode).toBe(200)
  })

  it('is found silent where the network swallows what is sent, and nobody waits for it for minutes', async () => {
    const stop = work()
    await sleep(50)
    const frozen = performance.now()
    network.freeze()
    await until(503, 4)
    // Longer than it takes to find out, shorter than a person waits.
    await sleep(Math.max(0, 4000 - (performance.now() - frozen)))
    network.heal()
    await until(200, 5)
    const answers = await stop()
    await expectKept(answers)
    expect((await ask()).statusCode).toBe(200)
  })

  it('may take its time', async () => {
    network.delay(30)
    expect((await ask()).statusCode).toBe(200)
    expect(await readiness()).toBe(200)
    network.heal()
  })
})
