import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addPage, addRole, builtIn, DEV, setList, setOverride } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let page = ''
let inner = ''
const all = async (world: World) => ({ params: DEV, query: { resourceType: 'page', roleId: await builtIn(world, 'all-users') } })

scenarios('permission.listResources', [
  {
    name: 'permission.list-resources, permission.editor-detail: the tree of pages, ticked by the default',
    as: 'abe',
    given: async world => {
      page = await addPage(world, 'Orders')
      const group = await addPage(world, 'Area', 'ann', { kind: 'group', schema: undefined })
      inner = await addPage(world, 'Salary', 'ann', { parentId: group })
      return all(world)
    },
    expect: { status: 0, data: { manualDisabled: false } },
    then: reply => {
      const [orders, area] = reply.data.items
      expect(orders).toMatchObject({ label: 'Orders', value: page, isGroup: false, acl: { value: ['read'], overridden: [] } })
      expect(orders.acl.options.map((option: any) => [option.value, option.group, option.disabled])).toEqual([
        ['read', 'builtIn', false],
        ['edit', 'builtIn', false],
        ['delete', 'builtIn', false],
      ])
      expect(area).toMatchObject({ isGroup: true, acl: { options: [], value: [] }, children: [{ label: 'Salary' }] })
    },
  },
  {
    name: 'permission.acl-kinds, permission.editor-custom: exceptions, and custom options that can be changed',
    as: 'abe',
    given: async world => {
      const role = await builtIn(world, 'all-users')
      await setOverride(world, role, 'page', inner, 'read', false)
      await setOverride(world, role, 'page', inner, 'export', true)
      const own = { page_id: inner, company_id: world.ids.acme, app_id: world.ids.shop }
      await world.db
        .insertInto('permission_option')
        .values([
          { ...own, value: 'export', label: 'Export' },
          { ...own, value: 'api:orders:call', label: '' },
        ])
        .execute()
      return all(world)
    },
    expect: { status: 0 },
    then: reply => {
      const salary = reply.data.items[1].children[0]
      expect(salary.acl.value).toEqual(['export'])
      expect(salary.acl.overridden).toEqual(['read', 'export'])
      expect(salary.acl.options.slice(3)).toMatchObject([
        { value: 'api:orders:call', group: 'api', groupLabel: 'API permissions', editable: false, removable: false },
        { value: 'export', label: 'Export', group: 'custom', editable: true, removable: true },
      ])
    },
  },
  {
    name: 'guests and external roles cannot work on pages',
    as: 'abe',
    given: async world => ({ query: { resourceType: 'page', roleId: await builtIn(world, 'external-users') } }),
    expect: { status: 0 },
    then: reply => expect(reply.data.items[0].acl.options.map((option: any) => option.disabled)).toEqual([false, true, true]),
  },
  {
    name: 'permission.editor-blocked: nothing can be changed where the app forbids it',
    as: 'abe',
    given: async world => {
      await world.pool.query(`update app set config = config || '{"aclManualDisabled": true}' where id = $1`, [world.ids.shop])
      return all(world)
    },
    expect: { status: 0, data: { manualDisabled: true } },
    then: async (reply, world) => {
      expect(reply.data.items[1].children[0].acl.options.every((option: any) => option.disabled && !option.editable && !option.removable)).toBe(true)
      await world.pool.query(`update app set config = '{}' where id = $1`, [world.ids.shop])
    },
  },
  {
    name: 'other kinds: roles; and a kind that has none yet',
    as: 'abe',
    given: async world => {
      await addRole(world, 'Sales')
      return { query: { resourceType: 'role', roleId: await builtIn(world, 'admin') } }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.items).toMatchObject([{ label: 'Sales', acl: { value: ['edit', 'delete'] } }])
      const none = await world.call('permission.listResources', { as: 'abe', query: { resourceType: 'flow', roleId: await builtIn(world, 'admin') } })
      expect(none.data.items).toEqual([])
    },
  },
  {
    name: 'somebody with the duty in the environment alone',
    as: 'ben',
    given: async world => {
      await setList(world, 'resource', [await builtIn(world, 'all-users')], { environment: 'qa' })
      return { ...(await all(world)), params: { companyKey: 'acme', appUrlKey: 'shop-qa' } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const there = await world.call('permission.listResources', { as: 'ben', ...(await all(world)) })
      expect(there.status).toBe(403)
    },
  },
  {
    name: 'an unknown kind',
    as: 'abe',
    given: async () => ({ query: { resourceType: 'planet', roleId: uuidv7() } }),
    expect: { status: 422, errors: ['resourceType'] },
  },
  {
    name: 'a role of nobody',
    as: 'abe',
    given: async () => ({ query: { resourceType: 'page', roleId: uuidv7() } }),
    expect: { status: 404, code: 'role.unknown' },
  },
  { name: 'is not for a member without duties', as: 'ben', given: all, expect: { status: 403, stored: 'same' } },
])
