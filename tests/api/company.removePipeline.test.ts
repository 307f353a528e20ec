// The pipeline of an organisation goes; what that does to pushes is told by release.createPush.test.ts.
import { PIPELINE } from '../support/pushes.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('company.removePipeline', [
  { name: 'has nothing to remove', as: 'ann', expect: { status: 409, code: 'company.pipelineMissing', stored: 'same' } },
  {
    name: 'removes it',
    as: 'ann',
    given: async world => void (await world.call('company.savePipeline', { as: 'ann', body: PIPELINE })),
    expect: { status: 0 },
    then: async (_reply, world) => {
      if ((await world.call('company.getPipeline', { as: 'ann' })).data.isThere) throw new Error('it is there')
    },
  },
])
