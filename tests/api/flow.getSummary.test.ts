import { asking, caseIn, decide, DEV, flowIn, HEADERS, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

let caseId = ''
scenarios('flow.getSummary', [
  { name: 'tells that nothing was ever started', as: 'abe', params: DEV, expect: { status: 0, data: { todo: 0, unread: 0, isUsed: false } } },
  {
    name: 'counts what is to do; a new task is no message besides',
    as: 'abe',
    params: DEV,
    given: async world => {
      await flowIn(world, asking(world, ['abe']))
      caseId = (await caseIn(world, asking(world, ['abe']))).caseId
    },
    expect: { status: 0, data: { todo: 1, unread: 0, isUsed: true } },
  },
  {
    name: 'leaves out what an operator holds',
    as: 'abe',
    params: DEV,
    given: async world => void (await must(world, 'intervention.operateInstance', { headers: HEADERS, body: { flowDataId: caseId, action: 'SUSPEND' } })),
    expect: { status: 0, data: { todo: 0 } },
    then: async (_reply, world) =>
      void (await must(world, 'intervention.operateInstance', { headers: HEADERS, body: { flowDataId: caseId, action: 'RESUME' } })),
  },
  {
    name: 'counts the end as a message to the starter',
    as: 'ben',
    params: DEV,
    given: async world => {
      await must(world, 'flow.readNotices', { as: 'ben', params: DEV, body: {} })
      await decide(world, caseId, 'abe')
    },
    expect: { status: 0, data: { todo: 0, unread: 1, isUsed: true } },
  },
])
