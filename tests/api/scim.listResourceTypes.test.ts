// SCIM: resource types (call 'scim.listResourceTypes').
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeProvider, type Provider } from '../support/scim.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let provider: Provider
beforeAll(async () => {
  world = await makeWorld()
  provider = await makeProvider(world)
})
afterAll(() => world?.close())

describe('scim.listResourceTypes', () => {
  it('lists users and groups with their addresses and extensions', async () => {
    const { body } = await provider.get('/ResourceTypes')
    expect(body.totalResults).toBe(2)
    for (const type of body.Resources) expect((await provider.get(type.endpoint)).http).toBe(200)
  })

  it('refuses a filter, so that nobody takes the whole list for what was found', async () => {
    expect(await provider.get('/ResourceTypes', { filter: 'name eq "User"' })).toMatchObject({ http: 403, body: { status: '403' } })
  })
})
