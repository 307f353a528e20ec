import { expect } from 'vitest'
import { addRole, builtIn, DEV, setList, setOverride, addPage } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

let page = ''
const at = (version: number) => ({ ...DEV, version: String(version) })

scenarios('permission.getVersion', [
  {
    name: 'what a version changed',
    as: 'abe',
    params: at(2),
    given: async world => {
      page = await addPage(world, 'Salary')
      const all = await builtIn(world, 'all-users')
      await addRole(world, 'Sales')
      await setList(world, 'viewLog', [all])
      await setOverride(world, all, 'page', page, 'read', false)
      await setOverride(world, all, 'page', page, 'read', true)
      await setList(world, 'viewLog', [], { environment: 'qa' })
    },
    expect: { status: 0, data: { version: 2, kind: 'edit', total: 1, items: [{ what: 'list', text: 'View the log: All users' }] } },
  },
  {
    name: 'what is different between two, either way',
    as: 'abe',
    params: at(5),
    query: { against: 2 },
    expect: { status: 0, data: { total: 2 } },
    then: async (reply, world) => {
      expect(reply.data.items.map((item: any) => item.text)).toEqual(['All users: View of page Salary is allowed', 'View the log in qa: nobody'])
      const back = await world.call('permission.getVersion', { as: 'abe', params: at(3), query: { against: 4 } })
      expect(back.data.items.map((item: any) => item.text)).toEqual(['All users: View of page Salary is refused'])
      const start = await world.call('permission.getVersion', { as: 'abe', params: at(2), query: { against: 0 } })
      expect(start.data.items.map((item: any) => item.text)).toEqual(['Role Sales was added', 'View the log: All users'])
    },
  },
  { name: 'one that is not there', as: 'abe', params: at(99), expect: { status: 404, code: 'permission.versionUnknown' } },
  { name: 'against what is no version', as: 'abe', params: at(1), query: { against: -1 }, expect: { status: 422, errors: ['against'] } },
  { name: 'is not for a member without duties', as: 'ben', params: at(1), expect: { status: 403, stored: 'same' } },
])
