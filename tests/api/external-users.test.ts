// People from outside use one app: from registering to being kept out (calls 'external.*').
import type { CallId } from '../../api/generated/calls.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enter, openDoor } from '../support/outsiders.ts'
import { addRole, builtIn, setList } from '../support/permissions.ts'
import { inviteAccount } from '../support/invitations.ts'
import { publish } from '../support/releases.ts'
import { mailedCode, passPause, signinBrowser } from '../support/signin.ts'
import { makeWorld, type Ask, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await publish(world)
})
afterAll(() => world?.close())

const userOf = async (keywords: string) => (await world.call('external.listUsers', { as: 'ann', query: { keywords } })).data.items[0]

describe('external users', () => {
  it('has no door at first', async () => {
    expect(await world.call('external.getDoor')).toMatchObject({ status: 404, code: 'external.closed' })
    expect((await world.call('signin.getOptions', { query: { redirect: '/company/acme/app/shop' } })).data.externalDoor).toBeNull()
  })

  it('registers with a code, opens the app, and reaches nothing else', async () => {
    await openDoor(world)
    expect((await world.call('signin.getOptions', { query: { redirect: '/company/acme/app/shop/x' } })).data.externalDoor).toEqual({
      name: 'Shop',
      address: '/external/acme/shop',
    })
    const vic = await enter(world, 'vic@out.test', 'Vic')
    expect(vic.reply).toMatchObject({ status: 0, data: { isWaiting: false, redirect: '/company/acme/app/shop' } })
    expect((await vic.call('general.session')).data).toMatchObject({ user: { name: 'Vic', onlyApp: '/company/acme/app/shop' }, companies: [] })
    const { user, app } = (await vic.call('runtime.site')).data.variables
    expect(user).toMatchObject({ name: 'Vic', uid: 'vic@out.test', email: 'vic@out.test', department: null, departments: [] })
    expect(Object.values(app.perms)).not.toContain(true)
    expect((await vic.call('app.get')).status).toBe(0)

    await world.db
      .insertInto('app')
      .values({
        id: '0191d5a0-0000-7000-8000-00000000aaaa',
        company_id: world.ids.acme,
        key: 'other',
        name: 'Other',
        type: 1,
        owner_id: world.ids.ann,
        config: JSON.stringify({ guestEnabled: true }),
      })
      .execute()
    const refused: [CallId, Ask?][] = [
      ['company.get'],
      ['company.list'],
      ['company.createCompany', { body: { name: 'Mine', key: 'mine', industry: 'other' } }],
      ['org.listMembers'],
      ['app.list'],
      ['i.getInfo'],
      ['i.listCompanies'],
      ['i.listInvitations'],
      ['i.endOtherSessions', { body: {} }],
      ['external.listUsers'],
      ['app.get', { params: { companyKey: 'acme', appUrlKey: 'other' } }],
      ['runtime.site', { params: { companyKey: 'acme', appUrlKey: 'other' } }],
    ]
    for (const [id, ask] of refused) expect((await vic.call(id, ask)).status, id).toBe(403)
    expect(await userOf('vic')).toMatchObject({ name: 'Vic', state: 'active', lastLoginDate: expect.any(String) })
  })

  it('has no session for anything else, by whatever way to sign in', async () => {
    const browser = signinBrowser(world)
    await passPause(world)
    await browser.call('signin.sendEmailCode', { body: { email: 'vic@out.test' } })
    const token = await mailedCode(world, 'vic@out.test')
    expect(await browser.call('signin.login', { body: { email: 'vic@out.test', token } })).toMatchObject({ status: 403, code: 'signin.disabled' })
    const { id } = await world.db.selectFrom('person').select('id').where('email', '=', 'vic@out.test').executeTakeFirstOrThrow()
    const { token: open } = await world.running.services.sessions.open(id, { ip: '', agent: '' })
    expect((await world.call('general.session', { headers: { cookie: `tessera_session=${open}` } })).data.user).toBeNull()
  })

  it('is banned at once, and let in again', async () => {
    const vic = await enter(world, 'vic@out.test')
    expect((await vic.call('runtime.site')).status).toBe(0)
    const { id } = await userOf('vic')
    expect((await world.call('external.setActive', { as: 'ann', params: { externalUserId: id }, body: { isActive: false } })).status).toBe(0)
    expect((await vic.call('runtime.site')).status).toBe(401)
    expect((await enter(world, 'vic@out.test')).reply).toMatchObject({ status: 403, code: 'external.banned' })
    expect(await userOf('vic')).toMatchObject({ state: 'banned' })
    await world.call('external.setActive', { as: 'ann', params: { externalUserId: id }, body: { isActive: true } })
    const again = await enter(world, 'vic@out.test')
    expect((await again.call('runtime.site')).status).toBe(0)
    // The organisation's own list bans as well.
    await world.call('org.updateExternalUser', { as: 'ann', params: { externalUserId: id }, query: { appId: world.ids.shop }, body: { disabled: true } })
    expect((await again.call('runtime.site')).status).toBe(401)
  })

  it('waits for approval where the app says so', async () => {
    await openDoor(world, 'open', { approval: true })
    const wes = await enter(world, 'wes@out.test', 'Wes')
    expect(wes.reply).toMatchObject({ status: 0, data: { isWaiting: true, redirect: '' } })
    expect((await wes.call('runtime.site')).status).toBe(401)
    const user = await userOf('wes')
    expect(user).toMatchObject({ state: 'waiting', lastLoginDate: null })
    await world.call('external.setActive', { as: 'ann', params: { externalUserId: user.id }, body: { isActive: true } })
    expect((await (await enter(world, 'wes@out.test')).call('runtime.site')).status).toBe(0)
  })

  it('takes those who are invited alone, and mails nobody else a code', async () => {
    await openDoor(world, 'invite', { approval: true })
    expect((await enter(world, 'stranger@out.test', 'S')).reply.status).toBe(422)
    expect(await mailedCode(world, 'stranger@out.test')).toBeUndefined()
    expect((await world.call('external.invite', { as: 'ann', body: { to: 'Ivy@out.test', name: 'Ivy' } })).data.isSent).toBe(false)
    const ivy = await enter(world, 'Ivy@out.test')
    expect(ivy.reply.data).toMatchObject({ isWaiting: false })
    expect((await ivy.call('general.session')).data.user.name).toBe('Ivy')
    expect((await world.call('external.getSettings', { as: 'ann' })).data.invitations).toEqual([])
  })

  it('gives a member who comes by the door nothing of a member', async () => {
    await openDoor(world)
    const ann = await enter(world, 'ann@example.test')
    expect((await ann.call('general.session')).data).toMatchObject({ companies: [], user: { isPlatformSuper: false } })
    expect((await ann.call('external.getSettings')).status).toBe(403)
    expect((await ann.call('org.listMembers')).status).toBe(403)
    // Neither pages nor rules of rows take her for somebody of her departments.
    const departments = async (as: typeof ann.call) => (await as('runtime.site')).data.variables.user.departments
    expect(await departments((id, more) => world.call(id, { as: 'ann', ...more }))).not.toEqual([])
    expect(await departments(ann.call)).toEqual([])
  })

  it('is held by external roles, and registers by phone', async () => {
    await openDoor(world, 'open', { kinds: ['email', 'phone'] })
    const pam = await enter(world, '13900001111', 'Pam')
    expect(pam.reply.data.isWaiting).toBe(false)
    const user = await userOf('Pam')
    expect(user).toMatchObject({ phone: '13900001111', email: '' })
    const role = await addRole(world, 'Buyers', { externals: [user.id] }, 1)
    await setList(world, 'read', [await builtIn(world, 'admin'), role])
    expect((await pam.call('runtime.site')).status).toBe(0)
    expect((await (await enter(world, 'wes@out.test')).call('runtime.site')).status).toBe(403)
  })

  it('becomes a full account by the link of an organisation that invites', async () => {
    await inviteAccount(world, 'wes@out.test')
    const { id } = await world.db.selectFrom('person').select('id').where('email', '=', 'wes@out.test').executeTakeFirstOrThrow()
    const standIn = await world.db.selectFrom('person').select('id').where('stands_for', '=', id).executeTakeFirstOrThrow()
    const { link } = (await world.call('org.renewInvitation', { as: 'ann', params: { userId: standIn.id } })).data
    const body = { password: 'Chosen-1-horse!', repeat: 'Chosen-1-horse!' }
    const token = /invitation\/(.*)$/.exec(link)?.[1] ?? ''
    expect((await world.call('org.acceptInvitation', { params: { invitationToken: token }, body })).status).toBe(0)
    expect((await world.call('signin.login', { body: { username: 'wes@out.test', password: 'Chosen-1-horse!' } })).status).toBe(0)
  })
})
