// intervention.get-demonstration
import { expect } from 'vitest'
import { caseIn, decide, HEADERS, inRow } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('intervention.getDemonstration', [
  {
    name: 'tells the steps in their order, and where it stands',
    as: 'ann',
    headers: HEADERS,
    given: async world => {
      const approvers = { by: 'people', users: [world.ids.abe] }
      const { caseId } = await caseIn(
        world,
        inRow([
          { id: 'a', name: 'Lead', approvers },
          { id: 'b', name: 'Boss', approvers },
        ]),
      )
      await decide(world, caseId, 'abe')
      return { query: { curInstance: caseId } }
    },
    expect: { status: 0 },
    then: reply => {
      expect(reply.data.items.map(({ nodeId, status }: any) => `${nodeId} ${status}`)).toEqual(['start passed', 'a passed', 'b current', 'end ahead'])
      expect(reply.data.options).toEqual([
        { value: 'a', label: 'Lead' },
        { value: 'b', label: 'Boss' },
        { value: 'end', label: 'End' },
      ])
    },
  },
  {
    name: 'tells what every branch leads to behind all of them, however short one is',
    as: 'ann',
    headers: HEADERS,
    given: async world => {
      const approvers = { by: 'people', users: [world.ids.abe] }
      const step = (id: string) => ({ id, kind: 'user', name: id, approvers })
      const ways = ['start>split', 'split>long', 'long>longer', 'longer>join', 'split>join', 'join>last', 'last>end']
      const definition = {
        model: 'main/leave',
        nodes: [
          { id: 'start', kind: 'start', name: 'Start' },
          ...['split', 'join'].map(id => ({ id, kind: 'parallel', name: '' })),
          ...['long', 'longer', 'last'].map(step),
          { id: 'end', kind: 'end', name: 'End' },
        ],
        lines: ways.map(way => ({ id: way.replace('>', '-'), from: way.split('>')[0], to: way.split('>')[1] })),
      }
      const { caseId } = await caseIn(world, definition)
      return { query: { curInstance: caseId } }
    },
    expect: { status: 0 },
    then: reply => expect(reply.data.items.map(({ nodeId }: any) => nodeId)).toEqual(['start', 'split', 'long', 'longer', 'join', 'last', 'end']),
  },
  {
    name: 'knows no instance that is not there',
    as: 'ann',
    headers: HEADERS,
    query: { curInstance: '0191d5a0-0000-7000-8000-00000000dead' },
    expect: { status: 404, code: 'flow.caseUnknown' },
  },
])
