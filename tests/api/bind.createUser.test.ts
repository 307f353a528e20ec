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
