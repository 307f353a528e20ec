import { expect } from 'vitest'
import { caseIn, caseOf, decide, DEV, inRow, must, taskOf } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

import type { World } from '../support/world.ts'

let caseId = ''
const people = (world: World, ...names: (keyof World['ids'])[]) => ({ by: 'people', users: names.map(name => world.ids[name]) })
/** Ben started it, Abe approved the first of two steps. */
const given = async (world: World, node: string, more: Record<string, unknown> = {}) => {
  const steps = [
    { id: 'first', approvers: people(world, 'abe') },
    { id: 'second', approvers: people(world, 'ann') },
  ]
  caseId = (await caseIn(world, inRow(steps, more))).caseId
  await decide(world, caseId, 'abe')
  return { params: { ...DEV, caseId, task: String(await taskOf(world, caseId, 'ann')) }, body: { node, comment: 'The dates are missing' } }
}

scenarios('flow.sendBack', [
  {
    name: 'has a step done again, by whoever decided before too',
    as: 'ann',
    // Who approved before is not taken as having approved: that is what is wanted again.
    given: world => given(world, 'first', { sameApprover: 'pass' }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect([await taskOf(world, caseId, 'ann'), await taskOf(world, caseId, 'abe')]).toEqual([0, expect.any(Number)])
      expect((await decide(world, caseId, 'abe')).status).toBe(0)
      expect((await decide(world, caseId, 'ann')).status).toBe(0)
      const told = await caseOf(world, caseId, 'ben')
      expect(told).toMatchObject({ status: 2, result: 'approved' })
      expect(told.history).toEqual(
        expect.arrayContaining([expect.objectContaining({ person: 'Ann', text: 'Sent back from “second” to “first”', comment: 'The dates are missing' })]),
      )
    },
  },
  {
    name: 'asks whoever started it to change the form and send it again',
    as: 'ann',
    given: world => given(world, 'start'),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const seen = await caseOf(world, caseId, 'ben')
      expect(seen.mine).toMatchObject([{ node: 'Start' }])
      expect(seen.fields).toEqual(expect.arrayContaining([expect.objectContaining({ key: 'days', right: 'write' })]))
      const { schema } = await must(world, 'flow.getCaseForm', { as: 'ben', params: { ...DEV, caseId } })
      expect(schema.actions.map(({ label }: any) => label)).toEqual(['Send again'])
      expect((await decide(world, caseId, 'ben', 'approve', { values: { days: 7 } })).status).toBe(0)
      expect((await caseOf(world, caseId, 'abe')).fields).toEqual(expect.arrayContaining([expect.objectContaining({ key: 'days', value: 7 })]))
      expect(await taskOf(world, caseId, 'abe')).toBeGreaterThan(0)
    },
  },
  {
    name: 'goes to no step that did not come before',
    as: 'ann',
    given: world => given(world, 'end'),
    expect: { status: 422, code: 'flow.targetUnknown', errors: ['node'], stored: 'same' },
  },
  { name: 'is for whose task it is', as: 'abe', given: world => given(world, 'first'), expect: { status: 403, code: 'flow.notYours', stored: 'same' } },
])
