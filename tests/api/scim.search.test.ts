// SCIM: searches in a body (call 'scim.search').
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeProvider, type Provider } from '../support/scim.ts'
import { makeWorld, type World } from '../support/world.ts'

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
let world: World
let provider: Provider
beforeAll(async () => {
  world = await makeWorld()
  provider = await makeProvider(world)
})
afterAll(() => world?.close())

describe('scim.search', () => {
  it('answers as a list does, and leaves no trace', async () => {
    // The first use of a token is noted.
    await provider.get('/Users')
    const before = await world.stored()
    const audit = await world.db.selectFrom('audit').select('id').execute()
    const { http, body } = await provider.send('POST', '/Users/.search', {
      schemas: [SEARCH],
      attributes: ['displayName', 'userName'],
      filter: 'displayName sw "b"',
      startIndex: 1,
      count: 10,
    })
    expect({ http, body }).toMatchObject({ http: 200, body: { totalResults: 1, itemsPerPage: 1 } })
    expect(body.Resources).toEqual([{ schemas: expect.any(Array), id: world.ids.ben, displayName: 'Ben', userName: 'ben' }])
    expect(await world.stored()).toBe(before)
    expect(await world.db.selectFrom('audit').select('id').execute()).toHaveLength(audit.length)
  })

  it.each([
    [{ schemas: ['urn:other'] }, 'invalidSyntax'],
    [{ schemas: [SEARCH], filter: 'nonsense' }, 'invalidFilter'],
    [{ schemas: [SEARCH], filter: 5 }, 'invalidValue'],
    [{ schemas: [SEARCH], count: 'many' }, 'invalidValue'],
  ])('refuses %j', async (body, scimType) => {
    expect(await provider.send('POST', '/Users/.search', body)).toMatchObject({ http: 400, body: { scimType } })
  })

  it('does not search all types at once', async () => {
    expect((await provider.send('POST', '/.search', { schemas: [SEARCH] })).http).toBe(501)
  })
})
