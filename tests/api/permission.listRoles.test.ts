import { expect } from 'vitest'
import { addRole, letGuestsIn } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

const names = (reply: { data: Record<string, any> }) => reply.data.items.map((role: any) => role.label)

scenarios('permission.listRoles', [
  {
    name: 'permission.list-roles, permission.entity-acl-model: the roles of the app, the built-in ones first, without guests',
    as: 'abe',
    given: async world => {
      await addRole(world, 'Sales')
      await addRole(world, 'Partners', {}, 1)
    },
    expect: { status: 0 },
    then: reply => {
      expect(names(reply)).toEqual(['Administrators', 'All users', 'External users', 'Partners', 'Sales'])
      expect(reply.data.items.map((role: any) => role.type)).toEqual([0, 0, 1, 1, 0])
    },
  },
  {
    name: 'permission.editor-roles: guests are there while the app lets them in, named in the reader’s language',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    given: async world => void (await letGuestsIn(world)),
    expect: { status: 0 },
    then: reply => {
      const guest = reply.data.items.find((role: any) => role.isAppGuest)
      expect(guest).toMatchObject({ type: 1, label: '访客' })
    },
  },
  { name: 'takes nothing it does not know', as: 'ann', query: { all: 1 }, expect: { status: 422, errors: ['all'] } },
  { name: 'is not for a member without duties', as: 'ben', expect: { status: 403, stored: 'same' } },
])
