import { expect } from 'vitest'
import { openDoor } from '../support/outsiders.ts'
import { mailedCode } from '../support/signin.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('external.sendCode', [
  { name: 'sends nothing where there is no door', body: { to: 'vic@out.test' }, expect: { status: 404, code: 'external.closed', stored: 'same' } },
  {
    name: 'sends six digits to whoever may register',
    body: { to: 'vic@out.test' },
    given: world => openDoor(world),
    expect: { status: 0, data: { seconds: 60 } },
    then: async (_reply, world) => expect(await mailedCode(world, 'vic@out.test')).toMatch(/^\d{6}$/),
  },
  {
    name: 'answers the same and sends nothing to whoever was not invited',
    body: { to: 'wes@out.test' },
    given: world => openDoor(world, 'invite'),
    expect: { status: 0, data: { seconds: 60 } },
    then: async (_reply, world) => expect(await mailedCode(world, 'wes@out.test')).toBeUndefined(),
  },
  { name: 'waits a minute between two codes', body: { to: 'wes@out.test' }, expect: { status: 429, code: 'code.tooSoon', stored: 'same' } },
  { name: 'wants an email or a phone', body: { to: 'hello' }, expect: { status: 422, errors: ['to'], stored: 'same' } },
])
