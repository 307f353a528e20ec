import { expect } from 'vitest'
import { DEV } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const BODY = { name: 'Customers', host: 'db.example.test', port: 5432, database: 'crm', username: 'reader' }
let sourceId = ''
const here = () => ({ params: { ...DEV, sourceId } })
scenarios('source.update', [
  {
    name: 'renames, and keeps the password that is stored',
    as: 'ann',
    given: async world => {
      const made = await world.call('source.create', { as: 'ann', params: DEV, body: { key: 'crm', dialect: 'postgres', password: 'Secret-1', ...BODY } })
      sourceId = made.data.id
      return here()
    },
    body: { ...BODY, name: 'Clients' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const [, crm] = (await world.call('source.list', { as: 'ann', params: DEV })).data.options
      expect(crm).toMatchObject({ name: 'Clients', hasPassword: true })
    },
  },
  {
    name: 'does not send a stored password to another address',
    as: 'ann',
    given: async () => here(),
    body: { ...BODY, host: 'elsewhere.example.test' },
    expect: { status: 422, code: 'data.passwordAgain', errors: ['password'], stored: 'same' },
  },
  {
    name: 'does not send it to a server that somebody else vouches for',
    as: 'ann',
    given: async () => here(),
    body: { ...BODY, ca: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----' },
    expect: { status: 422, code: 'data.passwordAgain', errors: ['password'], stored: 'same' },
  },
  { name: 'says what is missing', as: 'ann', given: async () => here(), body: { name: 'Clients' }, expect: { status: 422, errors: ['host'], stored: 'same' } },
  { name: 'keeps a member without duties out', as: 'ben', given: async () => here(), body: BODY, expect: { status: 403, stored: 'same' } },
])
