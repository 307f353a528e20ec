import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

scenarios('app.get', [
  {
    name: 'tells the owner everything may be done',
    as: 'ann',
    expect: {
      status: 0,
      data: {
        key: 'shop',
        tag: 'latest',
        companyKey: 'acme',
        state: 'active',
        lastPublish: null,
        environments: [],
        perms: { edit: true, publish: true, manage: true },
      },
    },
  },
  {
    name: 'takes the environment from the address',
    as: 'ann',
    params: { companyKey: 'acme', appUrlKey: 'shop-dev' },
    expect: { status: 0, data: { key: 'shop', tag: 'dev' } },
  },
  { name: 'tells a member that nothing may be changed', as: 'ben', expect: { status: 0, data: { perms: { edit: false, publish: false, manage: false } } } },
  { name: 'answers a platform super user', as: 'sue', expect: { status: 0, data: { perms: { manage: true } } } },
  { name: 'does not know an app of another organisation', as: 'dee', params: { companyKey: 'globex' }, expect: { status: 404 } },
  { name: 'keeps other organisations out', as: 'dee', expect: { status: 403, stored: 'same' } },
  { name: 'keeps out who is not signed in', expect: { status: 401 } },
  {
    name: 'is closed to members while the app is archived, not to its admins',
    as: 'ben',
    given: async world => {
      await world.call('app.archive', { as: 'ann', body: { archived: true } })
      expect((await world.call('app.get', { as: 'abe' })).data.state).toBe('archived')
    },
    expect: { status: 403 },
  },
])
