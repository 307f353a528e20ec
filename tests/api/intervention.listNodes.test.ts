// intervention.list-nodes
import { expect } from 'vitest'
import { asking, caseIn, decide, HEADERS, inRow } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('intervention.listNodes', [
  {
    name: 'tells steps with their people and states',
    as: 'ann',
    headers: HEADERS,
    given: async world => {
      const by = (...users: string[]) => ({ by: 'people', users })
      const { caseId } = await caseIn(
        world,
        inRow([
          { id: 'a', approvers: by(world.ids.abe) },
          { id: 'b', approvers: by(world.ids.abe, world.ids.ann), deciding: { by: 'all' } },
        ]),
      )
      await decide(world, caseId, 'abe')
      return { body: { flowDataId: caseId } }
    },
    expect: { status: 0, data: { total: 2 } },
    then: reply =>
      expect(reply.data.items).toMatchObject([
        { nodeId: 'b', status: 'NORMAL', transactors: ['Abe', 'Ann'], flowDefTitle: 'Leave' },
        { nodeId: 'a', status: 'FINISHED', transactors: ['Abe'] },
      ]),
  },
  {
    name: 'is for who manages flows',
    as: 'ben',
    headers: HEADERS,
    given: async world => ({ body: { flowDataId: (await caseIn(world, asking(world, ['abe']))).caseId } }),
    expect: { status: 403 },
  },
])
