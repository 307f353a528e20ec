// Screens of the platform, of an organisation and of an app: every call at every level, one on the other, and each for itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallId } from '../../api/generated/calls.ts'
import { HELLO, publish, SCREEN } from '../support/screens.ts'
import { makeWorld, type Ask, type Person, type World } from '../support/world.ts'

const ACME = { companyKey: 'acme' }
const SHOP = { companyKey: 'acme', appUrlKey: 'shop' }

describe.each([
  ['an organisation', ACME, 'abe'],
  ['an app', SHOP, 'ann'],
] as [string, Record<string, string>, Person][])('screens of %s', (level, query, as) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
    await publish(world, { ...HELLO, title: 'Platform' })
  })
  afterAll(() => world?.close())
  const ask = async (id: CallId, more: Ask = {}) => world.call(id, { as, params: SCREEN, ...more, query: { ...query, ...more.query } })
  const must = async (id: CallId, more: Ask = {}) => {
    const reply = await ask(id, more)
    expect(reply.status, `${id}: ${reply.msg} ${JSON.stringify(reply.errors)}`).toBe(0)
    return reply.data
  }
  const seen = async (who: Person | undefined, at: Record<string, string> = {}) =>
    (await world.call('screen.get', { as: who, params: SCREEN, query: at })).data.schema

  it('are made on what the platform has, with drafts and versions of their own', async () => {
    expect(await must('screen.getDraft')).toMatchObject({
      version: 0,
      state: 'shipped',
      draft: null,
      below: { title: 'Platform' },
      schema: { title: 'Platform' },
    })
    const schema = { ...HELLO, title: 'Platform', className: 'ours' }
    expect((await must('screen.saveDraft', { body: { schema, baseVersion: 0 } })).version).toBe(0)
    expect((await must('screen.list', { query: { state: 'draft' } })).items).toMatchObject([{ id: SCREEN.screenId, drafts: 1 }])
    const made = await must('screen.publish', { body: { baseVersion: 0, note: 'Ours' } })
    // Told against the platform's, not against the shipped one.
    expect(made.sentences).toHaveLength(1)
    expect(made.version).toBe(1)
    expect((await must('screen.listVersions')).items).toMatchObject([{ version: 1, note: 'Ours', shown: true }])
    expect(await must('screen.getVersion', { params: { ...SCREEN, version: '1' } })).toMatchObject({ schema })
    expect((await must('screen.diff', { query: { from: 0, to: 1 } })).before.title).toBe('Platform')
  })

  it('are seen at the addresses they belong to, by people who belong there', async () => {
    expect((await seen('ben', SHOP)).className).toBe('ours')
    expect((await seen('ben', ACME)).className).toBe(level === 'an app' ? undefined : 'ours')
    for (const at of [{}, { companyKey: 'globex' }] as Record<string, string>[]) expect((await seen('dee', at)).className).toBeUndefined()
    expect((await seen('dee', SHOP)).className).toBeUndefined()
    expect((await world.call('screen.list', { as: 'sue', query: { keywords: SCREEN.screenId } })).data.items[0]).toMatchObject({
      state: 'published',
      version: 1,
      drafts: 0,
    })
  })

  it('take what the platform publishes later, below their own changes', async () => {
    await publish(world, { ...HELLO, title: 'Newer' })
    expect(await seen('ben', SHOP)).toMatchObject({ title: 'Newer', className: 'ours' })
    expect((await must('screen.listVersions')).items[0]).toMatchObject({ version: 2, kind: 'rebase', createdBy: '' })
    const stale = await ask('screen.publish', { body: { schema: { ...HELLO, className: 'late' }, baseVersion: 1 } })
    expect(stale).toMatchObject({ status: 409, code: 'screen.changedMeanwhile', msg: 'This screen was brought onto a newer one below it meanwhile' })
  })

  it('are restored, staged, exported, imported and reset for themselves', async () => {
    expect((await must('screen.publish', { body: { schema: { ...HELLO, title: 'Newer', className: 'second' }, baseVersion: 2 } })).version).toBe(3)
    expect((await must('screen.restore', { params: { ...SCREEN, version: '2' }, body: {} })).version).toBe(4)
    expect((await seen('ben', SHOP)).className).toBe('ours')
    await must('screen.publish', { body: { schema: { ...HELLO, className: 'trial' }, people: ['ben@example.test'], baseVersion: 4 } })
    expect([(await seen('ben', SHOP)).className, (await seen('abe', SHOP)).className]).toEqual(['trial', 'ours'])
    await must('screen.withdraw', { body: {} })
    const zip = await ask('screen.export')
    const files = [{ field: 'file', name: 'screens.zip', content: zip.raw }]
    expect((await must('screen.importFiles', { params: {}, body: {}, files })).items).toMatchObject([{ screenId: SCREEN.screenId, action: 'same' }])
    expect((await world.call('screen.importFiles', { as: 'sue', body: {}, files })).data.items).toMatchObject([{ action: 'change' }])
    await must('screen.reset', { body: {} })
    expect(await seen('ben', SHOP)).toEqual({ ...HELLO, title: 'Newer' })
    expect((await must('screen.list', { query: { keywords: SCREEN.screenId } })).items[0].state).toBe('shipped')
    expect(await must('screen.discardDraft', {})).toEqual({})
  })

  it('that cannot be drawn are taken back by who may change them, which says nothing about the platform’s', async () => {
    const { version } = await must('screen.getDraft')
    const { hash } = await must('screen.publish', { body: { schema: { ...HELLO, title: 'Newer', className: 'broken' }, baseVersion: version } })
    const report = async (who: Person, body: object) =>
      (await world.call('screen.report', { as: who, params: SCREEN, body: { message: 'boom', ...body } })).data
    // A member is one of three.
    expect((await report('ben', { hash, ...query })).source).not.toBe('current')
    expect((await seen('ben', SHOP)).className).toBe('broken')
    await report(as, { hash, ...query })
    expect((await seen('ben', SHOP)).className).toBeUndefined()
    expect((await must('screen.list', { query: { state: 'broken' } })).total).toBe(1)
    // Now it is the platform's that he reports, where his word is one of three.
    const platform = (await world.call('screen.get', { as, params: SCREEN, query })).data.hash
    await report(as, { hash: platform, ...query })
    expect((await world.call('screen.list', { as: 'sue', query: { state: 'broken' } })).data.total).toBe(0)
  })
})

describe('content that is gone', () => {
  it.each([
    ['the own', { as: 'ann' as Person, query: ACME, title: 'One' }],
    ['below', { as: 'ann' as Person, query: SHOP, title: 'One' }],
  ])('%s keeps nobody from editing: the version before opens', async (_where, { as, query, title }) => {
    const world = await makeWorld()
    const edit = async (who: Person, at: object) => (await world.call('screen.getDraft', { as: who, params: SCREEN, query: { ...at } })).data
    for (const [baseVersion, one] of ['One', 'Two'].entries())
      await world.call('screen.publish', { as: 'ann', params: SCREEN, query: ACME, body: { schema: { ...HELLO, title: one }, baseVersion } })
    await world.pool.query(`update screen_body set content = '{' where content like '%Two%'`)
    await world.pool.query(`select pg_notify('tessera', '{"topic":"screen","payload":{"screen":"*","level":"platform"}}')`)
    await new Promise(done => setTimeout(done, 50))
    const opened = await edit(as, query)
    expect((query === ACME ? opened.schema : opened.below).title).toBe(title)
    expect((await edit('ann', ACME)).state).toBe('broken')
    await world.close()
  })
})

describe('screens of three levels', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())

  it('lie one on the other, and events tell those concerned', async () => {
    await publish(world, { ...HELLO, title: 'Platform' })
    await world.call('screen.publish', {
      as: 'abe',
      params: SCREEN,
      query: ACME,
      body: { schema: { ...HELLO, title: 'Platform', className: 'acme' }, baseVersion: 0 },
    })
    const below = (await world.call('screen.getDraft', { as: 'ann', params: SCREEN, query: SHOP })).data.below
    expect(below).toEqual({ ...HELLO, title: 'Platform', className: 'acme' })
    const made = await world.call('screen.publish', { as: 'ann', params: SCREEN, query: SHOP, body: { schema: { ...below, name: 'shop' }, baseVersion: 0 } })
    expect(made.data.sentences).toHaveLength(1)
    const seen = async (query: object) => (await world.call('screen.get', { as: 'ben', params: SCREEN, query: { ...query } })).data.schema
    expect(await seen(SHOP)).toEqual({ ...HELLO, title: 'Platform', className: 'acme', name: 'shop' })
    // The organisation's next change goes through to its apps.
    const { version } = (await world.call('screen.getDraft', { as: 'abe', params: SCREEN, query: ACME })).data
    await world.call('screen.publish', {
      as: 'abe',
      params: SCREEN,
      query: ACME,
      body: { schema: { ...HELLO, title: 'Acme', className: 'acme' }, baseVersion: version },
    })
    expect(await seen(SHOP)).toEqual({ ...HELLO, title: 'Acme', className: 'acme', name: 'shop' })
    expect(await seen(ACME)).toEqual({ ...HELLO, title: 'Acme', className: 'acme' })
    expect(await seen({})).toEqual({ ...HELLO, title: 'Platform' })
  })

  it('go with the app or the organisation that they belong to', async () => {
    const count = async (table: string) => (await world.pool.query(`select count(*)::int as n from ${table} where app_id = $1`, [world.ids.shop])).rows[0].n
    await world.call('screen.saveGrant', { as: 'ann', query: SHOP, body: { email: 'ben@example.test', permission: 'read' } })
    expect([await count('screen_override'), await count('screen_grant')]).toEqual([1, 1])
    await world.db.deleteFrom('app').where('id', '=', world.ids.shop).execute()
    expect([await count('screen_override'), await count('screen_grant')]).toEqual([0, 0])
  })
})
