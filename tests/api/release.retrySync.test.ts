// What is decided goes along with another try; how one goes on where it stopped is in release.startSync.test.ts.
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { DEV } from '../support/models.ts'
import { addPage, wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import { taskIn } from '../support/two-servers.ts'

let id = ''
const at = async () => ({ params: { ...DEV, syncId: id } })

scenarios('release.retrySync', [
  {
    name: 'does not try again what went well',
    as: 'ann',
    given: async world => {
      id = await taskIn(world, { status: 2 })
      return at()
    },
    expect: { status: 409, code: 'sync.notRetryable', stored: 'same' },
  },
  {
    name: 'does not begin beside another one',
    as: 'ann',
    given: async world => {
      id = await taskIn(world, { status: -1, can_retry: true })
      await taskIn(world, { status: 1, worker: uuidv7() })
      return at()
    },
    expect: { status: 409, code: 'sync.inProgress', stored: 'same' },
  },
  {
    name: 'tries again, and tells in the log why that failed',
    as: 'ann',
    given: async world => {
      await world.db.deleteFrom('sync_task').where('id', '!=', id).execute()
      await addPage(world, { name: 'Home' })
      return at()
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      await world.running.services.sync.settled()
      const { task, canRetry } = (await world.call('release.initSync', { as: 'ann', params: DEV, query: { id } })).data
      expect(task.status).toBe(-1)
      expect(canRetry).toBe(true)
      expect(task.log).toMatch(/Tried again\n.*Reads the saved app\n.*There is no such service\n.*Not everything was synchronised$/)
    },
  },
  { name: 'knows no others', as: 'ann', params: { ...DEV, syncId: uuidv7() }, expect: { status: 404, code: 'sync.unknown', stored: 'same' } },
  ...wrongPeople({}, at),
])
