import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import { addRun } from '../support/sync.ts'

scenarios('org.undoSync', [
  {
    name: 'takes back what was done',
    as: 'abe',
    given: async world => {
      const runId = await addRun(world, 'done', { worker: null })
      const row = {
        run_id: runId,
        n: 1,
        kind: 'person',
        action: 'change',
        external_id: 'x',
        local_id: world.ids.ben,
        name: 'Ben',
        before: '{}',
        after: '{}',
        state: 'applied',
      } as const
      await world.db
        .insertInto('directory_change')
        .values({ ...row, was: '{}', became: '{}' })
        .execute()
      return { params: { runId }, body: {} }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const row = await world.db.selectFrom('directory_run').selectAll().executeTakeFirstOrThrow()
      expect(row).toMatchObject({ undone_by: world.ids.abe, total: 1 })
    },
  },
  {
    name: 'has nothing to take back where nothing was done',
    as: 'ann',
    given: async world => ({ params: { runId: await addRun(world, 'done') }, body: {} }),
    expect: { status: 409, code: 'org.syncNotUndoable' },
  },
  {
    name: 'does not take back a plan',
    as: 'ann',
    given: async world => ({ params: { runId: await addRun(world, 'planned') }, body: {} }),
    expect: { status: 409, code: 'org.syncNotUndoable' },
  },
  {
    name: 'takes no fields',
    as: 'ann',
    params: { runId: '0191d5a0-0000-7000-8000-00000000000a' },
    body: { only: 1 },
    expect: { status: 422, errors: ['only'], stored: 'same' },
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
  'org.undoSync',
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
