import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { hashOf } from '../../api/server/services/foundation/sessions.ts'
import { sessionsOf } from '../support/account.ts'

let id = ''
const it = async () => ({ params: { sessionId: id }, body: {} })

scenarios('i.endSession', [
  {
    name: "knows nothing of somebody else's",
    as: 'ben',
    given: async world => {
      const { token } = await world.running.services.sessions.open(world.ids.ann, { ip: '192.0.2.7', agent: 'x' })
      id = hashOf(token).toString('base64url')
      return it()
    },
    expect: { status: 404, code: 'session.unknown', stored: 'same' },
    then: async (_reply, world) => expect(await sessionsOf(world, 'ann')).toBe(1),
  },
  { name: 'wants an id', as: 'ann', params: { sessionId: 'x' }, body: {}, expect: { status: 404, stored: 'same' } },
  { name: 'keeps out who is not signed in', given: it, expect: { status: 401, stored: 'same' } },
  {
    name: 'signs it out',
    as: 'ann',
    given: it,
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await sessionsOf(world, 'ann')).toBe(1)
      expect((await world.call('i.endSession', { as: 'ann', ...(await it()) })).code).toBe('session.unknown')
    },
  },
])
