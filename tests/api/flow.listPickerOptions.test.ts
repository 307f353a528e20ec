// flowDesign.picker-options: models with their fields for variables and for rows that a step writes, queries that a step asks.
import { expect } from 'vitest'
import { asking, DEV, flowIn, leaveThere, must } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

let callable = ''
scenarios('flow.listPickerOptions', [
  {
    name: 'names models with their fields, and queries with what they take',
    as: 'ann',
    given: async world => {
      await leaveThere(world)
      const definition = { model: 'main/leave', measures: [{ key: 'all', measure: 'count' }], parameters: [{ key: 'since', label: 'Since', type: 'date' }] }
      await must(world, 'query.create', { params: DEV, body: { key: 'leaves', name: 'Leaves', definition } })
      const { key } = await flowIn(world, { ...asking(world, ['abe']), parameters: [{ id: 'p', name: 'limit', type: 'int', default: 1 }] }, { name: 'Check' })
      callable = key
      await flowIn(world, asking(world, ['abe']), { enable: false })
      return { params: DEV, query: { withFields: true } }
    },
    expect: { status: 0, data: { queries: [{ value: 'leaves', label: 'Leaves', input: [{ value: 'since', label: 'Since' }] }] } },
    then: reply => {
      const leave = reply.data.options.find((one: { value: string }) => one.value === 'main/leave')
      // Only what runs can be called.
      expect(reply.data.flows).toEqual([{ value: callable, label: 'Check', model: 'main/leave', input: [{ value: 'limit', label: 'limit' }] }])
      expect(leave.fields).toContainEqual({ value: 'days', label: 'Days', type: 'integer' })
    },
  },
  {
    name: 'leaves the fields out where they are not asked for',
    as: 'ann',
    given: async world => {
      await leaveThere(world)
      return { params: DEV }
    },
    expect: { status: 0 },
    then: reply => expect(reply.data.options).toEqual([{ value: 'main/leave', label: 'leave' }]),
  },
  { name: 'is for who works on the app', as: 'ben', given: async () => ({ params: DEV }), expect: { status: 403 } },
])
