import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { DEV } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

let made = ''

scenarios('permission.deleteTest', [
  {
    name: 'is not for a member without duties',
    as: 'ben',
    given: async world => {
      made = (
        await world.call('permission.saveTest', {
          as: 'ann',
          params: DEV,
          body: { name: 'One', who: 'guest', resource: 'app', option: 'access', expected: false },
        })
      ).data.id
      return { params: { ...DEV, testId: made } }
    },
    expect: { status: 403, stored: 'same' },
  },
  {
    name: 'removes it',
    as: 'abe',
    given: async () => ({ params: { ...DEV, testId: made } }),
    expect: { status: 0 },
    then: async (_reply, world) => expect(await world.db.selectFrom('permission_test').selectAll().execute()).toEqual([]),
  },
  {
    name: 'one that is not there',
    as: 'abe',
    given: async () => ({ params: { ...DEV, testId: uuidv7() } }),
    expect: { status: 404, code: 'permission.testUnknown', stored: 'same' },
  },
  { name: 'what is no id', as: 'abe', params: { ...DEV, testId: 'x' }, expect: { status: 404, stored: 'same' } },
])
