import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { HELLO, publish, SCREEN } from '../support/screens.ts'

const file = (name: string, content: unknown) => ({ field: 'file', name, content: JSON.stringify(content).replace(/^"x"$/, '{') })

scenarios('screen.importFiles', [
  {
    name: 'plans first and changes nothing',
    as: 'sue',
    body: {},
    files: [file('general.forbidden.json', HELLO), file('general.nothing.json', HELLO), file('signin.page.json', 'x')],
    expect: {
      status: 0,
      data: { applied: 0, items: [{ action: 'change' }, { action: 'refuse', reason: 'unknown' }, { action: 'refuse', reason: 'badJson' }] },
      stored: 'same',
    },
  },
  {
    name: 'applies what the gate lets through',
    as: 'sue',
    body: { apply: true, note: 'From git' },
    files: [file('general.forbidden.json', HELLO), file('general.home.json', { type: 'page', body: { type: 'custom' } })],
    expect: { status: 0, data: { applied: 1 } },
    then: async (reply, world) => {
      expect(reply.data.items[1]).toMatchObject({ action: 'refuse', reason: 'findings' })
      expect((await world.call('screen.get', { params: SCREEN })).data.schema).toEqual(HELLO)
      expect((await publish(world)).version).toBe(2)
    },
  },
  {
    name: 'refuses other files',
    as: 'sue',
    body: {},
    files: [{ field: 'file', name: 'a.txt', content: 'x' }],
    expect: { status: 422, errors: ['file'], stored: 'same' },
  },
  {
    name: 'keeps an owner of an organisation out',
    as: 'ann',
    body: {},
    files: [file('general.forbidden.json', HELLO)],
    expect: { status: 403, stored: 'same' },
  },
  { name: 'keeps out who is not signed in', body: {}, files: [file('general.forbidden.json', HELLO)], expect: { status: 401, stored: 'same' } },
])
