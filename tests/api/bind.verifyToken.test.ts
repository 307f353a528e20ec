// bind.verify-token, bind.choice: with the code of the chosen account the waiting sign-in is that person's.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isSignedIn, lastCode, waits } from '../support/binding.ts'
import { otherCode, passPause, signinBrowser } from '../support/signin.ts'
import { makeWorld, type World } from '../support/world.ts'

describe('bind.verifyToken', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())
  beforeEach(() => passPause(world))

  const chosen = async (proof: Parameters<typeof waits>[1] = { subject: 'ben' }) => {
    const browser = await waits(world, proof)
    const user = world.ids.ben
    const sent = await browser.call('bind.verifyUser', { body: { user } })
    expect(sent.status).toBe(0)
    return { browser, user, token: await lastCode(world, 'ben@example.test') }
  }

  it('binds the account and signs in', async () => {
    const { browser, user, token } = await chosen()
    const reply = await browser.call('bind.verifyToken', { body: { user, token, redirect: '/company/acme/x' } })
    expect(reply.data).toEqual({ redirect: '/company/acme/x' })
    expect(await isSignedIn(world, browser)).toBe('Ben')
    expect(await world.running.services.signin.identities.of(user)).toMatchObject([{ kind: 'oauth', name: 'Nora' }])
    expect(await world.db.selectFrom('person').select('email_verified').where('id', '=', user).execute()).toEqual([{ email_verified: true }])
    expect(JSON.stringify(await world.db.selectFrom('audit').selectAll().execute())).not.toContain(token)
    browser.cookies.delete('tessera_session')
    expect((await browser.call('bind.verifyToken', { body: { user, token } })).code, 'again').toBe('bind.expired')
  })

  it('takes the code of this sign-in and this browser only', async () => {
    const { browser, user, token } = await chosen({ subject: 'ben', issuer: 'https://one.example.test' })
    const other = await waits(world, { subject: 'ben', issuer: 'https://two.example.test' })
    expect((await other.call('bind.verifyToken', { body: { user, token } })).code).toBe('code.expired')
    expect((await signinBrowser(world).call('bind.verifyToken', { body: { user, token } })).code).toBe('bind.expired')
    expect((await browser.call('bind.verifyToken', { body: { user: world.ids.ann, token } })).code, 'another account').toBe('bind.noCandidate')
    expect(await world.running.services.signin.identities.of(world.ids.ann)).toEqual([])
    expect((await browser.call('bind.verifyToken', { body: { user, token, userId: browser.id } })).status).toBe(0)
  })

  it('refuses a wrong code, and the right one after five wrong ones', async () => {
    const { browser, user, token } = await chosen({ subject: 'ben', issuer: 'https://three.example.test' })
    for (let i = 0; i < 5; i++) {
      const reply = await browser.call('bind.verifyToken', { body: { user, token: otherCode(token) } })
      expect([reply.code, reply.errors]).toEqual(['code.wrong', { token: 'The verification code is not right' }])
    }
    expect((await browser.call('bind.verifyToken', { body: { user, token } })).code).toBe('code.expired')
    expect(await isSignedIn(world, browser)).toBeUndefined()
  })

  it('needs a code (bind.token-required)', async () => {
    const { browser, user } = await chosen({ subject: 'ben', issuer: 'https://four.example.test' })
    for (const token of ['', ' '])
      expect((await browser.call('bind.verifyToken', { body: { user, token } })).errors).toEqual({ token: 'Please enter the verification code' })
  })

  it('is over after a quarter of an hour', async () => {
    const { browser, user, token } = await chosen({ subject: 'ben', issuer: 'https://five.example.test' })
    await world.db
      .updateTable('signin_pending')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect((await browser.call('bind.verifyToken', { body: { user, token } })).code).toBe('bind.expired')
  })

  it('asks for the second factor on the sign-in page', async () => {
    const { browser, user, token } = await chosen({ subject: 'ben', issuer: 'https://six.example.test' })
    await world.db.insertInto('totp').values({ user_id: user, secret: 'sealed', confirmed_at: new Date() }).execute()
    expect((await browser.call('bind.verifyToken', { body: { user, token } })).data).toEqual({
      redirect: '/login?next=second-factor&redirect=%2Fcompany%2Facme',
    })
    expect(browser.cookies.get('tessera_ticket')).toBeDefined()
    expect(await isSignedIn(world, browser)).toBeUndefined()
  })
})
