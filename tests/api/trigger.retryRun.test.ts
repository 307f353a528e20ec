import { expect } from 'vitest'
import { addRow, DEV, mails, message, must, runsOf, triggerIn, work } from '../support/triggers.ts'
import { scenarios } from '../support/scenarios.ts'

const there: Record<string, string> = { ...DEV, triggerRunId: '' }
scenarios('trigger.retryRun', [
  {
    name: 'tells that it failed again',
    as: 'ann',
    params: there,
    given: async world => {
      const { triggerId } = await triggerIn(world, { changes: ['create'], actions: [message('once'), { do: 'api', api: 'late' }] })
      await addRow(world, 'order', { title: 'Tea' })
      await work(world)
      Object.assign(there, { triggerRunId: (await runsOf(world, triggerId))[0]?.id })
    },
    expect: { status: 0, data: { status: 'failed', problem: 'There is no such API in this environment' } },
  },
  { name: 'is for who works on the app', as: 'ben', params: there, expect: { status: 403, stored: 'same' } },
  {
    name: 'goes on where it failed, and tells that it is done',
    as: 'ann',
    params: there,
    given: async world => {
      const definition = { type: 'model', model: { source: 'main', model: 'order', operation: 'list' } }
      await must(world, 'api.create', { body: { key: 'late', name: 'Late', definition } })
    },
    expect: { status: 0, data: { status: 'done', steps: [{ do: 'message' }, { do: 'api', outcome: 'It was answered' }] } },
    then: async (_reply, world) => expect(await mails(world, 'once')).toEqual(['once']),
  },
  { name: 'does nothing that is done a second time', as: 'ann', params: there, expect: { status: 409, code: 'trigger.notFailed', stored: 'same' } },
])
