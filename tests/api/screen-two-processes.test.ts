// Two server processes on one database: what is published through one reaches a console that is connected to the other.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION_COOKIE } from '../../api/server/who.ts'
import { cleanUp, dataFolder, patience, poolOf, startProcess, type ServerProcess } from '../support/crash.ts'
import { HELLO, SCREEN } from '../support/screens.ts'

describe('screens of two processes', () => {
  const data = dataFolder()
  let servers: ServerProcess[] = []
  beforeAll(async () => {
    servers = await Promise.all([startProcess(data), startProcess(data)])
    const pool = poolOf(data)
    for (const [name, isSuper] of [
      ['eve', true],
      ['pat', false],
    ] as const)
      await pool.query(
        `with p as (insert into person (id, username, name, email, is_super) values (gen_random_uuid(), $1, $1, $1 || '@example.test', $2) returning id)
         insert into session (token_hash, user_id, csrf, expires_at) select $3, p.id, 'c', now() + interval '1 day' from p`,
        [name, isSuper, createHash('sha256').update(name).digest()],
      )
    await pool.end()
  }, patience(120_000))
  afterAll(() => cleanUp(data, ...servers))

  const headers = (who: string) => ({ cookie: `${SESSION_COOKIE}=${who}`, accept: 'application/json', 'x-csrf-token': 'c', 'content-type': 'application/json' })
  const ask = async (at: number, who: string, path: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) }
    return (await fetch(`${servers[at]?.url}/api/screen/${SCREEN.screenId}${path}`, { headers: headers(who), ...init })).json()
  }
  const publish = async (at: number, title: string, people?: string[]) => {
    const baseVersion = (await ask(at, 'eve', '/draft')).data.version
    const reply = await ask(at, 'eve', '/publish', { schema: { ...HELLO, title }, baseVersion, ...(people && { people }) })
    expect(reply.status, JSON.stringify(reply)).toBe(0)
  }
  /** Waits for the next event about the screen; milliseconds. */
  async function listen(at: number, who: string) {
    const reader = (await fetch(`${servers[at]?.url}/api/screen/events`, { headers: headers(who) })).body!.getReader()
    const text = async (wanted: string) => {
      let all = ''
      while (!all.includes(wanted)) {
        const { done, value } = await reader.read()
        if (done) throw new Error(`the stream ended: ${all}`)
        all += Buffer.from(value).toString()
      }
    }
    await text('event: open')
    return { next: (screen: string = SCREEN.screenId) => text(`"screen":"${screen}"`), stop: () => reader.cancel() }
  }

  it('a publish through one reaches a console of the other within a second, which then gets the new screen', async () => {
    for (const [from, to] of [
      [0, 1],
      [1, 0],
    ] as const) {
      // Kept in the memory of the process that hears of it.
      await ask(to, 'pat', '')
      const console = await listen(to, 'pat')
      await publish(from, `From ${from}`)
      const began = performance.now()
      await console.next()
      expect((await ask(to, 'pat', '')).data.schema.title).toBe(`From ${from}`)
      expect(performance.now() - began).toBeLessThan(1000)
      await console.stop()
    }
  })

  it('a staged version and its release do as well', async () => {
    const console = await listen(1, 'pat')
    await publish(0, 'For Pat', ['pat@example.test'])
    await console.next()
    expect((await ask(1, 'pat', '')).data.schema.title).toBe('For Pat')
    expect((await ask(1, 'eve', '')).data.schema.title).toBe('From 1')
    expect((await ask(0, 'eve', '/release', {})).status).toBe(0)
    const began = performance.now()
    await console.next()
    expect((await ask(1, 'eve', '')).data.schema.title).toBe('For Pat')
    expect(performance.now() - began).toBeLessThan(1000)
    await console.stop()
  })

  it('after a time in which nothing could be heard, everything is asked for again', async () => {
    const console = await listen(1, 'pat')
    const pool = poolOf(data)
    const cut = await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tessera bus'")
    await pool.end()
    expect(cut.rowCount).toBe(2)
    const late = new Promise((_, fail) => setTimeout(() => fail(new Error('nobody was told')), 15_000))
    await Promise.race([console.next('*'), late])
    await console.stop()
  })
})
