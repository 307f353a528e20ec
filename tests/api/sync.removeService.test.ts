import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'
import { serviceIn } from '../support/two-servers.ts'

scenarios('sync.removeService', [
  {
    name: 'takes it out of the list',
    as: 'sue',
    given: async world => ({ params: { syncServiceId: await serviceIn(world, {}) } }),
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { data } = await world.call('sync.listServices', { as: 'sue' })
      if (data.total !== 0) throw new Error('it is there still')
    },
  },
  { name: 'knows no others', as: 'sue', params: { syncServiceId: uuidv7() }, expect: { status: 404, code: 'sync.serviceUnknown', stored: 'same' } },
])
