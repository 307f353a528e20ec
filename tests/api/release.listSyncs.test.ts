// release.list-syncs, release.sync-refresh: newest first, and whether one is under way.
import { DEV } from '../support/models.ts'
import { wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import { taskIn } from '../support/two-servers.ts'

scenarios('release.listSyncs', [
  { name: 'is empty at first', as: 'ann', params: DEV, expect: { status: 0, data: { items: [], total: 0, page: 1, perPage: 20, inProgress: false } } },
  {
    name: 'lists page by page',
    as: 'ann',
    params: DEV,
    query: { page: 1, perPage: 1 },
    given: async world => {
      await taskIn(world, { status: 2 })
      await taskIn(world, { status: -4, source: '1.0.0' })
    },
    expect: { status: 0, data: { total: 2, perPage: 1, inProgress: false, items: [{ from: '1.0.0', task: { status: -4 } }] } },
  },
  ...[0, 1, -3].map(status => ({
    name: `says that ${status} is under way`,
    as: 'ann' as const,
    params: DEV,
    given: async (world: Parameters<typeof taskIn>[0]) => {
      await world.db.deleteFrom('sync_task').execute()
      await taskIn(world, { status })
    },
    expect: { status: 0, data: { inProgress: true } },
  })),
  ...wrongPeople({}, async () => ({ params: DEV })),
])
