// release.kill-push: what waits stops at once, what runs is asked to; that its pipeline stops is told by release.createPush.test.ts. release.confirm-cancel-push.
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { aPush, otherApp } from '../support/pushes.ts'
import { scenarios } from '../support/scenarios.ts'

// Nothing works on it: its next step is far away.
const later = new Date(Date.now() + 3_600_000)
scenarios('release.killPush', [
  { name: 'knows no such push', as: 'ann', body: { id: uuidv7() }, expect: { status: 404, code: 'release.pushUnknown', stored: 'same' } },
  {
    name: 'knows none of another app',
    as: 'ann',
    given: async world => ({ body: { id: await aPush(world, { app_id: await otherApp(world) }) } }),
    expect: { status: 404, code: 'release.pushUnknown', stored: 'same' },
  },
  {
    name: 'stops nothing that has ended',
    as: 'ann',
    given: async world => ({ body: { id: await aPush(world) } }),
    expect: { status: 409, code: 'release.pushEnded', stored: 'same' },
  },
  {
    name: 'ends what waits',
    as: 'ann',
    given: async world => ({ body: { id: await aPush(world, { status: 2, task_status: 0, run: '{}', next_at: later }) } }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const row = await world.db.selectFrom('ci_push').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
      expect([row.status, row.task_status]).toEqual([-1, -4])
    },
  },
  {
    name: 'asks what runs to stop',
    as: 'ann',
    given: async world => ({ body: { id: await aPush(world, { status: 2, task_status: 1, next_at: later }) } }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const row = await world.db.selectFrom('ci_push').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
      expect([row.status, row.task_status]).toEqual([2, -3])
    },
  },
])
