// release.kill-release, release.cancel-visible, release.confirm-cancel-release-rule
import { sql } from 'kysely'
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addPage, DEV, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const lists = async (world: World) => (await world.call('release.list', { as: 'ann', params: DEV })).data.items

scenarios('release.kill', [
  {
    name: 'stops what waits at once',
    as: 'ann',
    given: async world => {
      await addPage(world, { name: 'Home' })
      await publish(world, { title: 'Stays' })
      const { id } = await publish(world, { title: 'Goes', tag: 'qa' })
      // As after the process that worked on it was killed: what waits stops at once.
      await world.db.updateTable('release').set({ status: 2 }).where('id', '=', id).execute()
      await world.db.updateTable('release_task').set({ status: 0 }).where('release_id', '=', id).execute()
      return { params: { ...DEV, releaseId: id } }
    },
    expect: { status: 0, data: {} },
    then: async (_reply, world) => {
      expect((await lists(world))[0]).toMatchObject({ title: 'Goes', status: -1, canRetry: true, task: { status: -4 } })
    },
  },
  {
    name: 'says that a release has ended',
    as: 'ann',
    given: async world => ({ params: { ...DEV, releaseId: (await lists(world))[0].id } }),
    expect: { status: 409, code: 'release.ended', stored: 'same' },
  },
  {
    name: 'asks one that runs to stop at its next step',
    as: 'ann',
    given: async world => {
      const { id } = await publish(world, { title: 'Runs' })
      await world.db.updateTable('release').set({ status: 2 }).where('id', '=', id).execute()
      await world.db
        .updateTable('release_task')
        .set({ status: 1, worker: uuidv7(), touched_at: sql`now()` })
        .where('release_id', '=', id)
        .execute()
      return { params: { ...DEV, releaseId: id } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const [release] = await lists(world)
      expect(release).toMatchObject({ title: 'Runs', status: 2, task: { status: -3 } })
      // Its process is gone: whoever looks after it ends it.
      await world.running.services.releases.resume({ companyId: world.ids.acme, appId: world.ids.shop }, release.taskId, 0)
      expect((await lists(world))[0]).toMatchObject({ status: -1, canRetry: true, task: { status: -4 } })
    },
  },
  { name: 'knows no other releases', as: 'ann', params: { ...DEV, releaseId: uuidv7() }, expect: { status: 404, code: 'release.unknown', stored: 'same' } },
  ...wrongPeople({}, async world => ({ params: { ...DEV, releaseId: (await lists(world))[0].id } })),
])
