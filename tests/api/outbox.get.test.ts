import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const write = async (world: World) => ({
  params: {
    messageId: await world.running.services.messages.mail({ to: 'ann@example.test', subject: 'Hi', text: 'Your code is 123456', html: '<b>123456</b>' }),
  },
})

scenarios('outbox.get', [
  {
    name: 'shows a platform super user the text',
    as: 'sue',
    given: write,
    expect: { status: 0, data: { recipient: 'ann@example.test', text: 'Your code is 123456', html: '<b>123456</b>', sentAt: null } },
  },
  {
    name: 'gives the link of the text, for copying it',
    as: 'sue',
    given: async world => ({
      params: { messageId: await world.running.services.messages.mail({ to: 'a@b.c', subject: 'Hi', text: 'Choose: https://x.test/invitation/abc' }) },
    }),
    expect: { status: 0, data: { link: 'https://x.test/invitation/abc' } },
  },
  { name: 'keeps everybody else out', as: 'ann', given: write, expect: { status: 403 }, then: reply => expect(reply.raw.toString()).not.toContain('123456') },
  { name: 'keeps out who is not signed in', given: write, expect: { status: 401 } },
  { name: 'knows no other ids', as: 'sue', params: { messageId: '0191d5a0-0000-7000-8000-0000000000ff' }, expect: { status: 404, code: 'outbox.unknown' } },
  { name: 'refuses what is no id', as: 'sue', params: { messageId: 'x' }, expect: { status: 404 } },
])
