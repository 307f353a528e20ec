import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addVisitor, notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const visitor = (disabled: unknown) => async (world: World) => ({
  params: { externalUserId: await addVisitor(world, 'cyd') },
  query: { appId: world.ids.shop },
  body: { disabled },
})
const state = async (world: World) => (await world.call('org.listExternalUsers', { as: 'ann', query: { appId: world.ids.shop } })).data.items[0].disabled

scenarios('org.updateExternalUser', [
  {
    name: 'org.update-external-user, org.external-user: bans a visitor',
    as: 'abe',
    given: visitor(true),
    expect: { status: 0 },
    then: async (_reply, world) => expect(await state(world)).toBe(true),
  },
  {
    name: 'org.external-user: and lets him in again',
    as: 'ann',
    given: visitor(false),
    expect: { status: 0 },
    then: async (_reply, world) => expect(await state(world)).toBe(false),
  },
  { name: 'wants yes or no', as: 'ann', given: visitor('yes'), expect: { status: 422, errors: ['disabled'], stored: 'same' } },
  {
    name: 'knows nobody who is no visitor',
    as: 'ann',
    given: async world => ({ ...(await visitor(true)(world)), params: { externalUserId: uuidv7() } }),
    expect: { status: 404, code: 'org.externalUserUnknown', stored: 'same' },
  },
  ...notForThem({}, visitor(true)),
])
