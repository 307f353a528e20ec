// Whether a pipeline can be used, asked of it; with servers that answer by release.createPush.test.ts.
import { PIPELINE } from '../support/pushes.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios(
  'company.checkPipeline',
  [
    { name: 'has nothing to ask', as: 'ann', expect: { status: 409, code: 'company.pipelineMissing', stored: 'same' } },
    {
      name: 'says that nobody answers',
      as: 'ann',
      given: async world => void (await world.call('company.savePipeline', { as: 'ann', body: PIPELINE })),
      expect: { status: 409, code: 'company.pipelineRefused', stored: 'same' },
      then: ({ msg }) => {
        if (msg !== 'Nothing answers at this address and port') throw new Error(msg)
      },
    },
  ],
  { privateDataSources: true },
)
