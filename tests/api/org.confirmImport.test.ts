// org.import: an import is written as it was planned, once, in one transaction.
import { expect } from 'vitest'
import { confirmed, planned } from '../support/imports.ts'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let n = 0
const plan = async (world: World) => ({
  params: { importId: (await planned(world, { departments: [[`Department ${++n}`]], members: [[`Person ${n}`, `p${n}@example.test`]] })).data.id },
})

scenarios('org.confirmImport', [
  {
    name: 'writes the plan; what is small is done with the answer',
    as: 'ann',
    given: plan,
    expect: {
      status: 0,
      data: { state: 'done', progress: 100, result: { departmentsCreated: 1, departmentsChanged: 0, membersAdded: 1, membersChanged: 0, invited: 1 } },
    },
    then: async (_reply, world) => {
      expect(await world.db.selectFrom('department').select('name').where('name', '=', 'Department 1').execute()).toHaveLength(1)
      expect(await world.db.selectFrom('outbox').select('recipient').execute()).toEqual([{ recipient: 'p1@example.test' }])
    },
  },
  {
    name: 'leaves mails out when told to',
    as: 'ann',
    given: plan,
    body: { invite: false },
    expect: { status: 0, data: { result: { departmentsCreated: 1, departmentsChanged: 0, membersAdded: 1, membersChanged: 0, invited: 0 } } },
  },
  {
    name: 'leaves out rows with errors',
    as: 'ann',
    given: async world => ({ params: { importId: (await planned(world, { departments: [['Good'], ['Bad / Child']] })).data.id } }),
    expect: { status: 0, data: { state: 'done', result: { departmentsCreated: 1, departmentsChanged: 0, membersAdded: 0, membersChanged: 0, invited: 0 } } },
  },
  {
    name: 'is taken once, however often somebody clicks',
    as: 'ann',
    given: async world => {
      const ask = await plan(world)
      await confirmed(world, ask.params.importId)
      return ask
    },
    expect: { status: 409, code: 'org.importTaken', stored: 'same' },
  },
  {
    name: 'of two at once one works',
    as: 'ann',
    given: plan,
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { params } = await plan(world)
      const both = await Promise.all([1, 2].map(() => world.call('org.confirmImport', { as: 'ann', params })))
      expect(both.map(reply => reply.status).sort()).toEqual([0, 409])
      await confirmed(world, params.importId).catch(() => {})
      expect(await world.db.selectFrom('department').select('id').where('name', '=', `Department ${n}`).execute()).toHaveLength(1)
    },
  },
  {
    name: 'has something to do',
    as: 'ann',
    given: async world => ({ params: { importId: (await planned(world, { members: [['Ben', 'ben@example.test']] })).data.id } }),
    expect: { status: 409, code: 'org.importNothing', stored: 'same' },
  },
  { name: 'takes yes or no', as: 'ann', given: plan, body: { invite: 'maybe' }, expect: { status: 422, errors: ['invite'], stored: 'same' } },
  { name: 'is for who made it alone', as: 'abe', given: plan, expect: { status: 404, code: 'org.importUnknown', stored: 'same' } },
  ...notForThem({}, plan),
])
