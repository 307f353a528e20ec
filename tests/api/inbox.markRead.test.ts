import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'
import { publish, SCREEN } from '../support/screens.ts'
import type { World } from '../support/world.ts'

async function notice(world: World) {
  const { hash } = await publish(world)
  await world.call('screen.report', { as: 'sue', params: SCREEN, body: { hash, message: 'boom' } })
  const { items } = (await world.call('inbox.list', { as: 'sue' })).data
  return { params: { noticeId: items[0].id as string } }
}

scenarios('inbox.markRead', [
  {
    name: 'is read by this person, and stays in the list',
    as: 'sue',
    given: async world => {
      const ask = await notice(world)
      expect((await world.call('general.session', { as: 'sue' })).data.user.unreadNotices).toBe(1)
      return ask
    },
    expect: { status: 0, data: { unread: 0 } },
    then: async (_reply, world) => {
      expect((await world.call('inbox.list', { as: 'sue' })).data).toMatchObject({ total: 1, unread: 0, items: [{ read: true }] })
      expect((await world.call('general.session', { as: 'sue' })).data.user.unreadNotices).toBe(0)
      expect((await world.call('general.session', { as: 'ann' })).data.user).not.toHaveProperty('unreadNotices')
    },
  },
  {
    name: 'may be said twice',
    as: 'sue',
    given: async world => ({ params: { noticeId: (await world.call('inbox.list', { as: 'sue' })).data.items[0].id } }),
    expect: { status: 0, data: { unread: 0 }, stored: 'same' },
  },
  { name: 'knows no other notice', as: 'sue', params: { noticeId: uuidv7() }, expect: { status: 404, code: 'inbox.unknown', stored: 'same' } },
  { name: 'refuses what is no id', as: 'sue', params: { noticeId: 'x' }, expect: { status: 404, stored: 'same' } },
  { name: 'keeps an owner of an organisation out', as: 'ann', params: { noticeId: uuidv7() }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps out who is not signed in', params: { noticeId: uuidv7() }, expect: { status: 401, stored: 'same' } },
])
