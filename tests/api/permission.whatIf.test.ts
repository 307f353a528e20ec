import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addDepartment, addMember, sitIn } from '../support/organisation.ts'
import { addPage, addRole, builtIn, clearPermissions, DEV, letGuestsIn, setList, setOverride } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let page = ''
let all = ''
let admin = ''
const box = (world: World, roleId: string, option: string, allow: boolean) => ({
  params: DEV,
  body: { kind: 'page', changes: [{ roleId, resourceId: page, option, allow }] },
})

scenarios('permission.whatIf', [
  {
    name: 'who loses a page, in people and in pages, and nothing is changed',
    as: 'abe',
    given: async world => {
      page = await addPage(world, 'Salary')
      all = await builtIn(world, 'all-users')
      admin = await builtIn(world, 'admin')
      await addMember(world, 'Eve')
      return box(world, all, 'read', false)
    },
    expect: { status: 0, stored: 'same', data: { people: { gain: 0, lose: 2 }, resources: { gain: 0, lose: 1 }, pairs: { gain: 0, lose: 2 }, total: 1 } },
    then: reply =>
      expect(reply.data.items[0]).toMatchObject({ kind: 'page', kindName: 'page', resource: 'Salary', optionName: 'View', lose: 2, losers: ['Ben', 'Eve'] }),
  },
  {
    name: 'nobody loses what another role gives as well',
    as: 'abe',
    given: async world => {
      const east = await addDepartment(world, 'East')
      await sitIn(world, world.ids.ben, [east])
      await setOverride(world, await addRole(world, 'Sales', { departments: [east] }), 'page', page, 'read', true)
      return box(world, all, 'read', false)
    },
    expect: { status: 0, data: { people: { gain: 0, lose: 1 } } },
    then: reply => expect(reply.data.items[0].losers).toEqual(['Eve']),
  },
  {
    name: 'a form: a duty and the default of a kind',
    as: 'abe',
    given: async world => {
      await clearPermissions(world)
      await addPage(world, 'Orders')
      return { params: DEV, body: { form: { viewLogAcl: [all], pageAcl: { read: [admin] } } } }
    },
    expect: { status: 0, stored: 'same', data: { people: { gain: 2, lose: 2 }, resources: { gain: 1, lose: 2 }, pairs: { gain: 2, lose: 4 } } },
    then: reply =>
      expect(reply.data.items.map((item: any) => [item.resource, item.optionName]).sort()).toEqual([
        ['Orders', 'View'],
        ['Salary', 'View'],
        ['Shop', 'View the log'],
      ]),
  },
  {
    name: 'people put into a role gain all that it gives',
    as: 'abe',
    given: async world => {
      const role = await addRole(world, 'Editors')
      await setList(world, 'edit', [role])
      await setOverride(world, role, 'page', page, 'edit', true)
      return { params: DEV, body: { members: [{ roleId: role, kind: 'user', subjectId: world.ids.ben, add: true }] } }
    },
    expect: { status: 0, data: { people: { gain: 1, lose: 0 } } },
    then: reply =>
      expect(reply.data.items.map((item: any) => [item.resource, item.option, item.gainers])).toEqual([
        ['Shop', 'edit', ['Ben']],
        ['Salary', 'edit', ['Ben']],
      ]),
  },
  {
    name: 'guests who are let in',
    as: 'abe',
    headers: { 'accept-language': 'zh-CN' },
    given: async world => {
      await clearPermissions(world)
      await setList(world, 'read', [all, await builtIn(world, 'guest')])
      await letGuestsIn(world, false)
      return { params: DEV, body: { form: { guestEnabled: true } } }
    },
    expect: { status: 0, data: { people: { gain: 1, lose: 0 } } },
    then: reply => expect(reply.data.items[0]).toMatchObject({ optionName: '访问应用', gainers: ['访客'] }),
  },
  {
    name: 'why a change means nothing to the people of a role',
    as: 'abe',
    given: async world => {
      await clearPermissions(world)
      await setList(world, 'edit', [admin])
      const readers = await addRole(world, 'Readers', { users: [world.ids.ben] })
      const empty = await addRole(world, 'Nobody yet')
      const give = (roleId: string, option: string, allow = true) => ({ roleId, resourceId: page, option, allow })
      return {
        params: DEV,
        body: { kind: 'page', changes: [give(readers, 'edit'), give(empty, 'read'), give(readers, 'read'), give(readers, 'delete', false)] },
      }
    },
    expect: { status: 0, stored: 'same', data: { people: { gain: 0, lose: 0 }, total: 0 } },
    then: reply =>
      expect(reply.data.notes).toEqual([
        '“Pages: Edit” for Readers: this needs “Edit the app” as well, which nobody in this role has. It is given to: Administrators.',
        '“Pages: View” for Nobody yet: nobody is in this role.',
        '“Pages: View” for Readers: who is in this role has it all the same, by All users.',
        '“Pages: Delete” for Readers: nobody in this role had it.',
      ]),
  },
  {
    name: 'why a list means nothing to the people of some roles, beside those to whom it does',
    as: 'abe',
    given: async world => {
      const empty = await addRole(world, 'Nobody at all')
      return { params: DEV, body: { form: { viewLogAcl: [all, empty] } } }
    },
    expect: { status: 0, data: { people: { gain: 2, lose: 0 } } },
    then: reply =>
      expect(reply.data.notes).toEqual([
        '“View the log” for Nobody at all: nobody is in this role.',
        '“View the log” for Administrators: nobody is in this role.',
      ]),
  },
  { name: 'a role of another app', as: 'abe', given: async world => box(world, uuidv7(), 'read', true), expect: { status: 404, code: 'role.unknown' } },
  { name: 'changes of no kind', as: 'abe', params: DEV, body: { changes: [] }, expect: { status: 422, errors: ['kind'] } },
  { name: 'is not for a member without duties', as: 'ben', given: async world => box(world, all, 'read', false), expect: { status: 403, stored: 'same' } },
  {
    name: 'the list of single resources in an environment, when it is emptied',
    as: 'abe',
    given: async world => {
      const testers = await addRole(world, 'Testers', { users: [world.ids.ben] })
      await setList(world, 'resource', [testers], { environment: 'qa' })
      return { params: { companyKey: 'acme', appUrlKey: 'shop-qa' }, body: { runtime: { resourceAcl: [] } } }
    },
    expect: { status: 0, data: { people: { gain: 0, lose: 1 } }, stored: 'same' },
    then: reply => expect(reply.data.items).toMatchObject([{ kind: 'app', option: 'resource', lose: 1, losers: ['Ben'] }]),
  },
  {
    name: 'the forms are for who may save them',
    as: 'ben',
    given: async world => {
      await setList(world, 'resource', [all], { environment: 'qa' })
      return { params: { companyKey: 'acme', appUrlKey: 'shop-qa' }, body: { form: { guestEnabled: true } } }
    },
    expect: { status: 403, stored: 'same' },
  },
])
