import { expect } from 'vitest'
import { enter, openDoor } from '../support/outsiders.ts'
import { scenarios } from '../support/scenarios.ts'

const NOBODY = '0191d5a0-0000-7000-8000-0000000000ff'

scenarios('external.setActive', [
  {
    name: 'lets in who waits',
    as: 'ann',
    body: { isActive: true },
    given: async world => {
      await openDoor(world, 'open', { approval: true })
      await enter(world, 'vic@out.test', 'Vic')
      return { params: { externalUserId: (await world.call('external.listUsers', { as: 'ann' })).data.items[0].id } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => expect((await world.call('external.listUsers', { as: 'ann' })).data.items[0].state).toBe('active'),
  },
  {
    name: 'knows no other',
    as: 'ann',
    params: { externalUserId: NOBODY },
    body: { isActive: true },
    expect: { status: 404, code: 'external.unknown', stored: 'same' },
  },
  { name: 'keeps nobody out', params: { externalUserId: NOBODY }, body: { isActive: false }, expect: { status: 401, stored: 'same' } },
  { name: 'keeps a plain member out', as: 'ben', params: { externalUserId: NOBODY }, body: { isActive: false }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps a stranger out', as: 'cyd', params: { externalUserId: NOBODY }, body: { isActive: false }, expect: { status: 403, stored: 'same' } },
])
