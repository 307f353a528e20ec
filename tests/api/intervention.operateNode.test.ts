// intervention.operate-node intervention.user-required intervention.skip-target-required
import { expect } from 'vitest'
import { asking, caseIn, caseOf, decide, HEADERS, inRow, must, taskOf } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

import type { Person, World } from '../support/world.ts'

let caseId = ''
const on = async (world: World, people: Person[], body: object, more: Record<string, unknown> = {}) => {
  caseId = (await caseIn(world, asking(world, people, more))).caseId
  return { body: { flowDataId: caseId, nodeId: 'approval', ...body } }
}
const as = 'ann' as const
const headers = HEADERS
const openOf = async (world: World) =>
  (await Promise.all((['ann', 'abe', 'ben'] as const).map(async who => ((await taskOf(world, caseId, who)) ? [who] : [])))).flat()

scenarios('intervention.operateNode', [
  {
    name: 'asks one more',
    as,
    headers,
    given: world => on(world, ['abe'], { action: 'ADD_USER', changeUser: world.ids.ann }),
    expect: { status: 0 },
    then: async (_, world) => expect(await openOf(world)).toEqual(['ann', 'abe']),
  },
  {
    name: 'asks nobody twice',
    as,
    headers,
    given: world => on(world, ['abe'], { action: 'ADD_USER', changeUser: world.ids.abe }),
    expect: { status: 409, code: 'flow.alreadyAsked', stored: 'same' },
  },
  {
    name: 'wants a person',
    as,
    headers,
    given: world => on(world, ['abe'], { action: 'ADD_USER' }),
    expect: { status: 422, code: 'flow.userRequired', errors: ['changeUser'], stored: 'same' },
  },
  {
    name: 'asks nobody from elsewhere',
    as,
    headers,
    given: world => on(world, ['abe'], { action: 'ADD_USER', changeUser: world.ids.dee }),
    expect: { status: 422, code: 'flow.personUnknown', stored: 'same' },
  },
  {
    name: 'asks one less',
    as,
    headers,
    given: world => on(world, ['abe', 'ann'], { action: 'REMOVE_USR', changeUser: world.ids.abe }),
    expect: { status: 0 },
    then: async (_, world) => expect(await openOf(world)).toEqual(['ann']),
  },
  {
    name: 'leaves the last one',
    as,
    headers,
    given: world => on(world, ['abe'], { action: 'REMOVE_USR', changeUser: world.ids.abe }),
    expect: { status: 409, code: 'flow.lastApprover', stored: 'same' },
  },
  {
    name: 'takes nobody out who is not asked',
    as,
    headers,
    given: world => on(world, ['abe', 'ann'], { action: 'REMOVE_USR', changeUser: world.ids.ben }),
    expect: { status: 409, code: 'flow.notAsked', stored: 'same' },
  },
  {
    name: 'gives a step to somebody else',
    as,
    headers,
    given: world => on(world, ['abe'], { action: 'TRANSFER', changeUser: world.ids.ann }),
    expect: { status: 0 },
    then: async (_, world) => expect(await openOf(world)).toEqual(['ann']),
  },
  {
    name: 'goes to the end',
    as,
    headers,
    given: world => on(world, ['abe'], { action: 'SKIP_TO', skipToNodeId: 'end' }),
    expect: { status: 0 },
    then: async (_, world) => expect(await caseOf(world, caseId)).toMatchObject({ status: 2, result: 'approved' }),
  },
  {
    name: 'goes back to a step that was done',
    as,
    headers,
    given: async world => {
      const by = (person: Person) => ({ by: 'people', users: [world.ids[person]] })
      caseId = (
        await caseIn(
          world,
          inRow([
            { id: 'a', approvers: by('abe') },
            { id: 'b', approvers: by('ann') },
          ]),
        )
      ).caseId
      await decide(world, caseId, 'abe')
      return { body: { flowDataId: caseId, nodeId: 'b', action: 'SKIP_TO', skipToNodeId: 'a' } }
    },
    expect: { status: 0 },
    then: async (_, world) => expect(await openOf(world)).toEqual(['abe']),
  },
  {
    name: 'wants where to go',
    as,
    headers,
    given: world => on(world, ['abe'], { action: 'SKIP_TO' }),
    expect: { status: 422, code: 'flow.targetRequired', errors: ['skipToNodeId'], stored: 'same' },
  },
  {
    name: 'goes to no step that is not there',
    as,
    headers,
    given: world => on(world, ['abe'], { action: 'SKIP_TO', skipToNodeId: 'nowhere' }),
    expect: { status: 409, code: 'flow.targetUnknown', stored: 'same' },
  },
  {
    name: 'holds a step',
    as,
    headers,
    given: world => on(world, ['abe'], { action: 'SUSPEND' }),
    expect: { status: 0 },
    then: async (_, world) => expect((await decide(world, caseId, 'abe')).code).toBe('flow.suspended'),
  },
  {
    name: 'lets it go on',
    as,
    headers,
    given: async world => {
      const ask = await on(world, ['abe'], { action: 'RESUME' })
      await must(world, 'intervention.operateNode', { headers, body: { ...ask.body, action: 'SUSPEND' } })
      return ask
    },
    expect: { status: 0 },
    then: async (_, world) => expect((await decide(world, caseId, 'abe')).status).toBe(0),
  },
  {
    name: 'lets go on only what is held',
    as,
    headers,
    given: world => on(world, ['abe'], { action: 'RESUME' }),
    expect: { status: 409, code: 'flow.notInState', stored: 'same' },
  },
  {
    name: 'does nothing at a step where nothing is',
    as,
    headers,
    given: async world => ({ body: { ...(await on(world, ['abe'], { action: 'SUSPEND' })).body, nodeId: 'end' } }),
    expect: { status: 409, code: 'flow.notInState', stored: 'same' },
  },
  { name: 'is for who manages flows', as: 'ben', headers, given: world => on(world, ['abe'], { action: 'SUSPEND' }), expect: { status: 403, stored: 'same' } },
])
