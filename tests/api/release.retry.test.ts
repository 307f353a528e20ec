// release.retry-release, release.retry-visible, release.confirm-retry-rule
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addPage, DEV, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const lists = async (world: World) => (await world.call('release.list', { as: 'ann', params: DEV })).data.items
const brokenBy = (world: World, canRetry: boolean) =>
  world.db
    .updateTable('release_task')
    .set({ status: -1, can_retry: canRetry, reason: JSON.stringify({ code: 'server.failed', english: 'The server failed. Its log says why', status: 500 }) })
    .execute()

scenarios('release.retry', [
  {
    name: 'publishes what had failed',
    as: 'ann',
    given: async world => {
      await addPage(world, { name: 'Home' })
      const { id, taskId } = await publish(world, { title: 'Tried twice' })
      await world.db.deleteFrom('environment').execute()
      await world.db.updateTable('release').set({ status: -1 }).where('id', '=', id).execute()
      await brokenBy(world, true)
      return { params: { ...DEV, taskId } }
    },
    expect: { status: 0, data: {} },
    then: async (_reply, world) => {
      const [release] = await lists(world)
      expect(release).toMatchObject({ title: 'Tried twice', version: '1.0.0', status: 1, current: true, canRetry: false, task: { status: 2, reason: '' } })
      expect(release.task.lines.map((line: any) => line.text)).toContain('Tried again')
    },
  },
  {
    name: 'does not try again what went well',
    as: 'ann',
    given: async world => ({ params: { ...DEV, taskId: (await lists(world))[0].taskId } }),
    expect: { status: 409, code: 'release.notRetryable', stored: 'same' },
  },
  {
    name: 'waits for no other release of the environment',
    as: 'ann',
    given: async world => {
      const [{ id, taskId }] = await lists(world)
      await world.db.updateTable('release').set({ status: -1 }).where('id', '=', id).execute()
      await brokenBy(world, true)
      const other = await publish(world, { title: 'Other' })
      await world.db.updateTable('release').set({ status: 2 }).where('id', '=', other.id).execute()
      return { params: { ...DEV, taskId } }
    },
    expect: { status: 409, code: 'release.inProgress', stored: 'same' },
  },
  { name: 'knows no other tasks', as: 'ann', params: { ...DEV, taskId: uuidv7() }, expect: { status: 404, code: 'release.taskUnknown', stored: 'same' } },
  { name: 'takes no odd ids', as: 'ann', params: { ...DEV, taskId: "1' or 1=1" }, expect: { status: 404, stored: 'same' } },
  ...wrongPeople({}, async world => ({ params: { ...DEV, taskId: (await lists(world))[0].taskId } })),
])
