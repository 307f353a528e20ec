// Work that comes at the same time shares a transaction, and nobody's failure is anybody else's.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Trx } from '../../api/server/store/database.ts'
import { askedTogether, isShared, together, writtenTogether } from '../../api/server/store/together.ts'
import { freshDatabase } from '../support/world.ts'

let given: Awaited<ReturnType<typeof freshDatabase>>
let here: ReturnType<typeof connect>
beforeAll(async () => {
  given = await freshDatabase({ empty: true })
  here = connect(given.database.options)
  await here.pool.query('create table work (n int primary key, at bigint default txid_current())')
})
afterAll(async () => {
  await here.pool.end()
  await given.drop()
})
beforeEach(() => here.pool.query('truncate work'))

const sent: number[][] = []
const put = writtenTogether(async (list: readonly number[], trx: Trx) => {
  sent.push([...list])
  await sql`insert into work (n) select unnest(${list}::int[])`.execute(trx)
})
const rowOf = askedTogether(async (list: readonly number[], trx: Trx) => {
  const { rows } = await sql<{ n: number; at: number }>`select n, at from work where n = any (${list}::int[])`.execute(trx)
  return list.map(n => rows.find(row => row.n === n)?.at)
})
/** What became of each. */
const all = (works: readonly ((trx: Trx) => Promise<unknown>)[], keyOf: (at: number) => string | undefined = () => undefined) =>
  Promise.allSettled(works.map((work, at) => together(here.db, keyOf(at), work)))
const there = async () => (await here.pool.query('select n, at from work order by n')).rows as { n: number; at: number }[]
const numbers = async () => (await there()).map(({ n }) => n)

describe('work that comes at the same time', () => {
  it('shares transactions and statements', async () => {
    sent.length = 0
    const done = await all([...Array(8).keys()].map(n => async trx => (await put(n, trx), await rowOf(n, trx))))
    const rows = await there()
    expect(rows).toHaveLength(8)
    expect(done.map(one => one.status === 'fulfilled' && one.value)).toEqual(rows.map(({ at }) => at))
    expect(sent.length, 'one statement each of two transactions').toBe(2)
    expect(new Set(rows.map(({ at }) => at)).size).toBe(2)
  })

  it('is not shared by what comes alone', async () => {
    expect(await together(here.db, 'a', async trx => isShared(trx))).toBe(false)
  })

  it.each([
    ['before it wrote anything', async () => {}, 1],
    ['after it wrote', async (trx: Trx) => void (await put(100, trx)), 2],
  ])('is done where another fails %s', async (_when, first, times) => {
    let tried = 0
    const done = await all([
      ...[...Array(7).keys()].map(n => async (trx: Trx) => (tried++, void (await put(n, trx)))),
      async trx => {
        await first(trx)
        throw new Error('its own')
      },
    ])
    expect(done.map(one => (one.status === 'rejected' ? (one.reason as Error).message : ''))).toEqual([...Array(7).fill(''), 'its own'])
    expect(await numbers()).toEqual([0, 1, 2, 3, 4, 5, 6])
    // Those of the other transaction once.
    expect(tried).toBe(4 + 3 * times)
  })

  it('is done where the database refuses another', async () => {
    const done = await all([0, 1, 2, 3, 1].map(n => async (trx: Trx) => void (await sql`insert into work (n) values (${n})`.execute(trx))))
    expect(done.filter(one => one.status === 'rejected').map(one => String(one.reason))).toEqual([expect.stringContaining('duplicate key')])
    expect(await numbers()).toEqual([0, 1, 2, 3])
    // And where that is told with the end of the transaction alone.
    const late = await all([4, 5, 6, 7, 5].map(n => async (trx: Trx) => void (await put(n, trx))))
    expect(late.filter(one => one.status === 'rejected')).toHaveLength(1)
    expect(await numbers()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('is done by itself where it takes back a part of its transaction', async () => {
    const part = async (trx: Trx) => {
      await sql`savepoint part`.execute(trx)
      await sql`insert into work (n) values (10)`.execute(trx)
      await sql`rollback to savepoint part`.execute(trx)
      expect(isShared(trx)).toBe(false)
    }
    const done = await all([part, part, ...[0, 1, 2].map(n => async (trx: Trx) => void (await put(n, trx)))])
    expect(done.every(one => one.status === 'fulfilled')).toBe(true)
    expect(await numbers()).toEqual([0, 1, 2])
  })

  it('is never in one transaction with other work on the same thing', async () => {
    // Two of three would share one.
    await all(
      [0, 1, 2].map(n => async (trx: Trx) => void (await put(n, trx))),
      at => (at < 2 ? 'same' : undefined),
    )
    const [first, second, third] = await there()
    expect(first?.at).not.toBe(second?.at)
    expect([first?.at, second?.at]).toContain(third?.at)
  })

  it('waits no longer than a moment for what waits itself', async () => {
    let goOn = () => {}
    const held = new Promise<void>(done => (goOn = done))
    const slow = all([0, 1].map(n => async (trx: Trx) => (await put(n, trx), await held)))
    await new Promise(done => setTimeout(done, 5))
    await all([async trx => void (await put(2, trx))])
    expect(await numbers()).toEqual([2])
    goOn()
    await slow
    expect(await numbers()).toEqual([0, 1, 2])
  })

  it('is done once where its connection ends before its transaction did', async () => {
    let cuts = 1
    const done = await all(
      [...Array(4).keys()].map(n => async (trx: Trx) => {
        await put(n, trx)
        if (n === 0 && cuts-- > 0) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
      }),
    )
    expect(done.every(one => one.status === 'fulfilled')).toBe(true)
    expect(await numbers()).toEqual([0, 1, 2, 3])
  })

  it('is not done again where nobody knows whether its transaction ended', async () => {
    await here.pool.query(`
      create function cut() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null; end $$;
      create constraint trigger cut after insert on work deferrable initially deferred for each row execute function cut()`)
    try {
      let tried = 0
      const done = await all([...Array(4).keys()].map(n => async (trx: Trx) => (tried++, void (await put(n, trx)))))
      expect(done.every(one => one.status === 'rejected')).toBe(true)
      expect(tried).toBe(4)
    } finally {
      await here.pool.query('drop function cut() cascade')
    }
  })
})
