// flowDesign.list-revisions: versions with who made them, and which one runs.
import { expect } from 'vitest'
import { asking, DEV, flowIn, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('flow.listRevisions', [
  {
    name: 'tells versions with who saved them, and the one that runs',
    as: 'ann',
    given: async world => {
      const { flowId, key } = await flowIn(world, asking(world, ['abe']))
      await must(world, 'flow.update', { params: { ...DEV, flowId }, body: { key, name: 'Leave', definition: asking(world, ['ann']) } })
      return { params: { ...DEV, flowId } }
    },
    expect: { status: 0, data: { current: '1' } },
    then: reply =>
      expect(reply.data.items).toMatchObject([
        { id: '2', createdByUser: { name: 'Ann' } },
        { id: '1', createdByUser: { name: 'Ann' }, definition: { model: 'main/leave' } },
      ]),
  },
  {
    name: 'names none where none runs',
    as: 'ann',
    given: async world => ({ params: { ...DEV, flowId: (await flowIn(world, asking(world, ['abe']), { enable: false })).flowId } }),
    expect: { status: 0, data: { current: '' } },
  },
])
