import { expect } from 'vitest'
import { asking, caseIn, caseOf, decide, DEV, flowIn, inRow, must, start } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'

let key = ''
let caseId = ''

scenarios('flow.operateFlow', [
  {
    name: 'pauses a flow: nothing begins, what began goes on',
    as: 'ann',
    given: async world => {
      const made = await caseIn(world, asking(world, ['abe']))
      key = made.key
      caseId = made.caseId
      return { params: { ...DEV, flowId: made.flowId }, body: { type: 'stop' } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await start(world, key)).code).toBe('flow.unknown')
      expect((await decide(world, caseId, 'abe')).status).toBe(0)
    },
  },
  {
    name: 'starts it again with the version that ran',
    as: 'ann',
    given: async world => {
      const made = await flowIn(world, asking(world, ['abe']))
      key = made.key
      await must(world, 'flow.operateFlow', { params: { ...DEV, flowId: made.flowId }, body: { type: 'stop' } })
      await must(world, 'flow.update', { params: { ...DEV, flowId: made.flowId }, body: { key, name: 'New', definition: asking(world, ['ann']) } })
      return { params: { ...DEV, flowId: made.flowId }, body: { type: 'start' } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { flowDataId } = (await start(world, key)).data
      expect((await caseOf(world, flowDataId, 'abe')).mine).toHaveLength(1)
    },
  },
  {
    name: 'starts one that never ran with its newest version, if it can run',
    as: 'ann',
    given: async world => ({ params: { ...DEV, flowId: (await flowIn(world, asking(world, ['abe']), { enable: false })).flowId }, body: { type: 'start' } }),
    expect: { status: 0 },
  },
  {
    name: 'starts none that cannot run',
    as: 'ann',
    given: async world => ({ params: { ...DEV, flowId: (await flowIn(world, inRow([{ id: 'a' }]), { enable: false })).flowId }, body: { type: 'start' } }),
    expect: { status: 422, code: 'flow.faultyAt', stored: 'same' },
  },
  {
    name: 'does not start what runs',
    as: 'ann',
    given: async world => ({ params: { ...DEV, flowId: (await flowIn(world, asking(world, ['abe']))).flowId }, body: { type: 'start' } }),
    expect: { status: 409, code: 'flow.notInState', stored: 'same' },
  },
  {
    name: 'tries again what stands still, with the people of now',
    as: 'ann',
    given: async world => {
      const role = await must(world, 'role.createRole', { params: DEV, body: { name: 'Deciders', type: 0 } })
      const made = await caseIn(world, inRow([{ id: 'a', approvers: { by: 'roles', roles: [role.id] }, empty: { then: 'exception' } }]))
      caseId = made.caseId
      expect((await caseOf(world, caseId, 'ben')).status).toBe(-2)
      await world.pool.query(
        `insert into role_member (role_id, kind, subject_id, company_id, app_id) select id, 'user', $2, company_id, app_id from role where id = $1`,
        [role.id, world.ids.abe],
      )
      return { params: { ...DEV, flowId: made.flowId }, body: { type: 'retry' } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      await world.running.services.flows.work.sweep()
      expect(await caseOf(world, caseId, 'abe')).toMatchObject({ status: 1, mine: [{ node: 'a' }] })
    },
  },
  {
    name: 'has nothing to try again where nothing stands still',
    as: 'ann',
    given: async world => ({ params: { ...DEV, flowId: (await flowIn(world, asking(world, ['abe']))).flowId }, body: { type: 'retry' } }),
    expect: { status: 409, code: 'flow.notInState', stored: 'same' },
  },
])
