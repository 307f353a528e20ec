// How large a body may be, by contract: strangers cannot keep the server busy with reading what no call takes.
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import { BODY_LIMIT, bodyLimitOf } from '../../api/server/body-limit.ts'
import { lookThrough, MOST_NAMES, MOST_PARTS, MOST_PARTS_OF_SCHEMA } from '../../api/server/json-body.ts'
import { BATCH_BYTES, bodyOf, createContents } from '../../api/server/services/foundation/contents.ts'
import { unread } from '../../api/server/services/foundation/unread.ts'
import { makeWorld, type World } from '../support/world.ts'

const KB = 1024
const limitOf = (id: string) => bodyLimitOf(contracts.find(call => call.id === id) ?? expect.fail(id))

describe('pages that are stored', () => {
  it('go to the database in pieces, between which others are answered', async () => {
    const sent: number[] = []
    const db = new Kysely<any>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: on => new PostgresIntrospector(on),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      log: ({ query }) => void sent.push((query.parameters.at(-1) as string[]).reduce((sum, text) => sum + text.length, 0)),
    })
    const { store } = createContents({ db })
    await store(
      'acme',
      Array.from({ length: 9 }, (_none, at) => bodyOf({ type: 'page', body: `${at}${'x'.repeat(900_000)}` })),
    )
    expect(sent).toHaveLength(5)
    expect(Math.max(...sent)).toBeLessThanOrEqual(BATCH_BYTES)
  })
})

describe('the body of a call', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())

  const send = (url: string, payload: string, headers: Record<string, string> = {}) =>
    world.running.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })

  it('may be as large as its contract lets its fields be', () => {
    expect(limitOf('page.saveDraft')).toBe(BODY_LIMIT)
    expect(limitOf('permission.saveMatrix')).toBe(BODY_LIMIT)
    expect(limitOf('signin.login')).toBeLessThan(100 * KB)
  })

  it('is no larger than half a megabyte where nobody has to sign in', () => {
    const open = contracts.filter(call => call.access === 'anyone')
    expect(open.length).toBeGreaterThan(20)
    for (const call of open) expect({ id: call.id, limit: bodyLimitOf(call) }).toEqual({ id: call.id, limit: expect.toSatisfy(limit => limit <= 512 * KB) })
  })

  it('beyond that is not read', async () => {
    const reply = await send('/login', `[${'[],'.repeat(1_000_000)}1]`)
    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toMatchObject({ status: 413, code: 'request.tooLarge' })
  })

  it('that is a list is refused as such, and its values are not in the log', async () => {
    const headers = await world.headersOf('ann')
    const reply = await send('/api/company/acme/app/shop-dev/page', `[${'[],'.repeat(100_000)}1]`, headers)
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ code: 'request.invalid', errors: { body: 'Should be a group of named values' } })
    const last = await world.db.selectFrom('audit').select(['call', 'input']).where('call', '=', 'page.create').orderBy('at', 'desc').executeTakeFirstOrThrow()
    expect(last.input).toEqual({})
  })

  it('with a hundred thousand unknown fields is told of some', async () => {
    const headers = await world.headersOf('ann')
    const reply = await send(
      '/api/company/acme/app/shop-dev/page/check',
      JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_none, at) => [`k${at}`, 1]))),
      headers,
    )
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json().errors).length).toBeLessThanOrEqual(500)
  })

  const params = { companyKey: 'acme', appUrlKey: 'shop-dev' }
  const read = () => world.running.workers.done('request.readSchema')
  /** A page of more than half a megabyte. */
  const page = {
    type: 'page',
    body: [
      { type: 'nothing-of-the-kind' },
      ...Array.from({ length: 8000 }, (_none, at) => ({ type: 'tpl', tpl: `Text “${at}” {[,:]} \\ "${'x'.repeat(at % 50)}` })),
    ],
  }

  it('with a large page has it read in a thread, and what becomes of it is the same', async () => {
    const before = read()
    const { status, data } = await world.call('page.check', { as: 'ann', params, body: { schema: page } })
    expect({ status, found: data.findings[0] }).toMatchObject({ status: 0, found: { path: 'body[0].type', code: 'type.unknown' } })
    expect(read()).toBe(before + 1)

    // Spaces are nobody's, and what stands beside the page is read as ever.
    const made = await world.call('page.create', { as: 'ann', params, body: { name: 'Large', path: '/large', kind: 'page' } })
    const reply = await world.running.app.inject({
      method: 'POST',
      url: `/api/company/acme/app/shop-dev/page/${made.data.id}/draft`,
      payload: `\n{ "force" : true, "schema" :  ${JSON.stringify(page, undefined, 1)} , "baseVersion":1 }`,
      headers: { 'content-type': 'application/json', ...(await world.headersOf('ann')) },
    })
    expect(reply.json()).toMatchObject({ status: 0, data: { hasDraft: true } })
    expect(read()).toBe(before + 2)
    const kept = await world.db.selectFrom('page_draft').select('content').where('page_id', '=', made.data.id).executeTakeFirstOrThrow()
    expect(kept.content).toBe(JSON.stringify(page))
    const entry = await world.db.selectFrom('audit').select('input').where('call', '=', 'page.saveDraft').orderBy('at', 'desc').executeTakeFirstOrThrow()
    expect(entry.input).toEqual({ force: true, schema: '…', baseVersion: 1 })
  })

  it.each([
    ['is no JSON', (text: string) => text.replace(/\]\}$/, '}]'), { status: 400, code: 'request.malformed' }],
    ['holds a sign that cannot be stored', (text: string) => text.replace('Text', '\\u0000'), { status: 422, code: 'request.invalid' }],
    ['is a list', (text: string) => `[${text}]`, { status: 422, errors: { schema: 'Should be a group of named values' } }],
    ['has a name that is none', (text: string) => text.replace('"tpl":', '"__proto__":'), { status: 422, errors: { 'schema.body.1': 'Unknown field' } }],
  ])('with a large page that %s is refused', async (_what, spoilt, refusal) => {
    const reply = await send('/api/company/acme/app/shop-dev/page/check', `{"schema":${spoilt(JSON.stringify(page))}}`, await world.headersOf('ann'))
    expect(reply.json()).toMatchObject(refusal)
  })

  it.each([
    ['brackets', '['.repeat(500_000), { body: 'Should be a group of named values' }],
    ['brackets in a page', `{"schema":${'{"a":'.repeat(100_000)}`, { schema: 'Nested too deep' }],
    ['lists', `{"a":[${'[],'.repeat(MOST_PARTS)}1]}`, { body: 'Has too many parts' }],
    ['names', `{${Array.from({ length: MOST_NAMES + 1 }, (_none, at) => `"name${at}":1`).join()}}`, { body: 'Has too many parts' }],
    ['empty objects in a page', `{"schema":{"body":[${'{},'.repeat(MOST_PARTS_OF_SCHEMA / 2)}{}]}}`, { schema: 'Has too many parts' }],
  ])('of nothing but %s is refused before anything is made of it', async (_what, payload, errors) => {
    const before = read()
    const reply = await send('/api/company/acme/app/shop-dev/page/check', payload, await world.headersOf('ann'))
    expect(reply.json()).toMatchObject({ status: 422, code: 'request.invalid', errors })
    expect(read()).toBe(before)
  })

  it('is looked through for its page, and what is in texts is no bracket', () => {
    const bytes = (text: string) => Buffer.from(text)
    expect(lookThrough(bytes('{"a":"[[[{{{\\"[","schema":{"b":[1]},"c":2}'), 'schema')).toEqual({ schema: { from: 26, to: 35 } })
    expect(lookThrough(bytes('{"a":{"schema":{}}}'), 'schema')).toEqual({})
    expect(lookThrough(bytes('{"schema":{}}'), undefined)).toEqual({})
    expect(lookThrough(bytes('{"schema":{},"schema":{}}'), 'schema')).toEqual({ fault: { field: 'schema', english: 'Unknown field' } })
    expect(lookThrough(bytes('{"schema":{"a":['), 'schema')).toEqual({ isBroken: true })
  })

  it('that stays a text is an object to whoever looks into it', () => {
    const schema = unread('{"type":"page","body":[{"type":"tpl"}]}')
    expect(Object.keys(schema)).toEqual(['type', 'body'])
    expect({ ...schema }).toEqual({ type: 'page', body: [{ type: 'tpl' }] })
    expect(JSON.stringify(schema)).toBe('{"type":"page","body":[{"type":"tpl"}]}')
    expect('body' in schema && !('title' in schema) && Object.hasOwn(schema, 'type')).toBe(true)
    expect(() => Object.assign(schema, { title: 'x' })).toThrow(TypeError)
  })
})
