import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { HELLO, publish, SCREEN } from '../support/screens.ts'

scenarios('inbox.markAllRead', [
  {
    name: 'reads every notice for this person',
    as: 'sue',
    given: async world => {
      for (const title of ['One', 'Two']) {
        const { hash } = await publish(world, { ...HELLO, title })
        await world.call('screen.report', { as: 'sue', params: SCREEN, body: { hash, message: 'boom' } })
      }
      expect((await world.call('inbox.list', { as: 'sue' })).data.unread).toBe(2)
    },
    expect: { status: 0, data: { unread: 0 } },
    then: async (_reply, world) => expect((await world.call('inbox.list', { as: 'sue', query: { unread: '1' } })).data.items).toEqual([]),
  },
  { name: 'takes no fields', as: 'sue', body: { all: true }, expect: { status: 422, errors: ['all'], stored: 'same' } },
  { name: 'keeps an owner of an organisation out', as: 'ann', expect: { status: 403, stored: 'same' } },
  { name: 'keeps out who is not signed in', expect: { status: 401, stored: 'same' } },
])
