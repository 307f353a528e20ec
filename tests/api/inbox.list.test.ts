import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { HELLO, publish, SCREEN } from '../support/screens.ts'
import type { World } from '../support/world.ts'

async function breakOnce(world: World) {
  const { hash } = await publish(world)
  await world.call('screen.report', { params: SCREEN, body: { hash, message: 'boom' } })
}
const outbox = async (world: World) => (await world.call('outbox.list', { as: 'sue' })).data.items as { subject: string }[]

scenarios('inbox.list', [
  { name: 'is empty while nothing is wrong', as: 'sue', expect: { status: 0, data: { items: [], total: 0, unread: 0 } } },
  {
    name: 'tells what one browser said about a version, without a mail',
    as: 'sue',
    given: breakOnce,
    expect: {
      status: 0,
      data: {
        total: 1,
        unread: 1,
        items: [{ kind: 'screen.failed', screenId: SCREEN.screenId, version: 1, read: false, to: `/platform/screens/${SCREEN.screenId}` }],
      },
    },
    then: async (reply, world) => {
      expect(reply.data.items[0].text).toBe('Version 1 failed in one browser: boom. Others still get this version.')
      expect(await outbox(world)).toEqual([])
    },
  },
  {
    name: 'keeps one notice per version, however many report it, says when it is taken back, and then mails once',
    as: 'sue',
    headers: { 'accept-language': 'zh-CN' },
    given: async world => {
      await world.call('inbox.markAllRead', { as: 'sue' })
      const hash = (await world.call('screen.get', { params: SCREEN })).data.hash as string
      for (const as of ['ben', 'dee', 'cyd', 'ann', 'abe'] as const) await world.call('screen.report', { as, params: SCREEN, body: { hash, message: 'boom' } })
    },
    expect: { status: 0, data: { total: 1, unread: 1, items: [{ kind: 'screen.broken', version: 1, read: false }] } },
    then: async (reply, world) => {
      expect(reply.data.items[0].title).toBe('界面 general.forbidden 已损坏')
      expect((await outbox(world)).map(mail => mail.subject)).toEqual(['Screen general.forbidden is broken'])
    },
  },
  {
    name: 'has a notice of its own for the next version, and for a shipped screen that fails',
    as: 'sue',
    query: { unread: '1' },
    given: async world => {
      const { hash } = await publish(world, { ...HELLO, title: 'Two' })
      await world.call('screen.report', { as: 'sue', params: SCREEN, body: { hash, message: 'boom' } })
      const home = (await world.call('screen.get', { params: { screenId: 'general.home' } })).data.hash
      for (const as of [undefined, 'ben', 'ann'] as const)
        await world.call('screen.report', { as, params: { screenId: 'general.home' }, body: { hash: home, message: 'no renderer' } })
    },
    expect: {
      status: 0,
      data: {
        total: 3,
        items: [
          { kind: 'screen.failed', screenId: 'general.home', version: 0 },
          { kind: 'screen.broken', version: 2 },
          { kind: 'screen.broken', version: 1 },
        ],
      },
    },
  },
  { name: 'finds by kind and words', as: 'sue', query: { kind: 'screen.failed', keywords: 'HOME' }, expect: { status: 0, data: { total: 1 } } },
  { name: 'refuses bad filters', as: 'sue', query: { kind: 'odd', page: 0 }, expect: { status: 422, errors: ['kind', 'page'], stored: 'same' } },
  { name: 'keeps an owner of an organisation out', as: 'ann', expect: { status: 403, stored: 'same' } },
  { name: 'keeps out who is not signed in', expect: { status: 401, stored: 'same' } },
])
