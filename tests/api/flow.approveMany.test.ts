import { expect } from 'vitest'
import { asking, caseIn, caseOf, DEV, taskOf } from '../support/flows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const keyOf = async (world: World, caseId: string) => `${caseId}:${await taskOf(world, caseId, 'abe')}`
let cases: string[] = []
const batched = async (world: World, more: object = {}) =>
  (await caseIn(world, { ...asking(world, ['abe'], more as Record<string, unknown>), batch: true })).caseId

scenarios('flow.approveMany', [
  {
    name: 'approves several, each by itself',
    as: 'abe',
    params: DEV,
    given: async world => {
      cases = [await batched(world), await batched(world)]
      return { body: { tasks: await Promise.all(cases.map(id => keyOf(world, id))) } }
    },
    expect: { status: 0, data: { approved: 2, failed: [] } },
    then: async (_reply, world) => {
      for (const id of cases) expect((await caseOf(world, id, 'abe')).result).toBe('approved')
    },
  },
  {
    name: 'leaves what its flow does not allow, what wants fields, and what is not there, and tells why',
    as: 'abe',
    params: DEV,
    given: async world => {
      const { caseId: alone } = await caseIn(world, asking(world, ['abe']))
      cases = [await batched(world), alone, await batched(world, { fields: { note: 'required' } })]
      return { body: { tasks: [...(await Promise.all(cases.map(id => keyOf(world, id)))), '0191d5a0-0000-7000-8000-0000000000f2:1'] } }
    },
    expect: {
      status: 0,
      data: {
        approved: 1,
        failed: [
          { title: 'Leave · Ben', reason: 'This flow wants each task to be looked at' },
          { title: 'Leave · Ben', reason: 'Fields have to be filled in at this step' },
          { title: '', reason: 'There is no such instance' },
        ],
      },
    },
    then: async (_reply, world) => expect((await caseOf(world, cases[2] as string, 'abe')).status).toBe(1),
  },
  {
    name: 'decides nothing that is somebody else’s',
    as: 'ben',
    params: DEV,
    given: async world => {
      const caseId = await batched(world)
      return { body: { tasks: [await keyOf(world, caseId)] } }
    },
    expect: { status: 0, data: { approved: 0, failed: [{ reason: 'This task is somebody else’s' }] }, stored: 'same' },
  },
])
