// How large a body may be, by contract: strangers cannot keep the server busy with reading what no call takes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contracts } from '../../api/generated/contract.ts'
import { BODY_LIMIT, bodyLimitOf } from '../../api/server/body-limit.ts'
import { makeWorld, type World } from '../support/world.ts'

const KB = 1024
const limitOf = (id: string) => bodyLimitOf(contracts.find(call => call.id === id) ?? expect.fail(id))

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
})
