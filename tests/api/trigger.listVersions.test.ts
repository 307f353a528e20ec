import { DEV, message, must, triggerIn } from '../support/triggers.ts'
import { scenarios } from '../support/scenarios.ts'

const there: Record<string, string> = { ...DEV, triggerId: '' }
scenarios('trigger.listVersions', [
  {
    name: 'lists what was saved, the latest first',
    as: 'ann',
    params: there,
    given: async world => {
      const { triggerId, key } = await triggerIn(world, { changes: ['create'], actions: [message('one')] })
      Object.assign(there, { triggerId })
      const definition = { event: 'rows', model: 'main/order', changes: ['create'], actions: [message('two')] }
      await must(world, 'trigger.update', { params: there, body: { key, name: 'Second', definition, note: 'Two' } })
    },
    expect: {
      status: 0,
      data: {
        items: [
          { version: 2, name: 'Second', note: 'Two', createdBy: 'Ann' },
          { version: 1, name: 'Made' },
        ],
      },
    },
  },
  { name: 'is for who works on the app', as: 'ben', params: there, expect: { status: 403 } },
])
