// release.list-pushes, release.push-history-dialog: pushes page by page, of one platform or all; release.push-status-table.
import { aPush } from '../support/pushes.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('release.listPushes', [
  { name: 'has none at first', as: 'ann', expect: { status: 0, data: { items: [], total: 0, page: 1, perPage: 20, inProgress: false }, stored: 'same' } },
  {
    name: 'lists the newest first, with how each stands',
    as: 'ann',
    given: async world => {
      await aPush(world, {
        title: 'First',
        applet_type: 1,
        status: 1,
        task_status: 2,
        reason: null,
        codes: JSON.stringify([{ url: 'https://example.com', label: '' }]),
      })
      await aPush(world, { title: 'Second' })
      await aPush(world, { title: 'Third', status: 2, task_status: 1, reason: null, next_at: new Date(Date.now() + 3_600_000) })
    },
    expect: {
      status: 0,
      data: {
        total: 3,
        inProgress: true,
        items: [
          { title: 'Third', status: 2, task: { status: 1, reason: '' } },
          { title: 'Second', status: -1, hasCode: false, createdBy: 'Ann', task: { status: -1, reason: 'The pipeline failed. Its log says why' } },
          { title: 'First', status: 1, appletType: 1, codeType: 'uniapp', hasCode: true },
        ],
      },
      stored: 'same',
    },
  },
  { name: 'pages', as: 'ann', query: { page: 2, perPage: 2 }, expect: { status: 0, data: { total: 3, items: [{ title: 'First' }] } } },
  {
    name: 'lists those of one platform',
    as: 'ann',
    query: { appletType: 1 },
    expect: { status: 0, data: { total: 1, inProgress: false, items: [{ title: 'First' }] } },
  },
])
