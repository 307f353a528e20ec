// i.change-password, i.password-required, i.password-original, i.password-repeat, i.super-password
import { expect } from 'vitest'
import { sessionsOf } from '../support/account.ts'
import { ENDED, onTheWay } from '../support/binding.ts'
import { scenarios } from '../support/scenarios.ts'
import { PASSWORD, type Person, type World } from '../support/world.ts'

const password = 'Battery-2-stap!'
let answers: Awaited<ReturnType<typeof onTheWay>>
const body =
  (more: object = {}, who: Person = 'ben') =>
  async (world: World) => ({ body: { id: world.ids[who], originalPassword: PASSWORD, password, repeatPassword: password, ...more } })
const refused = (name: string, more: object, errors: string[], code?: string) => ({
  name,
  as: 'ben' as const,
  given: body(more),
  expect: { status: 422, errors, stored: 'same' as const, ...(code && { code }) },
})

scenarios('i.changePassword', [
  refused('i.password-required: wants the new one twice', { password: '', repeatPassword: '' }, ['password', 'repeatPassword']),
  refused('i.password-repeat: they must be equal', { repeatPassword: `${password}x` }, ['repeatPassword'], 'password.repeatDiffers'),
  refused('wants a good one', { password: 'short', repeatPassword: 'short' }, ['password']),
  refused('another one than before', { password: PASSWORD, repeatPassword: PASSWORD }, ['password'], 'password.same'),
  // These two are counted, which is stored.
  {
    name: 'i.password-original: asks for the present one',
    as: 'ben',
    given: body({ originalPassword: '' }),
    expect: { status: 422, errors: ['originalPassword'] },
  },
  {
    name: 'refuses a wrong one, and the old one goes on',
    as: 'ben',
    given: body({ originalPassword: 'wrong' }),
    expect: { status: 422, code: 'password.originalWrong', errors: ['originalPassword'] },
    then: async (_reply, world) => expect(await world.running.services.people.passwordIs(world.ids.ben, PASSWORD)).toBe(true),
  },
  {
    name: 'i.super-password: not for a platform super user',
    as: 'sue',
    given: body({}, 'sue'),
    expect: { status: 403, code: 'password.super', stored: 'same' },
  },
  { name: "changes nobody else's", as: 'abe', given: body(), expect: { status: 403, code: 'account.notYours', stored: 'same' } },
  { name: 'keeps out who is not signed in', given: body(), expect: { status: 401, stored: 'same' } },
  {
    name: 'i.change-password: changes it and ends all other sessions, those on their way included',
    as: 'ben',
    given: async world => {
      answers = await onTheWay(world, 'ben')
      await world.running.services.sessions.open(world.ids.ben, { ip: '10.0.0.9', agent: 'another' })
      return body()(world)
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await answers()).toEqual(ENDED)
      expect(await sessionsOf(world, 'ben')).toBe(1)
      expect((await world.call('i.getInfo', { as: 'ben' })).status).toBe(0)
      expect((await world.call('signin.login', { body: { username: 'ben', password } })).status).toBe(0)
      expect((await world.call('signin.login', { body: { username: 'ben', password: PASSWORD } })).code).toBe('signin.wrong')
      expect(JSON.stringify(await world.db.selectFrom('audit').selectAll().where('call', '=', 'i.changePassword').execute())).not.toContain(password)
    },
  },
  {
    name: 'i.password-original: asks for none where there is none',
    as: 'cyd',
    given: async world => {
      await world.db.updateTable('person').set({ password_hash: null }).where('id', '=', world.ids.cyd).execute()
      return body({ originalPassword: undefined }, 'cyd')(world)
    },
    expect: { status: 0 },
  },
  {
    name: 'stops guessing',
    as: 'abe',
    given: async world => {
      for (let n = 0; n < 10; n++) await world.call('i.changePassword', { as: 'abe', ...(await body({ originalPassword: `wrong${n}` }, 'abe')(world)) })
      return body({}, 'abe')(world)
    },
    expect: { status: 429, code: 'password.tooMany' },
  },
])
