import { expect } from 'vitest'
import { asking, DEV, flowIn } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('flow.list', [
  {
    name: 'tells flows with the version that runs',
    as: 'ann',
    params: DEV,
    given: async world => {
      await flowIn(world, asking(world, ['abe']), { name: 'Runs' })
      await flowIn(world, asking(world, ['abe']), { name: 'Waits', enable: false })
    },
    expect: { status: 0, data: { mayCreate: true } },
    then: reply =>
      expect(reply.data.items.map(({ name, enabledVersion }: any) => [name, enabledVersion])).toEqual([
        ['Runs', 1],
        ['Waits', null],
      ]),
  },
  { name: 'is for who works on the app', as: 'ben', params: DEV, expect: { status: 403 } },
])
