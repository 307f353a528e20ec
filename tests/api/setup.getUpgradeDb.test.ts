// setup.get-upgrade-db: a newer version of the product meets the database of an older one.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { external, type External } from '../support/external.ts'

vi.mock('../../api/generated/migrations.ts', async original => {
  const { migrations } = await original<typeof import('../../api/generated/migrations.ts')>()
  return { migrations: [...migrations, { name: '9999-later', sql: 'create table later (id int)' }] }
})

describe('setup.getUpgradeDb', () => {
  let server: External
  afterEach(() => server.close())

  it('setup.get-upgrade-db: shows what is pending, and nothing that is done', async () => {
    server = await external({ empty: false, passwordInUrl: true })
    expect((await server.get('/api/config')).data.setup).toBe('/upgrade-db')
    expect(await server.get('/upgrade-db?redirect=/company/acme')).toMatchObject({
      status: 0,
      data: { upQuery: '-- 9999-later\ncreate table later (id int)\n', redirect: '/company/acme' },
    })
  })

  it('setup.pending-only: is refused while another step is pending', async () => {
    server = await external({ empty: false, passwordInUrl: true })
    expect(await server.get('/install')).toMatchObject({ status: 403, code: 'setup.done' })
    expect(await server.post('/install', { dbpw: server.password })).toMatchObject({ status: 403, code: 'setup.done' })
  })

  it('setup.pending-only: is refused in saas mode, where the start upgrades', async () => {
    server = await external({ empty: false, passwordInUrl: true, deployMode: 'saas' })
    expect([401, 403]).toContain((await server.get('/upgrade-db')).status)
    expect((await server.get('/api/config')).data.setup).toBe('/install-org')
  })

  it('is skipped where the operator lets the start upgrade', async () => {
    server = await external({ empty: false, passwordInUrl: true, autoMigrate: true })
    expect((await server.get('/api/config')).data.setup).toBe('/install-org')
  })

  it('refuses a query that it does not know', async () => {
    server = await external({ empty: false, passwordInUrl: true })
    expect((await server.get('/upgrade-db?sql=x')).status).toBe(422)
  })
})
