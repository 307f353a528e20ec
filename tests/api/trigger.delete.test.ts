import { expect } from 'vitest'
import { addRow, DEV, mails, message, triggerIn, work } from '../support/triggers.ts'
import { scenarios } from '../support/scenarios.ts'

const there: Record<string, string> = { ...DEV, triggerId: '' }
scenarios('trigger.delete', [
  {
    name: 'keeps out who does not work on the app',
    as: 'ben',
    params: there,
    given: async world => void Object.assign(there, { triggerId: (await triggerIn(world, { changes: ['create'], actions: [message('deleted')] })).triggerId }),
    expect: { status: 403 },
  },
  {
    name: 'deletes a trigger: it hears of nothing any more',
    as: 'ann',
    params: there,
    expect: { status: 0 },
    then: async (_reply, world) => {
      await addRow(world, 'order', { title: 'Tea' })
      await work(world)
      expect(await mails(world, 'deleted')).toEqual([])
    },
  },
  { name: 'is gone then', as: 'ann', params: there, expect: { status: 404, code: 'resource.unknown', stored: 'same' } },
])
