// What whoever has the link gets. share.get-page, share.entity, share.visitor, share.TYPES, share.mode
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPage, aShare, cookieOf, expire, open, SCHEMA } from '../support/shares.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const visitsOf = async (id: string) => {
  const { visits, visitors } = (await world.call('share.listVisits', { as: 'ann', params: { shareId: id } })).data
  return { visits, visitors }
}

/** share.get-page of the product documents. */
describe('share.getPage', () => {
  it('answers the documented fields with `ok` in the envelope, to a visitor without a session (share.entity, share.visitor)', async () => {
    const { id, key } = await aShare(world, { title: 'Orders of the week', description: 'As of Monday' })
    const reply = await open(world, key)
    const envelope = JSON.parse(reply.raw.toString())
    expect(envelope).toMatchObject({ ok: true, status: 0, msg: '' })
    expect(Object.keys(envelope.data).sort()).toEqual(
      ['application', 'body', 'company', 'components', 'description', 'id', 'name', 'schema', 'title', 'type', 'user'].sort(),
    )
    expect(envelope.data).toMatchObject({
      id,
      type: 1,
      title: 'Orders of the week',
      description: 'As of Monday',
      body: '',
      company: { aipageCustomComponentsSrc: '' },
      application: { dataApi: '/api/resource/acme/shop/source', appConfig: { aipageCustomComponentsSrc: '' } },
      user: { name: 'Ann' },
    })
    expect(JSON.parse(envelope.data.schema)).toEqual(SCHEMA)
    expect(reply.headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it('answers each type with what it is drawn from (share.TYPES, share.types)', async () => {
    const pageId = await aPage(world)
    for (const type of [1, 5, 9, 50]) {
      const { key } = await aShare(world, { type, pageId })
      const { data } = await open(world, key)
      expect([data.type, data.body, JSON.parse(data.schema)]).toEqual([type, '', SCHEMA])
    }
    for (const [type, text] of [
      [2, '# Hello'],
      [3, '<h1>Hello</h1>'],
    ] as const) {
      const { key } = await aShare(world, { type, text, title: 'Hello' })
      const { data } = await open(world, key)
      expect([data.type, data.body, data.schema, data.name]).toEqual([type, text, '', 'Hello'])
    }
  })

  it('shows the version that was shared, until the share is refreshed', async () => {
    const pageId = await aPage(world)
    const { id, key } = await aShare(world, { pageId })
    const changed = { type: 'page', body: 'Thirteen orders' }
    await world.call('page.update', { as: 'ann', params: { pageId }, body: { schema: changed } })
    expect(JSON.parse((await open(world, key)).data.schema)).toEqual(SCHEMA)
    await world.call('share.refresh', { as: 'ann', params: { shareId: id } })
    expect(JSON.parse((await open(world, key)).data.schema)).toEqual(changed)
  })

  it('answers unknown and stopped in the same way, and tells an expired one (share.load-error)', async () => {
    const stopped = await aShare(world)
    await world.call('share.setOpen', { as: 'ann', params: { shareId: stopped.id }, body: { isOpen: false } })
    const over = await aShare(world, { password: 'open-sesame' })
    await expire(world, over.id)
    const replies = await Promise.all([stopped.key, 'AAAAAAAAAAAAAAAAAAAAAA', 'x'].map(key => open(world, key)))
    expect(new Set(replies.map(({ raw }) => raw.toString())).size).toBe(1)
    expect(JSON.parse(replies[0]?.raw.toString() ?? '')).toMatchObject({ ok: false, status: 404, code: 'share.unknown' })
    expect(replies.map(({ http }) => http)).toEqual([404, 404, 404])
    const expired = await open(world, over.key)
    expect([expired.http, expired.code]).toEqual([410, 'share.expired'])
    expect(JSON.parse(expired.raw.toString()).ok).toBe(false)
  })

  it('answers nothing of a protected share but that it is protected, until it is unlocked', async () => {
    const { key } = await aShare(world, { title: 'Secret title', password: 'open-sesame' })
    const locked = await open(world, key)
    expect([locked.http, locked.code]).toEqual([403, 'share.locked'])
    expect(locked.raw.toString()).not.toContain('Secret')
    expect(locked.raw.toString()).not.toContain('Twelve')
    const unlocked = await world.call('share.unlock', { params: { key }, body: { password: 'open-sesame' } })
    const reply = await open(world, key, { headers: { cookie: cookieOf(unlocked) } })
    expect([reply.status, reply.data.title]).toEqual([0, 'Secret title'])
  })

  it('answers unknown while the app is archived, and after it was deleted', async () => {
    await world.call('app.create', { as: 'ann', body: { name: 'Gone', key: 'gone', type: 1 } })
    const params = { appUrlKey: 'gone', appKey: 'gone' }
    const made = await world.call('share.create', { as: 'ann', params, body: { type: 2, text: 'Hi', title: 'Hi' } })
    const { key } = made.data
    expect((await open(world, key)).status).toBe(0)
    await world.db.updateTable('app').set({ state: 'archived' }).where('key', '=', 'gone').execute()
    expect((await open(world, key)).code).toBe('share.unknown')
    await world.db.deleteFrom('app').where('key', '=', 'gone').execute()
    expect((await open(world, key)).code).toBe('share.unknown')
  })

  it('does not show a template as a page (share.mode)', async () => {
    const { key } = await aShare(world, { content: 'widgetTpl', type: 5, schema: SCHEMA })
    expect((await open(world, key)).code).toBe('share.unknown')
  })

  it('counts visits and people per day, not its author, and keeps no address', async () => {
    const { id, key } = await aShare(world)
    await open(world, key, { as: 'ann' })
    expect(await visitsOf(id)).toEqual({ visits: 0, visitors: 0 })
    const agent = { 'user-agent': 'one' }
    await open(world, key, { headers: agent })
    await open(world, key, { headers: agent })
    await open(world, key, { headers: { 'user-agent': 'two' } })
    await open(world, key, { as: 'ben' })
    expect(await visitsOf(id)).toEqual({ visits: 4, visitors: 3 })
    const kept = JSON.stringify(await world.db.selectFrom('share_visitor').selectAll().where('share_id', '=', id).execute())
    expect(kept).not.toContain('127.0.0.1')
    // The next day forgets who came the day before.
    await world.db.updateTable('share_visitor').set({ day: '2001-01-01' }).where('share_id', '=', id).execute()
    await open(world, key, { headers: agent })
    expect(await world.db.selectFrom('share_visitor').selectAll().where('share_id', '=', id).execute()).toHaveLength(1)
  })
})
