import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

scenarios('outbox.list', [
  {
    name: 'shows a platform super user what was kept, without the texts, newest first',
    as: 'sue',
    given: async world => {
      const { messages } = world.running.services
      await messages.mail({ to: 'ann@example.test', subject: 'Code\r\nBcc: x@evil.test', text: 'Your code is 123456' })
      await messages.sms({ to: '+4912345', text: 'Your code is 654321' })
    },
    expect: { status: 0, data: { total: 2, delivers: { mail: false, sms: false } } },
    then: reply => {
      expect(reply.data.items.map((item: any) => [item.kind, item.subject, item.status])).toEqual([
        ['sms', '', 'kept'],
        ['mail', 'Code Bcc: x@evil.test', 'kept'],
      ])
      expect(reply.raw.toString()).not.toMatch(/123456|654321/)
    },
  },
  { name: 'filters', as: 'sue', query: { kind: 'mail', status: 'kept', keywords: 'ANN@' }, expect: { status: 0, data: { total: 1 } } },
  { name: 'refuses bad filters', as: 'sue', query: { kind: 'fax', status: 'x', page: -1 }, expect: { status: 422, errors: ['kind', 'status', 'page'] } },
  { name: 'keeps an owner of an organisation out', as: 'ann', expect: { status: 403, stored: 'same' } },
  { name: 'keeps out who is not signed in', expect: { status: 401 } },
])
