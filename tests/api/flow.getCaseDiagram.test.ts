// flow.case: where an instance stands, for a diagram
import { expect } from 'vitest'
import { asking, caseIn, decide, DEV } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

let caseId = ''
const params = () => ({ params: { ...DEV, caseId } })

scenarios('flow.getCaseDiagram', [
  {
    name: 'tells who is asked, what was gone over, and no rule of the flow',
    as: 'abe',
    given: async world => {
      caseId = (await caseIn(world, asking(world, ['abe']))).caseId
      return params()
    },
    expect: { status: 0, data: { waiting: [{ people: ['Abe'] }], stopped: [] } },
    then: ({ data }) => {
      const start = data.nodes.find((node: { kind: string }) => node.kind === 'start')
      const out = data.lines.find((line: { from: string }) => line.from === start.id)
      expect(data.passed).toEqual([start.id, out.id])
      expect(JSON.stringify(data)).not.toMatch(/approvers|conditions|formula|fields/)
      expect(data.waiting[0].node).toBe(out.to)
    },
  },
  {
    name: 'marks the end when it has ended, where nobody is asked any more',
    as: 'ben',
    given: async world => {
      await decide(world, caseId, 'abe')
      return params()
    },
    expect: { status: 0, data: { waiting: [], stopped: [] } },
    then: ({ data }) => expect(data.passed).toEqual(expect.arrayContaining(data.nodes.map(({ id }: { id: string }) => id))),
  },
  { name: 'is there for an operator', as: 'ann', given: async () => params(), expect: { status: 0 } },
  {
    name: 'is unknown to others',
    as: 'ben',
    given: async world => {
      const other = await caseIn(world, asking(world, ['abe']))
      await world.pool.query('update flow_case set starter_id = $2 where id = $1', [other.caseId, world.ids.ann])
      return { params: { ...DEV, caseId: other.caseId } }
    },
    expect: { status: 404, code: 'flow.caseUnknown' },
  },
  {
    name: 'is unknown in another environment',
    as: 'ann',
    given: async () => ({ params: { ...DEV, appUrlKey: 'shop', caseId } }),
    expect: { status: 404, code: 'flow.caseUnknown' },
  },
])
