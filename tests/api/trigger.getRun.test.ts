import { addRow, DEV, message, runsOf, triggerIn, work } from '../support/triggers.ts'
import { scenarios } from '../support/scenarios.ts'

const there: Record<string, string> = { ...DEV, triggerRunId: '' }
scenarios('trigger.getRun', [
  {
    name: 'tells what it was about and what was done',
    as: 'ann',
    params: there,
    given: async world => {
      const { triggerId } = await triggerIn(world, { changes: ['create'], actions: [message('told'), { do: 'api', api: 'nothing' }] })
      await addRow(world, 'order', { title: 'Tea', amount: 2 })
      await work(world)
      Object.assign(there, { triggerRunId: (await runsOf(world, triggerId))[0]?.id })
    },
    expect: {
      status: 0,
      data: {
        status: 'failed',
        by: 'Ann',
        showsInput: true,
        input: { model: 'main/order', row: { title: 'Tea', amount: 2 } },
        steps: [{ do: 'message', outcome: '1 message' }],
      },
    },
  },
  {
    name: 'knows no other',
    as: 'ann',
    params: { ...DEV, triggerRunId: '0191d5a0-0000-7000-8000-0000000000f8' },
    expect: { status: 404, code: 'trigger.runUnknown' },
  },
  { name: 'is for who works on the app', as: 'ben', params: there, expect: { status: 403 } },
])
