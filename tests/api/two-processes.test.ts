// Two processes on one database: what one does, the other knows.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION_COOKIE } from '../../api/server/who.ts'
import { openBus, type Bus } from '../../api/server/store/bus.ts'
import { cleanUp, dataFolder, patience, poolOf, startProcess, type ServerProcess } from '../support/crash.ts'
import { makeWorld, PASSWORD, type World } from '../support/world.ts'

describe('two server objects on one database', () => {
  let one: World
  let two: World
  beforeAll(async () => {
    one = await makeWorld()
    two = await one.another()
  })
  afterAll(async () => {
    await two.close()
    await one.close()
  })

  /** Signs in through one of them, as a browser does. */
  async function signIn(world: World) {
    const reply = await world.call('signin.login', { body: { username: 'ann', password: PASSWORD } })
    const cookie = String(reply.headers['set-cookie']).split(';')[0] as string
    const hash = createHash('sha256')
      .update(cookie.slice(SESSION_COOKIE.length + 1))
      .digest()
    const { rows } = await world.pool.query('select csrf from session where token_hash = $1', [hash])
    return { cookie, 'x-csrf-token': rows[0].csrf as string }
  }
  const who = async (world: World, headers: Record<string, string>) => (await world.call('general.session', { headers })).data.user

  it('a session made on one works on the other', async () => {
    const headers = await signIn(one)
    expect(await who(two, headers)).toMatchObject({ name: 'Ann' })
  })

  it('a sign-out on one is seen on the other', async () => {
    const headers = await signIn(one)
    expect((await two.call('general.signOut', { headers, body: {} })).status).toBe(0)
    expect((await who(one, headers)) ?? null).toBeNull()
  })

  it('a message published on one is seen on the other within a second, once the transaction commits', async () => {
    const buses: Bus[] = await Promise.all([openBus(one.database.options), openBus(two.database.options)])
    const seen: unknown[] = []
    const first = new Promise<void>(done =>
      buses[1]?.on('test', payload => {
        seen.push(payload)
        done()
      }),
    )
    await one.db
      .transaction()
      .execute(async trx => {
        await buses[0]?.publish(trx, 'test', { n: 0 })
        throw new Error('rolled back')
      })
      .catch(() => {})
    const began = performance.now()
    await one.db.transaction().execute(async trx => buses[0]?.publish(trx, 'test', { n: 1 }))
    await first
    expect(performance.now() - began).toBeLessThan(1000)
    expect(seen).toEqual([{ n: 1 }])
    await Promise.all(buses.map(bus => bus.close()))
  })
})

describe('two processes on one data folder', { timeout: patience(60_000) }, () => {
  const data = dataFolder()
  let servers: ServerProcess[] = []
  afterAll(() => cleanUp(data, ...servers))

  it('start together on nothing, and share the sessions of one database', async () => {
    servers = await Promise.all([startProcess(data), startProcess(data)])
    const pool = poolOf(data)
    await pool.query(
      `with p as (insert into person (id, username, name, email) values (gen_random_uuid(), 'eve', 'Eve', 'eve@example.test') returning id)
       insert into session (token_hash, user_id, csrf, expires_at) select $1, p.id, 'c', now() + interval '1 day' from p`,
      [createHash('sha256').update('token').digest()],
    )
    await pool.end()
    const headers = { cookie: `${SESSION_COOKIE}=token`, accept: 'application/json', 'x-csrf-token': 'c', 'content-type': 'application/json' }
    const ask = async (at: number) => (await (await fetch(`${servers[at]?.url}/api/session`, { headers })).json()).data.user
    expect([await ask(0), await ask(1)]).toMatchObject([{ name: 'Eve' }, { name: 'Eve' }])
    expect((await fetch(`${servers[0]?.url}/api/logout`, { method: 'POST', headers, body: '{}' })).status).toBe(200)
    expect((await ask(1)) ?? null).toBeNull()
  })
})
