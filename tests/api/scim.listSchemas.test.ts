// SCIM: schemas (call 'scim.listSchemas').
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

describe('scim.listSchemas', () => {
  it('lists every schema that resources name, with all that RFC 7643, section 7 says of an attribute', async () => {
    const { body } = await provider.get('/Schemas')
    const ids = body.Resources.map((one: { id: string }) => one.id)
    const named = (await provider.get('/ResourceTypes')).body.Resources.flatMap((type: any) => [
      type.schema,
      ...type.schemaExtensions.map((one: any) => one.schema),
    ])
    expect([...ids].sort()).toEqual([...named].sort())
    const check = (attribute: Record<string, unknown>) => {
      expect(attribute).toMatchObject({
        name: expect.stringMatching(/^[$\w-]+$/),
        type: expect.stringMatching(/^(string|boolean|dateTime|integer|reference|complex)$/),
        multiValued: expect.any(Boolean),
        description: expect.stringMatching(/\w/),
        required: expect.any(Boolean),
        mutability: expect.stringMatching(/^(readOnly|readWrite|immutable|writeOnly)$/),
        returned: expect.stringMatching(/^(always|default|never|request)$/),
        uniqueness: expect.stringMatching(/^(none|server|global)$/),
      })
      expect(attribute.type === 'complex').toBe(Array.isArray(attribute.subAttributes))
      for (const part of (attribute.subAttributes ?? []) as Record<string, unknown>[]) check(part)
    }
    for (const schema of body.Resources) for (const attribute of schema.attributes) check(attribute)
  })

  it('names every attribute that a user or group shows', async () => {
    const { body } = await provider.get('/Schemas')
    const user = await provider.user('all@example.com', { name: { givenName: 'A' }, title: 'T', emails: [{ value: 'all@example.com' }] })
    await provider.group('All', { members: [{ value: user.id }] })
    const known = new Set(body.Resources.flatMap((schema: any) => schema.attributes.map((one: any) => one.name)))
    for (const type of ['Users', 'Groups'])
      for (const resource of (await provider.get(`/${type}`)).body.Resources)
        for (const key of Object.keys(resource)) if (!/^(schemas|id|externalId|meta)$|^urn:/.test(key)) expect(known).toContain(key)
  })

  it('refuses a filter', async () => {
    expect((await provider.get('/Schemas', { filter: 'id pr' })).http).toBe(403)
  })
})
