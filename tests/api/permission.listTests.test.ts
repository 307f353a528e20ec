import { DEV } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

const add = (name: string) => ({ name, who: 'guest', resource: 'app', option: 'access', expected: false })

scenarios('permission.listTests', [
  {
    name: 'by name, not run yet',
    as: 'abe',
    params: DEV,
    given: async world => {
      for (const name of ['Second', 'First']) await world.call('permission.saveTest', { as: 'ann', params: DEV, body: add(name) })
    },
    expect: {
      status: 0,
      data: { items: [{ name: 'First', resource: 'app', option: 'access', expected: false, lastRunAt: null, lastResult: null }, { name: 'Second' }] },
    },
  },
  { name: 'takes nothing it does not know', as: 'abe', params: DEV, query: { all: 1 }, expect: { status: 422, errors: ['all'] } },
  { name: 'is not for a member without duties', as: 'ben', params: DEV, expect: { status: 403, stored: 'same' } },
])
