// Contents that nothing names any more are marked, and removed when they stay unused for the grace time; whatever is in use stays.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HELLO, publish, SCREEN } from '../support/screens.ts'
import { makeWorld, type World } from '../support/world.ts'

describe('the sweep of contents', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())
  const sweep = (graceMs: number) => world.running.services.sweep.run({ graceMs })
  const bodies = async () =>
    (await world.pool.query('select content, unused_since is not null as unused from body order by content')).rows as { content: string; unused: boolean }[]
  const screens = async () => Number((await world.pool.query('select count(*) as n from screen_body')).rows[0].n)
  async function must(id: Parameters<World['call']>[0], ask: object) {
    const reply = await world.call(id, { as: 'ann', ...ask })
    expect(reply.status, reply.msg).toBe(0)
    return reply.data
  }
  const DAY = 86_400_000

  it('leaves alone what a page, an older version of it or a release shows', async () => {
    const { id } = await must('page.create', { body: { name: 'A', path: '/a', kind: 'page', schema: { type: 'page', body: 'first' } } })
    await must('page.update', { params: { pageId: id }, body: { schema: { type: 'page', body: 'second' } } })
    const gone = await must('page.create', { body: { name: 'B', path: '/b', kind: 'page', schema: { type: 'page', body: 'published' } } })
    await must('release.create', { query: { sync: 1 }, body: { title: 'One', version: '1.0.0' } })
    await must('page.delete', { params: { pageId: gone.id } })
    await publish(world)
    const before = [await bodies(), await screens()]
    expect(await sweep(0)).toEqual({ marked: 0, removed: 0 })
    expect([await bodies(), await screens()]).toEqual(before)
    expect(before[0]).toHaveLength(3)
  })

  it('marks what became unused, and removes it only after the grace time', async () => {
    const { id } = await must('page.create', { body: { name: 'C', path: '/c', kind: 'page', schema: { type: 'page', body: 'unused' } } })
    await must('page.delete', { params: { pageId: id } })
    expect(await sweep(DAY)).toEqual({ marked: 1, removed: 0 })
    expect(await sweep(DAY)).toEqual({ marked: 0, removed: 0 })
    expect((await bodies()).filter(one => one.unused)).toHaveLength(1)
    await world.pool.query("update body set unused_since = unused_since - interval '25 hours'")
    expect(await sweep(DAY)).toEqual({ marked: 0, removed: 1 })
    expect((await bodies()).map(one => JSON.parse(one.content).body)).toEqual(['first', 'published', 'second'])
  })

  it('keeps what is stored again meanwhile', async () => {
    const make = (path: string) => must('page.create', { body: { name: 'D', path, kind: 'page', schema: { type: 'page', body: 'again' } } })
    await must('page.delete', { params: { pageId: (await make('/d')).id } })
    expect((await sweep(DAY)).marked).toBe(1)
    await world.pool.query("update body set unused_since = unused_since - interval '25 hours' where unused_since is not null")
    await make('/e')
    expect(await sweep(DAY)).toEqual({ marked: 0, removed: 0 })
    expect((await bodies()).filter(one => one.unused)).toEqual([])
  })

  it('never takes what somebody is storing at the same moment', async () => {
    const { id } = await must('page.create', { body: { name: 'F', path: '/f', kind: 'page', schema: { type: 'page', body: 'held' } } })
    await must('page.delete', { params: { pageId: id } })
    await sweep(DAY)
    await world.pool.query("update body set unused_since = unused_since - interval '25 hours' where unused_since is not null")
    const { bodyOf } = await import('../../api/server/services/foundation/contents.ts')
    let swept: Promise<unknown> | undefined
    await world.db.transaction().execute(async trx => {
      const body = bodyOf({ type: 'page', body: 'held' })
      await world.running.services.contents.store(world.ids.acme, [body], trx)
      swept = sweep(DAY)
      await new Promise(done => setTimeout(done, 200))
      await trx.updateTable('page').set({ body_hash: body.hash }).where('path', '=', '/e').execute()
    })
    await swept
    expect((await bodies()).map(one => JSON.parse(one.content).body)).toContain('held')
  })

  it('takes the contents of screens whose overrides are gone', async () => {
    await publish(world, { ...HELLO, title: 'Two' })
    const before = await screens()
    await world.pool.query('delete from screen_override where screen_id = $1', [SCREEN.screenId])
    const { marked } = await sweep(DAY)
    expect(marked).toBe(before)
    await world.pool.query("update screen_body set unused_since = unused_since - interval '25 hours'")
    // Published again meanwhile: the shipped screen below it, and the same content.
    await publish(world, { ...HELLO, title: 'Two' })
    expect((await sweep(DAY)).removed).toBe(before - 2)
    expect((await world.call('screen.getVersion', { as: 'sue', params: { ...SCREEN, version: '1' } })).data.schema.title).toBe('Two')
  })

  it('runs as a job, once a day however often it is asked for', async () => {
    await must('page.delete', {
      params: { pageId: (await must('page.create', { body: { name: 'G', path: '/g', kind: 'page', schema: { type: 'page', body: 'by job' } } })).id },
    })
    const other = await world.another()
    for (const one of [world, other, world]) await one.running.services.sweep.ask()
    for (const end = Date.now() + 15_000; Date.now() < end && !(await bodies()).some(one => one.unused);) await new Promise(done => setTimeout(done, 100))
    expect((await bodies()).filter(one => one.unused).map(one => JSON.parse(one.content).body)).toEqual(['by job'])
    const jobs = await world.pool.query("select state from pgboss.job where name = 'sweep-contents'")
    expect(jobs.rows).toHaveLength(1)
    await other.close()
  })
})
