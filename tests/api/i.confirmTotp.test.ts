import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { PASSWORD } from '../support/world.ts'
import { totpCode } from '../support/account.ts'
import { otherCode } from '../support/signin.ts'

let secret = ''

scenarios('i.confirmTotp', [
  { name: 'wants a code', as: 'ann', body: {}, expect: { status: 422, errors: ['code'], stored: 'same' } },
  { name: 'there is nothing to confirm', as: 'ben', body: { code: '123456' }, expect: { status: 422, code: 'totp.wrongCode', errors: ['code'] } },
  { name: 'keeps out who is not signed in', body: { code: '123456' }, expect: { status: 401, stored: 'same' } },
  {
    name: 'refuses a wrong code',
    as: 'ann',
    given: async world => {
      secret = (await world.call('i.startTotp', { as: 'ann', body: { password: PASSWORD } })).data.secret
      return { body: { code: otherCode(totpCode(secret)) } }
    },
    expect: { status: 422, code: 'totp.wrongCode', errors: ['code'] },
    then: async (_reply, world) => expect((await world.call('i.getSecurity', { as: 'ann' })).data.isOn).toBe(false),
  },
  {
    name: 'switches it on and brings recovery codes, of which the database keeps hashes',
    as: 'ann',
    given: async () => ({ body: { code: totpCode(secret) } }),
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(new Set(reply.data.recoveryCodes).size).toBe(10)
      expect(reply.data.recoveryCodes[0]).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
      expect((await world.call('i.getSecurity', { as: 'ann' })).data).toMatchObject({ isOn: true, totp: true, recoveryLeft: 10 })
      const kept = JSON.stringify(await world.db.selectFrom('audit').selectAll().execute())
      expect(kept).not.toContain(reply.data.recoveryCodes[0])
    },
  },
])
