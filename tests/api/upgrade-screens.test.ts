// A newer Tessera ships changed screens: overrides go along by themselves where nothing contradicts, and wait for a person where something does.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publish } from '../support/screens.ts'
import { makeWorld, type World } from '../support/world.ts'

const schemas = join(import.meta.dirname, '../../schemas')
const LOGOUT = { screenId: 'general.logout' }
const FORBIDDEN = { screenId: 'general.forbidden' }
const HOME = { screenId: 'company.home' }

describe('screens of a newer Tessera', () => {
  const newer = mkdtempSync(join(tmpdir(), 'tessera-newer-'))
  let old: World
  let now: World
  /** Changes a shipped screen of the newer Tessera. */
  function ship(file: string, change: (screen: any) => void) {
    const path = join(newer, file)
    const screen = JSON.parse(readFileSync(path, 'utf8'))
    change(screen)
    writeFileSync(path, JSON.stringify(screen, null, 2))
  }
  const screen = async (world: World, params: { screenId: string }, ask: object = {}) => (await world.call('screen.get', { params, ...ask })).data.schema
  const versions = async (params: { screenId: string }, query: object = {}) =>
    (await now.call('screen.listVersions', { as: 'sue', params, query: query as never })).data.items as { version: number; kind: string; createdBy: string }[]
  const inbox = async () => (await now.call('inbox.list', { as: 'sue' })).data.items as { kind: string; screenId: string; version: number; text: string }[]
  const until = async (check: () => Promise<boolean>) => {
    for (const end = Date.now() + 8000; Date.now() < end && !(await check());) await new Promise(done => setTimeout(done, 50))
    expect(await check()).toBe(true)
  }

  beforeAll(async () => {
    cpSync(schemas, newer, { recursive: true })
    ship('general/logout.json', page => void (page.className = 'shipped-with-the-newer'))
    ship('general/forbidden.json', page => void (page.title = 'Shipped by the newer'))
    ship('company/home.json', page => void (page.className = 'shipped-with-the-newer'))
    ship('routes.json', routes => void routes.splice(1, 0, { path: '/newer', screen: 'general.home', layout: 'console', access: 'user', title: 'i18n:Home' }))

    old = await makeWorld()
    await publish(old, { ...(await screen(old, LOGOUT)), title: 'Our title' }, LOGOUT.screenId)
    await publish(old, { ...(await screen(old, FORBIDDEN)), title: 'Our title' }, FORBIDDEN.screenId)
    const home = await screen(old, HOME)
    const own = await old.call('screen.publish', {
      as: 'ann',
      params: HOME,
      query: { companyKey: 'acme' },
      body: { schema: { ...home, title: 'Acme’s own' }, baseVersion: 0 },
    })
    expect(own.status, own.msg).toBe(0)
    const { routes } = (await old.call('general.site')).data
    await publish(old, { routes: [{ path: '/ours', redirect: '/home' }, ...routes] }, 'site.routes')
    now = await old.another({ schemasDir: newer })
  })
  afterAll(async () => {
    await now?.close()
    await old?.close()
    rmSync(newer, { recursive: true, force: true })
  })

  it('takes an override along as a version of Tessera’s own, before anybody opens the screen', async () => {
    await until(async () => (await versions(LOGOUT)).length === 2)
    expect(await versions(LOGOUT)).toMatchObject([
      { version: 2, kind: 'rebase', createdBy: '' },
      { version: 1, kind: 'publish', createdBy: 'Sue' },
    ])
    expect(await screen(now, LOGOUT)).toMatchObject({ title: 'Our title', className: 'shipped-with-the-newer' })
    const blamed = (await now.call('screen.blame', { as: 'sue', params: LOGOUT })).data.items
    expect(blamed[0]).toMatchObject({ version: 2, by: '' })
  })

  it('does the same for an organisation’s screen and for the table of addresses', async () => {
    await until(async () => (await versions(HOME, { companyKey: 'acme' })).length === 2)
    expect(await screen(now, HOME, { as: 'ben', query: { companyKey: 'acme' } })).toMatchObject({ title: 'Acme’s own', className: 'shipped-with-the-newer' })
    const paths = (await now.call('general.site')).data.routes.map((route: any) => route.path)
    expect(paths).toEqual(expect.arrayContaining(['/ours', '/newer']))
  })

  it('leaves a contradicting override on its old base, marks it, and tells the inbox and the mail once', async () => {
    await until(async () => (await inbox()).length > 0)
    expect(await inbox()).toMatchObject([{ kind: 'screen.conflict', screenId: FORBIDDEN.screenId, version: 1 }])
    expect((await inbox())[0]?.text).toContain('Conflicts with version 1: 1.')
    for (let n = 0; n < 3; n++) expect((await screen(now, FORBIDDEN)).title).toBe('Our title')
    expect(await versions(FORBIDDEN)).toHaveLength(1)
    const draft = (await now.call('screen.getDraft', { as: 'sue', params: FORBIDDEN })).data
    expect(draft).toMatchObject({ state: 'conflict', conflicts: [{ kind: 'value', prop: 'title', ours: 'Our title', theirs: 'Shipped by the newer' }] })
    expect((await now.call('screen.list', { as: 'sue', query: { state: 'conflict' } })).data.items).toMatchObject([{ id: FORBIDDEN.screenId, conflicts: 1 }])
    const again = await old.another({ schemasDir: newer })
    await screen(again, FORBIDDEN)
    expect(await inbox()).toHaveLength(1)
    const mails = (await now.call('outbox.list', { as: 'sue' })).data.items.filter((mail: any) => mail.subject.includes('conflict'))
    expect(mails).toHaveLength(1)
    await again.close()
  })

  it('is not taken back by the older Tessera that still runs beside it, nor does it count versions up', async () => {
    for (let n = 0; n < 5; n++)
      for (const world of [old, now]) {
        expect((await screen(world, LOGOUT)).title).toBe('Our title')
        expect((await screen(world, FORBIDDEN)).title).toBe('Our title')
        await world.pool.query(
          `select pg_notify('tessera', '{"topic":"screen","payload":{"screen":"${LOGOUT.screenId}","level":"platform","companyId":null,"appId":null,"people":null}}')`,
        )
        await new Promise(done => setTimeout(done, 30))
      }
    expect(await versions(LOGOUT)).toHaveLength(2)
    expect((await screen(old, LOGOUT)).className).not.toBe('shipped-with-the-newer')
    expect((await screen(now, LOGOUT)).className).toBe('shipped-with-the-newer')
  })

  it('is published when a person has decided', async () => {
    const { conflicts } = (await now.call('screen.getDraft', { as: 'sue', params: FORBIDDEN })).data
    const reply = await now.call('screen.solve', {
      as: 'sue',
      params: FORBIDDEN,
      body: { choices: Object.fromEntries(conflicts.map((one: any) => [one.key, 'theirs'])), note: 'Theirs is better' },
    })
    expect(reply.status, reply.msg).toBe(0)
    expect((await screen(now, FORBIDDEN)).title).toBe('Shipped by the newer')
    expect((await now.call('screen.list', { as: 'sue', query: { keywords: FORBIDDEN.screenId } })).data.items).toMatchObject([
      { state: 'shipped', conflicts: 0 },
    ])
    expect(await versions(FORBIDDEN)).toHaveLength(2)
    expect(await inbox()).toHaveLength(1)
  })

  it('forgets a conflict when the older Tessera is started again', async () => {
    await now.pool.query('delete from screen_override where screen_id = $1', [FORBIDDEN.screenId])
    const back = await old.another()
    await publish(back, { ...(await screen(back, FORBIDDEN)), title: 'Ours again' }, FORBIDDEN.screenId)
    const next = await old.another({ schemasDir: newer })
    const state = async (world: World) => (await world.call('screen.list', { as: 'sue', query: { keywords: FORBIDDEN.screenId } })).data.items[0].state
    await until(async () => (await state(next)) === 'conflict')
    await next.close()
    const again = await old.another()
    await until(async () => (await state(again)) === 'published')
    await again.close()
    await back.close()
  })
})
