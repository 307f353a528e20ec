import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addDepartment, sitIn } from '../support/organisation.ts'
import { addPage, addRole, builtIn, clearPermissions, DEV, letGuestsIn, setList, setOverride } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

let page = ''
let sales = ''
const why = (userId: string, resource = `page:${page}`, option = 'read') => ({ params: DEV, query: { userId, resource, option } })

scenarios('permission.explain', [
  {
    name: 'a way through a department and an included role, by the default of the kind',
    as: 'abe',
    given: async world => {
      page = await addPage(world, 'Salary')
      const east = await addDepartment(world, 'East')
      await sitIn(world, world.ids.ben, [east])
      sales = await addRole(world, 'Sales', { departments: [east] })
      const staff = await addRole(world, 'Staff', { roles: [sales] })
      await setList(world, 'page:read', [staff])
      return why(world.ids.ben)
    },
    expect: { status: 0, data: { allow: true, person: { name: 'Ben' }, target: 'View: page Salary' } },
    then: reply => {
      expect(reply.data.reasons[0].text).toBe('role Staff ← role Sales ← department East; default of Pages; not overridden')
      expect(reply.data.reasons[0].path.map((step: any) => [step.kind, step.name])).toEqual([
        ['role', 'Staff'],
        ['role', 'Sales'],
        ['department', 'East'],
      ])
      expect(reply.data.reasons[1].text).toBe('“Open the app” is given by role All users (as every app begins)')
    },
  },
  {
    name: 'an exception that takes away, and who would give it, in Chinese',
    as: 'abe',
    headers: { 'accept-language': 'zh-CN' },
    given: async world => {
      await clearPermissions(world)
      await setOverride(world, await builtIn(world, 'all-users'), 'page', page, 'read', false)
      return why(world.ids.ben)
    },
    expect: { status: 0, data: { allow: false, target: '查看：页面 Salary' } },
    then: reply => {
      expect(reply.data.reasons.map((reason: any) => reason.is)).toEqual(['taken', 'nothing'])
      expect(reply.data.text).toContain('角色 所有用户')
      expect(reply.data.text).not.toMatch(/[a-z]{4}/)
    },
  },
  {
    name: 'an exception that gives',
    as: 'abe',
    given: async world => {
      sales = await addRole(world, 'Sellers', { users: [world.ids.ben] })
      await setOverride(world, sales, 'page', page, 'read', true)
      return why(world.ids.ben)
    },
    expect: { status: 0, data: { allow: true } },
    then: reply => expect(reply.data.reasons[0].text).toBe('role Sellers; set for this resource'),
  },
  {
    name: 'a duty, the manager, the guest',
    as: 'abe',
    given: async world => why(world.ids.ben, 'app', 'viewLog'),
    expect: { status: 0, data: { allow: false, target: 'View the log' } },
    then: async (reply, world) => {
      expect(reply.data.text).toBe('“View the log” is not given (as every app begins). No role gives it. It is given by: Administrators')
      const manager = await world.call('permission.explain', { as: 'abe', params: DEV, query: { resource: 'app', option: 'viewLog' } })
      expect(manager.data).toMatchObject({ allow: true, text: 'Administrators of the organisation may do everything' })
      await letGuestsIn(world)
      const guest = await world.call('permission.explain', { as: 'abe', ...why('guest', 'app', 'access') })
      expect(guest.data).toMatchObject({ allow: false, person: { name: 'Guests' } })
    },
  },
  {
    name: 'the owner of a page',
    as: 'abe',
    given: async world => {
      await setList(world, 'edit', [await builtIn(world, 'all-users')])
      await setList(world, 'page.create', [await builtIn(world, 'all-users')])
      const own = await addPage(world, 'Mine', 'ben')
      return why(world.ids.ben, `page:${own}`, 'edit')
    },
    expect: { status: 0, data: { allow: true } },
    then: reply => expect(reply.data.reasons[0].text).toBe('Owner of the resource; default of Pages'),
  },
  { name: 'a person of another organisation', as: 'abe', given: async world => why(world.ids.dee), expect: { status: 404, code: 'permission.personUnknown' } },
  {
    name: 'a page of another app',
    as: 'abe',
    given: async world => why(world.ids.ben, `page:${uuidv7()}`),
    expect: { status: 404, code: 'permission.resourceUnknown' },
  },
  { name: 'an option that is none', as: 'abe', given: async world => why(world.ids.ben, 'app', 'fly'), expect: { status: 422, errors: ['option'] } },
  { name: 'what is no resource', as: 'abe', params: DEV, query: { resource: 'planet:x', option: 'read' }, expect: { status: 422, errors: ['resource'] } },
  {
    name: 'is not for a member without duties',
    as: 'ben',
    given: async world => {
      await clearPermissions(world)
      return why(world.ids.ben)
    },
    expect: { status: 403, stored: 'same' },
  },
])
