import { expect } from 'vitest'
import { asking, caseIn, caseOf, decide, DEV, taskOf } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

import type { World } from '../support/world.ts'

let caseId = ''
const given = async (world: World) => {
  caseId = (await caseIn(world, asking(world, ['abe']))).caseId
  return { params: { ...DEV, caseId } }
}

scenarios('flow.withdraw', [
  {
    name: 'ends it, and nobody is asked any more',
    as: 'ben',
    given,
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await caseOf(world, caseId, 'ben')).toMatchObject({ status: -1, result: 'aborted', mayWithdraw: false })
      expect(await taskOf(world, caseId, 'abe')).toBe(0)
    },
  },
  { name: 'is for who started it', as: 'abe', given, expect: { status: 403, code: 'flow.notYours', stored: 'same' } },
  {
    name: 'comes too late at the end',
    as: 'ben',
    given: async world => {
      const ask = await given(world)
      await decide(world, caseId, 'abe')
      return ask
    },
    expect: { status: 409, code: 'flow.notInState', stored: 'same' },
  },
])
