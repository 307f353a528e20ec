import { expect } from 'vitest'
import { notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('org.removeSyncSettings', [
  { name: 'wants a platform', as: 'ann', query: {}, expect: { status: 422, errors: ['type'], stored: 'same' } },
  { name: 'has nothing to disconnect', as: 'ann', query: { type: 'feishu' }, expect: { status: 409, code: 'org.syncNotConnected', stored: 'same' } },
  {
    name: 'forgets key and secret, and remembers who is who',
    as: 'abe',
    given: async world => {
      await world.call('org.saveSyncSettings', { as: 'ann', body: { type: 'feishu', appKey: 'cli_1', secret: 'a-secret-nobody-sees', shareLimit: 20 } })
      await world.db
        .insertInto('directory_link')
        .values({ company_id: world.ids.acme, platform: 'feishu', kind: 'person', external_id: 'u1', local_id: world.ids.ben })
        .execute()
    },
    query: { type: 'feishu' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await world.db.selectFrom('directory_connection').selectAll().execute()).toEqual([])
      expect(await world.db.selectFrom('directory_link').selectAll().execute()).toHaveLength(1)
    },
  },
  ...notForThem({ query: { type: 'feishu' } }),
])

scenarios(
  'org.removeSyncSettings',
  [
    {
      name: 'org.sync-visible: only on a private installation',
      as: 'ann',
      query: { type: 'feishu' },
      expect: { status: 403, code: 'org.syncPrivateOnly', stored: 'same' },
    },
  ],
  {
    deployMode: 'saas',
  },
)
