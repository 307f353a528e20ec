import { expect } from 'vitest'
import { asking, caseIn, decide, DEV, HEADERS, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

let caseId = ''
const mine = (reply: { data: Record<string, any> }) => reply.data.items.map((one: any) => one.caseId)

scenarios('flow.listTasks', [
  {
    name: 'tells what is to do',
    as: 'abe',
    params: DEV,
    given: async world => {
      caseId = (await caseIn(world, { ...asking(world, ['abe']), title: '{{reason}}' }, { reason: 'By the sea' })).caseId
    },
    query: { box: 'todo' },
    expect: { status: 0, data: { total: 1, items: [{ title: 'By the sea', node: 'Approval', starter: 'Ben' }] } },
  },
  { name: 'finds by words', as: 'abe', params: DEV, query: { keywords: 'SEA' }, expect: { status: 0, data: { total: 1 } } },
  { name: 'takes % as it is typed', as: 'abe', params: DEV, query: { keywords: '%' }, expect: { status: 0, data: { total: 0 } } },
  { name: 'tells others nothing', as: 'ann', params: DEV, query: { box: 'todo' }, expect: { status: 0, data: { total: 0 } } },
  {
    name: 'tells who started it',
    as: 'ben',
    params: DEV,
    query: { box: 'started' },
    expect: { status: 0, data: { total: 1 } },
    then: reply => expect(mine(reply)).toEqual([caseId]),
  },
  {
    name: 'leaves out what an operator holds',
    as: 'abe',
    params: DEV,
    given: async world => void (await must(world, 'intervention.operateInstance', { headers: HEADERS, body: { flowDataId: caseId, action: 'SUSPEND' } })),
    expect: { status: 0, data: { total: 0 } },
    then: async (_reply, world) =>
      void (await must(world, 'intervention.operateInstance', { headers: HEADERS, body: { flowDataId: caseId, action: 'RESUME' } })),
  },
  {
    name: 'tells what was decided',
    as: 'abe',
    params: DEV,
    given: async world => void (await decide(world, caseId, 'abe', 'reject')),
    query: { box: 'done' },
    expect: { status: 0, data: { total: 1, items: [{ decision: 'reject', status: 2, result: 'rejected' }] } },
  },
])
