// SCIM: one schema (call 'scim.getSchema').
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

describe('scim.getSchema', () => {
  it('is one of the list, at its own address', async () => {
    const { body } = await provider.get('/Schemas')
    for (const schema of body.Resources) expect((await provider.get(`/Schemas/${schema.id}`)).body).toEqual(schema)
  })

  it('does not know others', async () => {
    expect(await provider.get('/Schemas/urn:ietf:params:scim:schemas:core:2.0:Robot')).toMatchObject({ http: 404, body: { status: '404' } })
  })
})
