import { expect } from 'vitest'
import { addMember, notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { Person, World } from '../support/world.ts'

const ban =
  (who: Person, disabled: unknown = true) =>
  async (world: World) => ({ params: { userId: world.ids[who] }, body: { disabled } })

scenarios('org.banMember', [
  {
    name: 'org.member-tag: a banned member keeps his seat and may not open the organisation or its apps',
    as: 'abe',
    given: ban('ben'),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.call('company.get', { as: 'ben' })).status).toBe(403)
      expect((await world.call('app.get', { as: 'ben' })).status).toBe(403)
      expect((await world.call('app.listMine', { as: 'ben' })).data.total).toBe(0)
      expect((await world.call('general.session', { as: 'ben' })).data.companies).toEqual([])
      expect((await world.call('company.list', { as: 'ben' })).data.items).toEqual([])
      expect((await world.call('org.getMember', { as: 'ann', params: { userId: world.ids.ben } })).data).toMatchObject({
        disabled: true,
        departmentName: 'Acme',
      })
    },
  },
  {
    name: 'is let in again',
    as: 'ann',
    given: ban('ben', false),
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.call('company.get', { as: 'ben' })).status).toBe(0),
  },
  { name: 'leaves the owner', as: 'abe', given: ban('ann'), expect: { status: 409, code: 'org.ownerProtected', stored: 'same' } },
  { name: 'is not for oneself', as: 'abe', given: ban('abe'), expect: { status: 409, code: 'org.notYourself', stored: 'same' } },
  {
    name: 'an administrator loses his rights with it',
    as: 'ann',
    given: ban('abe'),
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect((await world.call('org.listMembers', { as: 'abe' })).status).toBe(403)
      await world.call('org.banMember', { as: 'ann', params: { userId: world.ids.abe }, body: { disabled: false } })
    },
  },
  { name: 'wants yes or no', as: 'ann', given: ban('ben', 'yes'), expect: { status: 422, errors: ['disabled'], stored: 'same' } },
  { name: 'knows nobody of another organisation', as: 'ann', given: ban('dee'), expect: { status: 404, code: 'org.memberUnknown', stored: 'same' } },
  ...notForThem({}, async world => ({ params: { userId: await addMember(world, 'Eve') }, body: { disabled: true } })),
])
