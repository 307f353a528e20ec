import { expect } from 'vitest'
import { asking, DEV, flowIn } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('flow.listOffered', [
  {
    name: 'tells what somebody may begin',
    as: 'ben',
    params: DEV,
    given: async world => {
      await flowIn(world, asking(world, ['abe']), { name: 'For all' })
      await flowIn(world, { ...asking(world, ['abe']), initiators: { by: 'chosen', users: [world.ids.ben] } }, { name: 'For Ben' })
      await flowIn(world, { ...asking(world, ['abe']), initiators: { by: 'chosen', users: [world.ids.abe] } }, { name: 'For Abe' })
      await flowIn(world, asking(world, ['abe']), { name: 'Waits', enable: false })
    },
    expect: { status: 0 },
    then: reply => expect(reply.data.items.map(({ name }: any) => name)).toEqual(['For all', 'For Ben']),
  },
  { name: 'is for people of the app', as: 'dee', params: DEV, expect: { status: 403 } },
])
