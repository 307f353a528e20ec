// bind.verify-user, bind.entity-bind-verify: a code to the account that was chosen.
import { expect } from 'vitest'
import { lastCode, waits } from '../support/binding.ts'
import { scenarios } from '../support/scenarios.ts'
import { passPause } from '../support/signin.ts'
import { BROWSER_COOKIE } from '../../api/server/services/signin/pending.ts'
import type { Person, World } from '../support/world.ts'

const asked = async (world: World, user: Person, proof: Parameters<typeof waits>[1]) => {
  await passPause(world)
  const { id, cookies } = await waits(world, proof)
  return { body: { user: world.ids[user], userId: id }, headers: { cookie: `${BROWSER_COOKIE}=${cookies.get(BROWSER_COOKIE)}` } }
}

scenarios('bind.verifyUser', [
  {
    name: 'mails the code to the account, not to what the other side says',
    given: world => asked(world, 'ben', { subject: 'ben', email: 'attacker@example.test' }),
    expect: { status: 0, data: { seconds: 60 } },
    then: async (_reply, world) => {
      expect(await lastCode(world, 'ben@example.test')).toMatch(/^\d{6}$/)
      expect(await world.db.selectFrom('outbox').select('recipient').execute()).toEqual([{ recipient: 'ben@example.test' }])
    },
  },
  {
    name: 'sends one a minute (bind.verify-countdown)',
    given: async world => {
      const { id, cookies } = await waits(world, { subject: 'ben' })
      return { body: { user: world.ids.ben, userId: id }, headers: { cookie: `${BROWSER_COOKIE}=${cookies.get(BROWSER_COOKIE)}` } }
    },
    expect: { status: 429, code: 'code.tooSoon' },
  },
  {
    name: 'texts it to whoever has no email',
    given: async world => {
      await world.db.updateTable('person').set({ phone: '13800138000', phone_verified: true, email: '' }).where('id', '=', world.ids.cyd).execute()
      return asked(world, 'cyd', { phone: '13800138000' })
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect(await lastCode(world, '13800138000')).toMatch(/^\d{6}$/),
  },
  {
    name: 'sends none to who is no candidate',
    given: world => asked(world, 'ann', { subject: 'ben' }),
    expect: { status: 422, code: 'bind.noCandidate', errors: ['user'], stored: 'same' },
  },
  {
    name: 'sends none for another browser',
    given: async world => ({ ...(await asked(world, 'ben', { subject: 'ben' })), headers: {} }),
    expect: { status: 410, code: 'bind.expired', stored: 'same' },
  },
  { name: 'wants somebody to be chosen', body: {}, expect: { status: 422, errors: ['user'], stored: 'same' } },
])
