import { expect } from 'vitest'
import { apply, mailsTo } from '../support/applications.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const waiting = async (world: World) => ({ params: { applicationId: await apply(world, 'cyd', { key: '' }) } })

scenarios('company.refuseApplication', [
  {
    name: 'tells the applicant why; no organisation is made',
    as: 'sue',
    given: waiting,
    body: { reason: ' We know nobody of this name ' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.call('company.getApply', { as: 'cyd' })).data.application).toMatchObject({ status: 'refused', reason: 'We know nobody of this name' })
      expect(await mailsTo(world, 'cyd@example.test')).toEqual([expect.stringContaining('Initech was refused: We know nobody of this name')])
      expect(await world.db.selectFrom('company').select('key').where('key', '=', 'initech').execute()).toEqual([])
    },
  },
  { name: 'wants a reason', as: 'sue', given: waiting, body: { reason: '  ' }, expect: { status: 422, errors: ['reason'], stored: 'same' } },
  {
    name: 'decides once, also when two do at the same time',
    as: 'sue',
    given: async world => {
      const given = await waiting(world)
      const both = await Promise.all([1, 2].map(() => world.call('company.approveApplication', { as: 'sue', ...given, body: { name: 'Initech' } })))
      expect(both.map(reply => reply.status).sort()).toEqual([0, 409])
      return given
    },
    body: { reason: 'No' },
    expect: { status: 409, code: 'company.applicationDecided', stored: 'same' },
  },
  { name: 'not an owner of another organisation', as: 'ann', given: waiting, body: { reason: 'No' }, expect: { status: 403, stored: 'same' } },
])
