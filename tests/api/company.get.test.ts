// company.home, company.entity-company
import { scenarios } from '../support/scenarios.ts'

scenarios('company.get', [
  {
    name: 'shows the organisation with its numbers',
    as: 'ben',
    expect: { status: 0, data: { key: 'acme', name: 'Acme', role: 'member', isOwner: false, owner: 'Ann', counts: { apps: 1, archived: 0, members: 3 } } },
  },
  { name: 'shows it to a platform super user who is no member', as: 'sue', expect: { status: 0, data: { role: null } } },
  { name: 'finds it whatever the case of the key', as: 'ann', params: { companyKey: 'ACME' }, expect: { status: 0, data: { key: 'acme', isOwner: true } } },
  { name: "keeps other organisations' people out", as: 'dee', expect: { status: 403, stored: 'same' } },
  { name: 'answers a stranger alike for one that does not exist', as: 'dee', params: { companyKey: 'nope' }, expect: { status: 403 } },
  { name: 'keeps out who is not signed in', expect: { status: 401 } },
])
