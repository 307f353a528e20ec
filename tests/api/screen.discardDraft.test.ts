import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { HELLO, notForThem, publish, SCREEN } from '../support/screens.ts'

scenarios('screen.discardDraft', [
  {
    name: 'throws the own draft away',
    as: 'sue',
    params: SCREEN,
    given: async world => {
      await publish(world)
      await world.call('screen.saveDraft', { as: 'sue', params: SCREEN, body: { schema: HELLO, baseVersion: 1 } })
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.call('screen.getDraft', { as: 'sue', params: SCREEN })).data.draft).toBeNull(),
  },
  { name: 'is content where there is none', as: 'sue', params: SCREEN, expect: { status: 0, stored: 'same' } },
  { name: 'knows no other screen', as: 'sue', params: { screenId: 'general.nothing' }, expect: { status: 404, code: 'screen.unknown', stored: 'same' } },
  ...notForThem(),
])
