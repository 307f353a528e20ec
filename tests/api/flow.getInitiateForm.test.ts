// flow.get-initiate-form
import { expect } from 'vitest'
import { asking, DEV, flowIn, inRow } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

const AT = { ...DEV, dsKey: 'main', dmKey: 'leave' }

scenarios('flow.getInitiateForm', [
  { name: 'knows none where none runs', as: 'ben', params: AT, expect: { status: 404, code: 'flow.unknown' } },
  {
    name: 'tells fields, whom to choose, and who submits',
    as: 'ben',
    params: AT,
    given: async world => {
      const definition = inRow([{ id: 'pick', name: 'Pick', approvers: { by: 'choice' } }])
      ;(definition.nodes[0] as Record<string, unknown>).fields = { reason: 'required', days: 'write', boss: 'hidden' }
      const { key } = await flowIn(world, definition)
      return { query: { formView: key } }
    },
    expect: { status: 0, data: { submitter: { name: 'Ben' }, choices: [{ node: 'pick', name: 'Pick' }] } },
    then: reply =>
      expect(reply.data.fields.map(({ key, required, readOnly }: any) => [key, required, readOnly])).toEqual([
        ['reason', true, false],
        ['days', false, false],
        ['note', false, true],
      ]),
  },
  {
    name: 'is refused to who may not start the flow',
    as: 'ben',
    params: AT,
    given: async world => {
      const { key } = await flowIn(world, { ...asking(world, ['abe']), initiators: { by: 'chosen', users: [world.ids.abe] } })
      return { query: { formView: key } }
    },
    expect: { status: 403, code: 'permission.denied' },
  },
])
