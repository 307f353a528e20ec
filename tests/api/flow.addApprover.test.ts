import { expect } from 'vitest'
import { asking, caseIn, caseOf, decide, DEV, must, taskOf } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

import type { Person, World } from '../support/world.ts'

let caseId = ''
const given = async (world: World, who: Person, when: 'before' | 'after', people: Person[] = ['abe']) => {
  caseId = (await caseIn(world, asking(world, people))).caseId
  return { params: { ...DEV, caseId, task: String(await taskOf(world, caseId, 'abe')) }, body: { users: [world.ids[who]], when, comment: 'Please check' } }
}

scenarios('flow.addApprover', [
  {
    name: 'asks somebody to decide first',
    as: 'abe',
    given: world => given(world, 'ann', 'before'),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await taskOf(world, caseId, 'abe')).toBe(0)
      expect((await decide(world, caseId, 'ann')).status).toBe(0)
      expect((await caseOf(world, caseId, 'ben')).status).toBe(1)
      expect((await decide(world, caseId, 'abe')).status).toBe(0)
      const told = await caseOf(world, caseId, 'ben')
      expect(told).toMatchObject({ status: 2, result: 'approved' })
      expect(told.history.map(({ text }: any) => text)).toContain('Asked Ann to decide first, at “Approval”')
    },
  },
  {
    name: 'asks somebody to decide afterwards',
    as: 'abe',
    given: world => given(world, 'ann', 'after'),
    expect: { status: 0 },
    then: async (_reply, world) => {
      await decide(world, caseId, 'abe')
      expect((await caseOf(world, caseId, 'ben')).status).toBe(1)
      await decide(world, caseId, 'ann', 'reject')
      expect(await caseOf(world, caseId, 'ben')).toMatchObject({ status: 2, result: 'rejected' })
    },
  },
  {
    name: 'asks nobody who is asked already',
    as: 'abe',
    given: world => given(world, 'ann', 'before', ['abe', 'ann']),
    expect: { status: 409, code: 'flow.alreadyAsked', stored: 'same' },
  },
  {
    name: 'asks nobody from elsewhere',
    as: 'abe',
    given: world => given(world, 'dee', 'before'),
    expect: { status: 422, code: 'flow.personUnknown', errors: ['users'], stored: 'same' },
  },
  { name: 'is for whose task it is', as: 'ann', given: world => given(world, 'ben', 'after'), expect: { status: 403, code: 'flow.notYours', stored: 'same' } },
  {
    name: 'is not possible while the flow is suspended',
    as: 'abe',
    given: async world => {
      const ask = await given(world, 'ann', 'before')
      await must(world, 'intervention.operateInstance', {
        headers: { 'x-company-key': 'acme', 'x-app-key': 'shop-dev' },
        body: { flowDataId: caseId, action: 'SUSPEND' },
      })
      return ask
    },
    expect: { status: 409, code: 'flow.suspended', stored: 'same' },
  },
])
