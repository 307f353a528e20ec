// Arriving from elsewhere: which person here somebody is, by the rules of the method (bind.create-allowed, signin.method-enabled).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newBrowser } from '../../api/server/services/signin/pending.ts'
import { PLAIN_RULES, type Proof, type Rules } from '../../api/server/services/signin/proof.ts'
import { makeWorld, PASSWORD, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

const proof = (more: Partial<Proof> = {}): Proof => ({
  kind: 'oauth',
  issuer: 'https://op.example.test',
  subject: randomUUID(),
  name: 'Nora New',
  email: '',
  emailVerified: false,
  phone: '',
  ...more,
})
const signin = () => world.running.services.signin
const arrive = (who: Proof, rules: Partial<Rules> = {}, browser = newBrowser()) => signin().arrive(who, { ...PLAIN_RULES, ...rules }, { browser })
const person = (id: string) => world.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('arriving', () => {
  it('knows who was bound before, whatever the email says now', async () => {
    const who = proof()
    await signin().identities.add(world.ids.ben, who)
    expect(await arrive({ ...who, email: 'ann@example.test', emailVerified: true }, { linkByEmail: true })).toEqual({ user: world.ids.ben })
  })

  it('keeps subjects of two providers apart', async () => {
    const who = proof()
    await signin().identities.add(world.ids.ben, who)
    expect(await arrive({ ...who, issuer: 'https://other.example.test' })).toHaveProperty('pending')
    expect(await arrive({ ...who, kind: 'third' })).toHaveProperty('pending')
  })

  it('takes an email for proof only where both sides have verified it', async () => {
    const rules = { linkByEmail: true }
    const who = () => proof({ email: 'abe@example.test', emailVerified: true })
    expect(await arrive(who(), rules), 'not verified here').toHaveProperty('pending')
    await world.db.updateTable('person').set({ email_verified: true }).where('id', '=', world.ids.abe).execute()
    expect(await arrive({ ...who(), emailVerified: false }, rules), 'not verified there').toHaveProperty('pending')
    expect(await arrive(who()), 'not asked for').toHaveProperty('pending')
    expect(await arrive({ ...who(), email: 'ABE@example.test' }, rules)).toEqual({ user: world.ids.abe })
  })

  it('asks when there are candidates, even where new people are made without a question', async () => {
    expect(await arrive(proof({ email: 'ann@example.test', emailVerified: true }), { creation: 'auto' })).toHaveProperty('pending')
    expect(await arrive(proof({ subject: 'ben' }), { creation: 'off' }), 'creation off').toHaveProperty('pending')
  })

  it('refuses whom nobody here can be, where nobody is made', async () => {
    await expect(arrive(proof(), { creation: 'off' })).rejects.toMatchObject({ code: 'signin.noAccount' })
  })

  it('makes nobody new of who is disabled or banned, by proven email or phone, or by the user name of a directory', async () => {
    const { db, ids } = world
    await db.updateTable('person').set({ disabled: true, phone: '13800138009', phone_verified: true }).where('id', '=', ids.dee).execute()
    const rules = { creation: 'auto' as const, companyKey: 'acme' }
    for (const who of [
      { email: 'Dee@example.test', emailVerified: true },
      { phone: '13800138009', phoneVerified: true },
      { kind: 'ldap' as const, subject: 'DEE' },
    ])
      await expect(arrive(proof(who), rules), JSON.stringify(who)).rejects.toMatchObject({ code: 'signin.disabled', status: 403 })
    for (const who of [{ email: 'dee@example.test' }, { phone: '13800138009' }, { subject: 'dee' }])
      expect(await arrive(proof(who), rules), JSON.stringify(who)).toHaveProperty('user')
    await db.updateTable('person').set({ disabled: false, phone: '', phone_verified: false }).where('id', '=', ids.dee).execute()
  })

  it('makes a member of the organisation, with what the provider vouches for and nothing else', async () => {
    const vouched = proof({ email: 'nora@example.test', emailVerified: true, phone: '13800138000', phoneVerified: true })
    const arrived = await arrive(vouched, { creation: 'auto', companyKey: 'ACME' })
    const made = await person((arrived as { user: string }).user)
    expect(made).toMatchObject({ username: 'nora@example.test', email: 'nora@example.test', email_verified: true, phone: '13800138000', name: 'Nora New' })
    expect(made).toMatchObject({ phone_verified: true, password_hash: null, is_super: false })
    expect(await world.db.selectFrom('member').select(['company_id', 'role']).where('user_id', '=', made.id).execute()).toEqual([
      { company_id: world.ids.acme, role: 'member' },
    ])
    const said = await arrive(proof({ email: 'ceo@example.test', phone: '13800138001' }), { creation: 'auto', companyKey: 'nowhere' })
    expect(await person((said as { user: string }).user)).toMatchObject({ email: '', phone: '', email_verified: false, phone_verified: false })
  })

  it('makes one person of two tabs', async () => {
    const who = proof()
    const all = await Promise.all([1, 2, 3, 4].map(() => arrive(who, { creation: 'auto' })))
    expect(new Set(all.map(one => (one as { user: string }).user)).size).toBe(1)
  })

  it('keeps what waits to one browser and a quarter of an hour', async () => {
    const browser = newBrowser()
    const { pending } = (await arrive(proof(), {}, browser)) as { pending: string }
    expect(await signin().pending.find(pending, browser)).toMatchObject({ proof: { name: 'Nora New' }, redirect: '/home' })
    for (const other of [newBrowser(), '', undefined, 'x'])
      await expect(Promise.resolve().then(() => signin().pending.find(pending, other))).rejects.toMatchObject({ code: 'bind.expired' })
    await world.db
      .updateTable('signin_pending')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', pending)
      .execute()
    await expect(signin().pending.find(pending, browser)).rejects.toMatchObject({ code: 'bind.expired' })
    await signin().removeOld()
    expect(await world.db.selectFrom('signin_pending').select('id').where('id', '=', pending).execute()).toEqual([])
  })

  it('holds the session back until what has to be bound is bound', async () => {
    await signin().methods.save('password', { bindKey: ['phone', 'email'] }, world.ids.sue)
    const reply = await world.call('signin.login', { body: { username: 'cyd', password: PASSWORD, redirect: '/company/acme' } })
    expect(reply.data).toEqual({ redirect: '/bind?bindKey=phone,email&redirect=%2Fcompany%2Facme' })
    expect(String(reply.headers['set-cookie'])).toMatch(/tessera_browser=[\w-]{43};.*HttpOnly.*SameSite=Lax/i)
    expect(String(reply.headers['set-cookie'])).not.toContain('tessera_session')
    await signin().methods.save('password', { bindKey: [] }, world.ids.sue)
  })
})
