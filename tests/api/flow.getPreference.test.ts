import { asking, caseIn, DEV, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('flow.getPreference', [
  { name: 'mails, where nothing was chosen', as: 'abe', params: DEV, expect: { status: 0, data: { mail: true, filters: [], flows: [] } } },
  {
    name: 'offers the flows that somebody had part in lately',
    as: 'abe',
    params: DEV,
    given: async world => void (await caseIn(world, asking(world, ['abe']))),
    expect: { status: 0, data: { flows: [{ label: 'Leave' }] } },
  },
  {
    name: 'tells each their own',
    as: 'ann',
    params: DEV,
    given: async world => void (await must(world, 'flow.savePreference', { as: 'abe', params: DEV, body: { mail: false } })),
    expect: { status: 0, data: { mail: true, flows: [] } },
  },
])
