import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { HELLO, notForThem, publish, SCREEN } from '../support/screens.ts'

scenarios('screen.getVersion', [
  {
    name: 'shows a version with its patch and what it changed',
    as: 'sue',
    params: { ...SCREEN, version: '1' },
    given: async world => void (await publish(world)),
    expect: { status: 0, data: { version: 1, kind: 'publish', schema: HELLO } },
    then: reply => expect(reply.data.patch.length).toBeGreaterThan(0),
  },
  { name: 'knows no other version', as: 'sue', params: { ...SCREEN, version: '9' }, expect: { status: 404, code: 'screen.unknownVersion', stored: 'same' } },
  ...notForThem({ params: { ...SCREEN, version: '1' } }),
])
