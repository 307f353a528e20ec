// intervention.list-nobody-nodes
import { expect } from 'vitest'
import { asking, caseIn, HEADERS, inRow, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

let caseId = ''

scenarios('intervention.listNobodyNodes', [
  {
    name: 'tells steps that wait for somebody to be named',
    as: 'ann',
    headers: HEADERS,
    body: {},
    given: async world => {
      await caseIn(world, asking(world, ['abe']))
      caseId = (await caseIn(world, inRow([{ id: 'a', name: 'Boss', approvers: { by: 'field', field: 'boss' } }]))).caseId
    },
    expect: { status: 0, data: { total: 1, items: [{ nodeName: 'Boss', status: 'NOBODY', transactors: [] }] } },
    then: reply => expect(reply.data.items[0].flowDataId).toBe(caseId),
  },
  {
    name: 'no more when somebody is',
    as: 'ann',
    headers: HEADERS,
    body: {},
    given: async world =>
      void (await must(world, 'intervention.operateNode', {
        headers: HEADERS,
        body: { flowDataId: caseId, nodeId: 'a', action: 'ADD_USER', changeUser: world.ids.abe },
      })),
    expect: { status: 0, data: { total: 0 } },
  },
  { name: 'is for who manages flows', as: 'ben', headers: HEADERS, body: {}, expect: { status: 403 } },
])
