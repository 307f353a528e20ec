import { addVisitor, notForThem } from '../support/organisation.ts'
import { uuidv7 } from 'uuidv7'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const visitor = async (world: World) => ({ params: { externalUserId: await addVisitor(world, 'cyd') }, query: { appId: world.ids.shop } })

scenarios('org.getExternalUser', [
  {
    name: 'org.get-external-user, org.external-user-info: name, app and whether banned',
    as: 'abe',
    given: visitor,
    expect: { status: 0, data: { name: 'Cyd', appName: 'Shop', disabled: false } },
  },
  {
    name: 'knows nobody who is no visitor',
    as: 'ann',
    given: async world => ({ ...(await visitor(world)), params: { externalUserId: uuidv7() } }),
    expect: { status: 404, code: 'org.externalUserUnknown' },
  },
  {
    name: 'knows no visitor of another app',
    as: 'ann',
    given: async world => ({ ...(await visitor(world)), query: { appId: uuidv7() } }),
    expect: { status: 404, code: 'org.appUnknown' },
  },
  {
    name: 'org.external-app: wants the app',
    as: 'ann',
    given: async world => ({ params: (await visitor(world)).params }),
    expect: { status: 422, errors: ['appId'] },
  },
  ...notForThem({}, visitor),
])
