import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import { addRun } from '../support/sync.ts'

scenarios('org.cancelSync', [
  ...(['reading', 'planned', 'stopped'] as const).map(status => ({
    name: `gives up a run that is ${status}`,
    as: 'abe' as const,
    given: async (world: Parameters<typeof addRun>[0]) => ({ params: { runId: await addRun(world, status) }, body: {} }),
    expect: { status: 0 },
    then: async (_reply: unknown, world: Parameters<typeof addRun>[0]) => {
      expect((await world.db.selectFrom('directory_run').selectAll().executeTakeFirstOrThrow()).status).toBe('cancelled')
    },
  })),
  {
    name: 'does not stop in the middle of changes',
    as: 'ann',
    given: async world => ({ params: { runId: await addRun(world, 'done') }, body: {} }),
    expect: { status: 409, code: 'org.syncNotCancellable' },
  },
  {
    name: 'takes no fields',
    as: 'ann',
    params: { runId: '0191d5a0-0000-7000-8000-00000000000a' },
    body: { now: true },
    expect: { status: 422, errors: ['now'], stored: 'same' },
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
  'org.cancelSync',
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
