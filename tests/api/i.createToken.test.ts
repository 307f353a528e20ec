// i.createToken: a token for one app and what it is made for; what programs may do with it, and nothing else.
import { describe, afterAll, beforeAll, expect, it } from 'vitest'
import { calls, type CallId } from '../../api/generated/calls.ts'
import { addPage } from '../support/pages.ts'
import { makeOrders, ordersIn } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'

const whole = { name: 'Build server', app: 'acme/shop', duties: ['push'] }
const refused = (name: string, body: object, errors: string[]) => ({ name, as: 'ann' as const, body, expect: { status: 422, errors, stored: 'same' as const } })

scenarios('i.createToken', [
  {
    name: 'answers the token once, and keeps its hash alone',
    as: 'ann',
    body: whole,
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.token).toMatch(/^tst_[\w-]{43}$/)
      expect(await world.stored()).not.toContain(reply.data.token)
      const [row] = await world.db.selectFrom('access_token').selectAll().execute()
      expect(row).toMatchObject({ name: 'Build server', duties: ['push'], hint: reply.data.token.slice(0, 8), used_at: null })
      expect(Math.round((Number(row?.expires_at) - Date.now()) / 86_400_000)).toBe(90)
    },
  },
  refused('wants a name, an app and something to do', {}, ['app', 'duties', 'name']),
  refused('knows no other duties', { ...whole, duties: ['everything'] }, ['duties.0']),
  refused('is not called nothing', { ...whole, name: '  ' }, ['name']),
  refused('is made for a year at most', { ...whole, days: 400 }, ['days']),
  refused('knows apps that its person may know', { ...whole, app: 'globex/nothing' }, ['app']),
  { name: 'keeps out who is not signed in', body: whole, expect: { status: 401, stored: 'same' } },
])

describe('with an access token', () => {
  let world: World
  const tokens: Record<string, string> = {}
  const make = async (as: 'ann' | 'ben', duties: string[], app = 'acme/shop') =>
    (await world.call('i.createToken', { as, body: { name: duties.join(), app, duties } })).data as { id: string; token: string }
  const ask = async (
    token: string,
    id: CallId,
    { params = {}, body, headers = {} }: { params?: Record<string, string>; body?: object; headers?: object } = {},
  ) => {
    const { method, path } = calls[id]
    const named: Record<string, string> = { companyKey: 'acme', appUrlKey: 'shop-dev', dsKey: 'main', dmKey: 'order', ...params }
    const reply = await world.running.app.inject({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => named[name] ?? '01890000-0000-7000-8000-000000000001'),
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body && { payload: body }),
    } as never)
    const isJson = String(reply.headers['content-type']).includes('json')
    return { http: reply.statusCode, ...((isJson ? reply.json() : {}) as { status: number; code?: string; data: any }) }
  }

  beforeAll(async () => {
    world = await makeWorld()
    await addPage(world, { name: 'Orders' })
    await makeOrders(world)
    for (const duty of ['pull', 'push', 'publish', 'read', 'write']) tokens[duty] = (await make('ann', [duty])).token
    tokens.ben = (await make('ben', ['publish'])).token
  })
  afterAll(() => world?.close())

  it('publishes, without a session and its token against forged calls', async () => {
    const reply = await ask(tokens.publish as string, 'release.create', { body: { title: 'By a program' } })
    expect(reply).toMatchObject({ status: 0, data: { title: 'By a program', createdBy: 'Ann' } })
    expect(
      (await world.db.selectFrom('access_token').select('used_at').where('token_hash', 'is not', null).where('used_at', 'is not', null).execute()).length,
    ).toBe(1)
  })
  it('is named in the log, and is nowhere in it', async () => {
    const [row] = await world.db.selectFrom('audit').select(['context', 'headers']).where('call', '=', 'release.create').execute()
    expect(row?.context).toMatchObject({ program: `publish (${(tokens.publish as string).slice(0, 8)}…)` })
    expect(JSON.stringify(row)).not.toContain(tokens.publish)
  })
  it('reads and changes the rows of a model at its address', async () => {
    const { data } = await ask(tokens.read as string, 'data.listRows')
    expect(data).toMatchObject({ total: 3, items: [{ title: 'Third' }, {}, {}] })
    const made = await ask(tokens.write as string, 'data.createRow', { body: { title: 'Fourth', amount: 4 } })
    expect(made.status).toBe(0)
    expect((await ask(tokens.write as string, 'data.updateRow', { params: { rowId: made.data.id }, body: { amount: 40 } })).status).toBe(0)
    expect(await ordersIn(world)).toContainEqual(expect.objectContaining({ title: 'Fourth', amount: 40 }))
  })
  it('takes an app out, with its rows only where it was made for rows as well', async () => {
    const body = { password: 'secret', exportWithData: true, exportList: [] }
    expect((await ask(tokens.pull as string, 'release.exportPackage', { body })).code).toBe('token.duty')
    expect((await ask(tokens.pull as string, 'release.exportPackage', { body: { password: 'secret' } })).http).toBe(200)
    const both = (await make('ann', ['pull', 'read'])).token
    expect((await ask(both, 'release.exportPackage', { body })).http).toBe(200)
  })
  it('reads what it is made to read', async () => expect((await ask(tokens.pull as string, 'release.list')).data.total).toBe(1))

  it.each([
    ['what it was not made for', () => ask(tokens.pull as string, 'release.create', { body: { title: 'x' } }), 403, 'token.duty'],
    ['rows to change, where it was made to read them', () => ask(tokens.read as string, 'data.createRow', { body: { title: 'x' } }), 403, 'token.duty'],
    ['rows, where it was made to publish', () => ask(tokens.publish as string, 'data.listRows'), 403, 'token.duty'],
    ['pages, models and people, whatever it was made for', () => ask(tokens.publish as string, 'page.list'), 403, 'token.duty'],
    ['the user centre of its person', () => ask(tokens.publish as string, 'i.listTokens'), 403, 'token.duty'],
    ['calls that are open to anybody', () => ask(tokens.publish as string, 'general.session'), 403, 'token.duty'],
    ['another app', () => ask(tokens.pull as string, 'release.list', { params: { appUrlKey: 'other-dev' } }), 403, 'token.elsewhere'],
    ['what its person may not do', () => ask(tokens.ben as string, 'release.create', { body: { title: 'x' } }), 403, 'access.denied'],
    ['a token that nobody made', () => ask(`tst_${'x'.repeat(43)}`, 'release.list'), 401, 'token.invalid'],
    [
      'a page elsewhere that has it',
      () =>
        ask(tokens.publish as string, 'release.create', { body: { title: 'x' }, headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }),
      403,
      undefined,
    ],
  ])('is refused %s', async (_name, attempt, status, code) => {
    // The first use is written down with the token.
    await attempt()
    const before = await world.stored()
    const reply = await attempt()
    expect(reply.http).toBe(status)
    if (code) expect(reply.code).toBe(code)
    expect(await world.stored()).toBe(before)
  })

  it('ends when it is over, and when it is revoked', async () => {
    const { id, token } = await make('ann', ['pull'])
    expect((await ask(token, 'release.list')).status).toBe(0)
    await world.db
      .updateTable('access_token')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute()
    expect((await ask(token, 'release.list')).code).toBe('token.invalid')
    const other = await make('ann', ['pull'])
    expect((await world.call('i.revokeToken', { as: 'ann', params: { tokenId: other.id } })).status).toBe(0)
    expect((await ask(other.token, 'release.list')).code).toBe('token.invalid')
  })

  it('ends with the rights of its person', async () => {
    const mine = (await make('ben', ['read'])).token
    const before = await ask(mine, 'data.listRows')
    await world.db.updateTable('member').set({ banned: true }).where('user_id', '=', world.ids.ben).execute()
    expect([before.status, (await ask(mine, 'data.listRows')).code]).toEqual([0, 'token.elsewhere'])
    await world.db.updateTable('person').set({ disabled: true }).where('id', '=', world.ids.ben).execute()
    expect((await ask(mine, 'data.listRows')).http).toBe(403)
  })
})
