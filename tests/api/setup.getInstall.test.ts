// setup.get-install on a database of the operator's own.
import { afterEach, describe, expect, it } from 'vitest'
import { external, type External } from '../support/external.ts'
import { makeWorld } from '../support/world.ts'

describe('setup.getInstall', () => {
  let server: External | undefined
  afterEach(async () => {
    await server?.close()
    server = undefined
  })

  it('setup.get-install: shows the pending SQL when the address holds the password', async () => {
    server = await external({ passwordInUrl: true })
    const answer = await server.get('/install?redirect=/company/acme')
    expect(answer).toMatchObject({ status: 0, data: { redirect: '/company/acme' } })
    expect(answer.data.upQuery).toMatch(/^-- 0001-start\n[^]*create table person/)
    // Looking changes nothing.
    expect((await server.get('/api/config')).data.setup).toBe('/install')
  })

  it('setup.sql-view-present: shows the SQL for an empty database while the password is missing', async () => {
    server = await external()
    const answer = await server.get('/install')
    expect(answer).toMatchObject({ status: 0, data: { redirect: '/home' } })
    expect(answer.data.upQuery).toMatch(/^-- All of it, for a database that is empty[^]*-- 0001-start\n[^]*create table person/)
  })

  it('general.redirect-target: follows no redirect to another host', async () => {
    server = await external()
    expect((await server.get('/install?redirect=//evil.test')).data.redirect).toBe('/home')
  })

  it('refuses what the query does not know', async () => {
    server = await external()
    expect(await server.get('/install?dbpw=secret')).toMatchObject({ status: 422, errors: { dbpw: 'Unknown field' } })
  })

  it('answers other calls that the installation is not finished', async () => {
    server = await external()
    expect(await server.get('/api/company/acme/app')).toMatchObject({ status: 503, code: 'setup.pending', data: { redirect: '/install' } })
    expect((await server.get('/readyz')).data).toEqual({ setup: '/install' })
  })

  it('setup.pending-only: is refused once done, to everybody', async () => {
    const world = await makeWorld()
    for (const as of [undefined, 'cyd', 'ann', 'sue'] as const) {
      const answer = await world.call('setup.getInstall', { as })
      expect([401, 403]).toContain(answer.status)
      expect(answer.data).toEqual({})
    }
    await world.close()
  })

  it('setup.pending-only: is refused in saas mode, where the start makes the tables', async () => {
    server = await external({ passwordInUrl: true, deployMode: 'saas' })
    expect((await server.get('/api/config')).data.setup).toBe('/install-org')
    expect([401, 403]).toContain((await server.get('/install')).status)
  })

  it('gives the page to who asks for HTML', async () => {
    server = await external()
    const answer = await server.running.app.inject({ url: '/install', headers: { accept: 'text/html' } })
    expect(answer.headers['content-type']).toMatch(/^text\//)
  })
})
