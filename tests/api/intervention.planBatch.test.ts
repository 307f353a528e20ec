import { expect } from 'vitest'
import { severalIn, operate } from '../support/flow-batches.ts'
import { HEADERS } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const as = 'ann' as const
const headers = HEADERS
const given =
  (body: (world: World, flowId: string) => object) =>
  async (world: World): Promise<{ body: object }> => {
    const { flowId, cases } = await severalIn(world, ['One', 'Two', 'Three'])
    await operate(world, cases[0] as string, 'SUSPEND')
    return { body: { flowId, ...body(world, flowId) } }
  }

scenarios('intervention.planBatch', [
  {
    name: 'tells how many would end, whose tasks end, and what is not possible',
    as,
    headers,
    given: given(() => ({ action: 'SUSPEND' })),
    expect: { status: 0, data: { total: 3, possible: 2, over: 0, cannotTotal: 1 }, stored: 'same' },
    then: reply => expect(reply.data.cannot).toMatchObject([{ title: 'One', reason: 'This is not possible in the state that it is in now' }]),
  },
  {
    name: 'tells who is no longer asked where all are stopped',
    as,
    headers,
    given: given(() => ({ action: 'ABORT' })),
    expect: {
      status: 0,
      data: { total: 3, possible: 3, over: 3, ends: [{ person: 'Abe', node: 'Approval', count: 3 }], asks: [], cannot: [] },
      stored: 'same',
    },
  },
  {
    name: 'tells who gets the tasks of somebody',
    as,
    headers,
    given: given(world => ({ action: 'TRANSFER', from: world.ids.abe, to: world.ids.ben })),
    expect: {
      status: 0,
      data: { possible: 3, over: 0, ends: [{ person: 'Abe', count: 3 }], asks: [{ person: 'Ben', node: 'Approval', count: 3 }] },
      stored: 'same',
    },
  },
  {
    name: 'chooses by state, step, person and age',
    as,
    headers,
    given: given(world => ({ action: 'RESUME', statuses: [3], nodeId: 'approval', handler: world.ids.abe, userUid: world.ids.ben, minDays: 0 })),
    expect: { status: 0, data: { total: 1, possible: 1 } },
  },
  {
    name: 'finds nothing that is too young',
    as,
    headers,
    given: given(() => ({ action: 'ABORT', minDays: 1 })),
    expect: { status: 0, data: { total: 0, possible: 0 } },
  },
  {
    name: 'wants whom to pass on to',
    as,
    headers,
    given: given(world => ({ action: 'TRANSFER', from: world.ids.abe })),
    expect: { status: 422, code: 'flow.userRequired', errors: ['to'] },
  },
  {
    name: 'passes on to nobody outside of the organisation',
    as,
    headers,
    given: given(world => ({ action: 'TRANSFER', from: world.ids.abe, to: world.ids.dee })),
    expect: { status: 422, code: 'flow.personUnknown', errors: ['to'] },
  },
])
