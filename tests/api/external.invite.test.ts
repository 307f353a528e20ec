import { expect } from 'vitest'
import { openDoor } from '../support/outsiders.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('external.invite', [
  {
    name: 'invites nobody while nobody may register',
    as: 'ann',
    body: { to: 'vic@out.test', name: 'Vic' },
    expect: { status: 422, code: 'external.off', errors: ['to'], stored: 'same' },
  },
  {
    name: 'tells the person, and answers the same whether there is an account',
    as: 'ann',
    headers: { host: 'tessera.test' },
    body: { to: 'dee@example.test', name: 'Dora' },
    given: world => openDoor(world, 'invite'),
    expect: { status: 0, data: { isSent: false, link: 'http://tessera.test/external/acme/shop' } },
    then: async (_reply, world) => {
      const mail = await world.db.selectFrom('outbox').select('body').where('recipient', '=', 'dee@example.test').executeTakeFirstOrThrow()
      expect(mail.body).toBe('Ann invites you to Shop. Open http://tessera.test/external/acme/shop and confirm dee@example.test')
      expect(await world.db.selectFrom('external_user').selectAll().execute()).toEqual([])
    },
  },
  {
    name: 'invites by what people confirm',
    as: 'ann',
    body: { to: '13900001111', name: 'Pam' },
    expect: { status: 422, code: 'external.otherKind', errors: ['to'], stored: 'same' },
  },
  { name: 'keeps nobody out', body: { to: 'vic@out.test', name: 'Vic' }, expect: { status: 401, stored: 'same' } },
  { name: 'keeps a plain member out', as: 'ben', body: { to: 'vic@out.test', name: 'Vic' }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps a stranger out', as: 'cyd', body: { to: 'vic@out.test', name: 'Vic' }, expect: { status: 403, stored: 'same' } },
])
