// release.sync-services: who may be sent to, without what they gave out.
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { KEY, serviceIn } from '../support/two-servers.ts'

scenarios('sync.listServices', [
  {
    name: 'lists them by name, and tells no access key',
    as: 'sue',
    given: async world => {
      await serviceIn(world, { name: 'Two' })
      await serviceIn(world, { name: 'One' })
    },
    expect: { status: 0, data: { total: 2, items: [{ name: 'One', checked: null, checkedAt: null }, { name: 'Two' }] } },
    then: reply => expect(reply.raw.toString()).not.toContain(KEY.slice(4)),
  },
])
