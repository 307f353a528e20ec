import { expect } from 'vitest'
import { builtIn, DEV, letGuestsIn, ROW_OPTIONS, setList } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('permission.getAclForm', [
  {
    name: 'permission.get-acl-form, permission.entity-app-acl, permission.entity-feature-acl, permission.entity-default-acl: every list, as an app begins',
    as: 'abe',
    params: DEV,
    expect: { status: 0 },
    then: async (reply, world) => {
      const [all, admin] = [await builtIn(world, 'all-users'), await builtIn(world, 'admin')]
      expect(new Set(reply.data.readAcl)).toEqual(new Set([all, admin]))
      for (const duty of ['edit', 'adminRole', 'publish', 'delete', 'dataManage', 'flowManage', 'viewLog', 'sync'])
        expect(reply.data[`${duty}Acl`]).toEqual([admin])
      expect(Object.keys(reply.data.pageAcl).sort()).toEqual(['create', 'delete', 'edit', 'read'])
      expect(Object.keys(reply.data.apiAcl).sort()).toEqual(['call', 'create', 'delete', 'edit', 'read'])
      expect(Object.keys(reply.data.roleAcl).sort()).toEqual(['create', 'delete', 'edit'])
      expect(reply.data.pageAcl).toMatchObject({ create: [admin], edit: [admin, 'owner'] })
      // What is done with rows is given to nobody but administrators at first.
      for (const option of ROW_OPTIONS) expect(reply.data.modelAcl[option]).toEqual([admin, 'owner'])
      expect(Object.keys(reply.data.sourceAcl).sort()).toEqual(['create', 'delete', 'edit', 'read', 'sql'])
      for (const kind of ['component', 'apigroup', 'form', 'formGroup', 'flow', 'flowGroup']) expect(Object.keys(reply.data[`${kind}Acl`])).toHaveLength(4)
    },
  },
  {
    name: 'permission.default-owner, permission.default-owner-option: the resource owner is a choice, in the reader’s language',
    as: 'abe',
    params: DEV,
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 0, data: { ownerOption: { label: '资源所有者', value: 'owner' } } },
  },
  {
    name: 'guests are not spoken of while none are let in',
    as: 'abe',
    params: DEV,
    given: async world => void (await setList(world, 'read', [await builtIn(world, 'all-users'), await builtIn(world, 'guest')])),
    expect: { status: 0, data: { guestEnabled: false } },
    then: async (reply, world) => {
      expect(reply.data.readAcl).toEqual([await builtIn(world, 'all-users')])
      await letGuestsIn(world)
      const after = await world.call('permission.getAclForm', { as: 'abe', params: DEV })
      expect(after.data.readAcl).toContain(await builtIn(world, 'guest'))
    },
  },
  { name: 'takes nothing it does not know', as: 'ann', query: { all: 1 }, expect: { status: 422, errors: ['all'] } },
  { name: 'permission.who: is not for a member without duties', as: 'ben', params: DEV, expect: { status: 403, stored: 'same' } },
])
