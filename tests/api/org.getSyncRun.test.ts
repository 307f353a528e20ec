import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import { addRun } from '../support/sync.ts'

scenarios('org.getSyncRun', [
  {
    name: 'tells how far it is',
    as: 'abe',
    given: async world => ({ params: { runId: await addRun(world, 'reading', { departments_read: 3, people_read: 40, total: 0 }) } }),
    expect: { status: 0, data: { status: 'reading', isWorking: true, departmentsRead: 3, peopleRead: 40, percent: 0, kept: 0 } },
  },
  { name: 'wants an id', as: 'abe', params: { runId: 'last' }, expect: { status: 404, stored: 'same' } },
  {
    name: 'finds nothing of another organisation',
    as: 'dee',
    given: async world => ({ params: { companyKey: 'globex', runId: await addRun(world, 'planned') } }),
    expect: { status: 404, code: 'org.syncRunUnknown' },
  },
  ...notForThem({ params: { runId: '0191d5a0-0000-7000-8000-00000000000a' } }),
])

scenarios(
  'org.getSyncRun',
  [
    {
      name: 'org.sync-visible: only on a private installation',
      as: 'ann',
      params: { runId: '0191d5a0-0000-7000-8000-00000000000a' },
      expect: { status: 403, code: 'org.syncPrivateOnly', stored: 'same' },
    },
  ],
  {
    deployMode: 'saas',
  },
)
