import { expect } from 'vitest'
import { addRow, DEV, message, triggerIn, work } from '../support/triggers.ts'
import { scenarios } from '../support/scenarios.ts'

let triggerId = ''
scenarios('trigger.listRuns', [
  {
    name: 'lists what triggers did, the latest first',
    as: 'ann',
    params: DEV,
    given: async world => {
      ;({ triggerId } = await triggerIn(world, { changes: ['create'], actions: [{ do: 'api', api: 'nothing' }] }, { name: 'Fails' }))
      await triggerIn(world, { changes: ['create'], actions: [message('works')] }, { name: 'Works' })
      await addRow(world, 'order', { title: 'Tea' })
      await work(world)
      return { query: { status: 'failed' } }
    },
    expect: {
      status: 0,
      data: { total: 1, items: [{ triggerName: 'Fails', status: 'failed', attempts: 1, problem: 'There is no such API in this environment', mayRetry: true }] },
    },
  },
  {
    name: 'of one trigger',
    as: 'ann',
    params: DEV,
    given: async () => ({ query: { trigger: triggerId } }),
    expect: { status: 0, data: { total: 1 } },
    then: ({ data }) => expect(data.items[0].event).toMatch(/^main\/order [0-9a-f-]{36} was added$/),
  },
  { name: 'an environment has its own', as: 'ann', params: { ...DEV, appUrlKey: 'shop' }, expect: { status: 0, data: { items: [], total: 0 } } },
  { name: 'is for who works on the app', as: 'ben', params: DEV, expect: { status: 403 } },
])
