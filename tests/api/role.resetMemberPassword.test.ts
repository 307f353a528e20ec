import { expect } from 'vitest'
import { ENDED, onTheWay } from '../support/binding.ts'
import { inviteAccount } from '../support/invitations.ts'
import { addMember } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import { signinBrowser } from '../support/signin.ts'
import { PASSWORD, type Reply, type World } from '../support/world.ts'

let answers: Awaited<ReturnType<typeof onTheWay>>
const of =
  (who: 'ben' | 'abe' | 'ann' | 'sue' | 'cyd') =>
  async ({ ids }: World) => ({ params: { userId: ids[who] } })
const login = (world: World, username: string, password: string): Promise<Reply> => world.call('signin.login', { body: { username, password } })

scenarios('role.resetMemberPassword', [
  {
    name: 'not that of somebody who has yet to accept the invitation: the account has its own',
    as: 'abe',
    given: async world => ({ params: { userId: await inviteAccount(world, 'dee@example.test') } }),
    expect: { status: 409, code: 'role.notJoined', stored: 'same' },
  },
  {
    name: 'role.reset-member-password role.reset-password-confirm: a random password, shown once; sessions end; a mail tells of it without the password',
    as: 'abe',
    given: async world => {
      await world.headersOf('ben')
      answers = await onTheWay(world, 'ben')
      return of('ben')(world)
    },
    expect: { status: 0, data: { name: 'Ben', email: 'ben@example.test', mailed: true } },
    then: async (reply, world) => {
      const { password } = reply.data as { password: string }
      expect(password).toMatch(/^[A-Za-z2-9]{4}-[A-Za-z2-9]{4}-[A-Za-z2-9]{4}$/)
      expect(await answers()).toEqual(ENDED)
      expect(await world.db.selectFrom('session').select('user_id').where('user_id', '=', world.ids.ben).execute()).toEqual([])
      expect((await login(world, 'ben', PASSWORD)).code).toBe('signin.wrong')
      const mail = await world.db.selectFrom('outbox').select(['subject', 'body']).where('recipient', '=', 'ben@example.test').executeTakeFirstOrThrow()
      expect(mail.subject).toBe('Tessera: your password has been reset')
      expect(mail.body).not.toContain(password)
      const audit = await world.db.selectFrom('audit').selectAll().where('call', '=', 'role.resetMemberPassword').execute()
      expect(JSON.stringify(audit)).not.toContain(password)

      // Good for choosing one's own, and for nothing else.
      expect((await login(world, 'ben', password)).status).toBe(0)
      expect((await world.call('company.list', { as: 'ben' })).code).toBe('access.passwordInitial')
      expect((await world.call('general.session', { as: 'ben' })).data.user.hasPassword).toBe(false)
      expect((await world.call('setup.setPassword', { as: 'ben', body: { password: PASSWORD, repeat: PASSWORD } })).status).toBe(0)
      expect((await world.call('company.list', { as: 'ben' })).status).toBe(0)
      expect((await world.call('setup.setPassword', { as: 'ben', body: { password: PASSWORD, repeat: PASSWORD } })).code).toBe('setup.hasPassword')
      expect((await login(world, 'ben', password)).code).toBe('signin.wrong')
    },
  },
  {
    name: 'choosing one’s own password ends what else was opened with the initial one',
    as: 'abe',
    given: of('ben'),
    expect: { status: 0 },
    then: async (reply, world) => {
      const [administrator, ben] = [signinBrowser(world), signinBrowser(world)]
      const csrf: string[] = []
      for (const browser of [administrator, ben]) {
        const login = await browser.call('signin.login', { body: { username: 'ben', password: reply.data.password } })
        csrf.push(login.data.session.csrfToken)
      }
      const body = { password: PASSWORD, repeat: PASSWORD }
      expect((await ben.call('setup.setPassword', { headers: { 'x-csrf-token': csrf[1] ?? '' }, body })).status).toBe(0)
      expect((await administrator.call('company.list')).status).toBe(401)
      expect((await ben.call('company.list')).status).toBe(0)
    },
  },
  {
    name: 'role.reset-password-rule: opens an account that was locked, and works for somebody who never had a password',
    as: 'ann',
    given: async world => {
      const userId = await addMember(world, 'Eve')
      const { email } = await world.db.selectFrom('person').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
      for (let i = 0; i < 5; i++) await login(world, email, 'wrong')
      return { params: { userId } }
    },
    expect: { status: 0 },
    then: async (reply, world) => expect((await login(world, reply.data.email, reply.data.password)).status).toBe(0),
  },
  { name: 'not one’s own', as: 'abe', given: of('abe'), expect: { status: 409, code: 'role.notYourself', stored: 'same' } },
  { name: 'not the owner’s', as: 'abe', given: of('ann'), expect: { status: 403, code: 'role.passwordProtected', stored: 'same' } },
  {
    name: 'not that of a platform administrator',
    as: 'ann',
    given: async world => {
      await world.db.insertInto('member').values({ company_id: world.ids.acme, user_id: world.ids.sue, role: 'member' }).execute()
      return of('sue')(world)
    },
    expect: { status: 403, code: 'role.passwordProtected', stored: 'same' },
  },
  {
    name: 'not that of somebody who belongs to another organisation as well: it would open that one too',
    as: 'ann',
    given: async world => {
      const userId = await addMember(world, 'Two')
      await world.db.insertInto('member').values({ company_id: world.ids.globex, user_id: userId, role: 'member' }).execute()
      return { params: { userId } }
    },
    expect: { status: 409, code: 'role.notManaged', stored: 'same' },
  },
  { name: 'not that of a stranger', as: 'ann', given: of('cyd'), expect: { status: 404, stored: 'same' } },
  { name: 'refuses what is no id', as: 'ann', params: { userId: 'x' }, expect: { status: 404, stored: 'same' } },
  ...([undefined, 'ben', 'cyd', 'dee'] as const).map(as => ({
    name: `company admins only: keeps ${as ?? 'nobody'} out`,
    as,
    given: of('abe'),
    expect: { status: as ? 403 : 401, stored: 'same' as const },
  })),
])
