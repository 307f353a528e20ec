// release.list-syncs, release.sync-refresh: newest first, and whether one is under way.
import { expect } from 'vitest'
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
  {
    name: 'tells what both changed in the language of whoever reads it, the look of the app as well',
    as: 'ann',
    params: DEV,
    headers: { 'accept-language': 'zh-CN' },
    given: async world => {
      const drift = [{ part: 'theme shown', label: 'Look of the app', section: 'Themes', change: 'changed' }]
      await taskIn(world, { status: -1, targets: JSON.stringify([{ id: world.ids.shop, name: 'Production', status: 'drift', drift }]) })
    },
    expect: { status: 0 },
    then: async reply => {
      expect(reply.data.items[0].targets[0].drift).toMatchObject([{ label: '应用外观', section: '主题' }])
      expect(reply.data.items[0].driftOptions[0].label).toContain('应用外观')
    },
  },
  ...wrongPeople({}, async () => ({ params: DEV })),
])
