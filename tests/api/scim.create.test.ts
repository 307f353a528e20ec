// SCIM: adding users and groups (call 'scim.create').
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { confirmEmail } from '../support/invitations.ts'
import { DEPARTMENT, ENTERPRISE, GROUP, makeProvider, USER, type Provider } from '../support/scim.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let entra: Provider
beforeAll(async () => {
  world = await makeWorld()
  entra = await makeProvider(world)
})
afterAll(() => world?.close())

const outbox = async (to: string) => world.db.selectFrom('outbox').selectAll().where('recipient', '=', to).execute()

describe('scim.create: users', () => {
  it('takes the request of RFC 7644, section 3.3, word by word', async () => {
    const { http, body, headers } = await entra.send('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'bjensen@example.com',
      externalId: 'bjensen',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
    })
    expect(http).toBe(201)
    expect(body).toMatchObject({
      userName: 'bjensen@example.com',
      externalId: 'bjensen',
      active: true,
      displayName: 'Ms. Barbara J Jensen III',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
      emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
    })
    expect(headers).toMatchObject({ location: body.meta.location, etag: body.meta.version })
    const member = await world.call('org.getMember', { as: 'ann', params: { userId: body.id } })
    expect(member.data).toMatchObject({ name: 'Ms. Barbara J Jensen III', email: 'bjensen@example.com', role: 'member', disabled: false })
  })

  it('takes what Entra ID sends', async () => {
    const body = await entra.user('Test_User_ab6490ee@contoso.com', {
      schemas: [USER, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      active: true,
      emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@contoso.com' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [],
      [ENTERPRISE]: { department: 'Research', manager: '26118915' },
    })
    expect(body).toMatchObject({ active: true, [ENTERPRISE]: { department: 'Research', manager: { value: '26118915' } } })
  })

  it('takes what Okta sends, a password too, which it does not keep', async () => {
    const body = await entra.user('test.user@okta.local', {
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    })
    expect(body).toMatchObject({ displayName: 'Test User', locale: 'en-US' })
    expect(JSON.stringify(body)).not.toContain('1mz050nq')
    const kept = await world.db.selectFrom('person').select('password_hash').where('id', '=', body.id).executeTakeFirstOrThrow()
    expect(kept.password_hash).toBeNull()
    expect(JSON.stringify(await world.db.selectFrom('audit').select('input').execute())).not.toContain('1mz050nq')
  })

  it('reads names in any letters, and "False" as no', async () => {
    const { http, body } = await entra.send('POST', '/Users', {
      SCHEMAS: [USER],
      USERNAME: 'mixed@example.com',
      Active: 'False',
      EMAILS: { VALUE: 'mixed@example.com' },
    })
    expect(http).toBe(201)
    expect(body).toMatchObject({ userName: 'mixed@example.com', active: false })
    expect((await world.db.selectFrom('member').select('banned').where('user_id', '=', body.id).executeTakeFirstOrThrow()).banned).toBe(true)
  })

  it.each<[string, Record<string, unknown>]>([
    ['the same userName', { userName: 'BJENSEN@example.com' }],
    ['the same email', { userName: 'other', emails: [{ value: 'bjensen@example.com' }] }],
    ['somebody of the organisation', { userName: 'ben', emails: [{ value: 'ben@example.test' }] }],
  ])('refuses %s as taken, and changes nothing', async (_name, user) => {
    const before = await world.stored()
    const { http, body } = await entra.send('POST', '/Users', { schemas: [USER], ...user })
    expect({ http, type: body.scimType, status: body.status }).toEqual({ http: 409, type: 'uniqueness', status: '409' })
    expect(await world.stored()).toBe(before)
  })

  it.each<[string, unknown, string]>([
    ['no userName', { schemas: [USER] }, 'invalidValue'],
    ['no email', { schemas: [USER], userName: 'no-mail' }, 'invalidValue'],
    ['a wrong email', { schemas: [USER], userName: 'x', emails: [{ value: 'nonsense' }] }, 'invalidValue'],
    ['another schema', { schemas: [GROUP], userName: 'x@example.com' }, 'invalidSyntax'],
    ['a number for a text', { schemas: [USER], userName: 5 }, 'invalidValue'],
    ['perhaps for yes', { schemas: [USER], userName: 'x@example.com', active: 'perhaps' }, 'invalidValue'],
    ['a text for an object', { schemas: [USER], userName: 'x@example.com', name: 'Barbara' }, 'invalidValue'],
    ['a long name', { schemas: [USER], userName: 'x@example.com', displayName: 'x'.repeat(51) }, 'invalidValue'],
    [
      'two primary emails',
      {
        schemas: [USER],
        userName: 'x',
        emails: [
          { value: 'a@b.c', primary: true },
          { value: 'd@b.c', primary: true },
        ],
      },
      'invalidValue',
    ],
    ['half a character', { schemas: [USER], userName: 'x\ud800@example.com' }, 'invalidValue'],
    ['no JSON', '{"schemas":', 'invalidSyntax'],
    ['a list', [], 'invalidValue'],
  ])('refuses %s, and changes nothing', async (_name, user, scimType) => {
    const before = await world.stored()
    const { http, body } = await entra.send('POST', '/Users', user)
    expect({ http, body }).toMatchObject({ http: 400, body: { status: '400', scimType, detail: expect.any(String) } })
    expect(await world.stored()).toBe(before)
  })

  it('answers the same for people who have an account elsewhere, and makes them members once they accept', async () => {
    const shape = (body: Record<string, unknown>) => JSON.stringify({ ...body, id: '', meta: '' })
    const named = (text: string, email: string) => ({ displayName: 'Cyd from Corp', emails: [{ value: email }], externalId: text })
    const known = await entra.user('cyd@corp.example', named('c', 'CYD@example.test'))
    const unknown = await entra.user('eye@corp.example', named('c', 'EYE@example.test'))
    expect(shape(known)).toBe(shape(unknown).replaceAll('eye', 'cyd').replaceAll('EYE', 'CYD'))
    expect(known.id).not.toBe(world.ids.cyd)
    expect((await world.call('company.get', { as: 'cyd' })).status).toBe(403)
    // By userName too: of another person, and the email of one.
    for (const [userName, email] of [
      ['dee', 'dee2@example.com'],
      ['sue@example.test', 'sue2@example.com'],
    ])
      expect(await entra.user(userName as string, { emails: [{ value: email }] })).toMatchObject({ userName, emails: [{ value: email }] })
    // What the provider changes stays its own word.
    const moved = await entra.send('PATCH', `/Users/${unknown.id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'dee@example.test' }],
    })
    expect({ http: moved.http, emails: moved.body.emails }).toMatchObject({ http: 200, emails: [{ value: 'dee@example.test' }] })

    const [waiting] = (await world.call('i.listInvitations', { as: 'cyd' })).data.items
    await confirmEmail(world, 'cyd@example.test')
    expect((await world.call('i.acceptInvitation', { as: 'cyd', params: { invitationId: waiting.id } })).status).toBe(0)
    expect((await world.call('company.get', { as: 'cyd' })).status).toBe(0)
    expect(await entra.found('Users', 'userName eq "cyd@corp.example"')).toEqual(['cyd@corp.example'])
    // The id that the provider kept still finds the person, whose own name and email stay.
    const after = (await entra.send('GET', `/Users/${known.id}`)).body
    expect(after).toMatchObject({ id: world.ids.cyd, userName: 'cyd@corp.example', displayName: 'Cyd', externalId: 'c' })
    const { username, name, email } = await world.db.selectFrom('person').selectAll().where('id', '=', world.ids.cyd).executeTakeFirstOrThrow()
    expect({ username, name, email }).toEqual({ username: 'cyd', name: 'Cyd', email: 'cyd@example.test' })
    await world.db.deleteFrom('member').where('user_id', '=', world.ids.cyd).execute()
  })

  it('sends a mail with a link, where the token says so', async () => {
    const inviting = await makeProvider(world, 'acme', { invites: true })
    await inviting.user('invited@example.com', { displayName: 'Invited' })
    await entra.user('silent@example.com')
    expect((await outbox('invited@example.com'))[0]?.body).toMatch(/\/invitation\//)
    expect(await outbox('silent@example.com')).toEqual([])
  })

  it('is in the audit log with the token that did it', async () => {
    // It is written after the answer has gone.
    const rows = await vi.waitFor(async () => {
      const found = await world.db.selectFrom('audit').selectAll().where('call', '=', 'scim.create').where('company_id', '=', world.ids.acme).execute()
      expect(found.find(row => JSON.stringify(row.input).includes('silent@example.com'))).toMatchObject({ user_id: null, status: 0 })
      return found
    }, 5000)
    expect(rows.every(row => String(row.input.provider).startsWith('Provider ('))).toBe(true)
    expect(rows.some(row => row.status === 409)).toBe(true)
  })
})

describe('scim.create: groups', () => {
  it('makes a department of the first level with its members', async () => {
    const ada = await entra.user('ada@example.com', { displayName: 'Ada' })
    const { http, body, headers } = await entra.send('POST', '/Groups', {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Tour Guides',
      members: [{ value: ada.id, $ref: 'https://example.com/v2/Users/x', display: 'Ada' }],
      meta: { resourceType: 'Group' },
    })
    expect(http).toBe(201)
    expect(headers.location).toBe(body.meta.location)
    expect(body).toMatchObject({
      displayName: 'Tour Guides',
      members: [{ value: ada.id, display: 'Ada', type: 'User' }],
      [DEPARTMENT]: { code: expect.any(String) },
    })
    const tree = await world.call('org.listDepartments', { as: 'ann' })
    expect(tree.data.options[0].children).toContainEqual(expect.objectContaining({ id: body.id, label: 'Tour Guides', members: 1 }))
    // Ada sat nowhere in particular before.
    expect((await world.call('org.getMember', { as: 'ann', params: { userId: ada.id } })).data.departmentIds).toBe(body.id)
  })

  it('puts a department below another, with code and manager', async () => {
    const eve = await entra.user('eve@example.com', { displayName: 'Eve' })
    const top = await entra.group('Top')
    const low = await entra.group('Low', { [DEPARTMENT]: { code: 'low-1', parent: { value: top.id }, manager: { value: eve.id } } })
    expect(low).toMatchObject({
      members: [{ value: eve.id }],
      [DEPARTMENT]: { code: 'low-1', parent: { value: top.id, display: 'Top' }, manager: { value: eve.id } },
    })
    // The same name elsewhere in the tree is another department.
    expect(await entra.group('Low')).toMatchObject({ displayName: 'Low' })
  })

  it.each<[string, Record<string, unknown>, number, string]>([
    ['no name', {}, 400, 'invalidValue'],
    ['a long name', { displayName: 'x'.repeat(26) }, 400, 'invalidValue'],
    ['a name that is there', { displayName: 'tour guides' }, 409, 'uniqueness'],
    ['a code that is there', { displayName: 'Other', [DEPARTMENT]: { code: 'LOW-1' } }, 409, 'uniqueness'],
    ['a member who is nobody', { displayName: 'Other', members: [{ value: '0191d5a0-0000-7000-8000-000000000001' }] }, 400, 'invalidValue'],
    ['a member by name', { displayName: 'Other', members: [{ value: 'ann' }] }, 400, 'invalidValue'],
    ['a group as member', { displayName: 'Other', members: [{ value: '0191d5a0-0000-7000-8000-000000000001', type: 'Group' }] }, 400, 'invalidValue'],
    ['an unknown parent', { displayName: 'Other', [DEPARTMENT]: { parent: { value: '0191d5a0-0000-7000-8000-000000000001' } } }, 400, 'invalidValue'],
    ['an unknown manager', { displayName: 'Other', [DEPARTMENT]: { manager: { value: '0191d5a0-0000-7000-8000-000000000001' } } }, 400, 'invalidValue'],
  ])('refuses %s, and changes nothing', async (_name, group, status, scimType) => {
    const before = await world.stored()
    const { http, body } = await entra.send('POST', '/Groups', { schemas: [GROUP], ...group })
    expect({ http, scimType: body.scimType }, JSON.stringify(body)).toEqual({ http: status, scimType })
    expect(await world.stored()).toBe(before)
  })

  it('lets no one of another organisation in', async () => {
    const before = await world.stored()
    expect((await entra.send('POST', '/Groups', { displayName: 'Spies', members: [{ value: world.ids.dee }] })).http).toBe(400)
    expect(await world.stored()).toBe(before)
  })
})
