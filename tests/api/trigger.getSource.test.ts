import { flowIn, inRow } from '../support/flows.ts'
import { DEV, must, ordersThere } from '../support/triggers.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('trigger.getSource', [
  {
    name: 'tells models, flows and APIs, and the fields of a model with their places',
    as: 'ann',
    params: DEV,
    given: async world => {
      await ordersThere(world)
      await flowIn(world, inRow([{ id: 'lead', approvers: { by: 'starter' } }]), { enable: false, name: 'Leave' })
      const definition = { type: 'model', model: { source: 'main', model: 'order', operation: 'list' } }
      await must(world, 'api.create', { body: { key: 'orders', name: 'Orders', definition } })
      return { query: { model: 'main/order' } }
    },
    expect: {
      status: 0,
      data: {
        models: [{ value: 'main/leave' }, { value: 'main/order' }],
        flows: [{ label: 'Leave' }],
        apis: [{ value: 'orders', label: 'Orders' }],
        fields: [{ value: 'title' }, { value: 'amount' }, { value: 'number' }, { value: 'status' }],
        writable: [{ value: 'title' }, { value: 'amount' }, { value: 'status' }],
        places: [
          { value: '{{row.title}}', label: 'Title' },
          { value: '{{row.amount}}' },
          { value: '{{row.number}}' },
          { value: '{{row.status}}' },
          { value: '{{row.id}}' },
        ],
        isOutside: false,
      },
    },
  },
  {
    name: 'has no fields of a model that there is not',
    as: 'ann',
    params: DEV,
    query: { model: 'main/nothing' },
    expect: { status: 0, data: { fields: [], places: [{ value: '{{row.id}}' }] } },
  },
  { name: 'is for who works on the app', as: 'ben', params: DEV, expect: { status: 403 } },
])
