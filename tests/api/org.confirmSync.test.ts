import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import { addRun } from '../support/sync.ts'

scenarios('org.confirmSync', [
  {
    name: 'carries out a plan',
    as: 'abe',
    given: async world => ({ params: { runId: await addRun(world, 'planned', { worker: null }) } }),
    body: {},
    expect: { status: 0 },
    then: async (_reply, world) => {
      const row = await world.db.selectFrom('directory_run').selectAll().executeTakeFirstOrThrow()
      expect(row.confirmed_by).toBe(world.ids.abe)
      expect(['applying', 'done']).toContain(row.status)
    },
  },
  {
    name: 'wants the name of the organisation for a plan beyond the limit',
    as: 'ann',
    given: async world => ({ params: { runId: await addRun(world, 'stopped') }, body: { name: 'Acm' } }),
    expect: { status: 422, code: 'org.syncConfirmName', errors: ['name'] },
  },
  {
    name: 'refuses a plan of yesterday',
    as: 'ann',
    given: async world => ({ params: { runId: await addRun(world, 'planned', { planned_at: new Date(Date.now() - 25 * 3_600_000) }) }, body: {} }),
    expect: { status: 409, code: 'org.syncPlanOld' },
  },
  {
    name: 'has nothing to confirm where nothing waits',
    as: 'ann',
    given: async world => ({ params: { runId: await addRun(world, 'done') }, body: {} }),
    expect: { status: 409, code: 'org.syncNotPlanned' },
  },
  {
    name: 'takes no other fields',
    as: 'ann',
    params: { runId: '0191d5a0-0000-7000-8000-00000000000a' },
    body: { force: true },
    expect: { status: 422, errors: ['force'], stored: 'same' },
  },
  {
    name: 'finds nothing of another organisation',
    as: 'dee',
    given: async world => ({ params: { companyKey: 'globex', runId: await addRun(world, 'planned') } }),
    body: {},
    expect: { status: 404, code: 'org.syncRunUnknown' },
  },
  ...notForThem({ params: { runId: '0191d5a0-0000-7000-8000-00000000000a' }, body: {} }),
])

scenarios(
  'org.confirmSync',
  [
    {
      name: 'org.sync-visible: only on a private installation',
      as: 'ann',
      params: { runId: '0191d5a0-0000-7000-8000-00000000000a' },
      body: {},
      expect: { status: 403, code: 'org.syncPrivateOnly', stored: 'same' },
    },
  ],
  {
    deployMode: 'saas',
  },
)
