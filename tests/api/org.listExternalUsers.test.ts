import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addVisitor, notForThem } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

const shop = async (world: World) => ({ query: { appId: world.ids.shop } })

scenarios('org.listExternalUsers', [
  {
    name: 'org.list-external-users, org.entity-external: visitors of an app, newest first',
    as: 'abe',
    given: async world => {
      await addVisitor(world, 'dee')
      await addVisitor(world, 'cyd')
      await world.db.updateTable('person').set({ nick_name: 'C.', phone: '139' }).where('id', '=', world.ids.cyd).execute()
      await world.db.updateTable('external_user').set({ last_login_at: '2026-01-05T08:30:00Z' }).where('user_id', '=', world.ids.cyd).execute()
      return shop(world)
    },
    expect: { status: 0, data: { total: 2 } },
    then: (reply, world) => {
      expect(reply.data.items[0]).toMatchObject({
        appId: world.ids.shop,
        appName: 'Shop',
        nickName: 'C.',
        email: 'cyd@example.test',
        phone: '139',
        disabled: false,
        lastLoginDate: '2026-01-05T08:30:00.000Z',
      })
      expect(reply.data.items[1]).toMatchObject({ nickName: 'Dee', lastLoginDate: null })
    },
  },
  {
    name: 'org.external: finds by a part of name, username, email or phone',
    as: 'ann',
    given: async world => ({ query: { ...(await shop(world)).query, username: 'DEE@' } }),
    expect: { status: 0, data: { total: 1, items: [{ nickName: 'Dee' }] } },
  },
  {
    name: 'finds by a part of the name that is shown',
    as: 'ann',
    given: async world => {
      await world.db.updateTable('person').set({ nick_name: 'Vera' }).where('id', '=', world.ids.dee).execute()
      return { query: { ...(await shop(world)).query, username: 'ver' } }
    },
    expect: { status: 0, data: { total: 1, items: [{ nickName: 'Vera' }] } },
  },
  { name: 'org.external-app: wants the app', as: 'ann', expect: { status: 422, errors: ['appId'] } },
  {
    name: 'knows no app of another organisation',
    as: 'ann',
    given: async world => {
      const id = uuidv7()
      await world.db.insertInto('app').values({ id, company_id: world.ids.globex, key: 'theirs', name: 'Theirs', type: 1, owner_id: world.ids.dee }).execute()
      return { query: { appId: id } }
    },
    expect: { status: 404, code: 'org.appUnknown' },
  },
  ...notForThem({}, shop),
])
