// SCIM: one resource type (call 'scim.getResourceType').
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

describe('scim.getResourceType', () => {
  it('is one of the list, at its own address', async () => {
    const { body } = await provider.get('/ResourceTypes')
    for (const type of body.Resources) expect((await provider.get(`/ResourceTypes/${type.id}`)).body).toEqual(type)
  })

  it('does not know others', async () => {
    expect(await provider.get('/ResourceTypes/Robot')).toMatchObject({ http: 404, body: { status: '404' } })
  })
})
