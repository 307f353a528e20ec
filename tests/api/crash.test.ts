// kill -9 of server and database during acknowledged writes: always starts again, nothing acknowledged is lost.
// The write is a sign-out: once it is answered, that session must stay gone. The large version is the bench "crash".
import { randomBytes, createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { SESSION_COOKIE } from '../../api/server/who.ts'
import { cleanUp, dataFolder, killDatabase, poolOf, sleep, startProcess, type ServerProcess } from '../support/crash.ts'

const SESSIONS = 600
const ROUNDS = process.env.TESSERA_FULL ? 4 : 2

describe('a crash', () => {
  const data = dataFolder()
  let server: ServerProcess | undefined
  afterAll(() => cleanUp(data, server))

  it('loses no acknowledged write', async () => {
    server = await startProcess(data)
    let lost = 0
    let total = 0
    for (let round = 0; round < ROUNDS; round++) {
      const tokens = Array.from({ length: SESSIONS }, () => randomBytes(16).toString('hex'))
      const hashes = tokens.map(token => createHash('sha256').update(token).digest())
      const pool = poolOf(data)
      await pool.query(
        `with p as (insert into person (id, username, name, email) values (gen_random_uuid(), $1, 'P', $1) returning id)
         insert into session (token_hash, user_id, csrf, expires_at) select unnest($2::bytea[]), p.id, 'c', now() + interval '1 day' from p`,
        [`p${round}`, hashes],
      )
      await pool.end()

      const acknowledged: Buffer[] = []
      const waiting = tokens.map((token, at) => ({ token, hash: hashes[at] as Buffer }))
      const worker = async () => {
        for (let next; (next = waiting.pop());) {
          try {
            const headers = { cookie: `${SESSION_COOKIE}=${next.token}`, 'x-csrf-token': 'c', 'content-type': 'application/json' }
            const answer = await fetch(`${server?.url}/api/logout`, { method: 'POST', headers, body: '{}' })
            if (answer.status === 200) acknowledged.push(next.hash)
          } catch {
            return
          }
        }
      }
      const work = Promise.all(Array.from({ length: 8 }, worker))
      for (let i = 0; i < 1000 && acknowledged.length < SESSIONS / 4; i++) await sleep(2)
      await killDatabase(data, server)
      await work
      server = await startProcess(data)
      const after = poolOf(data)
      const { rows } = await after.query('select count(*)::int as n from session where token_hash = any($1::bytea[])', [acknowledged])
      await after.end()
      lost += rows[0].n
      total += acknowledged.length
      expect(acknowledged.length).toBeGreaterThan(0)
      expect(acknowledged.length).toBeLessThan(SESSIONS)
    }
    expect(lost, `of ${total} acknowledged`).toBe(0)
    // Starts the server four times, which a busy machine takes its time for.
  }, 180_000)
})
