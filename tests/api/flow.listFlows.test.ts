// flow.who
import { expect } from 'vitest'
import { caseIn, DEV, flowIn, asking, inRow, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('flow.listFlows', [
  {
    name: 'tells whether flows run, wait, are paused, or stand still',
    as: 'ann',
    params: DEV,
    given: async world => {
      await flowIn(world, asking(world, ['abe']), { name: '1 runs' })
      await flowIn(world, asking(world, ['abe']), { name: '2 waits', enable: false })
      const { flowId } = await flowIn(world, asking(world, ['abe']), { name: '3 paused' })
      await must(world, 'flow.operateFlow', { params: { ...DEV, flowId }, body: { type: 'stop' } })
      await caseIn(world, inRow([{ id: 'a', approvers: { by: 'field', field: 'boss' }, empty: { then: 'exception' } }]))
    },
    expect: { status: 0, data: { total: 4, page: 1 } },
    then: reply =>
      expect(reply.data.items.map(({ name, status, enabled }: any) => [name, status, enabled])).toEqual([
        ['1 runs', 1, true],
        ['2 waits', 0, false],
        ['3 paused', -1, false],
        ['Leave', -2, true],
      ]),
  },
  { name: 'comes in pages', as: 'ann', params: DEV, query: { page: 2, perPage: 3 }, expect: { status: 0, data: { total: 4, items: [{ name: 'Leave' }] } } },
  { name: 'is for who manages flows', as: 'ben', params: DEV, expect: { status: 403 } },
])
