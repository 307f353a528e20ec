// flow.submit-initiate-form
import { expect } from 'vitest'
import { asking, caseOf, DEV, flowIn, inRow } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

const AT = { ...DEV, flowModel: 'main:leave' }

scenarios('flow.submitInitiateForm', [
  {
    name: 'begins a flow with a row',
    as: 'ben',
    params: AT,
    given: async world => ({
      query: { formView: (await flowIn(world, { ...asking(world, ['abe']), title: '{{reason}}, {{days}} days {{constructor}}' })).key },
      body: { reason: 'Sea', days: 4 },
    }),
    expect: { status: 0 },
    then: async (reply, world) =>
      expect(await caseOf(world, reply.data.flowDataId, 'ben')).toMatchObject({ title: 'Sea, 4 days', starter: 'Ben', status: 1, mayWithdraw: true }),
  },
  {
    name: 'tells what is wrong at the field',
    as: 'ben',
    params: AT,
    given: async world => ({ query: { formView: (await flowIn(world, asking(world, ['abe']))).key }, body: { reason: 'Sea', days: 'many' } }),
    expect: { status: 422, errors: ['days'], stored: 'same' },
  },
  {
    name: 'takes no field that there is not',
    as: 'ben',
    params: AT,
    given: async world => ({ query: { formView: (await flowIn(world, asking(world, ['abe']))).key }, body: { reason: 'Sea', colour: 'red' } }),
    expect: { status: 422, stored: 'same' },
  },
  {
    name: 'wants whom the starter chooses',
    as: 'ben',
    params: AT,
    given: async world => ({
      query: { formView: (await flowIn(world, inRow([{ id: 'pick', approvers: { by: 'choice' } }]))).key },
      body: { reason: 'Sea', _choices: { pick: 7 } },
    }),
    expect: { status: 422, code: 'flow.choiceMissing', errors: ['_choices.pick'], stored: 'same' },
  },
  {
    name: 'is refused to who may not start the flow',
    as: 'ben',
    params: AT,
    given: async world => ({
      query: { formView: (await flowIn(world, { ...asking(world, ['abe']), initiators: { by: 'chosen', users: [world.ids.abe] } })).key },
      body: { reason: 'Sea' },
    }),
    expect: { status: 403, code: 'permission.denied', stored: 'same' },
  },
])
