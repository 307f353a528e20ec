// i.unbind-email, i.email-unbind-cloud
import { expect } from 'vitest'
import { bound, codeTo, personOf } from '../support/account.ts'
import { scenarios } from '../support/scenarios.ts'
import { boundWithCode, unbinding, type Unbinding } from '../support/unbinding.ts'

const story: Unbinding = { kind: 'email', id: 'i.unbind-email', present: 'ben@new.test', other: 'abe@example.test' }
const given = boundWithCode(story)

scenarios('i.unbindEmail', [
  ...unbinding(story),
  {
    name: 'not while the user name is this email, so that it is free for the next owner of the mailbox',
    as: 'abe',
    given: async world => {
      await bound(world, 'abe', { email: 'abe@new.test' })
      await world.db.updateTable('person').set({ username: 'Abe@new.test' }).where('id', '=', world.ids.abe).execute()
      return { body: { email: 'abe@new.test', token: await codeTo(world, 'abe', 'email', 'abe@new.test') } }
    },
    expect: { status: 409, code: 'account.usernameFirst' },
    then: async (_reply, world) => {
      expect(await personOf(world, 'abe')).toMatchObject({ email: 'abe@new.test', email_verified: true })
      const id = world.ids.abe
      expect((await world.call('i.saveInfo', { as: 'abe', body: { id, name: 'Abe', username: 'abe' } })).status).toBe(0)
      const token = await codeTo(world, 'abe', 'email', 'abe@new.test')
      expect((await world.call('i.unbindEmail', { as: 'abe', body: { email: 'abe@new.test', token } })).status).toBe(0)
      expect(await personOf(world, 'abe')).toMatchObject({ username: 'abe', email: '' })
    },
  },
  {
    name: 'does not shut the only door',
    as: 'ben',
    given: async world => {
      await world.db.updateTable('person').set({ password_hash: null }).where('id', '=', world.ids.ben).execute()
      return given(world)
    },
    expect: { status: 409, code: 'account.lastWay' },
    then: async (_reply, world) => expect((await personOf(world, 'ben')).email).toBe(story.present),
  },
])

scenarios(
  'i.unbindEmail',
  [
    {
      name: 'i.email-unbind-cloud: not on a cloud-hosted setup while the phone is not verified',
      as: 'ben',
      given,
      expect: { status: 403, code: 'account.phoneFirst', stored: 'same' },
    },
    {
      name: 'but with a verified one',
      as: 'ben',
      given: async world => {
        await bound(world, 'ben', { phone: '13900000009' })
        return given(world)
      },
      expect: { status: 0 },
    },
  ],
  { cloudHosted: true },
)
