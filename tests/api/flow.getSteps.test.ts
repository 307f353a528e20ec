import { asking, DEV, flowIn, inRow } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('flow.getSteps', [
  {
    name: 'tells a flow as cards, with the fields that can name people',
    as: 'ann',
    given: async world => ({ params: { ...DEV, flowId: (await flowIn(world, asking(world, ['abe'], { deciding: { by: 'ratio', percent: 60 } }))).flowId } }),
    expect: {
      status: 0,
      data: {
        isStraight: true,
        model: 'main/leave',
        enabledVersion: 1,
        fault: '',
        fields: [{ value: 'boss', label: 'Boss' }],
        steps: [{ id: 'approval', kind: 'user', name: 'Approval', by: 'people', deciding: 'ratio', percent: 60 }],
      },
    },
  },
  {
    name: 'says what stands against running it',
    as: 'ann',
    given: async world => ({ params: { ...DEV, flowId: (await flowIn(world, inRow([{ id: 'a', name: 'Boss' }]), { enable: false })).flowId } }),
    expect: { status: 0, data: { fault: 'Nobody is chosen to decide at a step: Boss' } },
  },
  {
    name: 'has no cards for other ways',
    as: 'ann',
    given: async world => ({ params: { ...DEV, flowId: (await flowIn(world, { ...inRow([]), lines: [] }, { enable: false })).flowId } }),
    expect: { status: 0, data: { isStraight: false, steps: [] } },
  },
])
