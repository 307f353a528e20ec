import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

scenarios('screen.get', [
  {
    name: 'hands out a shipped screen with its hash as ETag',
    params: { screenId: 'signin.page' },
    expect: { status: 0, data: { id: 'signin.page', schema: { type: 'page' } } },
    then: reply => expect(reply.headers.etag).toBe(`"${reply.data.hash}"`),
  },
  {
    name: 'sends nothing again to who has it',
    params: { screenId: 'signin.page' },
    given: async world => ({ headers: { 'if-none-match': String((await world.call('screen.get', { params: { screenId: 'signin.page' } })).headers.etag) } }),
    expect: { status: -1 },
    then: reply => {
      expect(reply.http).toBe(304)
      expect(reply.raw).toHaveLength(0)
    },
  },
  { name: 'knows no other screen', params: { screenId: 'signin.nothing' }, expect: { status: 404, code: 'screen.unknown', stored: 'same' } },
  { name: 'reads no other file', params: { screenId: '../package' }, expect: { status: 404, code: 'request.unknownAddress' } },
  { name: 'takes no dictionary for a screen', params: { screenId: 'signin.zh-CN' }, expect: { status: 404 } },
])
