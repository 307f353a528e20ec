import { caseIn, decide, DEV, inRow, taskOf } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

import type { World } from '../support/world.ts'

const given = async (world: World) => {
  const people = (name: 'abe' | 'ann') => ({ by: 'people', users: [world.ids[name]] })
  const { caseId } = await caseIn(
    world,
    inRow([
      { id: 'first', name: 'First', approvers: people('abe') },
      { id: 'second', approvers: people('ann') },
    ]),
  )
  await decide(world, caseId, 'abe')
  return { params: { ...DEV, caseId, task: String(await taskOf(world, caseId, 'ann')) } }
}

scenarios('flow.listBackSteps', [
  {
    name: 'names the start and the steps before, with who decided there',
    as: 'ann',
    given,
    expect: {
      status: 0,
      data: {
        items: [
          { node: 'start', name: 'Start', isStart: true, people: ['Ben'] },
          { node: 'first', name: 'First', isStart: false, people: ['Abe'] },
        ],
      },
    },
  },
  { name: 'is for whose task it is', as: 'abe', given, expect: { status: 409, code: 'flow.taskGone' } },
  { name: 'knows nothing of it for others', as: 'cyd', given, expect: { status: 403 } },
])
