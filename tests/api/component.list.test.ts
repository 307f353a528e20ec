import { componentIn, DEV } from '../support/components.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('component.list', [
  {
    name: 'tells the components by name',
    as: 'ann',
    params: DEV,
    given: async world => {
      await componentIn(world, undefined, { key: 'second', name: 'Second' })
      await componentIn(world, undefined, { key: 'first', name: 'First' })
    },
    expect: {
      status: 0,
      data: {
        items: [
          { key: 'first', mayEdit: true },
          { key: 'second', mayDelete: true },
        ],
        mayCreate: true,
      },
    },
  },
  { name: 'is for who works on the app', as: 'ben', params: DEV, expect: { status: 403 } },
])
