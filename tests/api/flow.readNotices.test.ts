import { expect } from 'vitest'
import { asking, caseIn, decide, DEV, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

let cases: string[] = []
scenarios('flow.readNotices', [
  {
    name: 'marks those about one instance as read, and no others',
    as: 'ben',
    given: async world => {
      cases = []
      for (const _ of [1, 2]) {
        const { caseId } = await caseIn(world, asking(world, ['abe']))
        await decide(world, caseId, 'abe')
        cases.push(caseId)
      }
      return { params: DEV, body: { caseId: cases[0] } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { items } = await must(world, 'flow.listNotices', { as: 'ben', params: DEV })
      expect(items.map((one: any) => [one.caseId, one.read])).toEqual([
        [cases[1], false],
        [cases[0], true],
      ])
    },
  },
  {
    name: 'marks all of one person, and nobody else’s',
    as: 'ben',
    params: DEV,
    body: {},
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { unread } = await must(world, 'flow.getSummary', { as: 'ben', params: DEV })
      expect(unread).toBe(0)
      const { items } = await must(world, 'flow.listNotices', { as: 'abe', params: DEV })
      expect(items.every((one: any) => !one.read)).toBe(true)
    },
  },
])
