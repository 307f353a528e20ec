import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { HELLO, notForThem, publish, SCREEN } from '../support/screens.ts'

scenarios('screen.getDraft', [
  {
    name: 'opens a screen that nobody changed',
    as: 'sue',
    params: SCREEN,
    expect: { status: 0, data: { version: 0, state: 'shipped', draft: null, others: [], conflicts: [] } },
    then: reply => expect(reply.data.schema).toEqual(reply.data.below),
  },
  {
    name: 'shows the own draft beside what is published',
    as: 'sue',
    params: SCREEN,
    given: async world => {
      await publish(world)
      await world.call('screen.saveDraft', { as: 'sue', params: SCREEN, body: { schema: { ...HELLO, title: 'Mine' }, baseVersion: 1 } })
    },
    expect: { status: 0, data: { version: 1, state: 'draft', schema: HELLO, draft: { schema: { title: 'Mine' }, baseVersion: 1 } } },
  },
  { name: 'knows no other screen', as: 'sue', params: { screenId: 'general.nothing' }, expect: { status: 404, code: 'screen.unknown', stored: 'same' } },
  ...notForThem(),
])
