import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { HELLO, notForThem, publish, SCREEN } from '../support/screens.ts'

scenarios('screen.diff', [
  {
    name: 'says what changed between two versions, in the reader’s language',
    as: 'sue',
    params: SCREEN,
    query: { from: 1, to: 2 },
    headers: { 'accept-language': 'zh-CN' },
    given: async world => {
      await publish(world)
      await publish(world, { ...HELLO, title: 'Two' })
    },
    expect: { status: 0, data: { before: { title: 'Hello' }, after: { title: 'Two' } } },
    then: reply => expect(reply.data.sentences.map((one: any) => one.text)).toEqual(['页面“Hello”的标题从“Hello”改为“Two”']),
  },
  {
    name: 'says where it is in both, for a picture',
    as: 'sue',
    params: SCREEN,
    given: async world => {
      const { version } = await publish(world, {
        type: 'page',
        body: [
          { type: 'tpl', tpl: 'Gone' },
          { type: 'tpl', tpl: 'Stays', className: 'a' },
        ],
      })
      await publish(world, {
        type: 'page',
        body: [
          { type: 'tpl', tpl: 'Stays', className: 'b' },
          { type: 'alert', body: 'New' },
        ],
      })
      return { query: { from: version, to: version + 1 } }
    },
    expect: {
      status: 0,
      data: {
        marks: {
          before: [
            { path: 'body[0]', kind: 'removed' },
            { path: 'body[1]', kind: 'changed' },
          ],
          after: [
            { path: 'body[1]', kind: 'added' },
            { path: 'body[0]', kind: 'changed' },
          ],
        },
      },
    },
  },
  { name: 'needs both versions', as: 'sue', params: SCREEN, query: {}, expect: { status: 422, errors: ['from', 'to'] } },
  { name: 'knows no other version', as: 'sue', params: SCREEN, query: { from: 0, to: 9 }, expect: { status: 404, code: 'screen.unknownVersion' } },
  ...notForThem({ query: { from: 0, to: 0 } }),
])
