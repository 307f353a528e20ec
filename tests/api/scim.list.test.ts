// SCIM: lists of users and groups, filters, sorting, paging, attributes (call 'scim.list').
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEPARTMENT, ENTERPRISE, ERROR, makeProvider, type Provider } from '../support/scim.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let okta: Provider
let barbara: Record<string, any>
let sales: Record<string, any>
beforeAll(async () => {
  world = await makeWorld()
  okta = await makeProvider(world)
  barbara = await okta.user('bjensen@example.com', {
    externalId: '701984',
    name: { givenName: 'Barbara', familyName: 'Jensen', honorificPrefix: 'Ms.' },
    displayName: 'Babs Jensen',
    title: 'Tour Guide',
    emails: [
      { value: 'bjensen@example.com', type: 'work', primary: true },
      { value: 'Babs@Jensen.org', type: 'home' },
    ],
    phoneNumbers: [{ value: '+1-555-0100', type: 'mobile', primary: true }],
    addresses: [{ type: 'work', locality: 'Hollywood', country: 'USA' }],
    [ENTERPRISE]: { employeeNumber: '701984', department: 'Tours', manager: { value: '26118915' } },
  })
  await okta.user('carl@example.com', { displayName: 'Carl_50%', active: false, title: 'Driver' })
  await okta.user('dora', { displayName: 'Dora', emails: [{ value: 'dora@example.org' }] })
  sales = await okta.group('Sales', { externalId: 'g-1', members: [{ value: barbara.id }] })
  await okta.group('East', { members: [], [DEPARTMENT]: { code: 'east-1', parent: { value: sales.id } } })
})
afterAll(() => world?.close())

describe('scim.list', () => {
  it('answers a list response, and each resource as RFC 7643 shows it', async () => {
    const { http, body, headers } = await okta.get('/Users', { filter: 'userName eq "bjensen@example.com"' })
    expect({ http, type: String(headers['content-type']).split(';')[0] }).toEqual({ http: 200, type: 'application/scim+json' })
    expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], totalResults: 1, startIndex: 1, itemsPerPage: 1 })
    expect(body.Resources[0]).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
      id: barbara.id,
      externalId: '701984',
      userName: 'bjensen@example.com',
      name: { givenName: 'Barbara', familyName: 'Jensen', honorificPrefix: 'Ms.' },
      displayName: 'Babs Jensen',
      title: 'Tour Guide',
      active: true,
      emails: [
        { value: 'bjensen@example.com', type: 'work', primary: true },
        { value: 'babs@jensen.org', type: 'home' },
      ],
      phoneNumbers: [{ value: '+1-555-0100', type: 'mobile', primary: true }],
      addresses: [{ type: 'work', locality: 'Hollywood', country: 'USA' }],
      groups: [{ value: sales.id, display: 'Sales', $ref: `http://localhost:80/scim/v2/acme/Groups/${sales.id}`, type: 'direct' }],
      [ENTERPRISE]: { employeeNumber: '701984', department: 'Tours', manager: { value: '26118915' } },
      meta: {
        resourceType: 'User',
        created: expect.stringMatching(/^\d{4}-.*Z$/),
        lastModified: expect.stringMatching(/^\d{4}-.*Z$/),
        location: `http://localhost:80/scim/v2/acme/Users/${barbara.id}`,
        version: expect.stringMatching(/^W\/"\d+"$/),
      },
    })
  })

  const B = 'bjensen@example.com'
  const C = 'carl@example.com'
  it.each<[string, string[]]>([
    // The filters of RFC 7644, section 3.4.2.2, table 3 to figure 2, with the names of these people.
    [`userName eq "BJENSEN@example.com"`, [B]],
    [`name.familyName co "ense"`, [B]],
    [`userName sw "bj"`, [B]],
    [`urn:ietf:params:scim:schemas:core:2.0:User:userName sw "bj"`, [B]],
    [`title pr`, [B, C]],
    [`title pr and displayName eq "Carl_50%"`, [C]],
    [`title eq "driver" or title eq "tour guide"`, [B, C]],
    [`schemas pr`, []],
    [`emails co "jensen.org"`, [B]],
    [`emails.value eq "babs@jensen.org"`, [B]],
    [`emails[type eq "home" and value co "@jensen.org"]`, [B]],
    [`emails[type eq "work" and value eq "babs@jensen.org"]`, []],
    [`emails[type eq "work"].value eq "bjensen@example.com"`, [B]],
    [`emails[primary eq true and value eq "dora@example.org"]`, ['dora']],
    [`phoneNumbers[type eq "mobile"] and active eq true`, [B]],
    [`phoneNumbers pr`, [B]],
    [`addresses.country eq "usa"`, [B]],
    [`active eq false`, [C]],
    [`active eq "False"`, [C]],
    [`not (active eq true)`, [C]],
    [`externalId eq "701984"`, [B]],
    [`externalId eq "701985"`, []],
    [`userName ew "@example.com" and not (title eq "Driver")`, [B]],
    [`displayName co "_50%"`, [C]],
    [`displayName co "%"`, [C]],
    [`(title pr) and (active eq true and (userName pr))`, [B]],
    [`${ENTERPRISE}:employeeNumber eq "701984"`, [B]],
    [`${ENTERPRISE}:manager.value eq "26118915"`, [B]],
    [`meta.lastModified gt "2011-05-13T04:42:34Z" and title pr`, [B, C]],
    [`meta.created lt "2011-05-13T04:42:34Z"`, []],
    [`meta.resourceType eq "User" and title eq "Driver"`, [C]],
    [`nickName eq null and title pr`, [B, C]],
    [`title ne "Driver" and title pr`, [B]],
    [`userName gt "carl" and userName le "carl@example.com"`, [C]],
    [`id eq "nonsense"`, []],
    [`userName eq "O\\"Neil"`, []],
  ])('finds by %s', async (filter, names) => {
    if (filter === 'schemas pr') return void expect((await okta.get('/Users', { filter })).body.scimType).toBe('invalidFilter')
    expect(await okta.found('Users', filter)).toEqual(names)
  })

  it('finds by id, and by the time that a resource shows', async () => {
    const { meta } = (await okta.get(`/Users/${barbara.id}`)).body
    expect(await okta.found('Users', `id eq "${barbara.id}"`)).toEqual([B])
    expect(await okta.found('Users', `id eq "${barbara.id}" and meta.lastModified eq "${meta.lastModified}"`)).toEqual([B])
    expect(await okta.found('Users', `id eq "${barbara.id}" and meta.lastModified gt "${meta.lastModified}"`)).toEqual([])
    expect(await okta.found('Users', `groups.value eq "${sales.id}"`)).toEqual([B])
    expect(await okta.found('Users', `groups[display eq "Sales"]`)).toEqual([B])
  })

  it('finds groups, as Entra ID and Okta ask for them', async () => {
    expect(await okta.found('Groups', 'displayName eq "sales"', { excludedAttributes: 'members' })).toEqual(['Sales'])
    expect(await okta.found('Groups', `id eq "${sales.id}" and members eq "${barbara.id}"`, { attributes: 'id,displayName' })).toEqual(['Sales'])
    expect(await okta.found('Groups', `members[value eq "${barbara.id}"]`)).toEqual(['Sales'])
    expect(await okta.found('Groups', 'externalId eq "g-1"')).toEqual(['Sales'])
    expect(await okta.found('Groups', `${DEPARTMENT}:parent.value eq "${sales.id}"`)).toEqual(['East'])
    expect(await okta.found('Groups', `${DEPARTMENT}:code eq "EAST-1"`)).toEqual(['East'])
    expect(await okta.found('Groups', 'displayName pr')).toEqual(['Sales', 'East'])
  })

  it.each([
    'userName',
    'userName eq',
    'userName is "x"',
    'userName eq bjensen',
    '(userName eq "x"',
    'userName eq "x")',
    'userName eq "x" and',
    'emails[type eq "work"',
    'nonsense eq "x"',
    'emails.nonsense eq "x"',
    'active gt true',
    'userName eq 5',
    'meta.created co "2011"',
    'meta.created gt "yesterday"',
    "userName eq 'x'; drop table person",
    'a.b.c eq "x"',
    `${'('.repeat(100)}userName pr${')'.repeat(100)}`,
    Array.from({ length: 300 }, () => 'userName pr').join(' or '),
  ])('refuses the filter %s', async filter => {
    const { http, body } = await okta.get('/Users', { filter })
    expect({ http, body }).toEqual({
      http: 400,
      body: { schemas: [ERROR], status: '400', scimType: 'invalidFilter', detail: expect.any(String) },
    })
  })

  it('takes values for what they are, never for SQL', async () => {
    expect(await okta.found('Users', `userName eq "' or 1=1 --"`)).toEqual([])
    expect(await okta.found('Users', `emails[value co "'); delete from person; --"]`)).toEqual([])
  })

  it('sorts, and pages without a gap', async () => {
    const names = async (query: Record<string, string | number>) => (await okta.get('/Users', query)).body.Resources.map((one: any) => one.userName)
    const all = await names({ sortBy: 'userName' })
    expect(all).toEqual([...all].sort())
    expect(await names({ sortBy: 'userName', sortOrder: 'descending' })).toEqual([...all].reverse())
    expect([...(await names({ sortBy: 'userName', count: 2 })), ...(await names({ sortBy: 'userName', startIndex: 3, count: 100 }))]).toEqual(all)
    expect(await names({ sortBy: 'emails', count: 1 })).toEqual(['abe'])
    expect((await okta.get('/Users', { count: 0 })).body).toMatchObject({ totalResults: all.length, itemsPerPage: 0, Resources: [] })
    expect((await okta.get('/Users', { startIndex: -3, count: -1 })).body).toMatchObject({ startIndex: 1, itemsPerPage: 0 })
    expect((await okta.get('/Users', { startIndex: 1000 })).body).toMatchObject({ startIndex: 1000, itemsPerPage: 0, totalResults: all.length })
    expect((await okta.get('/Users', { sortBy: 'nonsense' })).body).toMatchObject({ scimType: 'invalidValue', status: '400' })
    expect((await okta.get('/Users', { count: 'many' })).body).toMatchObject({ scimType: 'invalidValue', status: '400' })
  })

  it('sends the attributes that are asked for', async () => {
    const only = async (query: Record<string, string>) => (await okta.get('/Users', { filter: `id eq "${barbara.id}"`, ...query })).body.Resources[0]
    expect(Object.keys(await only({ attributes: 'userName,emails.value' })).sort()).toEqual(['emails', 'id', 'schemas', 'userName'])
    expect((await only({ attributes: 'userName,emails.value' })).emails).toEqual([{ value: B }, { value: 'babs@jensen.org' }])
    expect((await only({ attributes: `${ENTERPRISE}:employeeNumber` }))[ENTERPRISE]).toEqual({ employeeNumber: '701984' })
    const less = await only({ excludedAttributes: `emails,name.givenName,id,${ENTERPRISE}` })
    expect(less).not.toHaveProperty('emails')
    expect(less).not.toHaveProperty([ENTERPRISE])
    expect(less.name).toEqual({ familyName: 'Jensen', honorificPrefix: 'Ms.' })
    expect(less.id).toBe(barbara.id)
    expect((await okta.get('/Users', { attributes: 'id', excludedAttributes: 'name' })).http).toBe(400)
  })

  it('shows an organisation its own people and departments only', async () => {
    const other = await makeProvider(world, 'globex')
    expect(await other.found('Users', 'userName pr')).toEqual(['dee'])
    expect(await other.found('Groups', 'displayName pr')).toEqual([])
    expect((await other.get(`/Users/${barbara.id}`)).http).toBe(404)
    expect((await other.get(`/Groups/${sales.id}`)).http).toBe(404)
  })
})
