import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { DEV } from '../support/models.ts'
import { shopOf, wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import { taskIn } from '../support/two-servers.ts'
import type { World } from '../support/world.ts'

const statusOf = async (world: World) => (await world.call('release.listSyncs', { as: 'ann', params: DEV })).data.items[0].task.status
let id = ''
const at = async () => ({ params: { ...DEV, syncId: id } })

scenarios('release.cancelSync', [
  {
    name: 'stops what waits at once',
    as: 'ann',
    given: async world => {
      id = await taskIn(world, { status: 0 })
      return at()
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect(await statusOf(world)).toBe(-4),
  },
  { name: 'says that it has ended', as: 'ann', given: at, expect: { status: 409, code: 'sync.ended', stored: 'same' } },
  {
    name: 'asks one that runs to stop at its next step',
    as: 'ann',
    given: async world => {
      id = await taskIn(world, { status: 1, worker: uuidv7() })
      return at()
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await statusOf(world)).toBe(-3)
      // Its process is gone: whoever looks after it ends it.
      await world.running.services.sync.resume(shopOf(world), id, 0)
      expect(await statusOf(world)).toBe(-4)
    },
  },
  { name: 'knows no others', as: 'ann', params: { ...DEV, syncId: uuidv7() }, expect: { status: 404, code: 'sync.unknown', stored: 'same' } },
  ...wrongPeople({}, at),
])
