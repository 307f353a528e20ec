import { DEV, message, triggerIn } from '../support/triggers.ts'
import { scenarios } from '../support/scenarios.ts'

const there: Record<string, string> = { ...DEV, triggerId: '' }
scenarios('trigger.get', [
  {
    name: 'tells a trigger and whether it is enabled',
    as: 'ann',
    params: there,
    given: async world => void Object.assign(there, { triggerId: (await triggerIn(world, { changes: ['delete'], actions: [message('gone')] })).triggerId }),
    expect: { status: 0, data: { enable: 1, version: 1, definition: { event: 'rows', model: 'main/order', changes: ['delete'], actions: [message('gone')] } } },
  },
  {
    name: 'is not there in another app',
    as: 'ann',
    params: { ...DEV, triggerId: '0191d5a0-0000-7000-8000-0000000000f7' },
    expect: { status: 404, code: 'resource.unknown' },
  },
  { name: 'is for who works on the app', as: 'ben', params: there, expect: { status: 403 } },
])
