import { expect } from 'vitest'
import { asking, caseIn, caseOf, HEADERS, inRow, taskOf } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

import type { World } from '../support/world.ts'

let caseId = ''
const stuck = async (world: World, body: object) => {
  const steps = [
    { id: 'a', name: 'Boss', approvers: { by: 'field', field: 'boss' }, empty: { then: 'exception' } },
    { id: 'b', approvers: { by: 'people', users: [world.ids.abe] } },
  ]
  caseId = (await caseIn(world, inRow(steps))).caseId
  return { body: { flowDataId: caseId, token: 1, ...body } }
}
const as = 'ann' as const
const headers = HEADERS

scenarios('intervention.solveIncident', [
  {
    name: 'tries again, and tells that it stands still as before',
    as,
    headers,
    given: world => stuck(world, { action: 'RETRY' }),
    expect: { status: 0, data: { outcome: 'failed', reason: 'Nobody was found to decide at “Boss”' } },
  },
  {
    name: 'tries again with other data',
    as,
    headers,
    given: world => stuck(world, { action: 'RETRY', values: { boss: world.ids.ann } }),
    expect: { status: 0, data: { outcome: 'done', reason: '' } },
    then: async (_reply, world) => expect(await taskOf(world, caseId, 'ann')).toBeGreaterThan(0),
  },
  {
    name: 'tells at the field what the data may not be',
    as,
    headers,
    given: world => stuck(world, { action: 'RETRY', values: { days: 'many' } }),
    expect: { status: 422, errors: ['values.days'], stored: 'same' },
  },
  {
    name: 'leaves a step out',
    as,
    headers,
    given: world => stuck(world, { action: 'SKIP' }),
    expect: { status: 0, data: { outcome: 'done', reason: '' } },
    then: async (_reply, world) => expect((await caseOf(world, caseId, 'abe')).mine).toMatchObject([{ node: 'b' }]),
  },
  {
    name: 'is not possible where nothing stands still',
    as,
    headers,
    given: async world => ({ body: { flowDataId: (await caseIn(world, asking(world, ['abe']))).caseId, token: 1, action: 'RETRY' } }),
    expect: { status: 409, code: 'flow.tokenGone', stored: 'same' },
  },
])
