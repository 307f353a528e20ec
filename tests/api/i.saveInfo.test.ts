// i.save-info, i.username-max, i.own-account
import { expect } from 'vitest'
import { PNG } from '../support/fixtures.ts'
import { personOf } from '../support/account.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const body = (more: object) => async (world: World) => ({ body: { id: world.ids.ben, uid: world.ids.ben, name: 'Ben', username: 'ben', ...more } })
const refused = (name: string, more: object, errors: string[], code?: string) => ({
  name,
  as: 'ben' as const,
  given: body(more),
  expect: { status: 422, errors, stored: 'same' as const, ...(code && { code }) },
})

scenarios('i.saveInfo', [
  {
    name: 'i.save-info: keeps name, nickname and user name',
    as: 'ben',
    given: body({ name: ' Ben Ode ', nickName: 'Benny', username: 'ben.ode', avatar: '' }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await personOf(world, 'ben')).toMatchObject({ name: 'Ben Ode', nick_name: 'Benny', username: 'ben.ode', avatar: '' })
      expect((await world.call('i.saveInfo', { as: 'ben', ...(await body({})(world)) })).status).toBe(0)
    },
  },
  {
    name: 'keeps an uploaded picture',
    as: 'ben',
    given: async world => {
      const { data } = await world.call('general.uploadImage', { as: 'ben', files: [{ field: 'file', name: 'me.png', content: PNG, mime: 'image/png' }] })
      return body({ avatar: data.url })(world)
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await personOf(world, 'ben')).avatar).toMatch(/^\/api\/file\//)
      expect((await world.call('general.session', { as: 'ben' })).data.user.avatar).toBe((await personOf(world, 'ben')).avatar)
    },
  },
  refused('takes no picture of another place', { avatar: 'https://evil.test/me.png' }, ['avatar'], 'account.avatarUnknown'),
  refused('i.username-max: at most 50 characters', { username: 'b'.repeat(51) }, ['username']),
  refused('wants a name', { name: '  ' }, ['name']),
  refused('takes no email of somebody else as user name', { username: 'ann@example.test' }, ['username'], 'account.usernameForm'),
  refused("takes nobody else's user name", { username: 'ANN' }, ['username'], 'account.usernameTaken'),
  refused('changes nothing that is not on the form', { isPlatformSuper: true }, ['isPlatformSuper']),
  {
    name: 'takes the own email as user name',
    as: 'ben',
    given: body({ username: 'ben@example.test' }),
    expect: { status: 0 },
  },
  {
    name: "i.own-account: an id of somebody else's is refused",
    as: 'abe',
    given: body({ name: 'Not Ben' }),
    expect: { status: 403, code: 'account.notYours', stored: 'same' },
  },
  { name: 'keeps out who is not signed in', given: body({}), expect: { status: 401, stored: 'same' } },
])
