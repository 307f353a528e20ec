import { expect } from 'vitest'
import { asking, caseIn, caseOf, DEV, taskOf } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

import type { Person, World } from '../support/world.ts'

let caseId = ''
const given = async (world: World, to: Person, people: Person[] = ['abe']) => {
  caseId = (await caseIn(world, asking(world, people))).caseId
  return { params: { ...DEV, caseId, task: String(await taskOf(world, caseId, 'abe')) }, body: { to: world.ids[to], comment: 'Yours' } }
}

scenarios('flow.transfer', [
  {
    name: 'gives a task to somebody else',
    as: 'abe',
    given: world => given(world, 'ann'),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await caseOf(world, caseId)).mine).toHaveLength(1)
      expect((await caseOf(world, caseId)).history).toEqual(
        expect.arrayContaining([expect.objectContaining({ person: 'Abe', text: 'Passed “Approval” to Ann' })]),
      )
    },
  },
  {
    name: 'gives it to nobody who is asked already',
    as: 'abe',
    given: world => given(world, 'ann', ['abe', 'ann']),
    expect: { status: 409, code: 'flow.alreadyAsked', stored: 'same' },
  },
  {
    name: 'gives it to nobody from elsewhere',
    as: 'abe',
    given: world => given(world, 'dee'),
    expect: { status: 422, code: 'flow.personUnknown', errors: ['to'], stored: 'same' },
  },
  { name: 'is for whose task it is', as: 'ann', given: world => given(world, 'ben'), expect: { status: 403, code: 'flow.notYours', stored: 'same' } },
])
