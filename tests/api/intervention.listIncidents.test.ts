import { asking, caseIn, HEADERS, inRow } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

import type { World } from '../support/world.ts'

const stuck = async (world: World) => {
  const { caseId } = await caseIn(world, inRow([{ id: 'a', name: 'Boss', approvers: { by: 'field', field: 'boss' }, empty: { then: 'exception' } }]))
  return { body: { flowDataId: caseId } }
}

scenarios('intervention.listIncidents', [
  {
    name: 'tells what stands still, and why',
    as: 'ann',
    headers: HEADERS,
    given: stuck,
    expect: {
      status: 0,
      data: {
        items: [{ token: 1, nodeId: 'a', nodeName: 'Boss', code: 'noApprover', reason: 'Nobody was found to decide at “Boss”', tries: 0, maySkip: true }],
      },
    },
  },
  {
    name: 'tells nothing of what goes on',
    as: 'ann',
    headers: HEADERS,
    given: async world => ({ body: { flowDataId: (await caseIn(world, asking(world, ['abe']))).caseId } }),
    expect: { status: 0, data: { items: [] } },
  },
  {
    name: 'knows no instance of elsewhere',
    as: 'ann',
    headers: HEADERS,
    body: { flowDataId: '0191d5a0-0000-7000-8000-0000000000f2' },
    expect: { status: 404, code: 'flow.caseUnknown' },
  },
])
