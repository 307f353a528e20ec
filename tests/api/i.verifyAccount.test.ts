// i.verify-account, i.account-step, i.change-permitted, i.account-dialog, i.account-binding
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bound, codeTo, personOf } from '../support/account.ts'
import { scenarios } from '../support/scenarios.ts'
import { otherCode } from '../support/signin.ts'
import { makeWorld, type World } from '../support/world.ts'

const present = 'ben@example.test'
const body = (more: object) => async (world: World) => {
  await bound(world, 'ben', { email: present })
  return { body: { accountType: 'email', token: await codeTo(world, 'ben', 'email', present), ...more } }
}

scenarios('i.verifyAccount', [
  {
    name: 'there is nothing to verify while nothing is bound',
    as: 'ben',
    body: { token: '123456', accountType: 'phone' },
    expect: { status: 409, code: 'account.notBound', stored: 'same' },
  },
  {
    name: 'i.token-required: wants the code',
    as: 'ben',
    body: { accountType: 'email', token: ' ' },
    expect: { status: 422, errors: ['token'], stored: 'same' },
  },
  {
    name: 'knows email and phone only',
    as: 'ben',
    body: { accountType: 'pigeon', token: '123456' },
    expect: { status: 422, errors: ['accountType'], stored: 'same' },
  },
  { name: 'keeps out who is not signed in', body: { accountType: 'email', token: '123456' }, expect: { status: 401, stored: 'same' } },
  {
    name: 'refuses a wrong code',
    as: 'ben',
    given: async world => ({ body: { accountType: 'email', token: otherCode((await body({})(world)).body.token) } }),
    expect: { status: 422, code: 'code.wrong', errors: ['token'] },
  },
  {
    name: "refuses the code of somebody else's mailbox",
    as: 'abe',
    given: async world => {
      await bound(world, 'abe', { email: 'abe@example.test' })
      return { body: { accountType: 'email', token: (await body({})(world)).body.token } }
    },
    expect: { status: 422, errors: ['token'] },
  },
  {
    name: 'i.verify-account: answers status 0 once, and the dialog goes on (i.account-dialog)',
    as: 'ben',
    given: body({}),
    expect: { status: 0 },
    then: async (_reply, world) => expect(await world.db.selectFrom('account_proof').select('kind').execute()).toEqual([{ kind: 'email' }]),
  },
])

describe('i.account-step: changing what is bound', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
    await bound(world, 'ben', { email: present })
  })
  afterAll(() => world?.close())
  const bind = async (email: string) => world.call('i.bindEmail', { as: 'ben', body: { email, token: await codeTo(world, 'ben', 'email', email) } })

  it('takes a code to the present one first', async () => {
    expect(await bind('ben@new.test')).toMatchObject({ status: 409, code: 'account.unproven' })
    expect((await personOf(world, 'ben')).email).toBe(present)
  })

  it('then one to the new one, once; the old mailbox is told (i.account-binding)', async () => {
    const token = await codeTo(world, 'ben', 'email', present)
    expect((await world.call('i.verifyAccount', { as: 'ben', body: { accountType: 'email', token } })).status).toBe(0)
    expect((await world.call('i.verifyAccount', { as: 'ben', body: { accountType: 'email', token } })).code).toBe('code.expired')
    expect((await bind('ben@new.test')).status).toBe(0)
    expect(await personOf(world, 'ben')).toMatchObject({ email: 'ben@new.test', email_verified: true, username: 'ben' })
    const told = await world.db.selectFrom('outbox').select('body').where('recipient', '=', present).orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(told.body).toContain('ben@new.test')
    expect((await bind('ben@third.test')).code).toBe('account.unproven')
  })

  it('a proof belongs to the session that gave it, and ends after ten minutes', async () => {
    const prove = async () => {
      const token = await codeTo(world, 'ben', 'email', 'ben@new.test')
      await world.call('i.verifyAccount', { as: 'ben', body: { accountType: 'email', token } })
    }
    await prove()
    await world.db
      .updateTable('account_proof')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect((await bind('ben@third.test')).code).toBe('account.unproven')
    await prove()
    await world.db.deleteFrom('session').where('user_id', '=', world.ids.ben).execute()
    expect((await bind('ben@third.test')).code).toBe('account.unproven')
  })
})

describe('i.change-permitted: where the installation does not allow changes', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld({ accountChangeAllowed: false })
    await bound(world, 'ben', { email: present })
  })
  afterAll(() => world?.close())
  it('what is bound stays', async () => {
    const token = await codeTo(world, 'ben', 'email', present)
    expect((await world.call('i.verifyAccount', { as: 'ben', body: { accountType: 'email', token } })).code).toBe('account.changeOff')
    const other = await codeTo(world, 'ben', 'email', 'ben@new.test')
    expect((await world.call('i.bindEmail', { as: 'ben', body: { email: 'ben@new.test', token: other } })).code).toBe('account.changeOff')
  })
})
