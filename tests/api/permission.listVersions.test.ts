import { expect } from 'vitest'
import { addPage, builtIn, DEV } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('permission.listVersions', [
  { name: 'none before anything was changed', as: 'abe', params: DEV, expect: { status: 0, data: { items: [], total: 0 } } },
  {
    name: 'the newest first, with author and sentences',
    as: 'abe',
    params: DEV,
    given: async world => {
      const page = await addPage(world, 'Salary')
      const role = (await world.call('role.createRole', { as: 'ann', params: DEV, body: { name: 'Sales', type: 0 } })).data.id
      const acl = { roleId: await builtIn(world, 'all-users'), resourceType: 'page', aclArray: [{ resourceId: page, acl: { read: false } }] }
      await world.call('permission.saveAcl', { as: 'abe', params: DEV, body: acl })
      await world.call('role.addUsers', { as: 'abe', params: { ...DEV, roleId: role }, body: { email: ['ben@example.test'] } })
      await world.call('permission.saveAclForm', { as: 'abe', params: DEV, body: { guestEnabled: true } })
    },
    expect: { status: 0, data: { total: 4 } },
    then: reply =>
      expect(reply.data.items.map((item: any) => [item.version, item.by, item.changes[0]])).toEqual([
        [4, 'Abe', 'Guests are let in'],
        [3, 'Abe', 'Ben was added to the role Sales'],
        [2, 'Abe', 'All users: View of page Salary is refused'],
        [1, 'Ann', 'Role Sales was added'],
      ]),
  },
  {
    name: 'in pages, in Chinese',
    as: 'abe',
    params: DEV,
    query: { page: 2, perPage: 3 },
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 0, data: { total: 4, page: 2 } },
    then: reply => expect(reply.data.items[0].changes).toEqual(['新增角色 Sales']),
  },
  { name: 'no such page', as: 'abe', params: DEV, query: { page: 0 }, expect: { status: 422, errors: ['page'] } },
  { name: 'is not for a member without duties', as: 'ben', params: DEV, expect: { status: 403, stored: 'same' } },
])
