import { expect } from 'vitest'
import { caseIn, caseOf, decide, DEV, HEADERS, inRow, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let caseId = ''
const two = async (world: World) => {
  const by = (one: 'abe' | 'ann') => ({ by: 'people', users: [world.ids[one]] })
  const steps = [
    { id: 'first', name: 'First', approvers: by('abe') },
    { id: 'second', name: 'Second', approvers: by('ann') },
  ]
  ;({ caseId } = await caseIn(world, inRow(steps)))
}
const plan = (body: object) => async (world: World) => {
  await two(world)
  return { headers: HEADERS, body: { flowDataId: caseId, ...body } }
}

// A plan shown before, told from what the operation itself would do; nothing of it happens.
scenarios('intervention.getPlan', [
  {
    name: 'tells whose task ends with a skip, and who is asked',
    as: 'ann',
    given: plan({ nodeId: 'first', action: 'SKIP_TO', skipToNodeId: 'second' }),
    expect: { status: 0, data: { ends: [{ node: 'First', person: 'Abe' }], asks: [{ node: 'Second', person: 'Ann' }], isOver: false }, stored: 'same' },
  },
  {
    name: 'tells that stopping is the end',
    as: 'ann',
    given: plan({ action: 'ABORT' }),
    expect: { status: 0, data: { ends: [{ node: 'First', person: 'Abe' }], asks: [], isOver: true }, stored: 'same' },
  },
  {
    name: 'tells who gets a task instead',
    as: 'ann',
    given: async world => {
      await two(world)
      return { headers: HEADERS, body: { flowDataId: caseId, nodeId: 'first', action: 'TRANSFER', changeUser: world.ids.ben } }
    },
    expect: { status: 0, data: { ends: [{ person: 'Abe' }], asks: [{ person: 'Ben' }] }, stored: 'same' },
  },
  {
    name: 'refuses what the operation would refuse',
    as: 'ann',
    given: async world => {
      const ask = await plan({ action: 'RESUME' })(world)
      return ask
    },
    expect: { status: 409, code: 'flow.notInState', stored: 'same' },
  },
  {
    name: 'knows no reset of a step',
    as: 'ann',
    given: plan({ nodeId: 'first', action: 'RESET' }),
    expect: { status: 409, code: 'flow.notInState', stored: 'same' },
  },
  {
    name: 'the reason of an operation stands in the history, and the starter is told',
    as: 'ann',
    given: async world => {
      await two(world)
      const body = { flowDataId: caseId, nodeId: 'first', action: 'SKIP_TO', skipToNodeId: 'second', reason: 'Abe is away' }
      await must(world, 'intervention.operateNode', { headers: HEADERS, body })
      return { headers: HEADERS, body: { flowDataId: caseId, action: 'ABORT' } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { history } = await caseOf(world, caseId, 'ben')
      expect(history).toEqual(expect.arrayContaining([expect.objectContaining({ person: 'Ann', text: 'Operated on it, because', comment: 'Abe is away' })]))
      const { items } = await must(world, 'flow.listNotices', { as: 'ben', params: DEV })
      expect(items[0]).toMatchObject({ kind: 'operated', caseId, text: 'An operator changed “Leave · Ben”: a step was skipped', comment: 'Abe is away' })
      expect((await decide(world, caseId, 'ann')).status).toBe(0)
    },
  },
])
