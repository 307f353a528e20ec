// Two people on one screen, at every level: the second sees who and works on a copy; publishing over a newer version asks and shows the difference.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HELLO, SCREEN } from '../support/screens.ts'
import { makeWorld, type Person, type World } from '../support/world.ts'

describe.each([
  ['the platform', {}, 'sue', 'cyd'],
  ['an organisation', { companyKey: 'acme' }, 'ann', 'abe'],
  ['an app', { companyKey: 'acme', appUrlKey: 'shop' }, 'ann', 'ben'],
] as [string, Record<string, unknown>, Person, Person][])('two people on a screen of %s', (_level, query, first, second) => {
  let world: World
  const name = (person: Person) => person[0]!.toUpperCase() + person.slice(1)
  const ask = async (id: 'screen.getDraft' | 'screen.saveDraft' | 'screen.publish', as: Person, body?: object, headers = {}) =>
    world.call(id, { as, params: SCREEN, query, headers, ...(body && { body }) })
  beforeAll(async () => {
    world = await makeWorld()
    const isGranted = second === 'cyd' || second === 'ben'
    if (isGranted) await world.call('screen.saveGrant', { as: first, query, body: { email: `${second}@example.test`, permission: 'change' } })
  })
  afterAll(() => world?.close())

  it('the second sees who works on it and since when, and works on a copy', async () => {
    await ask('screen.saveDraft', first, { schema: { ...HELLO, title: 'First' }, baseVersion: 0 })
    const opened = (await ask('screen.getDraft', second)).data
    expect(opened).toMatchObject({ draft: null, others: [{ name: name(first), editing: true }] })
    expect(Date.now() - Date.parse(opened.others[0].at)).toBeLessThan(60_000)
    await ask('screen.saveDraft', second, { schema: { ...HELLO, title: 'Second' }, baseVersion: 0 })
    expect((await ask('screen.getDraft', first)).data).toMatchObject({ draft: { schema: { title: 'First' } }, others: [{ name: name(second) }] })
    expect((await ask('screen.getDraft', second)).data).toMatchObject({ draft: { schema: { title: 'Second' } } })
    // Nobody sees a draft but its owner.
    expect((await world.call('screen.get', { as: second, params: SCREEN, query })).data.changed).toBe(false)
  })

  it('the first has left: the draft is told of, and that nobody edits it now', async () => {
    await world.pool.query(`update screen_draft set at = now() - interval '1 hour' where user_id = $1`, [world.ids[first]])
    const others = async () => (await ask('screen.getDraft', second)).data.others
    expect(await others()).toMatchObject([{ name: name(first), editing: false }])
    await world.call('screen.presence', { as: first, params: SCREEN, query, body: { tab: 'a' } })
    expect(await others()).toMatchObject([{ name: name(first), editing: true }])
  })

  it('publishing over a newer version asks, tells who and when and both differences, and changes nothing until it is said again', async () => {
    expect((await ask('screen.publish', first, { baseVersion: 0 })).status).toBe(0)
    const before = await world.stored()
    const refused = await ask('screen.publish', second, { baseVersion: 0 }, { 'accept-language': 'zh-CN' })
    expect(refused).toMatchObject({ status: 409, code: 'screen.changedMeanwhile', data: { version: 1, updatedBy: name(first), isStaged: false } })
    expect(refused.msg).toContain(name(first))
    expect(Date.now() - Date.parse(refused.data.updatedAt)).toBeLessThan(60_000)
    // What the other changed, and what publishing would make of that; both in words.
    expect(refused.data.theirs.map((one: any) => one.text)).toContain('页面增加了标题')
    expect(refused.data.sentences.map((one: any) => one.text)).toEqual([expect.stringMatching(/First.*Second/)])
    expect(await world.stored()).toBe(before)
    expect((await ask('screen.publish', second, { baseVersion: 1 })).data.version).toBe(2)
    expect((await world.call('screen.get', { as: second, params: SCREEN, query })).data.schema.title).toBe('Second')
    expect((await world.call('screen.listVersions', { as: first, params: SCREEN, query })).data.items.map((one: any) => one.createdBy)).toEqual([
      name(second),
      name(first),
    ])
  })
})
