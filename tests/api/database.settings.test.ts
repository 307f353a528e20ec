// What connections to the database ask it for, so that one that nobody answers on any more leaves nothing behind.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../api/server/store/database.ts'
import { openNetwork } from '../support/network.ts'
import { freshDatabase } from '../support/world.ts'

describe('a connection to the database', () => {
  let given: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    given = await freshDatabase({ empty: true })
  })
  afterAll(() => given?.drop())

  it('has limits, and those of an operator win', async () => {
    const show = async (options?: string) => {
      const { pool } = connect({ ...given.database.options, options })
      const { rows } = await pool.query(
        `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
      )
      await pool.end()
      return rows[0]
    }
    expect(await show()).toEqual({ statement: '30s', idle: '1min' })
    expect(await show('-c idle_in_transaction_session_timeout=5min')).toEqual({ statement: '30s', idle: '5min' })
  })

  it('sends what nobody waits for with the statement after it, which fails where that one does', async () => {
    const { pool } = connect(given.database.options)
    const client = await pool.connect()
    try {
      await client.query('create table thrift (n int primary key)')
      const sent = () => (client as unknown as { connection: { stream: { bytesWritten: number } } }).connection.stream.bytesWritten
      const add = (n: number) => client.query('/* test.add, with the next */ insert into thrift values ($1)', [n])
      const all = async () => (await client.query('select n from thrift order by n')).rows.map(({ n }) => n as number)
      await add(1)
      expect(await all(), 'outside of a transaction it is sent by itself').toEqual([1])

      const before = sent()
      await client.query('begin')
      await add(2)
      expect(sent(), 'held until there is something to go with').toBe(before)
      await client.query('rollback')
      expect(sent(), 'nothing has happened that could be taken back').toBe(before)
      expect(await all()).toEqual([1])

      await client.query('begin')
      await add(2)
      await client.query('commit')
      expect(await all()).toEqual([1, 2])

      await client.query('begin')
      await client.query('insert into thrift values (3)')
      await add(2)
      await expect(client.query('commit')).rejects.toThrow('duplicate key')
      expect(await all(), 'all of the transaction or nothing').toEqual([1, 2])

      await client.query('begin')
      await client.query('savepoint here')
      await add(2)
      await client.query('rollback to savepoint here')
      await add(4)
      expect(await all(), 'what comes next sees it').toEqual([1, 2, 4])
      await add(1)
      await expect(all(), 'told as what went wrong first').rejects.toThrow('duplicate key')
      await client.query('rollback')
      expect(await all()).toEqual([1, 2])
    } finally {
      client.release()
      await pool.end()
    }
  })

  it('over a network that swallows what is sent gives its locks back', async () => {
    const { options } = given.database
    const network = await openNetwork({ path: join(options.host as string, '.s.PGSQL.5432') })
    const limit = '-c idle_in_transaction_session_timeout=500ms'
    const far = connect({ ...options, host: '127.0.0.1', port: network.port, options: limit })
    const near = connect(options)
    try {
      await near.pool.query('create table held (n int); insert into held values (1)')
      const client = await far.pool.connect()
      await client.query('begin')
      await client.query('update held set n = 2')
      network.freeze()
      // Waits for the lock of a transaction that nobody can end any more.
      await near.pool.query('update held set n = 3')
      expect((await near.pool.query('select n from held')).rows).toEqual([{ n: 3 }])
      client.release(new Error('frozen'))
    } finally {
      network.heal()
      far.dropAll()
      await far.pool.end()
      await near.pool.end()
      await network.close()
    }
  })
})
