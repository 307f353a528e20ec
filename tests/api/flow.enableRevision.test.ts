// flowDesign.enable-revision flowDesign.flow-status: a version is enabled, and one that cannot run is not.
import { expect } from 'vitest'
import { asking, DEV, flowIn, inRow } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const faulty = (name: string, definition: object, msg: string) => ({
  name,
  as: 'ann' as const,
  given: async (world: Parameters<typeof flowIn>[0]) => ({
    params: { ...DEV, flowId: (await flowIn(world, definition, { enable: false })).flowId, revisionId: '1' },
  }),
  expect: { status: 422, stored: 'same' as const },
  then: (reply: { msg: string }) => expect(reply.msg).toBe(msg),
})

const tested = async (world: World, more: object) => {
  const test = {
    id: 'test1',
    name: 'Short leave',
    starter: world.ids.ben,
    values: { days: 2 },
    steps: [{ node: 'approval', act: 'approve', user: world.ids.abe }],
    way: ['approval', 'end'],
    ends: 'approved',
    ...more,
  }
  const { flowId } = await flowIn(world, { ...asking(world, ['abe']), tests: [test] }, { enable: false })
  return { params: { ...DEV, flowId, revisionId: '1' } }
}

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
  {
    name: 'lets a version run whose test cases come to what they are to',
    as: 'ann',
    given: world => tested(world, { ends: 'approved' }),
    expect: { status: 0 },
  },
  {
    name: 'refuses one whose test case comes to another end, in a sentence',
    as: 'ann',
    given: world => tested(world, { ends: 'rejected' }),
    expect: { status: 422, code: 'flow.testFailed', stored: 'same' },
    then: reply => expect(reply.msg).toBe('Test case “Short leave”: It is approved at its end, not rejected'),
  },
  {
    name: 'names the person who is not asked any more',
    as: 'ann',
    given: world => tested(world, { steps: [{ node: 'approval', act: 'approve', user: world.ids.ann }] }),
    expect: { status: 422, code: 'flow.testFailed', stored: 'same' },
    then: reply => expect(reply.msg).toMatch(/^Test case “Short leave”: Ann.* is not asked at “Approval”$/),
  },
  {
    name: 'refuses a test case of a package that is none',
    as: 'ann',
    given: async world => {
      const asked = await tested(world, {})
      await world.pool.query(`update resource_version set definition = jsonb_set(definition, '{tests,0,steps}', '7') where resource_id = $1`, [
        asked.params.flowId,
      ])
      return asked
    },
    expect: { status: 422, code: 'flow.testFailed' },
    then: reply => expect(reply.msg).toBe('Test case “Short leave”: It cannot be read'),
  },
])
