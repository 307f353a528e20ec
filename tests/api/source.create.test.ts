import { expect } from 'vitest'
import { DEV } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const BODY = { key: 'crm', name: 'Customers', dialect: 'postgres', host: 'db.example.test', database: 'crm', username: 'reader', password: 'Secret-1' }
scenarios('source.create', [
  {
    name: 'keeps the connection and seals the password',
    as: 'ann',
    params: DEV,
    body: BODY,
    expect: { status: 0 },
    then: async (_reply, world) => {
      const [, crm] = (await world.call('source.list', { as: 'ann', params: DEV })).data.options
      expect(crm).toMatchObject({ key: 'crm', host: 'db.example.test', port: 5432, schema: 'public', tls: 'off', hasPassword: true })
      const { rows } = await world.pool.query('select * from data_connection')
      expect(JSON.stringify(rows)).not.toContain('Secret-1')
      const audit = await world.pool.query(`select input from audit where call = 'source.create'`)
      expect(JSON.stringify(audit.rows)).not.toContain('Secret-1')
    },
  },
  {
    name: 'says which key is taken',
    as: 'ann',
    params: DEV,
    body: { ...BODY, key: 'CRM'.toLowerCase() },
    expect: { status: 422, code: 'data.keyTaken', errors: ['key'] },
  },
  {
    name: 'takes no path to a socket or with a port for a host',
    as: 'ann',
    params: DEV,
    body: { ...BODY, key: 'a b', host: '/var/run/postgresql' },
    expect: { status: 422, errors: ['host', 'key'], stored: 'same' },
  },
  {
    name: 'makes no second built-in source',
    as: 'ann',
    params: DEV,
    body: { ...BODY, key: 'second', dialect: 'builtin' },
    expect: { status: 422, errors: ['dialect'], stored: 'same' },
  },
  { name: 'keeps a member without duties out', as: 'ben', params: DEV, body: { ...BODY, key: 'other' }, expect: { status: 403, stored: 'same' } },
])
