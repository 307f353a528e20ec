// i.unbind-auth
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

async function identity({ db, ids }: World) {
  const id = uuidv7()
  await db.insertInto('identity').values({ id, user_id: ids.ben, kind: 'oauth', issuer: 'https://id.example.test', subject: id }).execute()
  return { body: { authId: id } }
}
const left = async ({ db, ids }: World) => (await db.selectFrom('identity').select('id').where('user_id', '=', ids.ben).execute()).length

scenarios('i.unbindAuth', [
  { name: "i.own-account: knows nothing of somebody else's", as: 'abe', given: identity, expect: { status: 404, code: 'identity.unknown', stored: 'same' } },
  { name: 'wants an id', as: 'ben', body: { authId: 'weixin' }, expect: { status: 422, errors: ['authId'], stored: 'same' } },
  { name: 'keeps out who is not signed in', given: identity, expect: { status: 401, stored: 'same' } },
  {
    name: 'does not shut the only door',
    as: 'ben',
    given: async world => {
      await world.db.deleteFrom('identity').execute()
      await world.db.updateTable('person').set({ password_hash: null }).where('id', '=', world.ids.ben).execute()
      return identity(world)
    },
    expect: { status: 409, code: 'account.lastWay', stored: 'same' },
  },
  {
    name: 'i.unbind-auth: unbinds it while there is another way in',
    as: 'ben',
    given: async world => {
      await world.running.services.signin.methods.setEnabled('oauth', true, null)
      await identity(world)
      return identity(world)
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect(await left(world)).toBe(2),
  },
])
