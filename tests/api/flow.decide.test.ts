import { expect } from 'vitest'
import { claimed, itemsOf } from '../support/flow-forms.ts'
import { asking, caseIn, caseOf, DEV, HEADERS, must, taskOf } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

import type { World } from '../support/world.ts'

let caseId = ''
const given = async (world: World, more: Record<string, unknown> = {}) => {
  caseId = (await caseIn(world, asking(world, ['abe'], more))).caseId
  return { params: { ...DEV, caseId, task: String(await taskOf(world, caseId, 'abe')) } }
}

scenarios('flow.decide', [
  {
    name: 'approves, with a comment that stands in the history',
    as: 'abe',
    given: world => given(world),
    body: { decision: 'approve', comment: 'Enjoy' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const told = await caseOf(world, caseId, 'ben')
      expect(told.history).toEqual(expect.arrayContaining([expect.objectContaining({ person: 'Abe', text: 'Approved at “Approval”', comment: 'Enjoy' })]))
    },
  },
  {
    name: 'refuses somebody else who has part in it',
    as: 'ben',
    given: world => given(world),
    body: { decision: 'approve' },
    expect: { status: 403, code: 'flow.notYours', stored: 'same' },
  },
  {
    name: 'is unknown to who has no part in it, also who manages the app',
    as: 'ann',
    given: world => given(world),
    body: { decision: 'approve' },
    expect: { status: 404, code: 'flow.caseUnknown', stored: 'same' },
  },
  {
    name: 'refuses what is decided already',
    as: 'abe',
    given: async world => {
      const ask = await given(world)
      await must(world, 'flow.decide', { as: 'abe', ...ask, body: { decision: 'reject' } })
      return ask
    },
    body: { decision: 'approve' },
    expect: { status: 409, code: 'flow.ended', stored: 'same' },
  },
  {
    name: 'refuses what an operator holds',
    as: 'abe',
    given: async world => {
      const ask = await given(world)
      await must(world, 'intervention.operateInstance', { headers: HEADERS, body: { flowDataId: caseId, action: 'SUSPEND' } })
      return ask
    },
    body: { decision: 'approve' },
    expect: { status: 409, code: 'flow.suspended', stored: 'same' },
  },
  {
    name: 'refuses at a step that an operator holds',
    as: 'abe',
    given: async world => {
      const ask = await given(world)
      await must(world, 'intervention.operateNode', { headers: HEADERS, body: { flowDataId: caseId, nodeId: 'approval', action: 'SUSPEND' } })
      return ask
    },
    body: { decision: 'approve' },
    expect: { status: 409, code: 'flow.suspended', stored: 'same' },
  },
  {
    name: 'writes no field that the step does not let write',
    as: 'abe',
    given: world => given(world, { fields: { note: 'write' } }),
    body: { decision: 'approve', values: { days: 99 } },
    expect: { status: 422, code: 'flow.fieldsRefused', errors: ['values.days'], stored: 'same' },
  },
  {
    name: 'neither writes nor decides where a value is wrong',
    as: 'abe',
    given: world => given(world, { fields: { days: 'write' } }),
    body: { decision: 'approve', values: { days: 'many' } },
    expect: { status: 422, errors: ['values.days'], stored: 'same' },
  },
  {
    name: 'changes the rows that belong to the row, takes away what is left out and adds what is new',
    as: 'abe',
    given: async world => {
      const { caseId: at, task } = await claimed(world, { approval: { items: 'required' } }, { title: 'Lines' })
      const { schema } = await must(world, 'flow.getCaseForm', { as: 'abe', params: { ...DEV, caseId: at } })
      const [pen] = schema.data.values.items
      expect(pen).toMatchObject({ what: 'Pen', pieces: 2 })
      return { params: { ...DEV, caseId: at, task }, body: { decision: 'approve', values: { items: [{ ...pen, pieces: 5 }, { what: 'Paper' }] } } }
    },
    expect: { status: 0 },
    then: async (_reply, world) =>
      expect((await itemsOf(world, 'Desk')).map(({ what, pieces }) => [what, pieces])).toEqual([
        ['Paper', null],
        ['Pen', 5],
      ]),
  },
  {
    name: 'takes no row of another claim',
    as: 'abe',
    given: async world => {
      const other = await claimed(world)
      const { caseId: at, task } = await claimed(world, { approval: { items: 'write' } })
      const { rows } = await world.pool.query(`select record_id from flow_case where id = $1`, [other.caseId])
      const [foreign] = (await itemsOf(world, 'Desk')).filter(one => one.claim === rows[0].record_id)
      return {
        params: { ...DEV, caseId: at, task },
        body: { decision: 'approve', values: { items: [{ id: (foreign as unknown as { id: string }).id, what: 'Mine' }] } },
      }
    },
    expect: { status: 422, code: 'flow.fieldsRefused', errors: ['values.items'], stored: 'same' },
  },
  {
    name: 'wants a list that the step wants, and is content with the rows that are there',
    as: 'abe',
    given: async world => {
      const { caseId: at, task } = await claimed(world, { approval: { items: 'required' } })
      const ask = { params: { ...DEV, caseId: at, task }, body: { decision: 'approve' } }
      const emptied = await world.call('flow.decide', { as: 'abe', ...ask, body: { decision: 'approve', values: { items: [] } } })
      expect([emptied.status, emptied.errors]).toEqual([422, { 'values.items': 'Please fill this in' }])
      return ask
    },
    expect: { status: 0 },
  },
])
