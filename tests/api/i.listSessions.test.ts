import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

scenarios('i.listSessions', [
  {
    name: 'lists where one is signed in, and which of them asks; no token',
    as: 'ann',
    given: async world => {
      const { token } = await world.running.services.sessions.open(world.ids.ann, { ip: '192.0.2.7', agent })
      await world.running.services.sessions.open(world.ids.ben, { ip: '192.0.2.8', agent })
      return { headers: { 'x-seen': token } }
    },
    expect: { status: 0, data: { total: 2 } },
    then: reply => {
      const other = reply.data.items.find((item: { isCurrent: boolean }) => !item.isCurrent)
      expect(other).toMatchObject({ browser: 'Chrome', system: 'Windows', ip: '192.0.2.7' })
      expect(reply.data.items.filter((item: { isCurrent: boolean }) => item.isCurrent)).toHaveLength(1)
      expect(Object.keys(other).sort()).toEqual(['browser', 'createdAt', 'id', 'ip', 'isCurrent', 'seenAt', 'system'])
    },
  },
  { name: 'takes nobody else', as: 'ann', query: { userId: 'x' }, expect: { status: 422, errors: ['userId'], stored: 'same' } },
  { name: 'keeps out who is not signed in', expect: { status: 401, stored: 'same' } },
])
