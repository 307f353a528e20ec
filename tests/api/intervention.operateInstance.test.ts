import { expect } from 'vitest'
import { asking, caseIn, caseOf, decide, DEV, HEADERS, inRow, must, taskOf } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

import type { World } from '../support/world.ts'

let caseId = ''
const one = async (world: World, action: string, more: object = {}) => {
  caseId = (await caseIn(world, asking(world, ['abe']))).caseId
  return { body: { flowDataId: caseId, action, ...more } }
}
const after = async (world: World, before: string, action: string) => {
  const ask = await one(world, action)
  await must(world, 'intervention.operateInstance', { headers: HEADERS, body: { flowDataId: caseId, action: before } })
  return ask
}
const as = 'ann' as const
const headers = HEADERS

scenarios('intervention.operateInstance', [
  {
    name: 'holds an instance',
    as,
    headers,
    given: world => one(world, 'SUSPEND'),
    expect: { status: 0 },
    then: async (_, world) => expect((await caseOf(world, caseId)).status).toBe(3),
  },
  {
    name: 'holds none twice',
    as,
    headers,
    given: world => after(world, 'SUSPEND', 'SUSPEND'),
    expect: { status: 409, code: 'flow.notInState', stored: 'same' },
  },
  {
    name: 'lets it go on',
    as,
    headers,
    given: world => after(world, 'SUSPEND', 'RESUME'),
    expect: { status: 0 },
    then: async (_, world) => {
      expect((await caseOf(world, caseId)).status).toBe(1)
      expect((await decide(world, caseId, 'abe')).status).toBe(0)
    },
  },
  { name: 'lets go on only what is held', as, headers, given: world => one(world, 'RESUME'), expect: { status: 409, code: 'flow.notInState', stored: 'same' } },
  {
    name: 'ends one, also one that is held',
    as,
    headers,
    given: world => after(world, 'SUSPEND', 'ABORT'),
    expect: { status: 0 },
    then: async (_, world) => {
      expect(await caseOf(world, caseId)).toMatchObject({ status: -1, result: 'aborted' })
      expect(await taskOf(world, caseId, 'abe')).toBe(0)
    },
  },
  {
    name: 'begins one anew, with its comments gone where that is wanted',
    as,
    headers,
    given: async world => {
      caseId = (
        await caseIn(
          world,
          inRow([
            { id: 'a', approvers: { by: 'people', users: [world.ids.abe] } },
            { id: 'b', approvers: { by: 'people', users: [world.ids.abe] } },
          ]),
        )
      ).caseId
      await decide(world, caseId, 'abe', 'approve', { comment: 'said' })
      await must(world, 'flow.comment', { as: 'ben', params: { ...DEV, caseId }, body: { comment: 'told' } })
      return { body: { flowDataId: caseId, action: 'RESET', cleanGossip: true } }
    },
    expect: { status: 0 },
    then: async (_, world) => {
      const told = await caseOf(world, caseId, 'abe')
      expect(told.mine).toMatchObject([{ node: 'a' }])
      expect(JSON.stringify([told.tasks, told.history.filter(({ type }: any) => type === 'comment')])).not.toMatch(/said|told/)
    },
  },
  {
    name: 'does nothing to what has ended',
    as,
    headers,
    given: world => after(world, 'ABORT', 'RESET'),
    expect: { status: 409, code: 'flow.notInState', stored: 'same' },
  },
  { name: 'is for who manages flows', as: 'ben', headers, given: world => one(world, 'ABORT'), expect: { status: 403, stored: 'same' } },
])
