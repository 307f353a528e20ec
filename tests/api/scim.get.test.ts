// SCIM: one user, one group (call 'scim.get').
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEPARTMENT, ERROR, GROUP, makeProvider, type Provider } from '../support/scim.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let provider: Provider
beforeAll(async () => {
  world = await makeWorld()
  provider = await makeProvider(world)
})
afterAll(() => world?.close())

describe('scim.get', () => {
  it('shows people who were there before any provider', async () => {
    const { http, body, headers } = await provider.get(`/Users/${world.ids.ben}`)
    expect({ http, body }).toMatchObject({
      http: 200,
      body: {
        userName: 'ben',
        name: { formatted: 'Ben' },
        displayName: 'Ben',
        active: true,
        emails: [{ value: 'ben@example.test', type: 'work', primary: true }],
      },
    })
    expect(headers).toMatchObject({ etag: body.meta.version, location: body.meta.location })
    expect(JSON.stringify(body)).not.toMatch(/password/)
  })

  it('shows what the console changed, with a new version and time', async () => {
    const { id } = await provider.user('anna@example.com', { displayName: 'Anna', phoneNumbers: [{ value: 'tel:555-100', type: 'mobile' }] })
    const before = (await provider.get(`/Users/${id}`)).body
    expect(before.phoneNumbers).toEqual([{ value: 'tel:555-100', type: 'mobile' }])
    await world.call('org.updateMember', { as: 'ann', params: { userId: id }, body: { name: 'Anne', phone: '555-200' } })
    const after = (await provider.get(`/Users/${id}`)).body
    expect(after).toMatchObject({ displayName: 'Anne', phoneNumbers: [{ value: '555-200', type: 'mobile' }] })
    expect(after.meta.version).not.toBe(before.meta.version)
    expect(after.meta.lastModified > before.meta.lastModified).toBe(true)
    await world.call('org.banMember', { as: 'ann', params: { userId: id }, body: { disabled: true } })
    expect((await provider.get(`/Users/${id}`)).body.active).toBe(false)
  })

  it('shows a group, without its members where nobody wants them', async () => {
    const { id } = await provider.group('Team', { members: [{ value: world.ids.ben }] })
    const { body } = await provider.get(`/Groups/${id}`)
    expect(body).toMatchObject({
      schemas: [GROUP, DEPARTMENT],
      displayName: 'Team',
      members: [{ value: world.ids.ben, display: 'Ben', type: 'User', $ref: expect.stringMatching(/\/scim\/v2\/acme\/Users\//) }],
      meta: { resourceType: 'Group' },
    })
    expect((await provider.get(`/Groups/${id}`, { excludedAttributes: 'members' })).body).not.toHaveProperty('members')
    expect(Object.keys((await provider.get(`/Groups/${id}`, { attributes: 'displayName' })).body).sort()).toEqual(['displayName', 'id', 'schemas'])
  })

  it('sends nothing again to who has the version', async () => {
    const path = `/Users/${world.ids.ben}`
    const { headers } = await provider.get(path)
    expect((await provider.send('GET', path, undefined, { 'if-none-match': String(headers.etag) })).http).toBe(304)
    expect((await provider.send('GET', path, undefined, { 'if-none-match': 'W/"0"' })).http).toBe(200)
  })

  it.each(['/Users/nonsense', '/Users/0191d5a0-0000-7000-8000-000000000001', '/Groups/nonsense', '/Nonsense', '/Nonsense/1', '/Users/1/2'])(
    'says in the words of the RFC that there is no %s',
    async path => {
      const { http, body, headers } = await provider.get(path)
      expect({ http, body, type: String(headers['content-type']).split(';')[0] }).toEqual({
        http: 404,
        body: { schemas: [ERROR], status: '404', detail: expect.any(String) },
        type: 'application/scim+json',
      })
    },
  )

  it('says it in Chinese to who reads Chinese', async () => {
    const { body } = await provider.send('GET', '/Users/nonsense', undefined, { 'accept-language': 'zh-CN' })
    expect(body.detail).toMatch(/\p{Script=Han}/u)
  })

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('offers no /Me by %s', async method => {
    const { http, body } = await provider.send(method, '/Me', method === 'GET' || method === 'DELETE' ? undefined : {})
    expect({ http, status: body.status, schemas: body.schemas }).toEqual({ http: 501, status: '501', schemas: [ERROR] })
  })
})
