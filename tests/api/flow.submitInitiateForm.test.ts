// flow.submit-initiate-form
import { expect } from 'vitest'
import { CLAIM, claimFlow, claimsThere, itemsOf } from '../support/flow-forms.ts'
import { asking, caseOf, DEV, flowIn, inRow } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

const AT = { ...DEV, dsKey: 'main', dmKey: 'leave' }

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
  {
    name: 'brings the rows that belong to the row, and what it names',
    as: 'ben',
    params: CLAIM,
    given: async world => {
      const [shop] = (await claimsThere(world)).shops
      const items = [
        { what: 'Pen', pieces: 2 },
        { what: 'Ink', from: shop },
      ]
      return {
        query: { formView: await claimFlow(world, { start: { title: 'write', shop: 'required', items: 'required' } }) },
        body: { title: 'Both', shop, items },
      }
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect(await itemsOf(world, 'Both')).toMatchObject([{ what: 'Ink' }, { what: 'Pen', pieces: 2 }]),
  },
  {
    name: 'brings neither where one of them is wrong, and says which',
    as: 'ben',
    params: CLAIM,
    given: async world => ({ query: { formView: await claimFlow(world) }, body: { title: 'None', items: [{ what: 'Pen' }, { pieces: 2 }] } }),
    expect: { status: 422, errors: ['items'], stored: 'same' },
    then: reply => expect(reply.errors).toEqual({ items: 'Row 2, What: Required' }),
  },
  {
    name: 'wants a list where the start wants one',
    as: 'ben',
    params: CLAIM,
    given: async world => ({ query: { formView: await claimFlow(world, { start: { items: 'required' } }) }, body: { items: [] } }),
    expect: { status: 422, code: 'flow.fieldsRefused', errors: ['items'], stored: 'same' },
  },
  {
    name: 'takes no rows of a list that is hidden there',
    as: 'ben',
    params: CLAIM,
    given: async world => ({ query: { formView: await claimFlow(world, { start: { title: 'write' } }) }, body: { title: 'x', items: [{ what: 'Pen' }] } }),
    expect: { status: 422, code: 'flow.fieldsRefused', errors: ['items'], stored: 'same' },
  },
])
