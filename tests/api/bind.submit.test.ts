// bind.submit, bind.entity-bind, bind.keys: an email or phone is bound by its code, before the session begins or while signed in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFor, held, isSignedIn, lastCode } from '../support/binding.ts'
import { scenarios } from '../support/scenarios.ts'
import { otherCode, passPause, signinBrowser } from '../support/signin.ts'
import { makeWorld, PASSWORD, type Person, type World } from '../support/world.ts'

const personOf = (world: World, name: Person) => world.db.selectFrom('person').selectAll().where('id', '=', world.ids[name]).executeTakeFirstOrThrow()
async function codeAs(world: World, as: Person, kind: 'phone' | 'email', to: string) {
  await passPause(world)
  await (kind === 'phone' ? world.call('bind.sendPhoneCode', { as, body: { phone: to } }) : world.call('signin.sendEmailCode', { as, body: { email: to } }))
  await world.running.services.signin.codes.settled()
  return lastCode(world, to)
}

scenarios('bind.submit', [
  {
    name: 'binds both for somebody who is signed in (bind.bind-key)',
    as: 'ben',
    given: async world => ({
      body: {
        bindKey: ' phone , email,other',
        phone: '13800138001',
        phone_token: await codeAs(world, 'ben', 'phone', '13800138001'),
        email: 'ben@example.test',
        email_token: await codeAs(world, 'ben', 'email', 'ben@example.test'),
        redirect: '//evil.test',
      },
    }),
    expect: { status: 0, data: { redirect: '/home' } },
    then: async (_reply, world) => expect(await personOf(world, 'ben')).toMatchObject({ phone: '13800138001', phone_verified: true, email_verified: true }),
  },
  {
    name: 'says which field is empty or wrong (bind.phone-format, bind.email-format, bind.token-required)',
    as: 'ben',
    body: { bindKey: 'phone,email', phone: '', phone_token: ' ', email: '', email_token: '' },
    expect: { status: 422, errors: ['phone', 'phone_token', 'email', 'email_token'], stored: 'same' },
    then: reply =>
      expect(reply.errors).toEqual({
        phone: 'Please enter a valid phone number',
        email: 'Please enter a valid email',
        phone_token: 'Please enter the verification code',
        email_token: 'Please enter the verification code',
      }),
  },
  {
    name: 'refuses what is no phone and no email',
    as: 'ben',
    body: { bindKey: 'phone,email', phone: '12800138001', phone_token: '1', email: 'ben', email_token: '1' },
    expect: { status: 422, errors: ['phone', 'email'], stored: 'same' },
  },
  {
    name: 'has nothing to do without a key (bind.bind-nothing)',
    as: 'ben',
    body: { bindKey: 'fax' },
    expect: { status: 422, code: 'bind.nothing', stored: 'same' },
  },
  {
    name: 'lets nobody bind who is nobody',
    body: { bindKey: 'email', email: 'x@example.test', email_token: '123456' },
    expect: { status: 401, code: 'bind.signedOut', stored: 'same' },
  },
  {
    name: 'binds nothing with an initial password: whoever gave it would have a way into the account',
    as: 'dee',
    given: async world => {
      await world.db.updateTable('person').set({ password_is_initial: true }).where('id', '=', world.ids.dee).execute()
      const phone = '13800138009'
      expect((await world.call('bind.sendPhoneCode', { as: 'dee', body: { phone } })).code).toBe('bind.expired')
      expect((await world.call('signin.sendEmailCode', { as: 'dee', body: { email: 'x@example.test', purpose: 'bind' } })).code).toBe('bind.expired')
      // One that was sent before the password was reset.
      await world.running.services.signin.codes.send({ purpose: 'account', holder: world.ids.dee, kind: 'phone', to: phone }, { ip: '', locale: 'en-US' })
      await world.running.services.signin.codes.settled()
      return { body: { bindKey: 'phone', phone, phone_token: await lastCode(world, phone) } }
    },
    expect: { status: 401, code: 'bind.signedOut', stored: 'same' },
    then: async (_reply, world) => {
      await world.db.updateTable('person').set({ password_is_initial: false }).where('id', '=', world.ids.dee).execute()
    },
  },
  {
    name: 'changes nothing that is bound: that is for the profile',
    as: 'ben',
    given: async world => ({ body: { bindKey: 'phone', phone: '13800138002', phone_token: await codeAs(world, 'ben', 'phone', '13800138002') } }),
    expect: { status: 422, code: 'bind.boundAlready', errors: ['phone'] },
    then: async (_reply, world) => expect((await personOf(world, 'ben')).phone).toBe('13800138001'),
  },
  {
    name: "refuses somebody else's phone",
    as: 'abe',
    given: async world => ({ body: { bindKey: 'phone', phone: '13800138001', phone_token: await codeAs(world, 'abe', 'phone', '13800138001') } }),
    expect: { status: 422, code: 'bind.taken', errors: ['phone'] },
    then: async (_reply, world) => expect((await personOf(world, 'abe')).phone).toBe(''),
  },
  {
    name: "refuses somebody else's email, and a name that somebody signs in with",
    as: 'abe',
    given: async world => ({ body: { bindKey: 'email', email: 'DEE@example.test', email_token: await codeAs(world, 'abe', 'email', 'DEE@example.test') } }),
    expect: { status: 422, code: 'bind.taken', errors: ['email'] },
    then: async (_reply, world) => expect((await personOf(world, 'abe')).email).toBe('abe@example.test'),
  },
  {
    name: 'binds both or nothing',
    as: 'abe',
    given: async world => ({
      body: {
        bindKey: 'phone,email',
        phone: '13800138003',
        phone_token: await codeAs(world, 'abe', 'phone', '13800138003'),
        email: 'abe@example.test',
        email_token: otherCode(await codeAs(world, 'abe', 'email', 'abe@example.test')),
      },
    }),
    expect: { status: 422, code: 'code.wrong', errors: ['email_token'] },
    then: async (_reply, world) => expect(await personOf(world, 'abe')).toMatchObject({ phone: '', email_verified: false }),
  },
])

describe('a session that is held back (bind.ordinary-users)', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())

  it('begins once everything is bound, at the place one was going to', async () => {
    const browser = await held(world, 'cyd', ['phone', 'email'])
    expect(await isSignedIn(world, browser)).toBeUndefined()
    const phone_token = await codeFor(world, browser, 'phone', '13900139001')
    const email_token = await codeFor(world, browser, 'email', 'cyd@new.example.test')
    const body = { bindKey: '', phone: '13900139001', phone_token, email: 'cyd@new.example.test', email_token, redirect: '/elsewhere' }
    const part = await browser.call('bind.submit', { body: { ...body, email: '', email_token: '' } })
    expect(part.errors, 'the address says nothing about what is needed').toHaveProperty('email')
    const reply = await browser.call('bind.submit', { body })
    expect(reply.data).toEqual({ redirect: '/company/acme' })
    expect(await isSignedIn(world, browser)).toBe('Cyd')
    expect(await personOf(world, 'cyd')).toMatchObject({ phone: '13900139001', email: 'cyd@new.example.test', email_verified: true, phone_verified: true })
    expect(await world.db.selectFrom('signin_event').select(['kind', 'ok']).where('user_id', '=', world.ids.cyd).execute()).toEqual([
      { kind: 'password', ok: true },
    ])
    browser.cookies.delete('tessera_session')
    expect((await browser.call('bind.submit', { body })).code, 'again').toBe('bind.signedOut')
  })

  it('takes codes of this browser and this person only, each once', async () => {
    const mine = await held(world, 'ben', ['phone'])
    const theirs = await held(world, 'abe', ['phone'])
    const code = await codeFor(world, mine, 'phone', '13900139002')
    const body = { bindKey: 'phone', phone: '13900139002', phone_token: code }
    expect((await theirs.call('bind.submit', { body })).code).toBe('code.expired')
    expect((await signinBrowser(world).call('bind.submit', { body })).code).toBe('bind.signedOut')
    expect((await mine.call('bind.submit', { body: { ...body, phone_token: otherCode(code) } })).code).toBe('code.wrong')
    expect((await mine.call('bind.submit', { body })).status).toBe(0)
    const again = await held(world, 'abe', ['phone'])
    expect((await again.call('bind.submit', { body })).code).toBe('code.expired')
  })

  it('expires', async () => {
    const browser = await held(world, 'abe', ['phone'])
    const phone_token = await codeFor(world, browser, 'phone', '13900139003')
    await world.db
      .updateTable('signin_pending')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect((await browser.call('bind.submit', { body: { bindKey: 'phone', phone: '13900139003', phone_token } })).code).toBe('bind.signedOut')
    expect((await personOf(world, 'abe')).phone).toBe('')
  })

  it('ends the session of whoever was signed in before, so that nothing is bound to him', async () => {
    const browser = await held(world, 'ann', ['phone'])
    const { cookie } = await world.headersOf('cyd')
    const was = String(cookie).split('=')[1] ?? ''
    browser.cookies.set('tessera_session', was)
    const { signin } = world.running.services
    await signin.methods.save('password', { bindKey: ['phone'] }, world.ids.sue)
    const again = await browser.call('signin.login', { headers: await world.headersOf('cyd'), body: { username: 'ann', password: PASSWORD } })
    await signin.methods.save('password', { bindKey: [] }, world.ids.sue)
    expect(again.data.redirect).toBe('/bind?bindKey=phone&redirect=%2Fhome')
    expect((await world.running.services.access.find(was, {})).session).toBeUndefined()
  })

  it('is none with an initial password: that one lets choose a password, and binds nothing', async () => {
    await world.db.updateTable('person').set({ password_is_initial: true }).where('id', '=', world.ids.dee).execute()
    const { methods } = world.running.services.signin
    await methods.save('password', { bindKey: ['phone'] }, world.ids.sue)
    const browser = signinBrowser(world)
    const { data } = await browser.call('signin.login', { body: { username: 'dee', password: PASSWORD } })
    await methods.save('password', { bindKey: [] }, world.ids.sue)
    expect(data).toMatchObject({ redirect: '/home', session: { user: { needsPassword: true } } })
    expect(await world.db.selectFrom('signin_pending').select('id').where('user_id', '=', world.ids.dee).execute()).toEqual([])
    await world.db.updateTable('person').set({ password_is_initial: false }).where('id', '=', world.ids.dee).execute()
  })

  it('refuses who was disabled meanwhile', async () => {
    const browser = await held(world, 'dee', ['phone'])
    const phone_token = await codeFor(world, browser, 'phone', '13900139004')
    await world.db.updateTable('person').set({ disabled: true }).where('id', '=', world.ids.dee).execute()
    expect((await browser.call('bind.submit', { body: { bindKey: 'phone', phone: '13900139004', phone_token } })).code).toBe('signin.disabled')
    expect(await isSignedIn(world, browser)).toBeUndefined()
  })
})
