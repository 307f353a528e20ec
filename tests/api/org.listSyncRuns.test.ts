import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import { addRun } from '../support/sync.ts'

scenarios('org.listSyncRuns', [
  {
    name: 'shows the runs of the organisation, the newest first',
    as: 'abe',
    given: async world => {
      await addRun(world, 'done', {
        counts: JSON.stringify({ 'person.create': 2, 'department.create': 1, 'department.manager': 1, 'person.change': 3 }),
        total: 7,
        position: 7,
      })
      await addRun(world, 'stopped', { company_id: world.ids.globex }, { keep: true })
      await addRun(world, 'planned', { created_at: new Date(Date.now() + 1000) }, { keep: true })
    },
    expect: { status: 0, data: { total: 2, page: 1, perPage: 20 } },
    then: reply => {
      expect(reply.data.items).toMatchObject([
        { status: 'planned', startedBy: 'Ann', canConfirm: true, canCancel: true, canUndo: false, isActive: true },
        { status: 'done', counts: { create: 3, change: 4 }, percent: 100, canUndo: true, isActive: false },
      ])
    },
  },
  { name: 'has pages', as: 'abe', query: { page: 2, perPage: 1 }, expect: { status: 0, data: { total: 2, items: [{ status: 'done' }] } } },
  { name: 'wants a page', as: 'abe', query: { page: 0 }, expect: { status: 422, errors: ['page'], stored: 'same' } },
  ...notForThem(),
])

scenarios(
  'org.listSyncRuns',
  [{ name: 'org.sync-visible: only on a private installation', as: 'ann', expect: { status: 403, code: 'org.syncPrivateOnly', stored: 'same' } }],
  {
    deployMode: 'saas',
  },
)
