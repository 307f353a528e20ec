import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TRIES } from '../../api/server/services/reset/index.ts'
import { codeSentTo, otherCode, passMinute, resetBrowser, type ResetBrowser } from '../support/reset.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'

scenarios('reset.verifyAccount', [
  {
    name: 'reset.verify-account, reset.session: a code proves the account for this browser, under a new token',
    given: async world => {
      const browser = resetBrowser(world)
      await browser.call('reset.sendEmailCode', { body: { email: 'ann@example.test' } })
      return {
        headers: { cookie: browser.cookie },
        body: { accountType: 'email', email: 'Ann@example.test', token: await codeSentTo(world, 'ann@example.test') },
      }
    },
    expect: { status: 0, data: { minutes: 10 } },
    then: async (reply, world) => {
      expect(String(reply.headers['set-cookie'])).toMatch(/tessera_reset=[\w-]{43};/)
      const rows = await world.db.selectFrom('reset_session').selectAll().execute()
      expect(rows.map(row => [row.user_id, row.code_hash])).toEqual([[world.ids.ann, null]])
      expect(await world.db.selectFrom('person').select('email_verified').where('id', '=', world.ids.ann).executeTakeFirst()).toEqual({ email_verified: true })
    },
  },
  {
    name: 'proves a phone as well',
    given: async world => {
      await world.db.updateTable('person').set({ phone: '13900000001' }).where('id', '=', world.ids.ben).execute()
      const browser = resetBrowser(world)
      const graphCode = await browser.graphCode()
      await browser.call('reset.sendPhoneCode', { body: { phone: '13900000001', graphCode } })
      return {
        headers: { cookie: browser.cookie },
        body: { accountType: 'phone', phone: '13900000001', graphCode, token: await codeSentTo(world, '13900000001') },
      }
    },
    expect: { status: 0 },
  },
  {
    name: 'reset.email, reset.token: asks for the email and the code',
    body: { accountType: 'email', email: 'nobody' },
    expect: { status: 422, errors: ['email', 'token'], stored: 'same' },
  },
  {
    name: 'reset.phone, reset.entity: asks for the phone',
    body: { accountType: 'phone', token: '1' },
    expect: { status: 422, errors: ['phone'], stored: 'same' },
  },
  { name: 'knows no other kind of account', body: { accountType: 'name', token: '1' }, expect: { status: 422, errors: ['accountType'], stored: 'same' } },
  {
    name: 'a browser that asked for no code proves nothing',
    body: { accountType: 'email', email: 'ann@example.test', token: '123456' },
    expect: { status: 422, code: 'reset.noCode', errors: ['token'], stored: 'same' },
  },
  {
    name: 'refuses a call that another site makes',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: { accountType: 'email', email: 'ann@example.test', token: '123456' },
    expect: { status: 403, code: 'request.forged', stored: 'same' },
  },
])

describe('a code', () => {
  let world: World
  let browser: ResetBrowser
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())
  beforeEach(async () => {
    await passMinute(world)
    await world.db.deleteFrom('rate').execute()
    browser = resetBrowser(world)
  })
  const send = async (email: string) => {
    await browser.call('reset.sendEmailCode', { body: { email } })
    return codeSentTo(world, email)
  }
  const verify = (email: string, token: string | undefined, from = browser) =>
    from.call('reset.verifyAccount', { body: { accountType: 'email', email, token } })

  it('reset.step-alert, reset.error-source: is refused when it was used, and leads to step 1 with error=expired', async () => {
    const code = await send('ann@example.test')
    expect((await verify('ann@example.test', code)).status).toBe(0)
    const again = await verify('ann@example.test', code)
    expect(again).toMatchObject({ status: 410, code: 'reset.expired', msg: 'The link has expired', data: { redirect: '/resetpwd?error=expired' } })
  })

  it('is refused after ten minutes', async () => {
    const code = await send('ann@example.test')
    await world.db
      .updateTable('reset_session')
      .set({ code_until: new Date(Date.now() - 1000) })
      .execute()
    expect((await verify('ann@example.test', code)).code).toBe('reset.expired')
  })

  it('is worth nothing in another browser, and for another account', async () => {
    const code = await send('ann@example.test')
    expect((await verify('ann@example.test', code, resetBrowser(world))).code).toBe('reset.noCode')
    expect((await verify('ben@example.test', code)).code).toBe('reset.noCode')
  })

  it('cannot be guessed: five tries, also at once, then even the right one is refused', async () => {
    const code = await send('ann@example.test')
    const replies = await Promise.all(Array.from({ length: TRIES + 5 }, () => verify('ann@example.test', otherCode(code))))
    expect(replies.filter(reply => reply.code === 'reset.wrongCode')).toHaveLength(TRIES - 1)
    const late = await verify('ann@example.test', code)
    expect(late).toMatchObject({ status: 409, code: 'reset.tries', data: { redirect: '/resetpwd?error=tries' } })
  })

  it('tells nobody who exists: a stranger gets the same answers', async () => {
    const answers: unknown[][] = []
    for (const email of ['cyd@example.test', 'nobody@example.test']) {
      browser = resetBrowser(world)
      const code = await send(email)
      const list: unknown[] = []
      for (let n = 0; n < TRIES + 1; n++) {
        const { status, code: said, msg, errors } = await verify(email, otherCode(code))
        list.push({ status, said, msg, errors })
      }
      answers.push(list)
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('of a person who was switched off meanwhile is a wrong one', async () => {
    const code = await send('dee@example.test')
    await world.db.updateTable('person').set({ disabled: true }).where('id', '=', world.ids.dee).execute()
    expect((await verify('dee@example.test', code)).code).toBe('reset.wrongCode')
  })

  it('is the newest one: another code takes the place of the one before', async () => {
    const first = await send('abe@example.test')
    await passMinute(world)
    const second = await send('abe@example.test')
    if (first !== second) expect((await verify('abe@example.test', first)).code).toBe('reset.wrongCode')
    expect((await verify('abe@example.test', second)).status).toBe(0)
  })
})
