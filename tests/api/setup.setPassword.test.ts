// setup.setPassword with the rule setup.admin-password; of its length and signs (setup.admin-password-length, setup.admin-password-specials) the first is wider here
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const password = 'Correct-1!horse'
const withoutPassword = async (world: World) => {
  await world.db.updateTable('person').set({ password_hash: null }).where('id', '=', world.ids.cyd).execute()
}
const bad = (name: string, body: unknown, errors: string[]) => ({
  name,
  as: 'cyd' as const,
  given: withoutPassword,
  body,
  expect: { status: 422, errors, stored: 'same' as const },
})

scenarios('setup.setPassword', [
  bad('says which field is empty', {}, ['password', 'repeat']),
  bad('refuses fewer than 8 characters', { password: 'aB1!567', repeat: 'aB1!567' }, ['password']),
  bad('refuses more than 128 characters', { password: 'a'.repeat(129), repeat: 'a'.repeat(129) }, ['password', 'repeat']),
  bad('refuses what is no text', { password: 12345678, repeat: true }, ['password', 'repeat']),
  bad('wants the same twice', { password, repeat: `${password}x` }, ['repeat']),
  { name: 'keeps out who is not signed in', body: { password, repeat: password }, expect: { status: 401, stored: 'same' } },
  {
    name: 'refuses who has a password already, and changes nothing',
    as: 'ann',
    body: { password, repeat: password },
    expect: { status: 409, code: 'setup.hasPassword', stored: 'same' },
  },
  ...['correct horse battery staple', '密码密码密码密码', 'x'.repeat(128)].map((long, at) => ({
    name: `takes long words without digits and signs, and one signs in with them (${at + 1})`,
    as: 'cyd' as const,
    given: withoutPassword,
    body: { password: long, repeat: long },
    expect: { status: 0 },
    then: async (_reply: unknown, world: World) => expect((await world.call('signin.login', { body: { username: 'cyd', password: long } })).status).toBe(0),
  })),
  {
    name: 'sets it, and one signs in with it',
    as: 'cyd',
    given: withoutPassword,
    body: { password, repeat: password, redirect: '/company/acme' },
    expect: { status: 0, data: { redirect: '/company/acme' } },
    then: async (_reply, world) => {
      expect((await world.call('signin.login', { body: { username: 'cyd', password } })).status).toBe(0)
      const audit = await world.db.selectFrom('audit').select('input').where('call', '=', 'setup.setPassword').execute()
      expect(JSON.stringify(audit)).not.toContain(password)
    },
  },
])
