import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { HELLO, notForThem, publish, SCREEN } from '../support/screens.ts'

const SHOP = { companyKey: 'acme', appUrlKey: 'shop' }

scenarios('screen.presence', [
  {
    name: 'tells one who opens a screen alone that nobody else has it',
    as: 'sue',
    params: SCREEN,
    body: { tab: 'a' },
    expect: { status: 0, data: { editors: [], version: 0, updatedBy: '' } },
    then: async (_reply, world) =>
      expect((await world.call('screen.list', { as: 'sue', query: { keywords: SCREEN.screenId } })).data.items[0].state).toBe('shipped'),
  },
  {
    name: 'tells of another person, at the same level only, and of the version that was published meanwhile',
    as: 'ann',
    params: SCREEN,
    query: SHOP,
    body: { tab: 'b' },
    given: async world => {
      await publish(world)
      await world.call('screen.presence', { as: 'abe', params: SCREEN, query: SHOP, body: { tab: 'c' } })
      await world.call('screen.publish', { as: 'abe', params: SCREEN, query: SHOP, body: { schema: { ...HELLO, title: 'Abe' }, baseVersion: 0 } })
    },
    expect: { status: 0, data: { editors: [{ name: 'Abe', isSelf: false }], version: 1, updatedBy: 'Abe' } },
    then: reply => expect(reply.data.editors).toHaveLength(1),
  },
  {
    name: 'tells of another tab of the same person, who would work over himself',
    as: 'sue',
    params: SCREEN,
    body: { tab: 'd' },
    expect: { status: 0, data: { editors: [{ name: 'Sue', isSelf: true }] } },
  },
  {
    name: 'forgets a tab that went silent',
    as: 'sue',
    params: SCREEN,
    body: { tab: 'd' },
    given: async world => void (await world.pool.query("update screen_editor set seen_at = now() - interval '2 minutes' where tab = 'a'")),
    expect: { status: 0, data: { editors: [] } },
  },
  { name: 'refuses what names no tab', as: 'sue', params: SCREEN, body: { tab: '<b>' }, expect: { status: 422, errors: ['tab'], stored: 'same' } },
  {
    name: 'knows no other screen',
    as: 'sue',
    params: { screenId: 'general.nothing' },
    body: { tab: 'a' },
    expect: { status: 404, code: 'screen.unknown', stored: 'same' },
  },
  ...notForThem({ body: { tab: 'a' } }),
])
