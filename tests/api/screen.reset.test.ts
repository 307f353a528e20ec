import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { notForThem, publish, SCREEN } from '../support/screens.ts'

scenarios('screen.reset', [
  {
    name: 'brings the shipped screen back and keeps the history',
    as: 'sue',
    params: SCREEN,
    body: {},
    given: async world => void (await publish(world)),
    expect: { status: 0, data: { version: 2 } },
    then: async (_reply, world) => {
      const list = await world.call('screen.list', { as: 'sue', query: { keywords: SCREEN.screenId } })
      expect(list.data.items[0].state).toBe('shipped')
      const safe = await world.call('screen.get', { params: SCREEN, query: { safe: '1' } })
      expect((await world.call('screen.get', { params: SCREEN })).data).toEqual(safe.data)
    },
  },
  { name: 'refuses a note of another kind', as: 'sue', params: SCREEN, body: { note: 1 }, expect: { status: 422, errors: ['note'], stored: 'same' } },
  ...notForThem({ body: {} }),
])
