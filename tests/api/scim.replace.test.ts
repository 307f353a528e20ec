// SCIM: replacing users and groups (call 'scim.replace').
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEPARTMENT, GROUP, makeProvider, USER, type Provider } from '../support/scim.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let okta: Provider
beforeAll(async () => {
  world = await makeWorld()
  okta = await makeProvider(world)
})
afterAll(() => world?.close())

describe('scim.replace', () => {
  it('replaces all that a provider may say, as RFC 7644, section 3.5.1 shows it', async () => {
    const made = await okta.user('bjensen@example.com', { externalId: 'bjensen', title: 'Guide', phoneNumbers: [{ value: '555', type: 'work' }] })
    const { http, body, headers } = await okta.send('PUT', `/Users/${made.id}`, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id: '2819c223-7f76-453a-919d-413861904646',
      userName: 'bjensen@example.com',
      externalId: 'bjensen',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara', middleName: 'Jane' },
      roles: [],
      emails: [{ value: 'bjensen@example.com' }, { value: 'babs@jensen.org' }],
    })
    expect(http).toBe(200)
    expect(body).toMatchObject({ id: made.id, name: { middleName: 'Jane' }, displayName: 'Ms. Barbara J Jensen III', active: true })
    expect(body.emails).toHaveLength(2)
    for (const gone of ['title', 'phoneNumbers']) expect(body).not.toHaveProperty(gone)
    expect(headers.etag).toBe(body.meta.version)
    expect(body.meta.version).not.toBe(made.meta.version)
    expect((await okta.get(`/Users/${made.id}`)).body).toEqual(body)
  })

  it('deactivates as Okta does, and leaves active as it is where nothing is said', async () => {
    const { id } = await okta.user('off@example.com')
    expect((await okta.send('PUT', `/Users/${id}`, { schemas: [USER], userName: 'off@example.com', active: false })).body.active).toBe(false)
    expect((await okta.send('PUT', `/Users/${id}`, { schemas: [USER], userName: 'off@example.com', title: 'X' })).body).toMatchObject({
      active: false,
      title: 'X',
    })
  })

  it('replaces name and members of a group, and leaves its place alone where nothing is said of it', async () => {
    const [a, b] = [await okta.user('a@example.com'), await okta.user('b@example.com')]
    const top = await okta.group('Top')
    const group = await okta.group('Group', { members: [{ value: a.id }], [DEPARTMENT]: { parent: { value: top.id }, manager: { value: a.id } } })
    const { body } = await okta.send('PUT', `/Groups/${group.id}`, { schemas: [GROUP], displayName: 'Changed', members: [{ value: b.id, display: 'b' }] })
    expect(body).toMatchObject({ displayName: 'Changed', [DEPARTMENT]: { parent: { value: top.id } } })
    expect(body.members.map((one: { value: string }) => one.value)).toEqual([b.id])
    // Its manager left it.
    expect(body[DEPARTMENT]).not.toHaveProperty('manager')
    const moved = await okta.send('PUT', `/Groups/${group.id}`, { schemas: [GROUP], displayName: 'Changed', [DEPARTMENT]: {} })
    expect(moved.body).not.toHaveProperty('members')
    expect(moved.body[DEPARTMENT]).not.toHaveProperty('parent')
  })

  it.each<[string, () => Promise<[string, unknown, Record<string, string>?]>, number, string | undefined]>([
    ['a taken userName', async () => [`/Users/${(await okta.user('c@example.com')).id}`, { userName: 'off@example.com' }], 409, 'uniqueness'],
    ['no userName', async () => [`/Users/${(await okta.user('d@example.com')).id}`, { title: 'x' }], 400, 'invalidValue'],
    ['a taken group name', async () => [`/Groups/${(await okta.group('Second')).id}`, { displayName: 'Top' }], 409, 'uniqueness'],
    ['an old version', async () => [`/Groups/${(await okta.group('Third')).id}`, { displayName: 'Fourth' }, { 'if-match': 'W/"0"' }], 412, undefined],
    ['to ban the owner', async () => [`/Users/${world.ids.ann}`, { userName: 'ann', active: false }], 403, undefined],
    ['somebody of another organisation', async () => [`/Users/${world.ids.dee}`, { userName: 'dee' }], 404, undefined],
  ])('refuses %s, and changes nothing', async (_name, given, status, scimType) => {
    const [path, resource, headers] = await given()
    const before = await world.stored()
    const { http, body } = await okta.send('PUT', path, resource, headers)
    expect({ http, scimType: body.scimType }, JSON.stringify(body)).toEqual({ http: status, scimType })
    expect(await world.stored()).toBe(before)
  })
})
