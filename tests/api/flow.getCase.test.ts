import { expect } from 'vitest'
import { asking, caseIn, caseOf, DEV } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

let caseId = ''
const params = () => ({ params: { ...DEV, caseId } })

scenarios('flow.getCase', [
  {
    name: 'tells who has part in it what it is about',
    as: 'abe',
    given: async world => {
      caseId = (await caseIn(world, asking(world, ['abe']))).caseId
      return params()
    },
    expect: { status: 0, data: { title: 'Leave · Ben', mine: [{ node: 'Approval' }], mayWithdraw: false } },
    then: reply => expect(reply.data.fields).toEqual(expect.arrayContaining([expect.objectContaining({ key: 'reason', right: 'read', value: 'Rest' })])),
  },
  {
    name: 'tells an operator how it stands, not what is in the row',
    as: 'ann',
    given: async () => params(),
    expect: { status: 0, data: { title: 'Leave · Ben', fields: [], mine: [] } },
  },
  {
    name: 'is unknown to others',
    as: 'ben',
    given: async world => {
      const { flowId: _flow, ...other } = await caseIn(world, asking(world, ['abe']))
      await world.pool.query('update flow_case set starter_id = $2 where id = $1', [other.caseId, world.ids.ann])
      return { params: { ...DEV, caseId: other.caseId } }
    },
    expect: { status: 404, code: 'flow.caseUnknown' },
  },
  {
    name: 'is unknown in another environment',
    as: 'ann',
    given: async world => {
      await caseOf(world, caseId)
      return { params: { ...DEV, appUrlKey: 'shop', caseId } }
    },
    expect: { status: 404, code: 'flow.caseUnknown' },
  },
])
