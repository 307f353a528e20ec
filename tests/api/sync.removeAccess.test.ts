import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'
import { accessIn, HELLO } from '../support/two-servers.ts'

scenarios('sync.removeAccess', [
  {
    name: 'ends the access at once',
    as: 'sue',
    given: async world => {
      const token = await accessIn(world, {})
      expect((await world.call('sync.hello', { body: { ...HELLO, token } })).status).toBe(0)
      const { id } = await world.db.selectFrom('sync_access').select('id').executeTakeFirstOrThrow()
      return { params: { syncAccessId: id } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.call('sync.listAccesses', { as: 'sue' })).data.total).toBe(0),
  },
  { name: 'knows no others', as: 'sue', params: { syncAccessId: uuidv7() }, expect: { status: 404, code: 'sync.accessUnknown', stored: 'same' } },
])
