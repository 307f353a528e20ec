// bind.create-user, bind.create-allowed: a new account for a waiting sign-in, where that is allowed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSignedIn, waits } from '../support/binding.ts'
import { signinBrowser } from '../support/signin.ts'
import { makeWorld, type World } from '../support/world.ts'

describe('bind.createUser', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())

  it('makes the account, signs in and goes on where the person was going', async () => {
    const browser = await waits(world, { subject: 'ben', email: 'nora@example.test', emailVerified: true }, { companyKey: 'acme' })
    const reply = await browser.call('bind.createUser', { body: { userId: browser.id } })
    expect(reply.data).toEqual({ redirect: '/company/acme' })
    expect(await isSignedIn(world, browser)).toBe('Nora')
    const made = await world.db.selectFrom('person').selectAll().where('email', '=', 'nora@example.test').executeTakeFirstOrThrow()
    expect(await world.running.services.people.isMember(made.id, world.ids.acme)).toBe(true)
    expect(await world.running.services.signin.identities.of(made.id)).toMatchObject([{ kind: 'oauth' }])
  })

  it('goes where it is told, but to no other site', async () => {
    for (const [asked, to] of [
      ['/company/globex', '/company/globex'],
      ['//evil.test', '/home'],
    ]) {
      const browser = await waits(world, { subject: `x${asked}` })
      expect((await browser.call('bind.createUser', { body: { userId: browser.id, redirect: asked } })).data).toEqual({ redirect: to })
    }
  })

  it("gives the new account nobody's email", async () => {
    const browser = await waits(world, { email: 'ann@example.test', emailVerified: true, name: 'Not Ann' })
    expect((await browser.call('bind.createUser', { body: { userId: browser.id } })).status).toBe(0)
    expect(await isSignedIn(world, browser)).toBe('Not Ann')
    expect(await world.db.selectFrom('person').select(['name', 'email']).where('name', '=', 'Not Ann').execute()).toEqual([{ name: 'Not Ann', email: '' }])
  })

  it('works once, also of two at a time', async () => {
    const browser = await waits(world, { email: 'ben@example.test' })
    const replies = await Promise.all([1, 2].map(() => browser.call('bind.createUser', { body: { userId: browser.id } })))
    expect(replies.map(reply => reply.code ?? 'done').sort()).toEqual(['bind.expired', 'done'])
    browser.cookies.delete('tessera_session')
    expect((await browser.call('bind.createUser', { body: { userId: browser.id } })).code).toBe('bind.expired')
  })

  it('is refused where nobody is made, whatever the page shows (bind.create-allowed)', async () => {
    const browser = await waits(world, { email: 'ben@example.test' }, { creation: 'off' })
    const before = await world.stored()
    expect((await browser.call('bind.createUser', { body: { userId: browser.id } })).code).toBe('bind.creationOff')
    expect(await world.stored().then(text => text.replace(/^rate .*$/m, ''))).toBe(before.replace(/^rate .*$/m, ''))
    expect(await isSignedIn(world, browser)).toBeUndefined()
  })

  it('is refused to whoever is banned from the organisation that new people join, or disabled', async () => {
    const { db, ids } = world
    const counts = async () =>
      [await db.selectFrom('person').select('id').execute(), await db.selectFrom('member').select('user_id').execute()].map(all => all.length)
    const setBanned = (banned: boolean) => db.updateTable('member').set({ banned }).where('user_id', '=', ids.ben).execute()
    await setBanned(true)
    const proven = { email: 'Ben@example.test', emailVerified: true }
    const browser = await waits(world, proven, { creation: 'ask', companyKey: 'ACME' })
    const before = await counts()
    expect(await browser.call('bind.createUser', { body: { userId: browser.id } })).toMatchObject({ status: 403, code: 'signin.disabled' })
    expect(await counts()).toEqual(before)
    expect(await isSignedIn(world, browser)).toBeUndefined()
    const event = await db.selectFrom('signin_event').select(['kind', 'name', 'ok', 'reason']).orderBy('id', 'desc').executeTakeFirst()
    expect(event).toEqual({ kind: 'oauth', name: 'Ben@example.test', ok: false, reason: 'disabled' })

    const may = async (proof: Parameters<typeof waits>[1], companyKey = 'acme') => {
      const other = await waits(world, proof, { creation: 'ask', companyKey })
      return (await other.call('bind.createUser', { body: { userId: other.id } })).code ?? 'made'
    }
    expect(await may({ ...proven, emailVerified: false }), 'a stranger who says so learns nothing').toBe('made')
    expect(await may({ subject: 'ben', issuer: 'https://other.example.test' }), 'names elsewhere are anybody’s').toBe('made')
    expect(await may(proven, 'globex'), 'banned from another one').toBe('made')
    await setBanned(false)
    await db.updateTable('person').set({ disabled: true }).where('id', '=', ids.dee).execute()
    expect(await may({ email: 'dee@example.test', emailVerified: true }, ''), 'disabled').toBe('signin.disabled')
    await db.updateTable('person').set({ disabled: false }).where('id', '=', ids.dee).execute()
  })

  it('is refused in another browser, and without an id', async () => {
    const browser = await waits(world, { email: 'ben@example.test' })
    const before = await world.stored()
    for (const other of [signinBrowser(world), await waits(world, { subject: 'y', email: 'abe@example.test' })]) {
      expect((await other.call('bind.createUser', { body: { userId: browser.id } })).code).toBe('bind.expired')
      expect(await isSignedIn(world, other)).toBeUndefined()
    }
    expect((await browser.call('bind.createUser', { body: {} })).errors).toHaveProperty('userId')
    expect(before.split('\n').find(line => line.startsWith('person '))).toBe((await world.stored()).split('\n').find(line => line.startsWith('person ')))
  })
})
