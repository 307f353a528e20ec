// signin.send-email-code; signin.email: the code, its mail and what it is good for
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { mailedCode, otherCode, passPause, signinBrowser } from '../support/signin.ts'
import { makeWorld, type World } from '../support/world.ts'

scenarios('signin.sendEmailCode', [
  {
    name: 'signin.send-email-code: mails six digits to the owner, which the database keeps as a hash only',
    body: { email: 'ANN@example.test' },
    expect: { status: 0, data: { seconds: 60 } },
    then: async (reply, world) => {
      const code = await mailedCode(world, 'ANN@example.test')
      expect(code).toMatch(/^\d{6}$/)
      const rows = JSON.stringify(await world.db.selectFrom('signin_code').selectAll().execute())
      expect(rows).not.toContain(code)
      expect(JSON.stringify(await world.db.selectFrom('audit').selectAll().execute())).not.toContain(code)
      expect(String(reply.headers['set-cookie'])).toMatch(/tessera_browser=.*HttpOnly.*SameSite=Lax/i)
    },
  },
  {
    name: 'signin.email-code-countdown: one a minute for an email, whichever browser asks, with the seconds that are left',
    body: { email: 'ann@example.test' },
    expect: { status: 429, code: 'code.tooSoon', stored: 'same' },
    then: reply => expect(reply.data.seconds).toBeGreaterThan(50),
  },
  {
    name: 'writes in the language of the reader',
    headers: { 'accept-language': 'zh-CN' },
    body: { email: 'abe@example.test' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      await world.running.services.signin.codes.settled()
      const row = await world.db.selectFrom('outbox').selectAll().where('recipient', '=', 'abe@example.test').executeTakeFirstOrThrow()
      expect(row.subject).toContain('验证码')
    },
  },
  { name: 'signin.email-type: says that it is no email', body: { email: 'nobody' }, expect: { status: 422, errors: ['email'], stored: 'same' } },
  { name: 'asks for the email', body: {}, expect: { status: 422, errors: ['email'], stored: 'same' } },
  {
    name: 'refuses a call that another site makes',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: { email: 'ben@example.test' },
    expect: { status: 403, code: 'request.forged', stored: 'same' },
  },
  {
    name: 'signin.method-enabled: sends nothing where this way is switched off',
    given: async world => world.running.services.signin.methods.setEnabled('email', false, null),
    body: { email: 'cyd@example.test' },
    expect: { status: 403, code: 'signin.methodOff', stored: 'same' },
  },
])

describe('signin.login with an email and a code', () => {
  let world: World
  const mails: { to: string; raw: string }[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      let raw = ''
      stream.on('data', (part: Buffer) => (raw += part))
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), raw })
        done()
      })
    },
  })
  beforeAll(async () => {
    await new Promise<void>(done => smtp.listen(0, '127.0.0.1', done))
    world = await makeWorld({ smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}` })
  })
  afterAll(async () => {
    await world?.close()
    await new Promise<void>(done => smtp.close(done))
  })
  const startWith = async (email: string) => {
    await passPause(world)
    const browser = signinBrowser(world)
    expect((await browser.call('signin.sendEmailCode', { body: { email } })).status).toBe(0)
    return browser
  }
  const events = async () => world.db.selectFrom('signin_event').select(['kind', 'ok', 'reason', 'name', 'user_id']).orderBy('id').execute()

  it('signin.email: the code out of a real mail opens a session, once', async () => {
    const browser = await startWith('ann@example.test')
    await vi.waitFor(() => expect(mails.map(({ to }) => to)).toContain('ann@example.test'), { timeout: 20_000 })
    const code = /\b\d{6}\b/.exec(mails.at(-1)?.raw.split('\r\n\r\n').slice(1).join() ?? '')?.[0] ?? ''
    expect(code).toBe(await mailedCode(world, 'ann@example.test'))
    const body = { email: 'Ann@example.test', token: ` ${code} `, redirect: '/company/acme' }
    const reply = await browser.call('signin.login', { body })
    expect(reply.msg).toBe('')
    expect(reply.data).toMatchObject({ redirect: '/company/acme', session: { user: { name: 'Ann' } } })
    expect((await events()).at(-1)).toMatchObject({ kind: 'email', ok: true, user_id: world.ids.ann })
    expect(await world.db.selectFrom('person').select('email_verified').where('id', '=', world.ids.ann).executeTakeFirst()).toEqual({ email_verified: true })
    const other = signinBrowser(world)
    other.cookies.set('tessera_browser', browser.cookies.get('tessera_browser') ?? '')
    expect((await other.call('signin.login', { body })).code).toBe('code.expired')
  })

  it('is worth nothing in another browser', async () => {
    await startWith('abe@example.test')
    const token = await mailedCode(world, 'abe@example.test')
    const reply = await signinBrowser(world).call('signin.login', { body: { email: 'abe@example.test', token } })
    expect(reply).toMatchObject({ status: 422, code: 'code.expired' })
    expect((await events()).at(-1)).toMatchObject({ kind: 'email', ok: false, reason: 'wrong', user_id: world.ids.abe })
  })

  it('is worth nothing after five wrong ones, the right one included', async () => {
    const browser = await startWith('ben@example.test')
    const token = await mailedCode(world, 'ben@example.test')
    for (let n = 0; n < 5; n++)
      expect(await browser.call('signin.login', { body: { email: 'ben@example.test', token: otherCode(token) } })).toMatchObject({
        status: 422,
        code: 'code.wrong',
        errors: { token: 'The verification code is not right' },
      })
    expect((await browser.call('signin.login', { body: { email: 'ben@example.test', token } })).code).toBe('code.expired')
  })

  it('signin.token-required: says which field is empty, and takes no password in its place', async () => {
    const reply = await world.call('signin.login', { body: { email: 'ann@example.test', password: 'x' } })
    expect(reply).toMatchObject({ status: 422, errors: { token: 'Please enter the verification code' } })
    expect((await world.call('signin.login', { body: { email: '', token: '1' } })).errors).toHaveProperty('email')
  })

  it('tells nobody who exists: the same answers to stranger and owner, at sending and at every try', async () => {
    const answers = []
    for (const email of ['nobody@example.test', 'dee@example.test']) {
      const browser = await startWith(email)
      const again = await browser.call('signin.sendEmailCode', { body: { email } })
      const token = otherCode(await mailedCode(world, email))
      const tries = []
      for (let n = 0; n < 6; n++) tries.push(await browser.call('signin.login', { body: { email, token } }))
      answers.push([again, ...tries].map(({ status, code, msg, errors }) => ({ status, code, msg: msg.replace(/\d+/, 'n'), errors })))
    }
    expect(answers[0]).toEqual(answers[1])
    expect(await mailedCode(world, 'nobody@example.test')).toBeUndefined()
  })

  it('is looked up after the answer: how long the mail takes does not show', async () => {
    let finish = (_id: string) => {}
    const mail = vi.spyOn(world.running.services.messages, 'mail').mockImplementation(() => new Promise(done => (finish = done)))
    await startWith('cyd@example.test')
    await vi.waitFor(() => expect(mail).toHaveBeenCalledOnce())
    finish('')
    mail.mockRestore()
  })

  it('is not for a disabled account', async () => {
    await world.db.updateTable('person').set({ disabled: true }).where('id', '=', world.ids.sue).execute()
    await startWith('sue@example.test')
    expect(await mailedCode(world, 'sue@example.test')).toBeUndefined()
  })

  it('signin.method-enabled: is refused where this way is switched off, whatever the code', async () => {
    const browser = await startWith('ann@example.test')
    const token = await mailedCode(world, 'ann@example.test')
    await world.running.services.signin.methods.setEnabled('email', false, null)
    const reply = await browser.call('signin.login', { body: { email: 'ann@example.test', token } })
    expect(reply).toMatchObject({ status: 403, code: 'signin.methodOff' })
    // The password goes on.
    expect((await world.call('general.getConfig')).data).toMatchObject({ authTypes: ['password'], signin: { password: { label: '' } } })
  })
})
