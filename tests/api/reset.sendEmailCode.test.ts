import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CODES_AN_HOUR } from '../../api/server/services/reset/index.ts'
import { codeSentTo, passMinute, resetBrowser } from '../support/reset.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, type World } from '../support/world.ts'

scenarios('reset.sendEmailCode', [
  {
    name: 'reset.send-email-code: mails six digits to the owner, which the database keeps as a salted hash',
    body: { email: 'ANN@example.test' },
    expect: { status: 0, data: { seconds: 60 } },
    then: async (reply, world) => {
      const code = await codeSentTo(world, 'ann@example.test')
      expect(code).toMatch(/^\d{6}$/)
      const row = await world.db.selectFrom('reset_session').selectAll().executeTakeFirstOrThrow()
      expect(JSON.stringify(Object.values(row).map(value => (Buffer.isBuffer(value) ? value.toString('latin1') : value)))).not.toContain(code)
      expect(row.code_hash).toHaveLength(32)
      const minutes = ((row.code_until?.getTime() ?? 0) - Date.now()) / 60_000
      expect(minutes).toBeGreaterThan(9)
      expect(minutes).toBeLessThanOrEqual(10)
      expect(String(reply.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/i)
      // Nor does the audit log have it.
      expect(JSON.stringify(await world.db.selectFrom('audit').selectAll().execute())).not.toContain(code)
    },
  },
  {
    name: 'reset.send-email-code: one a minute for an account, whichever browser asks',
    body: { email: 'ann@example.test' },
    expect: { status: 429, code: 'reset.tooSoon', stored: 'same' },
    then: reply => expect(reply.data.seconds).toBeGreaterThan(50),
  },
  {
    name: 'writes in the language of the reader',
    headers: { 'accept-language': 'zh-CN' },
    body: { email: 'abe@example.test' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      await world.running.services.reset.settled()
      const row = await world.db.selectFrom('outbox').selectAll().where('recipient', '=', 'abe@example.test').executeTakeFirstOrThrow()
      expect(row.subject).toContain('验证码')
    },
  },
  { name: 'reset.email: says that it is no email', body: { email: 'nobody' }, expect: { status: 422, errors: ['email'], stored: 'same' } },
  { name: 'asks for the email', body: {}, expect: { status: 422, errors: ['email'], stored: 'same' } },
  {
    name: 'refuses a call that another site makes',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: { email: 'ben@example.test' },
    expect: { status: 403, code: 'request.forged', stored: 'same' },
  },
])

describe('who exists', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())
  const ask = (email: string) => resetBrowser(world).call('reset.sendEmailCode', { body: { email } })
  const told = ({ status, code, msg, data }: Awaited<ReturnType<typeof ask>>) => ({ status, code, msg, data })

  it('is not told: a stranger gets the same answers, and no mail is sent', async () => {
    expect(told(await ask('nobody@example.test'))).toEqual(told(await ask('cyd@example.test')))
    const again = [await ask('nobody@example.test'), await ask('cyd@example.test')]
    expect(again.map(({ code }) => code)).toEqual(['reset.tooSoon', 'reset.tooSoon'])
    expect(await codeSentTo(world, 'nobody@example.test')).toBeUndefined()
    expect(await codeSentTo(world, 'cyd@example.test')).toBeDefined()
  })

  it('is looked up after the answer: how long the mail takes does not show', async () => {
    let finish = (_id: string) => {}
    const mail = vi.spyOn(world.running.services.messages, 'mail').mockImplementation(() => new Promise(done => (finish = done)))
    expect((await ask('dee@example.test')).status).toBe(0)
    await vi.waitFor(() => expect(mail).toHaveBeenCalledOnce())
    finish('')
    mail.mockRestore()
  })

  it('gets no code while the account is switched off', async () => {
    await world.db.updateTable('person').set({ disabled: true }).where('id', '=', world.ids.ben).execute()
    expect((await ask('ben@example.test')).status).toBe(0)
    expect(await codeSentTo(world, 'ben@example.test')).toBeUndefined()
  })

  it('is bothered a few times an hour at most, and so is a stranger', async () => {
    for (const email of ['sue@example.test', 'somebody@example.test']) {
      for (let n = 0; n < CODES_AN_HOUR; n++) {
        expect((await ask(email)).status).toBe(0)
        await passMinute(world)
      }
      expect((await ask(email)).code).toBe('reset.tooMany')
      await passMinute(world)
    }
  })
})
