import { scenarios } from '../support/scenarios.ts'

scenarios('company.getHosts', [
  { name: 'lists nothing at first', as: 'abe', expect: { status: 0, data: { isAllowed: true, hosts: [] } } },
  { name: 'keeps nobody out', expect: { status: 401 } },
  { name: 'keeps a plain member out', as: 'ben', expect: { status: 403 } },
  { name: 'keeps a stranger out', as: 'cyd', expect: { status: 403 } },
])
