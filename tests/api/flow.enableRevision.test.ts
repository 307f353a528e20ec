import { expect } from 'vitest'
import { asking, DEV, flowIn, inRow } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

const faulty = (name: string, definition: object, msg: string) => ({
  name,
  as: 'ann' as const,
  given: async (world: Parameters<typeof flowIn>[0]) => ({
    params: { ...DEV, flowId: (await flowIn(world, definition, { enable: false })).flowId, revisionId: '1' },
  }),
  expect: { status: 422, stored: 'same' as const },
  then: (reply: { msg: string }) => expect(reply.msg).toBe(msg),
})

scenarios('flow.enableRevision', [
  {
    name: 'lets a version run',
    as: 'ann',
    given: async world => ({ params: { ...DEV, flowId: (await flowIn(world, asking(world, ['abe']), { enable: false })).flowId, revisionId: '1' } }),
    expect: { status: 0 },
  },
  {
    name: 'knows no version that is not there',
    as: 'ann',
    given: async world => ({ params: { ...DEV, flowId: (await flowIn(world, asking(world, ['abe']))).flowId, revisionId: '7' } }),
    expect: { status: 404, code: 'resource.versionUnknown', stored: 'same' },
  },
  faulty('refuses an empty flow', { model: 'main/leave', nodes: [], lines: [] }, 'The flow has no start'),
  faulty('refuses one without a model', { ...inRow([{ id: 'a', approvers: { by: 'starter' } }]), model: '' }, 'Choose the model that the flow is about'),
  faulty('names the step at which nobody decides', inRow([{ id: 'a', name: 'Boss' }]), 'Nobody is chosen to decide at a step: Boss'),
  faulty(
    'refuses a loop in which nobody is asked',
    {
      model: 'main/leave',
      nodes: [
        { id: 'start', kind: 'start', name: '' },
        { id: 'a', kind: 'exclusive', name: 'Round' },
        { id: 'end', kind: 'end', name: '' },
      ],
      lines: [
        { id: '1', from: 'start', to: 'a' },
        { id: '2', from: 'a', to: 'a', conditions: { conjunction: 'and', children: [{ left: { type: 'field', field: 'days' }, op: 'is_empty' }] } },
        { id: '3', from: 'a', to: 'end', isDefault: true },
      ],
    },
    'The flow would run in a loop in which nobody is asked: Round',
  ),
])
