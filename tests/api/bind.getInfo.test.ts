// bind.get-info: the candidates of a waiting sign-in, masked, for the browser that waits.
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { waits } from '../support/binding.ts'
import { BROWSER_COOKIE } from '../../api/server/services/signin/pending.ts'
import type { World } from '../support/world.ts'

const asked = async (world: World, ...[proof, rules]: [Parameters<typeof waits>[1]?, Parameters<typeof waits>[2]?]) => {
  const { id, cookies } = await waits(world, proof, rules)
  return { query: { userId: id }, headers: { cookie: `${BROWSER_COOKIE}=${cookies.get(BROWSER_COOKIE)}` } }
}

scenarios('bind.getInfo', [
  {
    name: 'lists who has the email first, then who is called like the subject, and no more than how to reach them',
    given: world => asked(world, { email: 'ANN@example.test', subject: 'ben', name: 'Ann Elsewhere' }),
    expect: { status: 0 },
    then: (reply, world) =>
      expect(reply.data).toEqual({
        kind: 'oauth',
        label: '',
        name: 'Ann Elsewhere',
        canCreate: true,
        users: [
          { value: world.ids.ann, label: 'Ann', reach: 'a••@example.test' },
          { value: world.ids.ben, label: 'Ben', reach: 'b••@example.test' },
        ],
      }),
  },
  {
    name: 'finds people by a verified phone, and masks it where there is no email',
    given: async world => {
      await world.db.updateTable('person').set({ phone: '13800138000', phone_verified: true, email: '' }).where('id', '=', world.ids.cyd).execute()
      await world.db.updateTable('person').set({ phone: '13800138000' }).where('id', '=', world.ids.dee).execute()
      return asked(world, { phone: '13800138000' })
    },
    expect: { status: 0 },
    then: (reply, world) => expect(reply.data.users).toEqual([{ value: world.ids.cyd, label: 'Cyd', reach: '138••••8000' }]),
  },
  {
    name: 'names nobody who is disabled; says that nobody new is made (bind.create-link-hidden)',
    given: async world => {
      await world.db.updateTable('person').set({ disabled: true }).where('id', '=', world.ids.dee).execute()
      return asked(world, { subject: 'ben', email: 'dee@example.test' }, { creation: 'off' })
    },
    expect: { status: 0, data: { canCreate: false } },
    then: (reply, world) => expect(reply.data.users.map((user: { value: string }) => user.value)).toEqual([world.ids.ben]),
  },
  {
    name: 'is for the browser that waits only',
    given: async world => ({ ...(await asked(world)), headers: { cookie: `${BROWSER_COOKIE}=${'x'.repeat(43)}` } }),
    expect: { status: 410, code: 'bind.expired', stored: 'same' },
  },
  {
    name: 'is over when it has expired',
    given: async world => {
      const ask = await asked(world)
      await world.db
        .updateTable('signin_pending')
        .set({ expires_at: new Date(Date.now() - 1) })
        .execute()
      return ask
    },
    expect: { status: 410, code: 'bind.expired' },
  },
  { name: 'wants an id', query: { userId: 'me' }, expect: { status: 422, errors: ['userId'], stored: 'same' } },
])
