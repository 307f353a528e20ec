// setup.submit-install on a database of the operator's own.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { external, type External } from '../support/external.ts'

const tables = async ({ running, password }: External) => {
  const client = new pg.Client({ ...running.database.options, password })
  await client.connect()
  const { rows } = await client.query(`select count(*)::int as n from information_schema.tables where table_schema = 'public'`)
  await client.end()
  return rows[0].n as number
}

describe('setup.submitInstall', () => {
  let server: External
  afterEach(() => server.close())

  it('setup.submit-install: proves the password, makes the tables, keeps the password and goes on to the next step', async () => {
    server = await external()
    expect(await server.post('/install', { dbpw: server.password, redirect: '/company/acme' })).toMatchObject({
      status: 0,
      data: { redirect: '/install-org?redirect=%2Fcompany%2Facme' },
    })
    expect(await tables(server)).toBeGreaterThan(10)
    const kept = join(server.dataDir, 'database-password')
    expect(readFileSync(kept, 'utf8')).toBe(server.password)
    expect(statSync(kept).mode & 0o777).toBe(0o600)
    expect((await server.get('/api/config')).data.setup).toBe('/install-org')
    // The next start needs no question.
    const next = await server.another()
    expect((await next.get('/readyz')).data).toEqual({ setup: '/install-org' })
  })

  it('serves a process that was started before another one took the password', async () => {
    server = await external()
    const other = await server.another()
    expect((await other.get('/api/config')).data.setup).toBe('/install')
    await server.post('/install', { dbpw: server.password })
    expect((await other.get('/api/config')).data.setup).toBe('/install-org')
  })

  it('with the password in the address: it must be typed all the same, and is kept nowhere', async () => {
    server = await external({ passwordInUrl: true })
    expect(await server.post('/install', { dbpw: `${server.password}x` })).toMatchObject({
      status: 422,
      code: 'setup.wrongPassword',
      errors: { dbpw: 'The database refuses this password' },
    })
    expect(await tables(server)).toBe(0)
    expect(await server.post('/install', { dbpw: server.password })).toMatchObject({ status: 0, data: { redirect: '/install-org' } })
    expect(existsSync(join(server.dataDir, 'database-password'))).toBe(false)
  })

  it('says at the field that the password is wrong, and stores nothing', async () => {
    server = await external()
    for (const dbpw of ['wrong', '<script>alert(1)</script>', "' or 1=1 --", '密码', 'x'.repeat(1000)])
      expect(await server.post('/install', { dbpw })).toMatchObject({
        status: 422,
        code: 'setup.wrongPassword',
        errors: { dbpw: 'The database refuses this password' },
      })
    expect(await tables(server)).toBe(0)
    expect(existsSync(join(server.dataDir, 'database-password'))).toBe(false)
    const chinese = await server.post('/install', { dbpw: 'wrong' }, { 'accept-language': 'zh-CN' })
    expect(chinese.errors).toEqual({ dbpw: '数据库不接受这个密码' })
  })

  it('setup.dbpw-required: and refuses input of the wrong kind', async () => {
    server = await external()
    for (const body of [{}, { dbpw: '' }, { dbpw: 5 }, { dbpw: null }, { dbpw: ['x'] }, { dbpw: 'x'.repeat(1001) }]) {
      const answer = await server.post('/install', body)
      expect(answer.status, JSON.stringify(body).slice(0, 50)).toBe(422)
      expect(Object.keys(answer.errors)).toEqual(['dbpw'])
    }
    expect((await server.post('/install', { dbpw: 'x', upQuery: 'drop table person' })).errors).toEqual({ upQuery: 'Unknown field' })
    expect((await server.post('/install', { dbpw: 'x', redirect: 'y'.repeat(2001) })).status).toBe(422)
    expect(await tables(server)).toBe(0)
  })

  it('two operators who install at the same moment do it once', async () => {
    server = await external()
    const other = await server.another()
    const answers = await Promise.all([server.post('/install', { dbpw: server.password }), other.post('/install', { dbpw: server.password })])
    // The later one either waited for the first, or came when nothing was left to do.
    for (const answer of answers) expect([answer.status, answer.code]).toEqual(answer.status === 0 ? [0, undefined] : [403, 'setup.done'])
    expect(answers.some(answer => answer.status === 0)).toBe(true)
    expect((await other.get('/api/config')).data.setup).toBe('/install-org')
  })

  it('setup.pending-only: is refused once done', async () => {
    server = await external()
    await server.post('/install', { dbpw: server.password })
    expect(await server.post('/install', { dbpw: server.password })).toMatchObject({ status: 403, code: 'setup.done' })
    expect(await server.post('/upgrade-db', {})).toMatchObject({ status: 403, code: 'setup.done' })
  })

  it('refuses a form of another site', async () => {
    server = await external()
    expect(await server.post('/install', { dbpw: server.password }, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403, code: 'request.forged' })
    expect(await tables(server)).toBe(0)
  })

  it('says that the database is away rather than that the password is wrong, and recovers by itself', async () => {
    server = await external({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/none' })
    expect(await server.post('/install', { dbpw: 'x' })).toMatchObject({ status: 503, code: 'server.databaseAway' })
    expect(await server.get('/api/config')).toMatchObject({ status: 503, code: 'server.databaseAway' })
    expect((await server.get('/readyz')).http).toBe(503)
    expect((await server.get('/healthz')).http).toBe(200)
  })
})
