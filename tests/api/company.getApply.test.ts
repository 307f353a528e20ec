import { apply } from '../support/applications.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('company.getApply', [
  { name: 'company.apply: nothing before one has applied', as: 'cyd', expect: { status: 0, data: { application: null } } },
  {
    name: 'the own latest one',
    as: 'cyd',
    given: async world => {
      await world.call('company.refuseApplication', { as: 'sue', params: { applicationId: await apply(world) }, body: { reason: 'No' } })
      await apply(world, 'cyd', { name: 'Again' })
      await apply(world, 'ben', { name: 'Of somebody else', key: 'else' })
    },
    expect: { status: 0, data: { application: { name: 'Again', status: 'waiting', reason: '', decidedAt: null, companyKey: '' } } },
  },
  { name: 'takes no query', as: 'cyd', query: { userId: 'x' }, expect: { status: 422, stored: 'same' } },
  { name: 'only somebody who is signed in', expect: { status: 401, stored: 'same' } },
])
