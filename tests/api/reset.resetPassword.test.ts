import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDED, onTheWay } from '../support/binding.ts'
import { verifiedBrowser } from '../support/reset.ts'
import { scenarios } from '../support/scenarios.ts'
import { makeWorld, PASSWORD, type World } from '../support/world.ts'

const NEW = 'Better-2-horse!'
const body = { tokenNew: NEW, tokenRepeat: NEW }

scenarios('reset.resetPassword', [
  {
    name: 'reset.reset-password: sets the password of the account that was proved, and tells the owner by mail',
    given: async world => ({ headers: { cookie: (await verifiedBrowser(world, 'ann@example.test')).cookie } }),
    body,
    expect: { status: 0, data: { redirect: '/login' } },
    then: async (reply, world) => {
      expect(String(reply.headers['set-cookie'])).toMatch(/tessera_reset=;/)
      expect((await world.call('signin.login', { body: { username: 'ann', password: NEW } })).status).toBe(0)
      expect((await world.call('signin.login', { body: { username: 'ann', password: PASSWORD } })).code).toBe('signin.wrong')
      const mail = await world.db.selectFrom('outbox').selectAll().where('recipient', '=', 'ann@example.test').orderBy('id', 'desc').executeTakeFirstOrThrow()
      expect(mail.subject).toBe('Tessera: your password was changed')
      expect(mail.body).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d UTC, from the address 127\.0\.0\.1/)
      expect(JSON.stringify(await world.db.selectFrom('audit').selectAll().execute())).not.toContain(NEW)
    },
  },
  {
    name: 'reset.session: refuses a browser that has proved nothing, and leads to step 1 with error=expired',
    body,
    expect: { status: 410, code: 'reset.expired', data: { redirect: '/resetpwd?error=expired' }, stored: 'same' },
  },
  {
    name: 'reset.passwords: both are required',
    body: { tokenNew: '', tokenRepeat: '' },
    expect: { status: 422, errors: ['tokenNew', 'tokenRepeat'], stored: 'same' },
  },
  {
    name: 'reset.passwords: both are the same',
    body: { tokenNew: NEW, tokenRepeat: 'Other-3-horse!' },
    expect: { status: 422, code: 'reset.repeatDiffers', errors: ['tokenRepeat'], stored: 'same' },
  },
  { name: 'refuses a weak password', body: { tokenNew: 'short', tokenRepeat: 'short' }, expect: { status: 422, errors: ['tokenNew'], stored: 'same' } },
  {
    name: 'refuses a call that another site makes',
    headers: { 'sec-fetch-site': 'cross-site' },
    body,
    expect: { status: 403, code: 'request.forged', stored: 'same' },
  },
])

describe('a new password', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())
  const sessionsOf = async (id: string) => (await world.db.selectFrom('session').select('token_hash').where('user_id', '=', id).execute()).length

  it('ends all other sessions of the person and nobody else’s', async () => {
    await world.call('general.session', { as: 'ben' })
    await world.call('general.session', { as: 'ann' })
    await world.running.services.sessions.open(world.ids.ben, { ip: '', agent: '' })
    expect(await sessionsOf(world.ids.ben)).toBe(2)
    const browser = await verifiedBrowser(world, 'ben@example.test')
    expect((await browser.call('reset.resetPassword', { body })).status).toBe(0)
    expect(await sessionsOf(world.ids.ben)).toBe(0)
    expect(await sessionsOf(world.ids.ann)).toBe(1)
  })

  it('ends sign-ins on their way to a session', async () => {
    const answers = await onTheWay(world, 'ann')
    const before = await answers()
    expect([before[0], before[2]]).toEqual(['open', 'open'])
    expect((await (await verifiedBrowser(world, 'ann@example.test')).call('reset.resetPassword', { body })).status).toBe(0)
    expect(await answers()).toEqual(ENDED)
  })

  it('leaves the session of the browser that set it', async () => {
    const browser = await verifiedBrowser(world, 'ben@example.test')
    await world.running.services.sessions.open(world.ids.ben, { ip: '', agent: '' })
    const headers = await world.headersOf('ben')
    browser.cookie += `; ${headers.cookie}`
    const reply = await browser.call('reset.resetPassword', { body, headers: { 'x-csrf-token': headers['x-csrf-token'] ?? '' } })
    expect(reply.status).toBe(0)
    expect(await sessionsOf(world.ids.ben)).toBe(1)
  })

  it('is set once for each proof, and the other proofs of the person end', async () => {
    const [browser, other] = [await verifiedBrowser(world, 'abe@example.test'), await verifiedBrowser(world, 'abe@example.test')]
    const replies = await Promise.all([browser.call('reset.resetPassword', { body }), browser.call('reset.resetPassword', { body })])
    expect(replies.map(reply => reply.status).sort()).toEqual([0, 410])
    expect((await other.call('reset.resetPassword', { body })).code).toBe('reset.expired')
  })

  it('comes in time: the proof is good for ten minutes', async () => {
    const browser = await verifiedBrowser(world, 'abe@example.test')
    await world.db
      .updateTable('reset_session')
      .set({ verified_until: new Date(Date.now() - 1000) })
      .execute()
    expect((await browser.call('reset.resetPassword', { body })).code).toBe('reset.expired')
  })

  it('is not for people who were switched off', async () => {
    const browser = await verifiedBrowser(world, 'dee@example.test')
    await world.db.updateTable('person').set({ disabled: true }).where('id', '=', world.ids.dee).execute()
    expect((await browser.call('reset.resetPassword', { body })).code).toBe('reset.expired')
  })

  it('changes nothing when the mail cannot be written: all of it is one transaction', async () => {
    const browser = await verifiedBrowser(world, 'cyd@example.test')
    const before = await world.db.selectFrom('person').select('password_hash').where('id', '=', world.ids.cyd).executeTakeFirst()
    await world.pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'full'; end $$`)
    await world.pool.query('create trigger refuse before insert on outbox execute function refuse()')
    expect((await browser.call('reset.resetPassword', { body })).status).toBe(500)
    await world.pool.query('drop trigger refuse on outbox')
    expect(await world.db.selectFrom('person').select('password_hash').where('id', '=', world.ids.cyd).executeTakeFirst()).toEqual(before)
    expect((await browser.call('reset.resetPassword', { body })).status).toBe(0)
  })

  it('lets a locked account in again, and gives one to an invited person who never chose any', async () => {
    for (let i = 0; i < 5; i++) await world.call('signin.login', { body: { username: 'sue', password: 'wrong' } })
    await world.db.updateTable('person').set({ password_hash: null }).where('id', '=', world.ids.sue).execute()
    const browser = await verifiedBrowser(world, 'sue@example.test')
    await browser.call('reset.resetPassword', { body })
    expect((await world.call('signin.login', { body: { username: 'sue', password: NEW } })).status).toBe(0)
  })

  it('forgets browsers that gave up', async () => {
    await world.db
      .updateTable('reset_session')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    await world.db
      .updateTable('reset_send')
      .set({ sent_at: new Date(Date.now() - 7_200_000) })
      .execute()
    await world.running.services.reset.removeExpired()
    expect(await world.db.selectFrom('reset_session').select('expires_at').execute()).toEqual([])
    expect(await world.db.selectFrom('reset_send').select('sent_at').execute()).toEqual([])
  })
})
