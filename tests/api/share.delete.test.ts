import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'
import { aShare } from '../support/shares.ts'
import type { World } from '../support/world.ts'

const given = async (world: World) => ({ params: { shareId: (await aShare(world)).id } })

scenarios('share.delete', [
  {
    name: 'deletes a share with its figures; its content stays while something else names it',
    as: 'ann',
    given: async world => {
      const { id, key } = await aShare(world)
      await world.call('share.getPage', { params: { key } })
      return { params: { shareId: id } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      expect(await world.db.selectFrom('share').select('id').execute()).toEqual([])
      expect(await world.db.selectFrom('share_day').select('day').execute()).toEqual([])
    },
  },
  {
    name: 'answers unknown for what is not there',
    as: 'ann',
    params: { shareId: '01890000-0000-7000-8000-000000000001' },
    expect: { status: 404, code: 'share.unknownHere', stored: 'same' },
  },
  { name: 'refuses what is no id', as: 'ann', params: { shareId: 'x' }, expect: { status: 404, stored: 'same' } },
  { name: 'keeps members out', as: 'ben', given, expect: { status: 403, stored: 'same' } },
  { name: 'keeps strangers out', given, expect: { status: 401, stored: 'same' } },
])
