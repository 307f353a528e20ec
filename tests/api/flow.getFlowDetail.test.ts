import { expect } from 'vitest'
import { asking, caseIn, decide, DEV, inRow } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('flow.getFlowDetail', [
  {
    name: 'tells what became of instances',
    as: 'ann',
    given: async world => {
      const made = await caseIn(world, asking(world, ['abe']))
      await decide(world, made.caseId, 'abe', 'reject')
      return { params: { ...DEV, flowId: made.flowId } }
    },
    expect: { status: 0, data: { total: 1 } },
    then: reply => expect(reply.data.items).toMatchObject([{ flowTitle: 'Leave · Ben', status: 2, msg: 'Rejected' }]),
  },
  {
    name: 'says why one stands still',
    as: 'ann',
    given: async world => {
      const made = await caseIn(world, inRow([{ id: 'a', name: 'Boss', approvers: { by: 'field', field: 'boss' }, empty: { then: 'exception' } }]))
      return { params: { ...DEV, flowId: made.flowId } }
    },
    expect: { status: 0 },
    then: reply => expect(reply.data.items).toMatchObject([{ status: -2, msg: 'Nobody was found to decide at “Boss”' }]),
  },
])
