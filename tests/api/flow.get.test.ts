import { asking, DEV, flowIn } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

const GONE = '0191d5a0-0000-7000-8000-00000000dead'

scenarios('flow.get', [
  {
    name: 'answers a flow as it is saved',
    as: 'ann',
    given: async world => ({ params: { ...DEV, flowId: (await flowIn(world, asking(world, ['abe']))).flowId } }),
    expect: { status: 0, data: { name: 'Leave', version: 1, enabledVersion: 1, definition: { model: 'main/leave' } } },
  },
  { name: 'knows none that is not there', as: 'ann', params: { ...DEV, flowId: GONE }, expect: { status: 404, code: 'resource.unknown' } },
])
