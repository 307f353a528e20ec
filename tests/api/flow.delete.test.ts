import { expect } from 'vitest'
import { asking, caseIn, caseOf, decide, DEV, start } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

let caseId = ''
let key = ''

scenarios('flow.delete', [
  {
    name: 'takes a flow away; what began goes on, and nothing begins any more',
    as: 'ann',
    given: async world => {
      const made = await caseIn(world, asking(world, ['abe']))
      caseId = made.caseId
      key = made.key
      return { params: { ...DEV, flowId: made.flowId } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await start(world, key)).code).toBe('flow.unknown')
      expect((await decide(world, caseId, 'abe')).status).toBe(0)
      expect(await caseOf(world, caseId, 'ben')).toMatchObject({ status: 2, flowName: 'Leave' })
    },
  },
])
