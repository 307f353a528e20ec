// What no call takes: support/bad-input-tests.ts, made from the contracts in the parts of support/areas.ts. Here what belongs to no call alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../support/world.ts'

describe('bad input', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())

  it('is refused when it is larger than a body may be', async () => {
    const reply = await world.running.app.inject({
      method: 'POST',
      url: '/login',
      headers: { 'content-type': 'application/json' },
      payload: `{"username":"${'x'.repeat(9_000_000)}"}`,
    })
    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toMatchObject({ status: 413, code: 'request.tooLarge' })
  })

  it('is refused in addresses: bad escapes, NUL, no UTF-8, too long', async () => {
    const headers = await world.headersOf('ann')
    for (const url of [
      '/api/company/%zz/app',
      '/api/company/a%00b/app',
      '/api/company/%ff/app',
      `/api/company/${'x'.repeat(5000)}/app`,
      '/api/company/%ED%A0%80/app/x',
      '/api//company',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
    ]) {
      const reply = await world.running.app.inject({ method: 'GET', url, headers: { ...headers, accept: 'application/json' } })
      expect
        .soft({ url: url.slice(0, 60), http: reply.statusCode < 500 && reply.statusCode >= 400, json: String(reply.headers['content-type']).includes('json') })
        .toEqual({
          url: url.slice(0, 60),
          http: true,
          json: true,
        })
    }
  })
})
