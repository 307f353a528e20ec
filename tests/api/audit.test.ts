// What is changed is written down: before it is done, whatever was sent, and without the secrets of an address.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAudit, masked, maskedPath } from '../../api/server/services/foundation/audit.ts'
import { makeWorld, type World } from '../support/world.ts'

describe('the log of changes', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())
  const entries = (call: string) => world.db.selectFrom('audit').selectAll().where('call', '=', call).orderBy('at', 'desc').execute()
  const app = (key: string, description = '') => ({ as: 'ann' as const, body: { name: key, key, type: 1, description } })

  it('keeps a change whose text is cut within an emoji', async () => {
    const before = (await entries('app.create')).length
    expect((await world.call('app.create', app('emoji', `x${'😀'.repeat(90)}`))).status).toBe(0)
    const page = { name: 'Smile', path: '/smile', kind: 'page', schema: { type: 'page', body: `x${'😀'.repeat(400)}` } }
    expect((await world.call('page.create', { as: 'ann', params: { appUrlKey: 'emoji-dev' }, body: page })).status).toBe(0)
    expect((await entries('app.create')).length).toBe(before + 1)
    const [entry] = await entries('page.create')
    expect(JSON.stringify(entry?.input)).toContain('😀')
  })

  it('keeps a refusal of what no database takes', async () => {
    const before = (await entries('app.create')).length
    expect((await world.call('app.create', app('half', '\ud800'))).status).toBe(422)
    const list = await entries('app.create')
    expect(list.length).toBe(before + 1)
    expect(list[0]).toMatchObject({ status: 422, http_status: 422 })
  })

  it('lets nothing be done that cannot be written down', async () => {
    const before = await world.stored()
    await world.pool.query('alter table audit rename to audit_away')
    try {
      const reply = await world.call('app.create', app('unseen'))
      expect(reply.http).toBe(500)
    } finally {
      await world.pool.query('alter table audit_away rename to audit')
    }
    expect(await world.stored()).toBe(before)
  })

  it('shows a change whose end was never told as not known', async () => {
    const audit = createAudit({ db: world.db, log: world.running.app.log })
    const { appId, companyId } = { appId: world.ids.shop, companyId: world.ids.acme }
    const base = { requestId: 'cut-off', userId: world.ids.ann, appId, companyId, path: '/x', ip: '::1', agent: '', method: 'POST', contentType: '' }
    await audit.begin({ ...base, call: 'page.create', input: {}, context: { environment: 'dev' }, headers: {} })
    const { data } = await world.call('log.listLogs', { as: 'ann', params: { appUrlKey: 'shop-dev' } })
    expect(data.items[0]).toMatchObject({ outcome: 'unknown' })
  })

  it('has no token of an invitation', async () => {
    const token = 'A'.repeat(43)
    await world.call('org.acceptInvitation', { params: { invitationToken: token, token }, body: { password: 'short' } })
    const [entry] = await entries('org.acceptInvitation')
    expect(entry?.path).toContain('***')
    expect(JSON.stringify(entry)).not.toContain(token)
  })
})

it('cuts no character in two, in texts, keys and lists', () => {
  const cut = JSON.stringify(masked({ [`${'k'.repeat(99)}😀`]: [`${'a'.repeat(499)}😀`] }, new Set()))
  expect(cut).not.toMatch(/\\ud[89a-f]/i)
})

it('hides what the places of an address keep secret, and nothing else', () => {
  expect(maskedPath('/api/invitation/abc/x', { token: 'abc' })).toBe('/api/invitation/***/x')
  expect(maskedPath('/api/page/abc', { pageId: 'abc' })).toBe('/api/page/abc')
})
