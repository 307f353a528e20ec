import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { HELLO, notForThem, publish, SCREEN } from '../support/screens.ts'

scenarios('screen.saveDraft', [
  {
    name: 'keeps a draft, replaces it, and tells what is wrong with it',
    as: 'sue',
    params: SCREEN,
    body: { schema: { type: 'page', body: { type: 'crud', api: 'get:/api/nowhere' } }, baseVersion: 0 },
    given: async world => void (await world.call('screen.saveDraft', { as: 'sue', params: SCREEN, body: { schema: HELLO, baseVersion: 0 } })),
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.findings[0].path).toBe('body.api')
      expect((await world.call('screen.getDraft', { as: 'sue', params: SCREEN })).data.draft.schema.body.type).toBe('crud')
      expect((await publish(world, HELLO)).version).toBe(1)
    },
  },
  {
    name: 'refuses what is no screen',
    as: 'sue',
    params: SCREEN,
    body: { schema: 'text' },
    expect: { status: 422, errors: ['schema', 'baseVersion'], stored: 'same' },
  },
  ...notForThem({ body: { schema: HELLO, baseVersion: 0 } }),
])
