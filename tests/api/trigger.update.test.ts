import { expect } from 'vitest'
import { addRow, DEV, mails, message, triggerIn, work } from '../support/triggers.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const there: Record<string, string> = { ...DEV, triggerId: '' }
const given = async (world: World) =>
  void Object.assign(there, { triggerId: (await triggerIn(world, { changes: ['create'], actions: [message('first')] })).triggerId })
const rows = { event: 'rows', model: 'main/order', changes: ['create'] }
const body = (definition: object, more: object = {}) => ({ key: 'saved', name: 'Saved', definition, ...more })
const refused = (name: string, definition: object, errors: Record<string, string>) => ({
  name,
  as: 'ann' as const,
  params: there,
  body: body(definition),
  expect: { status: 422, code: 'trigger.invalid', stored: 'same' as const },
  then: (reply: { errors?: unknown }) =>
    expect(reply.errors).toEqual(Object.fromEntries(Object.entries(errors).map(([at, text]) => [`definition.${at}`, text]))),
})

scenarios('trigger.update', [
  {
    name: 'saves a version, which runs from now on',
    as: 'ann',
    params: there,
    given,
    body: body({ ...rows, actions: [message('second')] }, { baseVersion: 1, note: 'Other words' }),
    expect: { status: 0, data: { key: 'saved', version: 2, enable: 1 } },
    then: async (_reply, world) => {
      await addRow(world, 'order', { title: 'Tea' })
      await work(world)
      expect([await mails(world, 'first'), await mails(world, 'second')]).toEqual([[], ['second']])
    },
  },
  {
    name: 'says that somebody else has saved meanwhile',
    as: 'ann',
    params: there,
    body: body({ ...rows, actions: [message('late')] }, { baseVersion: 1 }),
    expect: { status: 409, code: 'resource.changed', stored: 'same' },
  },
  refused(
    'refuses what says nothing',
    { event: 'rows', actions: [] },
    { model: 'Choose a model', changes: 'Choose at least one', actions: 'Add at least one action' },
  ),
  refused(
    'refuses conditions and actions that are not complete',
    {
      ...rows,
      condition: { conjunction: 'and', children: [{ left: { type: 'field', field: 'amount' }, op: 'greater' }] },
      actions: [
        { do: 'create' },
        { do: 'update', model: 'main/order' },
        { do: 'flow' },
        { do: 'api' },
        { do: 'message' },
        {
          do: 'set',
          values: [
            { field: 'a', value: 1 },
            { field: 'a', value: 2 },
          ],
        },
      ],
    },
    {
      condition: 'This condition is not complete',
      'actions.0.model': 'Choose a model',
      'actions.1.filter': 'Say which rows',
      'actions.1.values': 'Name at least one field',
      'actions.2.flow': 'Choose a flow',
      'actions.3.api': 'Choose an API',
      'actions.4.to': 'Say who gets it',
      'actions.4.subject': 'Please enter the subject',
      'actions.5.values.1.field': 'This field is named twice',
    },
  ),
  refused(
    'fills no fields of a row that is gone',
    { ...rows, changes: ['delete'], actions: [{ do: 'set', values: [{ field: 'a', value: 1 }] }] },
    { 'actions.0.do': 'Only a row that was added or changed has fields to fill' },
  ),
  {
    name: 'is for who works on the app',
    as: 'ben',
    params: there,
    body: body({ ...rows, actions: [message('mine')] }),
    expect: { status: 403, stored: 'same' },
  },
])
