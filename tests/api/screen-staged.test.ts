// A version for chosen people first: who gets it, what becomes of it, and that it never touches the others.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from 'uuidv7'
import type { JsonObject } from '../../api/ledger/index.ts'
import { HELLO, publish, publishedBefore, SCREEN } from '../support/screens.ts'
import { BEN, stage, titles, TRIAL } from '../support/staged.ts'
import { makeWorld, type World } from '../support/world.ts'

describe('a staged version', () => {
  let world: World
  beforeEach(async () => {
    await world?.close()
    world = await makeWorld()
  })
  afterAll(() => world?.close())
  const row = async () => (await world.call('screen.list', { as: 'sue', query: { keywords: SCREEN.screenId } })).data.items[0]
  const report = (as: 'ben' | 'abe' | 'sue' | 'dee', hash: string) => world.call('screen.report', { as, params: SCREEN, body: { hash, message: 'boom' } })

  it('is what the chosen people get, and nobody else, the publisher included', async () => {
    await publish(world)
    const { data } = await stage(world)
    expect(data).toMatchObject({
      version: 2,
      staged: { version: 2, people: [{ name: 'Ben', email: 'ben@example.test' }], by: 'Sue', note: 'Try it' },
      replaced: null,
    })
    expect(await titles(world, 'ben', undefined, 'ann', 'sue')).toEqual(['Trial', 'Hello', 'Hello', 'Hello'])
    expect((await world.call('screen.get', { as: 'ben', params: SCREEN })).data.hash).toBe(data.hash)
  })

  it('shows in the list, to editors, and in the history, beside what everybody has', async () => {
    await publish(world)
    await stage(world)
    const staged = { version: 2, people: [{ name: 'Ben', email: 'ben@example.test' }], by: 'Sue', note: 'Try it', broken: '' }
    expect(await row()).toMatchObject({ state: 'staged', version: 2, shownVersion: 1, staged })
    expect((await world.call('screen.list', { as: 'sue', query: { state: 'staged' } })).data).toMatchObject({ total: 1, counts: { staged: 1 } })
    expect((await world.call('screen.getDraft', { as: 'sue', params: SCREEN })).data).toMatchObject({ state: 'staged', version: 2, schema: HELLO, staged })
    const history = (await world.call('screen.listVersions', { as: 'sue', params: SCREEN })).data
    expect(history).toMatchObject({
      staged,
      items: [
        { version: 2, audience: 'staged', shown: false },
        { version: 1, audience: 'everybody', shown: true },
      ],
    })
    expect((await world.call('screen.getVersion', { as: 'sue', params: { ...SCREEN, version: '2' } })).data).toMatchObject({
      audience: 'staged',
      schema: TRIAL,
    })
    expect((await world.call('screen.blame', { as: 'sue', params: SCREEN })).data.items.every((one: any) => one.version === 1)).toBe(true)
  })

  it('can be the first version of a screen', async () => {
    const [shipped] = await titles(world, 'ann')
    await stage(world)
    expect(await titles(world, 'ben', 'ann')).toEqual(['Trial', shipped])
    expect(await row()).toMatchObject({ state: 'staged', shownVersion: 0 })
  })

  it('is replaced by a second one, which says so, and the first people get what everybody has', async () => {
    await stage(world)
    const { data } = await stage(world, { schema: { ...HELLO, title: 'Second' }, people: ['ann@example.test', 'ANN@example.test', 'abe@example.test'] })
    expect(data.staged.people.map((one: any) => one.name)).toEqual(['Abe', 'Ann'])
    expect(data.replaced).toMatchObject({ version: 1, people: [{ name: 'Ben' }] })
    const [everybody] = await titles(world, undefined)
    expect(await titles(world, 'ben', 'ann', 'abe')).toEqual([everybody, 'Second', 'Second'])
    expect((await world.call('screen.listVersions', { as: 'sue', params: SCREEN })).data.items.map((one: any) => one.audience)).toEqual(['staged', 'withdrawn'])
  })

  it('is replaced by what is published for all, by a restored version, and by the shipped screen; each says so', async () => {
    await publish(world)
    const calls = [
      async () => {
        const { version: baseVersion } = (await world.call('screen.getDraft', { as: 'sue', params: SCREEN })).data
        return world.call('screen.publish', { as: 'sue', params: SCREEN, body: { schema: HELLO, baseVersion } })
      },
      () => world.call('screen.restore', { as: 'sue', params: { ...SCREEN, version: '1' }, body: {} }),
      () => world.call('screen.reset', { as: 'sue', params: SCREEN, body: {} }),
    ]
    for (const replace of calls) {
      const { version } = (await stage(world)).data
      expect(await titles(world, 'ben')).toEqual(['Trial'])
      expect((await replace()).data).toMatchObject({ staged: null, replaced: { version, people: [{ name: 'Ben' }] } })
      expect(await titles(world, 'ben')).toEqual(await titles(world, 'ann'))
      expect((await row()).staged).toBeNull()
    }
  })

  it('is replaced by an import, whose plan says so first', async () => {
    await publish(world)
    const zip = await world.call('screen.export', { as: 'sue' })
    await publish(world, { ...HELLO, title: 'Two' })
    const { version } = (await stage(world)).data
    const files = [{ field: 'file', name: 'screens.zip', content: zip.raw }]
    const send = (apply: boolean) => world.call('screen.importFiles', { as: 'sue', body: { apply }, files })
    expect((await send(false)).data.items).toMatchObject([{ action: 'change', replaces: { version, people: [{ name: 'Ben' }] } }])
    expect(await titles(world, 'ben')).toEqual(['Trial'])
    await send(true)
    expect(await titles(world, 'ben')).toEqual(['Hello'])
    expect((await send(false)).data.items).toMatchObject([{ action: 'same', replaces: null }])
  })

  it('asks before it is published over by somebody who has not seen it, and tells what would be lost', async () => {
    await publish(world)
    await stage(world)
    const reply = await world.call('screen.publish', { as: 'sue', params: SCREEN, body: { schema: { ...HELLO, title: 'Other' }, baseVersion: 1 } })
    expect(reply).toMatchObject({ status: 409, code: 'screen.changedMeanwhile', data: { version: 2, updatedBy: 'Sue', isStaged: true } })
    expect(reply.data.theirs.map((one: any) => one.text)).toEqual([expect.stringMatching(/Hello.*Trial/)])
    expect(reply.data.sentences.map((one: any) => one.text)).toEqual([expect.stringMatching(/Trial.*Other/)])
    await world.call('screen.withdraw', { as: 'sue', params: SCREEN, body: {} })
    const again = await world.call('screen.publish', { as: 'sue', params: SCREEN, body: { schema: { ...HELLO, title: 'Other' }, baseVersion: 1 } })
    expect(again.status).toBe(0)
  })

  it('that cannot be drawn falls back for the chosen people only, at once, and for all of them when enough say so', async () => {
    await publish(world)
    const { hash } = (await stage(world, { people: [...BEN, 'abe@example.test', 'dee@example.test'] })).data
    expect((await report('ben', hash)).data).toMatchObject({ source: 'version', version: 1, schema: HELLO })
    expect(await titles(world, 'ben', 'abe', 'ann')).toEqual(['Trial', 'Trial', 'Hello'])
    await report('abe', hash)
    await report('dee', hash)
    expect(await titles(world, 'ben', 'abe', 'ann')).toEqual(['Hello', 'Hello', 'Hello'])
    expect(await row()).toMatchObject({ state: 'broken', shownVersion: 1, staged: { version: 2, broken: 'boom' } })
    expect((await world.call('inbox.list', { as: 'sue' })).data.items[0]).toMatchObject({ kind: 'screen.broken', version: 2 })
    // A version that works for nobody is not given to everybody.
    expect(await world.call('screen.release', { as: 'sue', params: SCREEN, body: {} })).toMatchObject({ status: 409, code: 'screen.stagedBroken' })
  })

  it('is taken back by the one person that it is for, whose word does not touch the version of the others', async () => {
    await publish(world)
    const { hash } = (await stage(world)).data
    expect((await report('ben', hash)).data).toMatchObject({ source: 'version', schema: HELLO })
    expect((await row()).staged.broken).toBe('boom')
    expect((await world.pool.query("select version from screen_version where broken <> ''")).rows).toEqual([{ version: 2 }])
  })

  it('whose content is gone gives the chosen people what everybody has', async () => {
    await publish(world)
    const { hash } = (await stage(world)).data
    await world.pool.query(`update screen_body set content = '{' where encode(hash, 'hex') = $1`, [hash])
    expect(await titles(world, 'ben', 'ann')).toEqual(['Hello', 'Hello'])
    expect(await row()).toMatchObject({ state: 'broken', shownVersion: 1 })
  })

  it('follows a newer screen below as long as it fits, and is kept on the old one where it does not', async () => {
    const params = { screenId: 'general.not-found' }
    const shipped = (await world.call('screen.get', { params })).data.schema as JsonObject
    const older = { ...shipped, title: 'As it was', className: 'old' }
    await publishedBefore(world, params.screenId, older, { ...older, title: 'As it was', name: 'ours' })
    expect((await world.call('screen.get', { params })).data.schema).toEqual({ ...shipped, name: 'ours' })
    const seen = async (as: 'ben' | 'ann') => (await world.call('screen.get', { as, params })).data.schema
    await stage(world, { ...params, schema: { ...shipped, name: 'ours', subTitle: 'Trial' } })
    // As after an update of Tessera: what both were made on is another screen now.
    const { rows } = await world.pool.query("select base_hash, result_hash from screen_version v where audience = 'staged'")
    expect(rows).toHaveLength(1)
    const olderHash = (await world.pool.query('select base_hash from screen_version where version = 1')).rows[0].base_hash
    await world.pool.query(
      `update screen_version set base_hash = $1, result_hash = (select result_hash from screen_version where version = 1) where audience = 'staged'`,
      [olderHash],
    )
    await world.pool.query(`select pg_notify('tessera', '{"topic":"screen","payload":{"screen":"*","level":"platform"}}')`)
    await expect.poll(() => seen('ben')).toEqual({ ...shipped, name: 'ours' })
    expect((await world.call('screen.release', { as: 'sue', params, body: {} })).status).toBe(0)
    expect(await seen('ann')).toEqual({ ...shipped, name: 'ours' })
  })

  it('that contradicts a newer screen below stays as it is for its people, and is not released over it', async () => {
    const params = { screenId: 'general.logout' }
    const shipped = (await world.call('screen.get', { params })).data.schema as JsonObject
    const older = { ...shipped, className: 'a' }
    await publishedBefore(world, params.screenId, older, { ...older, name: 'ours' })
    await world.call('screen.get', { params })
    const trial = { ...older, className: 'b', name: 'trial' }
    await stage(world, { ...params, schema: trial })
    const first = (await world.pool.query('select base_hash from screen_version where version = 1')).rows[0].base_hash
    await world.pool.query(`update screen_version set base_hash = $1 where audience = 'staged'`, [first])
    await world.pool.query(`select pg_notify('tessera', '{"topic":"screen","payload":{"screen":"*","level":"platform"}}')`)
    await new Promise(done => setTimeout(done, 100))
    expect((await world.call('screen.get', { as: 'ben', params })).data.schema).toEqual(trial)
    expect((await world.call('screen.get', { as: 'ann', params })).data.schema).toEqual({ ...shipped, name: 'ours' })
    const before = await world.stored()
    expect(await world.call('screen.release', { as: 'sue', params, body: {} })).toMatchObject({ status: 409, code: 'screen.stagedConflict' })
    expect(await world.stored()).toBe(before)
  })

  it('of the platform carries the organisation’s own changes for its people, and writes nothing there', async () => {
    const acme = { companyKey: 'acme' }
    const seen = async (as: 'ben' | 'ann') => (await world.call('screen.get', { as, params: SCREEN, query: acme })).data.schema
    await publish(world)
    await world.call('screen.publish', { as: 'ann', params: SCREEN, query: acme, body: { schema: { ...HELLO, className: 'acme' }, baseVersion: 0 } })
    await stage(world)
    const before = await world.stored()
    expect(await seen('ben')).toEqual({ ...HELLO, title: 'Trial', className: 'acme' })
    expect(await seen('ann')).toEqual({ ...HELLO, className: 'acme' })
    expect(await world.stored()).toBe(before)
    // Editors of the organisation work on what everybody has.
    expect((await world.call('screen.getDraft', { as: 'ann', params: SCREEN, query: acme })).data.below).toEqual(HELLO)
    await world.call('screen.release', { as: 'sue', params: SCREEN, body: {} })
    expect(await seen('ann')).toEqual({ ...HELLO, title: 'Trial', className: 'acme' })
  })

  it('takes the place of another one though both are for a hundred people', async () => {
    const rows = Array.from({ length: 200 }, (_one, at) => ({ id: uuidv7(), username: `p${at}`, name: `P${at}`, email: `p${at}@example.test` }))
    await world.db.insertInto('person').values(rows).execute()
    const emails = rows.map(row => row.email)
    expect((await stage(world, { people: emails.slice(0, 100) })).data.staged.people).toHaveLength(100)
    expect((await stage(world, { people: emails.slice(100) })).data.replaced.people).toHaveLength(100)
  })

  it('of an organisation is for members only, at its addresses only', async () => {
    const query = { companyKey: 'acme' }
    const body = { schema: TRIAL, people: BEN, baseVersion: 0 }
    expect(await world.call('screen.publish', { as: 'ann', params: SCREEN, query, body: { ...body, people: [...BEN, 'dee@example.test'] } })).toMatchObject({
      status: 422,
      code: 'screen.unknownPerson',
      errors: { 'people.1': 'No member of the organisation has this email' },
    })
    expect((await world.call('screen.publish', { as: 'ann', params: SCREEN, query, body })).status).toBe(0)
    const title = async (ask: object) => (await world.call('screen.get', { params: SCREEN, ...ask })).data.schema.title
    expect(await title({ as: 'ben', query })).toBe('Trial')
    expect(await title({ as: 'ann', query })).not.toBe('Trial')
    expect(await title({ as: 'ben' })).not.toBe('Trial')
  })
})
