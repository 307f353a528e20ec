import { DEV } from '../support/models.ts'
import { scenarios } from '../support/scenarios.ts'

const body = { key: 'outside', name: 'Outside' }
scenarios('apigroup.create', [
  { name: 'adds a group', as: 'ann', params: DEV, body, expect: { status: 0 } },
  { name: 'says that the key is taken', as: 'ann', params: DEV, body, expect: { status: 422, errors: ['key'], stored: 'same' } },
  { name: 'keeps a member without duties out', as: 'ben', params: DEV, body, expect: { status: 403, stored: 'same' } },
])
