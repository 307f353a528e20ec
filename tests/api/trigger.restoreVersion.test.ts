import { DEV, message, must, triggerIn } from '../support/triggers.ts'
import { scenarios } from '../support/scenarios.ts'

const there: Record<string, string> = { ...DEV, triggerId: '', version: '1' }
scenarios('trigger.restoreVersion', [
  {
    name: 'saves an earlier version anew',
    as: 'ann',
    params: there,
    given: async world => {
      const { triggerId, key } = await triggerIn(world, { changes: ['create'], actions: [message('one')] })
      Object.assign(there, { triggerId })
      const definition = { event: 'rows', model: 'main/order', changes: ['delete'], actions: [message('two')] }
      await must(world, 'trigger.update', { params: { ...DEV, triggerId }, body: { key, name: 'Second', definition } })
    },
    expect: { status: 0, data: { version: 3, name: 'Made', definition: { changes: ['create'], actions: [message('one')] } } },
  },
  {
    name: 'knows no other version',
    as: 'ann',
    given: async () => ({ params: { ...there, version: '9' } }),
    expect: { status: 404, code: 'resource.versionUnknown', stored: 'same' },
  },
  { name: 'is for who works on the app', as: 'ben', params: there, expect: { status: 403, stored: 'same' } },
])
