// release.retry-push: what failed is put back to its beginning; that it then goes through its pipeline is told by release.createPush.test.ts.
import { uuidv7 } from 'uuidv7'
import { aPush, otherApp, PIPELINE } from '../support/pushes.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('release.retryPush', [
  { name: 'knows no such push', as: 'ann', body: { id: uuidv7() }, expect: { status: 404, code: 'release.pushUnknown', stored: 'same' } },
  {
    name: 'knows none of another app',
    as: 'ann',
    given: async world => ({ body: { id: await aPush(world, { app_id: await otherApp(world) }) } }),
    expect: { status: 404, code: 'release.pushUnknown', stored: 'same' },
  },
  {
    name: 'needs a pipeline',
    as: 'ann',
    given: async world => ({ body: { id: await aPush(world) } }),
    expect: { status: 409, code: 'release.ciPushClosed', stored: 'same' },
  },
  {
    name: 'tries nothing again that did not fail',
    as: 'ann',
    given: async world => {
      await world.call('company.savePipeline', { as: 'ann', body: PIPELINE })
      return { body: { id: await aPush(world, { status: 1, task_status: 2 }) } }
    },
    expect: { status: 409, code: 'release.pushNotRetryable', stored: 'same' },
  },
])
