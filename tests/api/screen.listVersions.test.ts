import { scenarios } from '../support/scenarios.ts'
import { HELLO, notForThem, publish, SCREEN } from '../support/screens.ts'

scenarios('screen.listVersions', [
  { name: 'is empty for a shipped screen', as: 'sue', params: SCREEN, expect: { status: 0, data: { items: [], total: 0 } } },
  {
    name: 'lists newest first, and which is shown',
    as: 'sue',
    params: SCREEN,
    given: async world => {
      await publish(world)
      await publish(world, { ...HELLO, title: 'Two' })
    },
    expect: {
      status: 0,
      data: {
        total: 2,
        items: [
          { version: 2, kind: 'publish', shown: true, createdBy: 'Sue' },
          { version: 1, shown: false },
        ],
      },
    },
  },
  { name: 'knows no other screen', as: 'sue', params: { screenId: 'general.nothing' }, expect: { status: 404, code: 'screen.unknown', stored: 'same' } },
  ...notForThem(),
])
