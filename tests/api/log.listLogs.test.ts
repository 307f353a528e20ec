// log.list-logs (log.listLogs), log.entity, log.date-format, log.who
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type Person, type World } from '../support/world.ts'

interface Item {
  call: string
  operation: string
  operator: string
  createdAt: number
  status: number
  statusText: string
  payload: Record<string, unknown>
  headers: Record<string, string>
  place: string
  [key: string]: unknown
}
const params = { companyKey: 'acme', appUrlKey: 'shop' }

scenarios('log.listLogs', [
  { name: 'lists the operations of the app', as: 'ann', params, expect: { status: 0, data: { page: 1, perPage: 20 } } },
  { name: 'refuses a date that is none', as: 'ann', params, query: { date: 'yesterday' }, expect: { status: 422, errors: ['date'] } },
  {
    name: 'refuses an end before the start',
    as: 'ann',
    params,
    query: { date: '2000,1000' },
    expect: { status: 422, errors: ['date'], code: 'log.dateOrder' },
  },
  { name: 'log.who: refuses a member without the duty', as: 'ben', params, expect: { status: 403, stored: 'same' } },
  { name: 'refuses a stranger', as: 'dee', params, expect: { status: 403, stored: 'same' } },
  { name: 'refuses who is not signed in', params, expect: { status: 401, stored: 'same' } },
])

describe('the operation log', () => {
  let world: World
  const list = async (query: Record<string, unknown> = {}, as: Person = 'ann') =>
    (await world.call('log.listLogs', { as, params, query })).data as { items: Item[]; total: number; totalIsCapped?: boolean }
  beforeAll(async () => {
    world = await makeWorld()
    await world.call('page.create', { as: 'ann', params, body: { name: 'Orders' } })
    await world.call('app.update', { as: 'abe', params, body: { name: 'Web shop', description: 'x'.repeat(499) } })
    await world.call('app.update', { as: 'abe', params, body: { name: ' ' } })
  })
  afterAll(() => world?.close())

  it('log.entity: tells who did what, with what, and how it ended', async () => {
    const { items, total } = await list()
    expect(total).toBe(3)
    const [refused, done, first] = items as [Item, Item, Item]
    expect(refused).toMatchObject({ call: 'app.update', operation: 'App: Update', operator: 'Abe', method: 'POST', status: 422, statusText: 'request.invalid' })
    expect(refused.response).toMatchObject({ status: 422, errors: { name: 'Please enter a name' } })
    expect(done).toMatchObject({ status: 200, statusText: 'OK', payload: { name: 'Web shop' }, response: { status: 0, data: { key: 'shop' } } })
    expect(first).toMatchObject({ call: 'page.create', operator: 'Ann', place: '/design', operatorEmail: expect.stringContaining('@') })
    expect(first.createdAt).toBeGreaterThan(Date.now() - 60_000)
    expect(first.duration).toBeGreaterThanOrEqual(0)
    expect(first.contentType).toContain('json')
    expect(first.context).toMatchObject({ environment: 'latest', language: 'en-US' })
  })

  it('never shows a secret', async () => {
    const text = JSON.stringify(await list())
    expect(text).not.toMatch(/tessera_session=/)
    expect((await list()).items[0]?.headers.cookie).toBe('***')
    expect((await list()).items[0]?.headers['x-csrf-token']).toBe('***')
  })

  it('log.date-format: filters by time in milliseconds, both ends included', async () => {
    const { items } = await list()
    const middle = items[1] as Item
    const at = middle.createdAt
    expect((await list({ date: `${at},${at}` })).items.map(item => item.id)).toContain(middle.id)
    expect((await list({ date: `${at + 60_000},${at + 70_000}` })).items).toEqual([])
  })

  it('filters by operation, by its id and by its words in both languages', async () => {
    expect((await list({ operation: 'page.create' })).items).toHaveLength(1)
    expect((await list({ operation: 'pages: create' })).items).toHaveLength(1)
    expect((await list({ operation: '页面' })).items.map(item => item.call)).toEqual(['page.create'])
    expect((await list({ operation: 'no such thing' })).items).toEqual([])
  })

  it('filters by operator, alone and with an operation', async () => {
    expect((await list({ operator: 'abe' })).items.map(item => item.call)).toEqual(['app.update', 'app.update'])
    expect((await list({ operator: 'abe', operation: 'page.create' })).items).toEqual([])
    expect((await list({ operator: 'ann', operation: 'page.create' })).total).toBe(1)
    expect((await list({ operator: '%' })).items).toEqual([])
  })

  it('asks for more of a name that fits more people than are looked up, and leaves nobody out', async () => {
    const { db, ids } = world
    const people = Array.from({ length: 20 }, (_, n) => ({ id: uuidv7(), username: `kim${n}`, email: `kim${n}@firm.test`, name: `Kim ${n}` }))
    await db.insertInto('person').values(people).execute()
    const [row] = await db.selectFrom('audit').selectAll().where('app_id', '=', ids.shop).limit(1).execute()
    const logged = (userId: string) =>
      sql`insert into audit select (jsonb_populate_record(null::audit, to_jsonb(a) || jsonb_build_object('id', ${uuidv7()}::text, 'user_id', ${userId}::text, 'call', 'page.copy'))).*
        from audit a where id = ${row!.id}`.execute(db)
    for (const { id } of people) await logged(id)
    expect((await list({ operator: '@firm.test', perPage: 50 })).items).toHaveLength(20)
    await db.updateTable('person').set({ nick_name: '@firm.test' }).where('id', '=', ids.ann).execute()
    const reply = await world.call('log.listLogs', { as: 'ann', params, query: { operator: '@firm.test' } })
    expect(reply).toMatchObject({ status: 422, code: 'log.tooManyPeople', errors: { operator: 'More than 20 people fit. Type more of the name or email' } })
    expect((await list({ operator: 'kim1@firm' })).items).toHaveLength(1)
    await sql`delete from audit where call = 'page.copy'`.execute(db)
  })

  it('speaks the language of the reader', async () => {
    const { data } = await world.call('log.listLogs', { as: 'ann', params, query: { operation: 'page.create' }, headers: { 'accept-language': 'zh-CN' } })
    expect((data as { items: Item[] }).items[0]?.operation).toBe('页面：创建')
  })

  it('holds nothing of another app', async () => {
    const { items } = (await world.call('log.listLogs', { as: 'dee', params: { companyKey: 'globex', appUrlKey: 'shop' } })).data as { items?: Item[] }
    expect(items ?? []).toEqual([])
  })

  it('pages, and answers an empty page beyond what it counts', async () => {
    expect((await list({ page: 2, perPage: 2 })).items).toHaveLength(1)
    expect((await list({ page: 100_000, perPage: 200 })).items).toEqual([])
  })

  it('lists a refused request whose long address is kept cut within a letter', async () => {
    const { ben, ann } = world.ids
    const address = `/api/company/acme/app/shop/role/${ann}/member/${Array.from({ length: 50 }, () => ben).join()}`
    // What is kept ends with the 1,000th character, the second of three.
    const url = `${address.slice(0, 998)}%${address.charCodeAt(998).toString(16)}${address.slice(999)}`
    const reply = await world.running.app.inject({ method: 'DELETE', url, headers: await world.headersOf('ben') })
    expect(reply.statusCode).toBe(403)
    const { items } = await list({ operation: 'role.removeMembers' })
    expect(items[0]).toMatchObject({ status: 403, place: '/admin/permission', url: url.slice(0, 1000) })
  })

  it('keeps what is as old as the app keeps it, and removes what is older', async () => {
    await world.call('log.saveSettings', { as: 'ann', params, body: { keptDays: 30 } })
    const { db } = world
    await sql`update audit set at = now() - interval '31 days' where call = 'page.create'`.execute(db)
    expect(await world.running.services.operationLog.sweep()).toBe(1)
    expect((await list({ operation: 'page.create' })).items).toEqual([])
    expect((await list({ operation: 'app.update' })).items).toHaveLength(2)
  })
})

describe('what the operation log tells and what not', () => {
  let world: World
  const list = async (query: Record<string, unknown> = {}) =>
    (await world.call('log.listLogs', { as: 'ann', params, query })).data as { items: Item[]; total: number }
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())

  it('names what was changed, also after it is gone or has another name', async () => {
    const { data } = await world.call('page.create', { as: 'ann', params, body: { name: 'Visits' } })
    const at = { ...params, pageId: data.id }
    await world.call('page.update', { as: 'ann', params: at, body: { name: 'Calls' } })
    await world.call('page.delete', { as: 'ann', params: at })
    await world.call('app.update', { as: 'ann', params, body: { description: 'All of it' } })
    const told = (await list({ perPage: 4 })).items.map(({ call, subject }) => [call, subject])
    expect(told).toEqual([
      ['app.update', ''],
      ['page.delete', 'Calls'],
      ['page.update', 'Visits'],
      ['page.create', 'Visits'],
    ])
  })

  it('holds no previews, which change nothing', async () => {
    const before = (await list()).total
    const reply = await world.call('page.check', { as: 'ann', params, body: { schema: { type: 'page' } } })
    expect(reply.status).toBe(0)
    expect((await list()).total).toBe(before)
    const { data } = await world.call('log.getSettings', { as: 'ann', params })
    expect(data.operations.map(({ call }: { call: string }) => call).filter((call: string) => /check$|preview|whatIf|[pP]lan$/.test(call))).toEqual([])
  })
})
