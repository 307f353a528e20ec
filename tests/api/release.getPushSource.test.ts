// What a pipeline downloads with the token of its push, and nobody without; that it does is told by release.createPush.test.ts.
import { uuidv7 } from 'uuidv7'
import { aPush } from '../support/pushes.ts'
import { scenarios } from '../support/scenarios.ts'

const pushToken = 'A'.repeat(43)
scenarios('release.getPushSource', [
  { name: 'knows no such push', params: { pushId: uuidv7(), pushToken }, expect: { status: 404, code: 'release.pushSourceUnknown', stored: 'same' } },
  {
    name: 'has nothing of one that has ended',
    given: async world => ({ params: { pushId: await aPush(world), pushToken } }),
    expect: { status: 404, code: 'release.pushSourceUnknown', stored: 'same' },
  },
])
