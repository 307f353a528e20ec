import { expect } from 'vitest'
import { apply, mailsTo } from '../support/applications.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const waiting = async (world: World) => ({ params: { applicationId: await apply(world, 'cyd', { key: '' }) } })

scenarios('company.approveApplication', [
  {
    name: 'makes the organisation, owned by the applicant, who is told in the language that he applied in',
    as: 'sue',
    given: async world => ({ params: { applicationId: await apply(world, 'cyd', {}, { 'accept-language': 'zh-CN' }) } }),
    body: { name: 'Initech Ltd', key: 'initech' },
    expect: { status: 0, data: { companyKey: 'initech' } },
    then: async (_reply, world) => {
      expect((await world.call('general.session', { as: 'cyd' })).data.companies).toEqual([
        { key: 'initech', name: 'Initech Ltd', role: 'owner', screens: 'change' },
      ])
      expect(await mailsTo(world, 'cyd@example.test')).toEqual([expect.stringContaining('你的组织 Initech Ltd 申请已通过')])
      expect((await world.call('company.getApply', { as: 'cyd' })).data.application).toMatchObject({ status: 'approved', companyKey: 'initech' })
    },
  },
  {
    name: 'makes the address from the name where none is given',
    as: 'sue',
    given: waiting,
    body: { name: 'Globex' },
    expect: { status: 0, data: { companyKey: 'globex-2' } },
  },
  {
    name: 'an address that is taken is said at its field, and the application still waits',
    as: 'sue',
    given: waiting,
    body: { name: 'Initech', key: 'acme' },
    expect: { status: 422, code: 'company.keyTaken', errors: ['key'], stored: 'same' },
  },
  { name: 'wants a name', as: 'sue', given: waiting, body: { name: 'x', key: 'a b' }, expect: { status: 422, errors: ['name', 'key'], stored: 'same' } },
  {
    name: 'decides once',
    as: 'sue',
    given: async world => {
      const given = await waiting(world)
      await world.call('company.refuseApplication', { as: 'sue', ...given, body: { reason: 'No' } })
      return given
    },
    body: { name: 'Initech' },
    expect: { status: 409, code: 'company.applicationDecided', stored: 'same' },
  },
  {
    name: 'knows which',
    as: 'sue',
    params: { applicationId: '0191d5a0-0000-7000-8000-0000000000ff' },
    body: { name: 'Initech' },
    expect: { status: 404, code: 'company.applicationUnknown', stored: 'same' },
  },
  { name: 'not the applicant', as: 'cyd', given: waiting, body: { name: 'Initech' }, expect: { status: 403, stored: 'same' } },
])
