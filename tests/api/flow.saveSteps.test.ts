import { expect } from 'vitest'
import { asking, caseOf, DEV, flowIn, inRow, must, start } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

const LEADER = { kind: 'user', name: 'Boss', by: 'starter' }
let key = ''
let flowId = ''

scenarios('flow.saveSteps', [
  {
    name: 'saves steps and lets them run',
    as: 'ann',
    given: async world => {
      ;({ key, flowId } = await flowIn(world, asking(world, ['abe'])))
      return { params: { ...DEV, flowId }, body: { name: 'Renamed', title: '{{reason}}', sameApprover: 'pass', steps: [LEADER], enable: true, baseVersion: 1 } }
    },
    expect: { status: 0, data: { version: 2 } },
    then: async (_reply, world) => {
      const caseId = (await start(world, key)).data.flowDataId
      expect(await caseOf(world, caseId, 'ben')).toMatchObject({ title: 'Rest', mine: [{ node: 'Boss' }], flowName: 'Renamed' })
      expect(await must(world, 'flow.get', { params: { ...DEV, flowId } })).toMatchObject({ enabledVersion: 2, definition: { sameApprover: 'pass' } })
    },
  },
  {
    name: 'leaves running what runs where that is not wanted',
    as: 'ann',
    given: async () => ({ params: { ...DEV, flowId }, body: { name: 'Later', steps: [] } }),
    expect: { status: 0, data: { version: 3 } },
    then: async (_reply, world) => expect(await must(world, 'flow.get', { params: { ...DEV, flowId } })).toMatchObject({ version: 3, enabledVersion: 2 }),
  },
  {
    name: 'saves nothing that is to run and cannot',
    as: 'ann',
    given: async () => ({
      params: { ...DEV, flowId },
      body: { name: 'Broken', steps: [{ kind: 'user', name: 'Nobody', by: 'people', users: [] }], enable: true },
    }),
    expect: { status: 422, code: 'flow.faultyAt', stored: 'same' },
  },
  {
    name: 'refuses what somebody else has saved over',
    as: 'ann',
    given: async () => ({ params: { ...DEV, flowId }, body: { name: 'Mine', steps: [], baseVersion: 1 } }),
    expect: { status: 409, code: 'resource.changed', stored: 'same' },
  },
  {
    name: 'does not take the other ways from a flow that has them',
    as: 'ann',
    given: async world => {
      const other = await flowIn(world, { ...inRow([]), lines: [] }, { enable: false })
      return { params: { ...DEV, flowId: other.flowId }, body: { name: 'Straight', steps: [LEADER] } }
    },
    expect: { status: 409, code: 'flow.notStraight', stored: 'same' },
  },
  {
    name: 'is for who works on the app',
    as: 'ben',
    given: async () => ({ params: { ...DEV, flowId }, body: { name: 'No', steps: [] } }),
    expect: { status: 403, stored: 'same' },
  },
])
