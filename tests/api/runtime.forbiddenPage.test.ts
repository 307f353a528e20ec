// general.forbidden-custom: the page of an app for members who may not open the app at all
import { expect } from 'vitest'
import { addPage } from '../support/pages.ts'
import { addRole, setList } from '../support/permissions.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

const SCHEMA = { type: 'page', body: 'Ask Abe for access' }

scenarios('runtime.forbiddenPage', [
  { name: 'is none where the app sets none', as: 'ben', expect: { status: 0, data: { page: null } } },
  {
    name: 'is none until it is published',
    as: 'ben',
    given: async world => {
      const closed = await addPage(world, { name: 'Closed', schema: SCHEMA, visible: false })
      expect((await world.call('app.update', { as: 'ann', body: { appCustomPermissionPage: closed } })).status).toBe(0)
    },
    expect: { status: 0, data: { page: null } },
  },
  {
    name: 'is shown to a member who may not open the app, with no more than the page and what it may do',
    as: 'ben',
    given: async world => {
      await publish(world)
      await setList(world, 'read', [await addRole(world, 'Clerks', { users: [world.ids.abe] })])
      expect((await world.call('runtime.site', { as: 'ben' })).status).toBe(403)
      expect((await world.call('app.get', { as: 'ben' })).status).toBe(403)
    },
    expect: { status: 0, data: { page: { schema: SCHEMA } } },
    then: reply => expect(Object.keys(reply.data.page).sort()).toEqual(['authority', 'id', 'schema']),
  },
  { name: 'does not tell whether there is an app', as: 'ben', params: { appUrlKey: 'nothing' }, expect: { status: 0, data: { page: null } } },
  { name: 'wants a signed-in person', expect: { status: 401 } },
  { name: 'keeps other organisations out', as: 'dee', expect: { status: 403 } },
])
