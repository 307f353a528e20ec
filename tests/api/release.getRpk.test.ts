// A package is had by the token in its address alone; that it is, is told by release.saveRpk.test.ts.
import { uuidv7 } from 'uuidv7'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

const rpkToken = 'A'.repeat(43)
scenarios('release.getRpk', [
  { name: 'knows no such release', params: { releaseId: uuidv7(), rpkToken }, expect: { status: 404, code: 'release.rpkUnknown', stored: 'same' } },
  {
    name: 'has nothing of a release without one',
    given: async world => ({ params: { releaseId: (await publish(world)).id, rpkToken } }),
    expect: { status: 404, code: 'release.rpkUnknown', stored: 'same' },
  },
])
