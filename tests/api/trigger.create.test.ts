import { DEV, message, ordersThere } from '../support/triggers.ts'
import { scenarios } from '../support/scenarios.ts'

const definition = { event: 'rows', model: 'main/order', changes: ['create'], actions: [message('made')] }
scenarios('trigger.create', [
  {
    name: 'adds a trigger, which is not enabled; what belongs to another kind of event or action is left out',
    as: 'ann',
    params: DEV,
    given: async world => void (await ordersThere(world)),
    body: { key: 'made', name: ' Made ', definition: { ...definition, actions: [{ ...message('made'), model: 'main/order', flow: 'leave' }] } },
    expect: { status: 0, data: { key: 'made', name: 'Made', version: 1, enable: 0, hasSecret: false, mayEdit: true, definition } },
  },
  {
    name: 'takes one that is not finished',
    as: 'ann',
    params: DEV,
    body: { key: 'begun', name: 'Begun', definition: { event: 'form', actions: [] } },
    expect: { status: 0 },
  },
  {
    name: 'does not take a key twice',
    as: 'ann',
    params: DEV,
    body: { key: 'Made'.toLowerCase(), name: 'Other', definition },
    expect: { status: 422, code: 'resource.keyTaken', stored: 'same' },
  },
  { name: 'is for who works on the app', as: 'ben', params: DEV, body: { key: 'mine', name: 'Mine', definition }, expect: { status: 403, stored: 'same' } },
])
