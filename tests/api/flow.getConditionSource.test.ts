// flowDesign.condition-source: the fields of a model as conditions ask for them.
import { expect } from 'vitest'
import { DEV, leaveThere } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('flow.getConditionSource', [
  {
    name: 'tells fields by how they are compared, and those that name people apart',
    as: 'ann',
    given: async world => {
      await leaveThere(world)
      return { params: { ...DEV, objectKey: 'main.leave' } }
    },
    expect: {
      status: 0,
      data: {
        fields: [
          { name: 'reason', label: 'Reason', type: 'text' },
          { name: 'days', label: 'Days', type: 'number' },
          { name: 'note', label: 'Note', type: 'text' },
        ],
        people: [{ value: 'boss', label: 'Boss' }],
      },
    },
    then: async reply =>
      expect(reply.data.all.map(({ value }: { value: string }) => value)).toEqual(expect.arrayContaining(['reason', 'days', 'note', 'boss'])),
  },
  {
    name: 'has none of a model that is not there',
    as: 'ann',
    given: async () => ({ params: { ...DEV, objectKey: 'main.nothing' } }),
    expect: { status: 0, data: { fields: [], people: [], all: [] } },
  },
  {
    name: 'is for who works on the app',
    as: 'ben',
    given: async () => ({ params: { ...DEV, objectKey: 'main.leave' } }),
    expect: { status: 403 },
  },
])
