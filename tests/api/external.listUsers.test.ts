import { expect } from 'vitest'
import { enter, openDoor } from '../support/outsiders.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('external.listUsers', [
  {
    name: 'lists those who wait first, found by the name that is shown',
    as: 'abe',
    query: { keywords: 'shown' },
    given: async world => {
      await openDoor(world, 'open', { approval: true })
      await enter(world, 'vic@out.test', 'Vic')
      await enter(world, 'wes@out.test', 'Wes')
      await world.db.updateTable('person').set({ nick_name: 'As Shown' }).where('email', '=', 'vic@out.test').execute()
    },
    expect: { status: 0, data: { total: 1, items: [{ name: 'As Shown', email: 'vic@out.test', state: 'waiting', lastLoginDate: null }] } },
    then: async (_reply, world) => {
      const query = { appId: world.ids.shop, username: 'shown' }
      expect((await world.call('org.listExternalUsers', { as: 'ann', query })).data).toMatchObject({
        total: 1,
        items: [{ nickName: 'As Shown', waiting: true }],
      })
      expect((await world.call('external.listUsers', { as: 'ann', query: { state: 'active' } })).data.total).toBe(0)
    },
  },
  { name: 'keeps nobody out', expect: { status: 401 } },
  { name: 'keeps a plain member out', as: 'ben', expect: { status: 403 } },
  { name: 'keeps a stranger out', as: 'cyd', expect: { status: 403 } },
])
