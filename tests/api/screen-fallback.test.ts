// Changed screens never lock anybody out: content that is gone or no JSON, a newer shipped screen, safe mode, another organisation's changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import type { JsonObject } from '../../api/ledger/index.ts'
import { ApiError } from '../../api/server/errors.ts'
import { hashOf, textOf } from '../../api/server/services/screen/live/store.ts'
import { HELLO, publish, publishedBefore, SCREEN } from '../support/screens.ts'
import { makeWorld, type World } from '../support/world.ts'

describe('a changed screen', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())
  const seen = async (ask: object = {}) => (await world.call('screen.get', { params: SCREEN, ...ask })).data
  const tell = () => world.pool.query(`select pg_notify('tessera', '{"topic":"screen","payload":{"screen":"general.forbidden","level":"platform"}}')`)
  const until = async (check: () => Promise<boolean>) => {
    for (const end = Date.now() + 3000; Date.now() < end && !(await check());) await new Promise(done => setTimeout(done, 20))
  }

  it('falls back to its last good version when its content is no JSON, and then to the shipped one', async () => {
    const shipped = await seen()
    await publish(world)
    const { hash } = await publish(world, { ...HELLO, title: 'Two' })
    for (const [spoilt, title] of [
      [hash, 'Hello'],
      [hashOf(textOf(HELLO as JsonObject)).toString('hex'), shipped.schema.title],
    ]) {
      await world.pool.query(`update screen_body set content = '{"type": broken' where encode(hash, 'hex') = $1`, [spoilt])
      await tell()
      await until(async () => (await seen()).schema.title === title)
      expect((await seen()).schema.title).toBe(title)
    }
    expect((await world.pool.query('select version from screen_version where broken <> $1 order by 1', [''])).rows).toEqual([{ version: 1 }, { version: 2 }])
    expect((await world.pool.query("select count(*)::int as n from audit where call = 'screen.broken'")).rows[0].n).toBe(2)
    expect((await world.call('screen.list', { as: 'sue', query: { state: 'broken' } })).data.total).toBe(1)
    expect((await seen()).hash).toBe(shipped.hash)
  })

  it('is the shipped one in safe mode, for a super user and for who is not signed in', async () => {
    const shipped = await seen()
    await publish(world, { ...HELLO, title: 'Changed' })
    expect((await seen({ query: { safe: '1' } })).hash).toBe(shipped.hash)
    expect((await seen({ as: 'sue', query: { safe: '1' } })).hash).toBe(shipped.hash)
    expect((await seen({ as: 'ben', query: { safe: '1' } })).schema.title).toBe('Changed')
  })

  it('is not called broken because the server is busy, and is there when it is not', async () => {
    const params = { screenId: 'general.home' }
    const title = async () => (await world.call('screen.get', { params })).data.schema.title
    const shipped = (await world.call('screen.get', { params })).data.schema
    const { workers } = world.running
    const free = workers.do
    workers.do = () => Promise.reject(new ApiError('server.busy', 'The server is busy with other large work. Try again in a moment', 503))
    try {
      await publishedBefore(world, params.screenId, { ...shipped, className: 'older' }, { ...shipped, className: 'older', title: 'Ours' })
      expect(await title()).toBe(shipped.title)
    } finally {
      workers.do = free
    }
    await tell()
    await until(async () => (await title()) === 'Ours')
    expect(await title()).toBe('Ours')
    const { rows } = await world.pool.query(
      `select broken from screen_version v join screen_override o on o.id = v.override_id where o.screen_id = $1 and broken <> ''`,
      [params.screenId],
    )
    expect(rows).toEqual([])
  })

  it('falls back when its content is larger than any screen may be', async () => {
    await publish(world, { ...HELLO, title: 'Before' })
    const { hash } = await publish(world, { ...HELLO, title: 'Huge' })
    const huge = JSON.stringify({ type: 'page', body: 'x'.repeat(5 * 1024 * 1024) })
    const other = hashOf(huge)
    await world.pool.query('insert into screen_body (hash, content) values ($1, $2)', [other, huge])
    await world.pool.query("update screen_version set result_hash = $1 where encode(result_hash, 'hex') = $2", [other, hash])
    await tell()
    await until(async () => (await seen()).schema.title === 'Before')
    expect((await seen()).schema.title).toBe('Before')
    expect((await world.pool.query('select broken from screen_version where result_hash = $1', [other])).rows[0].broken).toContain('too large')
  })

  it('is rebased on a newer shipped screen, as a version of its own', async () => {
    const shipped = (await world.call('screen.get', { params: { screenId: 'general.not-found' } })).data.schema as JsonObject
    const older = { ...shipped, title: 'As it was' }
    await publishedBefore(world, 'general.not-found', older, { ...older, className: 'ours' })
    const { schema } = (await world.call('screen.get', { params: { screenId: 'general.not-found' } })).data
    expect(schema).toEqual({ ...shipped, className: 'ours' })
    const { items } = (await world.call('screen.listVersions', { as: 'sue', params: { screenId: 'general.not-found' } })).data
    expect(items.map((one: any) => one.kind)).toEqual(['rebase', 'publish'])
  })

  it('stays as it was on the old base while a conflict is open, and says so', async () => {
    const params = { screenId: 'general.logout' }
    const shipped = (await world.call('screen.get', { params })).data.schema as JsonObject
    const older = { ...shipped, className: 'a' }
    const newer = { ...shipped, className: 'b' }
    await publishedBefore(world, 'general.logout', older, newer)
    expect((await world.call('screen.get', { params })).data.schema).toEqual(newer)
    const edit = (await world.call('screen.getDraft', { as: 'sue', params })).data
    expect(edit).toMatchObject({ state: 'conflict', conflicts: [{ kind: 'value', prop: 'className', ours: 'b' }] })
    await publish(world, { ...shipped, className: 'solved' }, 'general.logout')
    expect((await world.call('screen.getDraft', { as: 'sue', params })).data).toMatchObject({ state: 'published', conflicts: [] })
  })

  it('of an organisation is seen by its people, at its addresses, and by nobody else', async () => {
    const params = { screenId: 'general.home' }
    const shipped = (await world.call('screen.get', { params })).data.schema as JsonObject
    await publishedBefore(world, 'general.home', shipped, { ...shipped, className: `acme-${uuidv7()}` }, world.ids.acme)
    const classOf = async (ask: object) => String((await world.call('screen.get', { params, ...ask })).data.schema.className ?? '')
    expect(await classOf({ as: 'ben', query: { companyKey: 'acme' } })).toMatch(/^acme-/)
    for (const ask of [
      {},
      { as: 'ben' },
      { query: { companyKey: 'acme' } },
      { as: 'dee', query: { companyKey: 'acme' } },
      { as: 'dee', query: { companyKey: 'globex' } },
    ])
      expect(await classOf(ask)).not.toMatch(/^acme-/)
  })
})
