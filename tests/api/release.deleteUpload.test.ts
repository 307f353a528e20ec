// release.deleteUpload: a package that was sent to be looked into is thrown away, by who sent it alone.
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { packageOf } from '../support/package.ts'
import { DEV, wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'

const ask = { as: 'ann' as const }
let params = { ...DEV, uploadId: '' }

scenarios('release.deleteUpload', [
  {
    ...ask,
    name: 'throws it away',
    given: async world => {
      const files = [{ field: 'file', name: 'orders.amis', content: await packageOf() }]
      params = { ...DEV, uploadId: (await world.call('release.uploadPackage', { ...ask, params: DEV, files })).data.value }
      return { params }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.id).toBe(params.uploadId)
      expect((await world.pool.query('select from kept_upload_piece')).rowCount).toBe(0)
    },
  },
  { ...ask, name: 'says that it is gone a second time', given: async () => ({ params }), expect: { status: 404, code: 'upload.unknown', stored: 'same' } },
  ...wrongPeople({}, async () => ({ params: { ...DEV, uploadId: uuidv7() } })),
])
