// setup.submit-upgrade-db: all of the upgrade or nothing.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { external, type External } from '../support/external.ts'

const later = vi.hoisted(() => ({ name: '9999-later', sql: '' }))
vi.mock('../../api/generated/migrations.ts', async original => {
  const { migrations } = await original<typeof import('../../api/generated/migrations.ts')>()
  return { migrations: [...migrations, later] }
})

describe('setup.submitUpgradeDb', () => {
  let server: External
  afterEach(() => server.close())
  const start = async (sql: string) => {
    later.sql = sql
    server = await external({ empty: false, passwordInUrl: true })
  }

  it('setup.submit-upgrade-db: upgrades and goes on to the next step; a second time is refused', async () => {
    await start('create table later (id int)')
    expect(await server.post('/upgrade-db', { redirect: '/home' })).toMatchObject({ status: 0, data: { redirect: '/install-org' } })
    expect(await server.post('/upgrade-db', {})).toMatchObject({ status: 403, code: 'setup.done' })
    expect((await server.get('/api/config')).data.setup).toBe('/install-org')
  })

  it('tells what the database objects to, and leaves it as it was', async () => {
    await start('create table later (id int); create table person (id int)')
    const answer = await server.post('/upgrade-db', {})
    expect(answer).toMatchObject({ status: 422, code: 'setup.refusedByDatabase' })
    expect(answer.msg).toContain('relation "person" already exists')
    expect((await server.get('/upgrade-db')).data.upQuery).toContain('create table later')
    later.sql = 'create table later (id int)'
    expect((await server.post('/upgrade-db', {})).status).toBe(0)
  })

  it('two at the same moment upgrade once', async () => {
    await start('create table later (id int)')
    const other = await server.another()
    const answers = await Promise.all([server.post('/upgrade-db', {}), other.post('/upgrade-db', {})])
    for (const answer of answers) expect([answer.status, answer.code]).toEqual(answer.status === 0 ? [0, undefined] : [403, 'setup.done'])
    expect(answers.some(answer => answer.status === 0)).toBe(true)
  })

  it('refuses SQL, fields and redirects that are not for it', async () => {
    await start('create table later (id int)')
    expect((await server.post('/upgrade-db', { upQuery: 'drop table person' })).errors).toEqual({ upQuery: 'Unknown field' })
    expect((await server.post('/upgrade-db', { redirect: 5 })).status).toBe(422)
    expect((await server.post('/upgrade-db', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await server.get('/api/config')).data.setup).toBe('/upgrade-db')
  })
})
