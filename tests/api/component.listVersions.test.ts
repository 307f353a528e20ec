import { componentIn, DECLARED, DEV } from '../support/components.ts'
import { scenarios } from '../support/scenarios.ts'

const there: Record<string, string> = { ...DEV, componentId: '' }
scenarios('component.listVersions', [
  {
    name: 'tells the versions, the newest first',
    as: 'ann',
    params: there,
    given: async world => {
      Object.assign(there, { componentId: (await componentIn(world)).componentId })
      await world.call('component.update', { as: 'ann', params: there as never, body: { key: 'later', name: 'Later', definition: {}, note: 'Less' } as never })
    },
    expect: {
      status: 0,
      data: {
        items: [
          { version: 2, key: 'later', note: 'Less', definition: {}, createdBy: 'Ann' },
          { version: 1, definition: { events: DECLARED.events } },
        ],
      },
    },
  },
  { name: 'is for who works on the app', as: 'ben', params: there, expect: { status: 403 } },
])
