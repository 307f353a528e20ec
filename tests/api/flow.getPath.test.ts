import { expect } from 'vitest'
import { asking, DEV, flowIn, inRow } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const AT = { ...DEV, dsKey: 'main', dmKey: 'leave' }
const told = (reply: { data: Record<string, any> }) => reply.data.steps.map((one: any) => [one.name, one.how, one.people.join()])
const bigOnes = (world: World) => ({
  model: 'main/leave',
  nodes: [
    { id: 'start', kind: 'start', name: 'Start' },
    { id: 'lead', kind: 'user', name: 'Lead', approvers: { by: 'people', users: [world.ids.abe] } },
    { id: 'choice', kind: 'exclusive', name: '' },
    { id: 'head', kind: 'user', name: 'Head', approvers: { by: 'people', users: [world.ids.ann] } },
    { id: 'end', kind: 'end', name: 'End' },
  ],
  lines: [
    { id: 'a', from: 'start', to: 'lead' },
    { id: 'b', from: 'lead', to: 'choice' },
    {
      id: 'c',
      from: 'choice',
      to: 'head',
      conditions: { id: 'g', conjunction: 'and', children: [{ id: 'x', left: { type: 'field', field: 'days' }, op: 'greater', right: 10 }] },
    },
    { id: 'd', from: 'choice', to: 'end', isDefault: true },
    { id: 'e', from: 'head', to: 'end' },
  ],
})

// The path ahead with its approvers, before anything is sent.
scenarios('flow.getPath', [
  {
    name: 'goes the way that the values lead, and writes nothing',
    as: 'ben',
    params: AT,
    given: async world => ({ query: { formView: (await flowIn(world, bigOnes(world))).key } }),
    body: { days: 20 },
    expect: { status: 0, stored: 'same' },
    then: async (reply, world) => {
      expect(told(reply)).toEqual([
        ['Lead', 'asks', 'Abe'],
        ['Head', 'asks', 'Ann'],
        ['End', 'ends', ''],
      ])
      const { key } = await flowIn(world, bigOnes(world))
      const short = await world.call('flow.getPath', { as: 'ben', params: AT, query: { formView: key }, body: { days: 2 } })
      expect(told(short).map(([name]: string[]) => name)).toEqual(['Lead', 'End'])
    },
  },
  {
    name: 'tells where nobody is found, what goes on by itself, and whom the starter chose',
    as: 'ben',
    params: AT,
    given: async world => {
      const { key } = await flowIn(
        world,
        inRow(
          [
            { id: 'boss', name: 'Boss', approvers: { by: 'field', field: 'boss' } },
            { id: 'again', name: 'Again', approvers: { by: 'field', field: 'boss' }, empty: { then: 'pass' } },
            { id: 'pick', name: 'Pick', approvers: { by: 'choice' } },
            { id: 'stop', name: 'Stop', approvers: { by: 'field', field: 'boss' }, empty: { then: 'exception' } },
          ],
          {},
        ),
      )
      return { query: { formView: key }, body: { _choices: { pick: [world.ids.abe] } } }
    },
    expect: {
      status: 0,
      data: {
        steps: [
          { name: 'Boss', how: 'nobody', note: 'an operator names who decides' },
          { name: 'Again', how: 'pass', note: 'goes on by itself' },
          { name: 'Pick', how: 'asks', people: ['Abe'] },
          { name: 'Stop', how: 'stops' },
        ],
      },
    },
  },
  {
    name: 'is kept from who may not start the flow',
    as: 'ben',
    params: AT,
    given: async world => ({
      query: { formView: (await flowIn(world, { ...asking(world, ['abe']), initiators: { by: 'chosen', users: [world.ids.abe] } })).key },
    }),
    body: {},
    expect: { status: 403, code: 'permission.denied' },
  },
])
