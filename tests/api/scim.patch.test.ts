// SCIM: changing parts of users and groups (call 'scim.patch'), by the RFC's examples and as Entra ID and Okta send them.
import { patchBodyValidation, scimPatch } from 'scim-patch'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEPARTMENT, ENTERPRISE, makeProvider, PATCH, type Provider } from '../support/scim.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let entra: Provider
let n = 0
beforeAll(async () => {
  world = await makeWorld()
  entra = await makeProvider(world)
})
afterAll(() => world?.close())

describe('scim.patch: users', () => {
  let user: Record<string, any>
  let path: string
  beforeEach(async () => {
    const name = `user${++n}`
    user = await entra.user(`${name}@example.com`, {
      name: { givenName: 'Barbara', familyName: 'Jensen' },
      displayName: `Babs ${n}`,
      title: 'Guide',
      emails: [
        { value: `${name}@example.com`, type: 'work', primary: true },
        { value: `${name}@home.example`, type: 'home' },
      ],
      phoneNumbers: [{ value: '555-1234', type: 'work' }],
      addresses: [{ type: 'work', streetAddress: '100 Universal City Plaza', locality: 'Hollywood' }],
      [ENTERPRISE]: { department: 'Tours' },
    })
    path = `/Users/${user.id}`
  })

  it.each<[string, unknown[], Record<string, unknown>]>([
    ['replaces a value by path', [{ op: 'replace', path: 'title', value: 'Boss' }], { title: 'Boss' }],
    ['adds without a path', [{ op: 'add', value: { nickName: 'Babs', title: 'Boss' } }], { nickName: 'Babs', title: 'Boss' }],
    ['changes a part of a name', [{ op: 'Replace', path: 'name.familyName', value: 'Updated' }], { name: { givenName: 'Barbara', familyName: 'Updated' } }],
    [
      'takes dotted names in an object (Entra ID)',
      [{ op: 'Add', value: { 'name.givenName': 'Bab', active: 'True' } }],
      { name: { givenName: 'Bab', familyName: 'Jensen' } },
    ],
    [
      'takes a path with a filter as the name of a value (Entra ID)',
      [{ op: 'replace', value: { 'addresses[type eq "work"].locality': 'Redmond', displayName: 'Bjfe' } }],
      { displayName: 'Bjfe', addresses: [{ type: 'work', streetAddress: '100 Universal City Plaza', locality: 'Redmond' }] },
    ],
    [
      'changes the part of a chosen value',
      [{ op: 'replace', path: 'addresses[type eq "work"].streetAddress', value: '1010 Broadway Ave' }],
      { addresses: [{ type: 'work', streetAddress: '1010 Broadway Ave', locality: 'Hollywood' }] },
    ],
    [
      'replaces a chosen value as a whole',
      [{ op: 'replace', path: 'addresses[type eq "work"]', value: { type: 'work', locality: 'Reno' } }],
      { addresses: [{ type: 'work', locality: 'Reno' }] },
    ],
    [
      'adds a chosen value that is not there (Entra ID)',
      [{ op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '555-9999' }],
      {
        phoneNumbers: [
          { value: '555-1234', type: 'work' },
          { value: '555-9999', type: 'mobile' },
        ],
      },
    ],
    ['changes the extension by its name', [{ op: 'Replace', path: `${ENTERPRISE}:department`, value: 'Sales' }], { [ENTERPRISE]: { department: 'Sales' } }],
    [
      'adds a manager by id alone (Entra ID)',
      [{ op: 'Add', path: `${ENTERPRISE}:manager`, value: 'boss-1' }],
      { [ENTERPRISE]: { department: 'Tours', manager: { value: 'boss-1' } } },
    ],
    [
      'takes the extension as an object',
      [{ op: 'add', value: { [ENTERPRISE]: { costCenter: '42' } } }],
      { [ENTERPRISE]: { department: 'Tours', costCenter: '42' } },
    ],
    ['sets active by a text (Entra ID)', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    ['sets active without a path (Okta)', [{ op: 'replace', value: { active: false } }], { active: false }],
    ['leaves out what nobody may say', [{ op: 'replace', value: { id: 'x', schemas: [], meta: {}, groups: [], unknown: 1, title: 'Y' } }], { title: 'Y' }],
  ])('%s', async (_name, operations, expected) => {
    const { http, body } = await entra.patch(path, ...operations)
    expect({ http, body }, JSON.stringify(body)).toMatchObject({ http: 200, body: { id: user.id, ...expected } })
    for (const [key, value] of Object.entries(expected)) expect(body[key]).toEqual(value)
    expect((await entra.get(path)).body).toEqual(body)
  })

  it('moves the primary mark with a new primary email, which is the one for signing in', async () => {
    const { body } = await entra.patch(path, { op: 'add', path: 'emails', value: [{ value: `new${n}@example.com`, type: 'other', primary: true }] })
    expect(body.emails[0]).toEqual({ value: `new${n}@example.com`, type: 'other', primary: true })
    expect(body.emails).toHaveLength(3)
    expect((await world.db.selectFrom('person').select('email').where('id', '=', user.id).executeTakeFirstOrThrow()).email).toBe(`new${n}@example.com`)
  })

  it('removes attributes, parts and chosen values', async () => {
    const { body } = await entra.patch(
      path,
      { op: 'remove', path: 'title' },
      { op: 'remove', path: 'emails[type eq "home"]' },
      { op: 'remove', path: 'addresses[type eq "work"].locality' },
      { op: 'remove', path: 'phoneNumbers' },
      { op: 'remove', path: ENTERPRISE },
    )
    for (const gone of ['title', 'phoneNumbers', ENTERPRISE]) expect(body).not.toHaveProperty([gone])
    expect(body.emails).toHaveLength(1)
    expect(body.addresses).toEqual([{ type: 'work', streetAddress: '100 Universal City Plaza' }])
  })

  it.each<[string, unknown[], string]>([
    ['an unknown attribute', [{ op: 'replace', path: 'nonsense', value: 1 }], 'invalidPath'],
    ['a path that is none', [{ op: 'replace', path: 'emails[type eq', value: 1 }], 'invalidPath'],
    ['a part that is none', [{ op: 'replace', path: 'name.nonsense', value: 'x' }], 'invalidPath'],
    ['what nobody may say', [{ op: 'replace', path: 'id', value: 'x' }], 'mutability'],
    ['groups, which are changed from their side', [{ op: 'add', path: 'groups', value: [{ value: 'x' }] }], 'mutability'],
    ['to remove what is required', [{ op: 'remove', path: 'userName' }], 'mutability'],
    ['to remove nothing', [{ op: 'remove' }], 'noTarget'],
    ['to replace a value that is not there', [{ op: 'replace', path: 'emails[type eq "pager"].value', value: 'a@b.c' }], 'noTarget'],
    ['another operation', [{ op: 'move', path: 'title', value: 'x' }], 'invalidSyntax'],
    ['a value of another type', [{ op: 'replace', path: 'title', value: { a: 1 } }], 'invalidValue'],
    [
      'a second operation after a good one',
      [
        { op: 'replace', path: 'title', value: 'Good' },
        { op: 'replace', path: 'nonsense', value: 1 },
      ],
      'invalidPath',
    ],
    ['no operations', [], 'invalidSyntax'],
  ])('refuses %s, and changes nothing', async (_name, operations, scimType) => {
    const before = await world.stored()
    const { http, body } = await entra.patch(path, ...operations)
    expect({ http, scimType: body.scimType }, JSON.stringify(body)).toEqual({ http: 400, scimType })
    expect(await world.stored()).toBe(before)
  })

  it('bans and lets in again: sessions end where no other organisation lets the person in', async () => {
    const { token } = await world.running.services.sessions.open(user.id, { ip: '', agent: '' })
    const sessions = async () => (await world.db.selectFrom('session').select('user_id').where('user_id', '=', user.id).execute()).length
    await entra.patch(path, { op: 'replace', path: 'active', value: false })
    expect(await sessions()).toBe(0)
    expect((await world.running.services.access.find(token, { companyKey: 'acme' })).session).toBeUndefined()
    expect((await world.call('org.getMember', { as: 'ann', params: { userId: user.id } })).data.disabled).toBe(true)
    expect((await entra.patch(path, { op: 'replace', path: 'active', value: true })).body.active).toBe(true)
    await world.db.insertInto('member').values({ company_id: world.ids.globex, user_id: user.id, role: 'member' }).execute()
    await world.running.services.sessions.open(user.id, { ip: '', agent: '' })
    await entra.patch(path, { op: 'replace', path: 'active', value: false })
    expect(await sessions()).toBe(1)
  })

  it('never bans the owner', async () => {
    const before = await world.stored()
    const { http, body } = await entra.patch(`/Users/${world.ids.ann}`, { op: 'replace', path: 'active', value: false })
    expect({ http, body }).toMatchObject({ http: 403, body: { status: '403', detail: expect.stringContaining('owner') } })
    expect(await world.stored()).toBe(before)
  })

  it('changes user name and email of people whom it made, and of nobody else', async () => {
    expect((await entra.patch(path, { op: 'replace', path: 'userName', value: `renamed${n}@example.com` })).body.userName).toBe(`renamed${n}@example.com`)
    expect((await world.db.selectFrom('person').select('username').where('id', '=', user.id).executeTakeFirstOrThrow()).username).toBe(
      `renamed${n}@example.com`,
    )
    const ben = `/Users/${world.ids.ben}`
    const { body } = await entra.patch(ben, { op: 'replace', value: { userName: 'ben@corp.example', emails: [{ value: 'thief@example.com', primary: true }] } })
    expect(body).toMatchObject({ userName: 'ben@corp.example', emails: [{ value: 'ben@example.test' }] })
    const { username, email } = await world.db.selectFrom('person').select(['username', 'email']).where('id', '=', world.ids.ben).executeTakeFirstOrThrow()
    expect({ username, email }).toEqual({ username: 'ben', email: 'ben@example.test' })
  })

  it('lets a made name follow its parts, and keeps a chosen one', async () => {
    const { id } = await entra.user(`made${n}@example.com`, { name: { givenName: 'Mia', familyName: 'Made' } })
    expect((await entra.patch(`/Users/${id}`, { op: 'replace', path: 'name.familyName', value: 'Married' })).body.displayName).toBe('Mia Married')
    expect((await entra.patch(path, { op: 'replace', path: 'name.familyName', value: 'Married' })).body.displayName).toBe(user.displayName)
  })

  it('takes two changes at once one after the other, and refuses a version that is old', async () => {
    const version = user.meta.version as string
    const both = await Promise.all(
      ['A', 'B'].map(title =>
        entra.send('PATCH', path, { schemas: [PATCH], Operations: [{ op: 'replace', path: 'title', value: title }] }, { 'if-match': version }),
      ),
    )
    expect(both.map(one => one.http).sort()).toEqual([200, 412])
    expect(both.find(one => one.http === 412)?.body).toMatchObject({ status: '412', detail: expect.any(String) })
    expect((await entra.send('PATCH', path, { Operations: [{ op: 'replace', path: 'title', value: 'C' }] }, { 'if-match': '*' })).http).toBe(200)
  })

  it('tells nothing of people elsewhere', async () => {
    const before = await world.stored()
    for (const id of [world.ids.dee, 'nonsense', '0191d5a0-0000-7000-8000-000000000001'])
      expect((await entra.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).http).toBe(404)
    expect(await world.stored()).toBe(before)
  })

  it('agrees with scim-patch, an implementation of others', async () => {
    const operations = [
      { op: 'replace' as const, path: 'name.familyName', value: 'Both' },
      { op: 'add' as const, path: 'nickName', value: 'Nick' },
      { op: 'replace' as const, path: 'addresses[type eq "work"].locality', value: 'Reno' },
      { op: 'add' as const, path: 'phoneNumbers', value: [{ value: '555-7777', type: 'mobile' }] },
      { op: 'remove' as const, path: 'title' },
      { op: 'remove' as const, path: 'emails[type eq "home"]' },
      { op: 'replace' as const, value: { locale: 'de-DE', timezone: 'Europe/Berlin' } },
    ]
    patchBodyValidation({ schemas: [PATCH], Operations: operations as never })
    const { meta: _meta, ...theirs } = scimPatch(structuredClone(user) as never, operations as never) as unknown as Record<string, unknown>
    const { meta: _own, ...ours } = (await entra.patch(path, ...operations)).body
    expect(ours).toEqual(theirs)
  })
})

describe('scim.patch: groups', () => {
  let group: Record<string, any>
  let path: string
  let people: Record<string, any>[]
  const membersOf = (body: Record<string, any>) => ((body.members ?? []) as { value: string }[]).map(one => one.value).sort()
  const ids = (...at: number[]) => at.map(i => people[i]!.id as string).sort()
  beforeEach(async () => {
    n++
    people = []
    for (const name of ['a', 'b', 'c']) people.push(await entra.user(`${name}${n}@example.com`))
    group = await entra.group(`Group ${n}`, { members: [{ value: people[0]!.id }, { value: people[1]!.id }] })
    path = `/Groups/${group.id}`
  })

  it('adds and removes members as RFC 7644, section 3.5.2 shows it', async () => {
    expect(
      membersOf((await entra.patch(path, { op: 'add', path: 'members', value: [{ display: 'C', $ref: 'https://x', value: people[2]!.id }] })).body),
    ).toEqual(ids(0, 1, 2))
    expect(membersOf((await entra.patch(path, { op: 'remove', path: `members[value eq "${people[0]!.id}"]` })).body)).toEqual(ids(1, 2))
    expect(
      membersOf(
        (
          await entra.patch(
            path,
            { op: 'remove', path: `members[value eq "${people[1]!.id}"]` },
            { op: 'add', path: 'members', value: [{ value: people[0]!.id }] },
          )
        ).body,
      ),
    ).toEqual(ids(0, 2))
    expect(membersOf((await entra.patch(path, { op: 'replace', path: 'members', value: [{ value: people[1]!.id }] })).body)).toEqual(ids(1))
    expect(membersOf((await entra.patch(path, { op: 'remove', path: 'members' })).body)).toEqual([])
    // Nobody is left without a place: they sit in the organisation itself again.
    expect((await world.call('org.getMember', { as: 'ann', params: { userId: people[1]!.id } })).data.departmentName).toBe('Acme')
  })

  it('takes the ways of Entra ID and Okta', async () => {
    expect(membersOf((await entra.patch(path, { op: 'Remove', path: 'members', value: [{ $ref: null, value: people[0]!.id }] })).body)).toEqual(ids(1))
    expect(membersOf((await entra.patch(path, { op: 'Add', value: { members: [{ $ref: null, value: people[0]!.id }] } })).body)).toEqual(ids(0, 1))
    const { http, body } = await entra.patch(path, { op: 'replace', value: { id: group.id, displayName: `Renamed ${n}` } })
    expect({ http, name: body.displayName, members: membersOf(body) }).toEqual({ http: 200, name: `Renamed ${n}`, members: ids(0, 1) })
    expect((await entra.patch(path, { op: 'replace', path: 'displayName', value: `Again ${n}` })).body.displayName).toBe(`Again ${n}`)
    expect(membersOf((await entra.patch(path, { op: 'replace', path: 'members', value: [] })).body)).toEqual([])
  })

  it('moves a department, names and dismisses its manager', async () => {
    const top = await entra.group(`Top ${n}`)
    const moved = await entra.patch(
      path,
      { op: 'add', path: `${DEPARTMENT}:parent`, value: { value: top.id } },
      { op: 'add', path: `${DEPARTMENT}:manager.value`, value: people[2]!.id },
    )
    expect(moved.body).toMatchObject({ [DEPARTMENT]: { parent: { value: top.id }, manager: { value: people[2]!.id } } })
    expect(membersOf(moved.body)).toEqual(ids(0, 1, 2))
    const left = await entra.patch(path, { op: 'remove', path: `members[value eq "${people[2]!.id}"]` }, { op: 'replace', path: 'externalId', value: 'x-1' })
    expect(left.body[DEPARTMENT]).not.toHaveProperty('manager')
    expect(membersOf(left.body)).toEqual(ids(0, 1))
    expect((await entra.patch(path, { op: 'remove', path: `${DEPARTMENT}:parent` })).body[DEPARTMENT]).not.toHaveProperty('parent')
  })

  it('counts a version for every change of its members', async () => {
    const before = (await entra.get(path)).body.meta.version
    await entra.patch(path, { op: 'add', path: 'members', value: [{ value: people[2]!.id }] })
    const after = (await entra.get(path)).body.meta.version
    expect(after).not.toBe(before)
    const late = await entra.send('PATCH', path, { Operations: [{ op: 'remove', path: 'members' }] }, { 'if-match': before })
    expect(late.http).toBe(412)
  })

  it.each<[string, (own: string) => unknown, string]>([
    ['a member who is nobody', () => ({ op: 'add', path: 'members', value: [{ value: '0191d5a0-0000-7000-8000-000000000001' }] }), 'invalidValue'],
    ['an empty name', () => ({ op: 'replace', path: 'displayName', value: ' ' }), 'invalidValue'],
    ['to remove the name', () => ({ op: 'remove', path: 'displayName' }), 'mutability'],
    ['another code', () => ({ op: 'replace', path: `${DEPARTMENT}:code`, value: 'other' }), 'mutability'],
    ['a department inside itself', own => ({ op: 'replace', path: `${DEPARTMENT}:parent.value`, value: own }), 'invalidValue'],
    ['the shown name of a member', () => ({ op: 'replace', path: 'members[display eq "x"].display', value: 'y' }), 'mutability'],
  ])('refuses %s, and changes nothing', async (_name, operation, scimType) => {
    const before = await world.stored()
    const { http, body } = await entra.patch(path, operation(group.id))
    expect({ http, scimType: body.scimType }, JSON.stringify(body)).toEqual({ http: 400, scimType })
    expect(await world.stored()).toBe(before)
  })

  it('does not know the organisation itself for a group', async () => {
    const root = await world.db
      .selectFrom('department')
      .select('id')
      .where('company_id', '=', world.ids.acme)
      .where('parent_id', 'is', null)
      .executeTakeFirstOrThrow()
    expect((await entra.patch(`/Groups/${root.id}`, { op: 'remove', path: 'members' })).http).toBe(404)
  })
})
