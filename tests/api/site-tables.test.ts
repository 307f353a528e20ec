// The table of addresses and the menus changed like screens: what would lock people out is refused, and what breaks later falls back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/ledger/index.ts'
import { publish, publishedBefore } from '../support/screens.ts'
import { makeWorld, type World } from '../support/world.ts'

describe('addresses and menus', () => {
  let world: World
  let shipped: { path: string; [key: string]: unknown }[]
  beforeAll(async () => {
    world = await makeWorld()
    shipped = (await world.call('general.site')).data.routes
  })
  afterAll(() => world?.close())
  const site = async () => (await world.call('general.site')).data
  const version = async (screenId: string) => (await world.call('screen.getDraft', { as: 'sue', params: { screenId } })).data.version as number
  const send = async (schema: object, ask: object = {}) =>
    world.call('screen.publish', { as: 'sue', params: { screenId: 'site.routes' }, body: { schema, baseVersion: await version('site.routes') }, ...ask })
  const start = { path: '/start', screen: 'general.home', layout: 'console', access: 'user' }
  const withStart = () => ({ routes: [...shipped.slice(0, -1), start, shipped.at(-1)] })

  it.each([
    ['without /login', (list: any[]) => list.filter(one => one.path !== '/login'), 'route.kept'],
    ['without the screens manager', (list: any[]) => list.filter(one => one.path !== '/platform/screens'), 'route.kept'],
    ['with /login for super users only', (list: any[]) => list.map(one => (one.path === '/login' ? { ...one, access: 'platform.super' } : one)), 'route.kept'],
    ['with an address twice', (list: any[]) => [list.find(one => one.path === '/home'), ...list], 'route.twice'],
    ['with redirects in a circle', (list: any[]) => [{ path: '/a', redirect: '/b' }, { path: '/b', redirect: '/a' }, ...list], 'redirect.loop'],
    ['with an unknown screen', (list: any[]) => [{ ...start, screen: 'general.nowhere' }, ...list], 'route.screen'],
    ['without *', (list: any[]) => list.slice(0, -1), 'route.kept'],
  ])('a table %s is refused and changes nothing', async (_name, change, code) => {
    const before = await world.stored()
    const reply = await send({ routes: change(shipped) })
    expect(reply).toMatchObject({ status: 422, code: 'screen.refused' })
    expect(reply.data.findings.map((one: any) => one.code)).toContain(code)
    expect(await world.stored()).toBe(before)
    expect((await site()).routes).toEqual(shipped)
  })

  it('is kept as a draft with what is wrong with it, in the reader’s language', async () => {
    const reply = await world.call('screen.saveDraft', {
      as: 'sue',
      params: { screenId: 'site.routes' },
      headers: { 'accept-language': 'zh-CN' },
      body: { schema: { routes: shipped.filter(one => one.path !== '/login') }, baseVersion: 0 },
    })
    expect(reply.data.findings[0].message).toContain('必须保留')
    await world.call('screen.discardDraft', { as: 'sue', params: { screenId: 'site.routes' } })
  })

  it('is there for the platform alone; an organisation has menus, an app neither', async () => {
    const read = async (screenId: string, query: object) =>
      (await world.call('screen.getDraft', { as: 'sue', params: { screenId }, query: query as never })).status
    expect(await read('site.routes', {})).toBe(0)
    expect(await read('site.menus', {})).toBe(0)
    expect(await read('site.menus', { companyKey: 'acme' })).toBe(0)
    expect(await read('site.routes', { companyKey: 'acme' })).toBe(404)
    expect(await read('site.menus', { companyKey: 'acme', appUrlKey: 'shop' })).toBe(404)
    const list = async (query: object) =>
      (await world.call('screen.list', { as: 'sue', query: { ...query, area: 'site', perPage: 50 } })).data.items.map((one: any) => one.id)
    expect(await list({})).toEqual(['site.routes', 'site.menus'])
    const chinese = await world.call('screen.list', { as: 'sue', query: { area: 'site' }, headers: { 'accept-language': 'zh-CN' } })
    expect(chinese.data.items.map((one: any) => one.title)).toEqual(['路由', '菜单'])
    expect(await list({ companyKey: 'acme' })).toEqual(['site.menus'])
    expect(await list({ companyKey: 'acme', appUrlKey: 'shop' })).toEqual([])
    const refused = await send(withStart(), { query: { companyKey: 'acme' } })
    expect(refused).toMatchObject({ status: 404, code: 'screen.unknown' })
  })

  it('has a history, differences in words, who changed it, and a way back', async () => {
    await publish(world, withStart(), 'site.routes')
    const { version: at } = await publish(
      world,
      { routes: withStart().routes.map((one: any) => (one.path === '/start' ? { ...one, title: 'Start here' } : one)) },
      'site.routes',
    )
    const difference = (await world.call('screen.diff', { as: 'sue', params: { screenId: 'site.routes' }, query: { from: 0, to: at } })).data
    expect(difference.sentences.map((one: any) => one.text)).toEqual(['address /start added to the table of addresses'])
    const { items } = (await world.call('screen.blame', { as: 'sue', params: { screenId: 'site.routes' } })).data
    expect(items.find((one: any) => one.label === 'address /start')).toMatchObject({ version: at, by: 'Sue' })
    expect((await site()).routes.map((one: any) => one.path)).toContain('/start')
    expect((await world.call('screen.reset', { as: 'sue', params: { screenId: 'site.routes' }, body: {} })).status).toBe(0)
    expect((await site()).routes).toEqual(shipped)
  })

  it('falls back to the last good table when its content cannot be read, and says so once in the inbox', async () => {
    await publish(world, withStart(), 'site.routes')
    const { hash } = await publish(world, { routes: [{ ...start, path: '/other' }, ...withStart().routes] }, 'site.routes')
    await world.pool.query(`update screen_body set content = '[' where encode(hash, 'hex') = $1`, [hash])
    await world.pool.query(
      `select pg_notify('tessera', '{"topic":"screen","payload":{"screen":"site.routes","level":"platform","companyId":null,"appId":null}}')`,
    )
    for (const end = Date.now() + 3000; Date.now() < end && JSON.stringify(await site()).includes('/other');) await new Promise(done => setTimeout(done, 20))
    const paths = (await site()).routes.map((one: any) => one.path)
    expect(paths).toContain('/start')
    expect(paths).not.toContain('/other')
    const { items } = (await world.call('inbox.list', { as: 'sue', query: { keywords: 'site.routes' } })).data
    expect(items).toMatchObject([{ kind: 'screen.broken', screenId: 'site.routes' }])
    await world.call('screen.reset', { as: 'sue', params: { screenId: 'site.routes' }, body: {} })
  })

  it('locks nobody out by a table that was right once, or came past the gate', async () => {
    const worse: JsonObject[] = [
      { routes: shipped.filter(one => one.path !== '/login') as never },
      { routes: [] },
      { routes: shipped.map(one => (one.path === '/platform/screens' ? { ...one, access: 'nobody' } : one)) as never },
      { nothing: true },
      { routes: [{ path: '/old', screen: 'general.gone', layout: 'console', access: 'user' }, ...shipped] as never },
    ]
    for (const [at, bad] of worse.entries()) {
      await publishedBefore(world, 'site.routes', { routes: shipped as never }, bad)
      expect((await site()).routes, String(at)).toEqual(shipped)
    }
    const broken = await world.pool.query(
      "select count(*)::int as n from screen_version v join screen_override o on o.id = v.override_id where o.screen_id = 'site.routes' and broken <> ''",
    )
    expect(broken.rows[0].n).toBe(worse.length + 1)
    const { menus } = await site()
    await publishedBefore(world, 'site.menus', menus, { ...menus, platform: [] })
    expect((await site()).menus).toEqual(menus)
  })

  it('is rebased on a newer table, and stays as it was where both changed one address', async () => {
    await world.pool.query("delete from screen_override where screen_id = 'site.routes'")
    const older = { routes: shipped.filter(one => one.path !== '/app') } as unknown as JsonObject
    await publishedBefore(world, 'site.routes', older, { routes: [start, ...(older.routes as never[])] } as never)
    expect((await site()).routes).toEqual([start, ...shipped])
    await world.pool.query("delete from screen_override where screen_id = 'site.routes'")
    const before = { routes: shipped.map(one => (one.path === '/home' ? { ...one, title: 'Before' } : one)) } as unknown as JsonObject
    const ours = { routes: shipped.map(one => (one.path === '/home' ? { ...one, title: 'Ours' } : one)) } as unknown as JsonObject
    await publishedBefore(world, 'site.routes', before, ours)
    expect((await site()).routes.find((one: any) => one.path === '/home').title).toBe('Ours')
    expect((await world.call('screen.getDraft', { as: 'sue', params: { screenId: 'site.routes' } })).data).toMatchObject({
      state: 'conflict',
      conflicts: [{ prop: 'title' }],
    })
  })
})
