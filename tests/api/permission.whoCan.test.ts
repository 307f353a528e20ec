import { expect } from 'vitest'
import { addDepartment, addMember, sitIn } from '../support/organisation.ts'
import { addExternal, addPage, addRole, builtIn, clearPermissions, DEV, letGuestsIn, setList, setOverride } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

let page = ''
const ask = (resource: string, option: string, more: Record<string, unknown> = {}) => ({ params: DEV, query: { resource, option, ...more } })
const names = (reply: { data: Record<string, any> }) => reply.data.items.map((one: any) => one.name)

scenarios('permission.whoCan', [
  {
    name: 'people through a department and an included role, those who manage the app, with the reason',
    as: 'abe',
    given: async world => {
      page = await addPage(world, 'Salary')
      const east = await addDepartment(world, 'East')
      await sitIn(world, world.ids.ben, [east])
      await addMember(world, 'Eve')
      const sales = await addRole(world, 'Sales', { departments: [east] })
      await setList(world, 'page:read', [await addRole(world, 'Staff', { roles: [sales] })])
      return ask(`page:${page}`, 'read')
    },
    expect: { status: 0, data: { guests: false, total: 3 } },
    then: reply => {
      expect(names(reply)).toEqual(['Abe', 'Ann', 'Ben'])
      expect(reply.data.items[2].why).toContain('role Staff ← role Sales ← department East')
    },
  },
  {
    name: 'everybody, in pages',
    as: 'abe',
    given: async () => ask('app', 'access', { perPage: 2, page: 2 }),
    expect: { status: 0, data: { total: 4, page: 2, perPage: 2 } },
    then: reply => expect(names(reply)).toEqual(['Ben', 'Eve']),
  },
  {
    name: 'by name; without those who cannot open the app',
    as: 'abe',
    given: async world => {
      await setList(world, 'read', [await addRole(world, 'Few')])
      return ask(`page:${page}`, 'read', { keywords: 'be' })
    },
    expect: { status: 0, data: { total: 1 } },
    then: reply => expect(names(reply)).toEqual(['Abe']),
  },
  {
    name: 'external users and guests',
    as: 'abe',
    given: async world => {
      await clearPermissions(world)
      await letGuestsIn(world)
      await addExternal(world, 'cyd')
      const visitors = [await builtIn(world, 'external-users'), await builtIn(world, 'guest')]
      await setList(world, 'read', visitors)
      await setOverride(world, visitors[1] as string, 'page', page, 'read', true)
      return ask(`page:${page}`, 'read')
    },
    expect: { status: 0, data: { guests: true } },
    then: reply => expect(reply.data.items.filter((one: any) => one.external).map((one: any) => one.name)).toEqual(['Cyd']),
  },
  { name: 'what is no option', as: 'abe', given: async () => ask('app', 'fly'), expect: { status: 422, errors: ['option'] } },
  { name: 'is not for a member without duties', as: 'ben', given: async () => ask('app', 'access'), expect: { status: 403, stored: 'same' } },
])
