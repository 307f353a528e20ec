import { expect } from 'vitest'
import { asking, caseIn, decide, DEV } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

let caseId = ''
const controls = (reply: { data: Record<string, any> }) =>
  reply.data.schema.body.map(({ name, static: isStatic, required }: any) => `${name}${isStatic ? ' read' : ''}${required ? ' required' : ''}`)
const params = async () => ({ params: { ...DEV, caseId } })

scenarios('flow.getCaseForm', [
  {
    name: 'is to be filled in and decided by who is asked',
    as: 'abe',
    given: async world => {
      caseId = (await caseIn(world, asking(world, ['abe'], { fields: { note: 'required', days: 'write', boss: 'hidden' } }))).caseId
      return params()
    },
    expect: { status: 0 },
    then: reply => {
      expect(controls(reply)).toEqual(['shown.reason read', 'values.days', 'values.note required', 'comment'])
      expect(reply.data.schema.data).toMatchObject({ shown: { reason: 'Rest' }, values: { days: 2 } })
      expect(reply.data.schema.actions.map((one: any) => one.label)).toEqual(['Reject', 'Approve'])
    },
  },
  {
    name: 'is to be read by who started it',
    as: 'ben',
    given: params,
    expect: { status: 0 },
    then: reply => {
      expect(controls(reply)).toEqual(['shown.reason read', 'shown.days read', 'shown.note read', 'shown.boss'])
      expect(reply.data.schema.actions).toEqual([])
    },
  },
  {
    name: 'is only read where it is printed, whoever is asked',
    as: 'abe',
    given: async () => ({ ...(await params()), query: { view: 'print' } }),
    expect: { status: 0 },
    then: reply => {
      // What is hidden from who is asked is not printed either.
      expect(controls(reply)).toEqual(['shown.reason read', 'shown.days read', 'shown.note read'])
      expect(reply.data.schema.actions).toEqual([])
    },
  },
  { name: 'is unknown to others, operators too', as: 'ann', given: params, expect: { status: 404, code: 'flow.caseUnknown' } },
  {
    name: 'is only read when it is decided',
    as: 'abe',
    given: async world => {
      await decide(world, caseId, 'abe', 'reject')
      return params()
    },
    expect: { status: 0 },
    then: reply => expect(reply.data.schema.actions).toEqual([]),
  },
])
