import { expect } from 'vitest'
import { DEV, builtinSource } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

let sourceId = ''
scenarios('source.delete', [
  {
    name: 'keeps a member without duties out',
    as: 'ben',
    given: async world => {
      const body = { key: 'crm', name: 'Customers', dialect: 'mysql', host: 'db.example.test', database: 'crm', username: 'reader' }
      sourceId = (await world.call('source.create', { as: 'ann', params: DEV, body })).data.id
      return { params: { ...DEV, sourceId } }
    },
    expect: { status: 403, stored: 'same' },
  },
  {
    name: 'forgets a database of somebody else',
    as: 'ann',
    given: async () => ({ params: { ...DEV, sourceId } }),
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.pool.query('select count(*)::int as n from data_connection')).rows[0].n).toBe(0),
  },
  { name: 'finds nothing a second time', as: 'ann', given: async () => ({ params: { ...DEV, sourceId } }), expect: { status: 404, stored: 'same' } },
  {
    name: 'keeps the built-in source',
    as: 'ann',
    given: async world => ({ params: { ...DEV, sourceId: await builtinSource(world) } }),
    expect: { status: 409, code: 'data.sourceBuiltin', stored: 'same' },
  },
])
