import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addVisitor, notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const visitor = async (world: World) => ({ params: { externalUserId: await addVisitor(world, 'cyd') }, query: { appId: world.ids.shop } })

scenarios('org.removeExternalUser', [
  {
    name: 'org.remove-external-user, org.external-remove: takes a visitor from the app; the account stays',
    as: 'abe',
    given: visitor,
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.call('org.listExternalUsers', { as: 'ann', query: { appId: world.ids.shop } })).data.total).toBe(0)
      expect(await world.db.selectFrom('person').select('id').where('id', '=', world.ids.cyd).execute()).toHaveLength(1)
    },
  },
  {
    name: 'knows nobody who is no visitor',
    as: 'ann',
    given: async world => ({ ...(await visitor(world)), params: { externalUserId: uuidv7() } }),
    expect: { status: 404, code: 'org.externalUserUnknown', stored: 'same' },
  },
  {
    name: 'org.external-app: wants the app',
    as: 'ann',
    given: async world => ({ params: (await visitor(world)).params }),
    expect: { status: 422, errors: ['appId'], stored: 'same' },
  },
  ...notForThem({}, visitor),
])
