import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { sessionsOf } from '../support/account.ts'

scenarios('i.endOtherSessions', [
  {
    name: 'signs out everywhere but here, and nobody else',
    as: 'ann',
    given: async world => {
      for (const id of [world.ids.ann, world.ids.ann, world.ids.ben]) await world.running.services.sessions.open(id, { ip: '192.0.2.7', agent: 'x' })
    },
    body: {},
    expect: { status: 0, data: { ended: 2 } },
    then: async (_reply, world) => {
      expect([await sessionsOf(world, 'ann'), await sessionsOf(world, 'ben')]).toEqual([1, 1])
      expect((await world.call('i.getInfo', { as: 'ann' })).status).toBe(0)
    },
  },
  { name: 'takes no list', as: 'ann', body: { ids: [] }, expect: { status: 422, errors: ['ids'], stored: 'same' } },
  { name: 'keeps out who is not signed in', body: {}, expect: { status: 401, stored: 'same' } },
])
