import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { aShare, expire, open } from '../support/shares.ts'
import type { World } from '../support/world.ts'

const given = async (world: World) => ({ params: { shareId: (await aShare(world)).id } })

scenarios('share.setOpen', [
  {
    name: 'stops a share at once, and opens it again',
    as: 'ann',
    given,
    body: { isOpen: false },
    expect: { status: 0, data: { isOpen: false, state: 'stopped' } },
    then: async ({ data }, world) => {
      expect((await open(world, data.key)).code).toBe('share.unknown')
      const again = await world.call('share.setOpen', { as: 'ann', params: { shareId: data.id }, body: { isOpen: true } })
      expect(again.data.state).toBe('open')
      expect((await open(world, data.key)).status).toBe(0)
    },
  },
  {
    name: 'does not open what is over',
    as: 'ann',
    given: async world => {
      const { id } = await aShare(world)
      await expire(world, id)
      return { params: { shareId: id } }
    },
    body: { isOpen: true },
    expect: { status: 422, code: 'share.expiredHere', stored: 'same' },
  },
  { name: 'wants to know which', as: 'ann', given, body: {}, expect: { status: 422, errors: ['isOpen'], stored: 'same' } },
  {
    name: 'answers unknown for what is not there',
    as: 'ann',
    params: { shareId: '01890000-0000-7000-8000-000000000001' },
    body: { isOpen: true },
    expect: { status: 404 },
  },
  { name: 'keeps members out', as: 'ben', given, body: { isOpen: false }, expect: { status: 403, stored: 'same' } },
  { name: 'keeps strangers out', given, body: { isOpen: false }, expect: { status: 401, stored: 'same' } },
])
