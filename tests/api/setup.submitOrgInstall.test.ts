// setup.submit-org-install, setup.install-org, setup.org-name-required, setup.org-email-required, setup.org-nickname-optional, setup.pending-only
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../support/world.ts'

describe('setup.submitOrgInstall', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld({ siteName: 'Tessera' }, { populated: false })
  })
  afterAll(() => world.close())
  const install = (body: unknown, headers?: Record<string, string>) => world.call('setup.submitOrgInstall', { body, headers })

  it('refuses bad input at the field and stores nothing', async () => {
    const before = await world.stored()
    const bad: [unknown, string[]][] = [
      [{}, ['name', 'email']],
      [{ name: ' ', email: 'a@b.test' }, ['name']],
      [{ name: 'x'.repeat(51), email: 'nothing', nickName: 'n'.repeat(51) }, ['name', 'email', 'nickName']],
      [{ name: 7, email: ['a@b.test'] }, ['name', 'email']],
      [{ name: 'Acme', email: 'a@b.test', isSuper: true }, ['isSuper']],
    ]
    for (const [body, fields] of bad) {
      const reply = await install(body)
      expect(reply.status).toBe(422)
      expect(Object.keys(reply.errors).sort()).toEqual([...fields].sort())
    }
    expect(await world.stored()).toBe(before)
  })

  it('says it in Chinese, too', async () => {
    expect((await install({ name: ' ', email: 'a@b.test' }, { 'accept-language': 'zh-CN' })).errors.name).toBe('请输入组织名称')
  })

  it('of two at once one wins; it makes person, organisation, owner, welcome mail and a session', async () => {
    const replies = await Promise.all([
      install({ name: 'Acme <script>alert(1)</script>', email: 'ann@example.test', nickName: 'Ann', redirect: '/company/acme' }),
      install({ name: 'Other', email: 'bob@example.test', redirect: '/company/acme' }),
    ])
    // The second meets the lock, or is no longer let in.
    expect([401, 409]).toContain(Math.max(...replies.map(reply => reply.status)))
    expect(replies.filter(reply => reply.status === 0)).toHaveLength(1)
    const won = replies.find(reply => reply.status === 0)
    expect(won?.data).toEqual({ redirect: '/set-password?redirect=%2Fcompany%2Facme' })
    expect(String(won?.headers['set-cookie'])).toContain('HttpOnly')
    const people = await world.db.selectFrom('person').selectAll().execute()
    const companies = await world.db.selectFrom('company').selectAll().execute()
    expect(people).toHaveLength(1)
    expect(people[0]).toMatchObject({ is_super: true, password_hash: null })
    expect(companies).toHaveLength(1)
    expect(companies[0]?.key).toMatch(/^[a-z0-9-]+$/)
    expect(await world.db.selectFrom('member').select(['user_id', 'role']).execute()).toEqual([{ user_id: people[0]?.id, role: 'owner' }])
    const mails = await world.db.selectFrom('outbox').selectAll().execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ kind: 'mail', status: 'kept', recipient: people[0]?.email, subject: 'Welcome to Tessera' })
    expect(mails[0]?.body).toContain(companies[0]?.name)
  })

  it('refuses once it is done, and changes nothing', async () => {
    const before = await world.stored()
    expect((await install({ name: 'Third', email: 'cat@example.test' })).status).toBe(401)
    expect(await world.stored()).toBe(before)
  })
})

describe('setup.submitOrgInstall under a configuration', () => {
  it('lets one of many through that passed every check before', async () => {
    const world = await makeWorld({}, { populated: false })
    const { firstOrganisation } = world.running.services
    const at = { origin: 'http://localhost', locale: 'en-US' } as const
    const made = await Promise.allSettled([1, 2, 3].map(n => firstOrganisation.install({ name: `Org ${n}`, email: `p${n}@example.test` }, at)))
    expect(made.map(result => result.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await world.db.selectFrom('person').select('id').execute()).toHaveLength(1)
    await world.close()
  })

  it('takes the configured organisation name instead of the one sent', async () => {
    const world = await makeWorld({ organisationName: 'Konfigured GmbH' }, { populated: false })
    expect((await world.call('setup.submitOrgInstall', { body: { name: 'Mine', email: 'ann@example.test' } })).status).toBe(0)
    expect((await world.db.selectFrom('company').select(['name', 'key']).execute())[0]).toEqual({ name: 'Konfigured GmbH', key: 'konfigured-gmbh' })
    expect((await world.db.selectFrom('person').select('name').execute())[0]).toEqual({ name: 'ann' })
    await world.close()
  })

  it('makes the first administrator of a hosted service too, once, after which people make organisations', async () => {
    const world = await makeWorld({ deployMode: 'saas' }, { populated: false })
    expect((await world.call('general.getConfig', {})).data.setup).toBe('/install-org')
    const first = await world.call('setup.submitOrgInstall', { body: { name: 'Operators', email: 'ann@example.test' } })
    expect(first).toMatchObject({ status: 0, data: { redirect: '/set-password' } })
    expect(await world.db.selectFrom('person').select(['email', 'is_super']).execute()).toEqual([{ email: 'ann@example.test', is_super: true }])
    expect((await world.call('general.getConfig', {})).data.setup).toBe('')
    expect((await world.call('setup.submitOrgInstall', { body: { name: 'Others', email: 'bob@example.test' } })).status).toBe(401)
    // Nor does it open again when the last organisation goes.
    await world.db.deleteFrom('company').execute()
    const later = await world.another({ deployMode: 'saas' })
    expect((await later.call('general.getConfig', {})).data.setup).toBe('')
    expect((await later.call('setup.submitOrgInstall', { body: { name: 'Others', email: 'bob@example.test' } })).status).toBe(401)
    const at = { origin: 'http://localhost', locale: 'en-US' } as const
    await expect(later.running.services.firstOrganisation.install({ name: 'Others', email: 'bob@example.test' }, at)).rejects.toThrow('already done')
    await later.close()
    await world.close()
  })

  it('is refused in saas mode once people are there, for a platform super user as well', async () => {
    const world = await makeWorld({ deployMode: 'saas' })
    const before = await world.stored()
    expect((await world.call('setup.submitOrgInstall', { body: { name: 'Mine', email: 'x@example.test' } })).status).toBe(401)
    expect((await world.call('setup.submitOrgInstall', { as: 'sue', body: { name: 'Mine', email: 'x@example.test' } })).code).toBe('setup.done')
    expect(await world.stored()).toBe(before)
    await world.close()
  })
})
