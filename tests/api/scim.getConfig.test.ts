// SCIM: what the server can do (call 'scim.getConfig').
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

describe('scim.getConfig', () => {
  it('says what it can do and how to sign in, as RFC 7643, section 5 wants it', async () => {
    expect(await provider.get('/ServiceProviderConfig')).toMatchObject({
      http: 200,
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
        patch: { supported: true },
        bulk: { supported: true, maxOperations: 1000, maxPayloadSize: 1048576 },
        filter: { supported: true, maxResults: 200 },
        changePassword: { supported: false },
        sort: { supported: true },
        etag: { supported: true },
        authenticationSchemes: [{ type: 'oauthbearertoken', name: expect.any(String), description: expect.any(String) }],
        meta: { location: 'http://localhost:80/scim/v2/acme/ServiceProviderConfig' },
      },
    })
  })

  it('keeps what it says about pages and bulk requests', async () => {
    expect((await provider.get('/Users', { count: 100000 })).body.itemsPerPage).toBeLessThanOrEqual(200)
  })
})
