import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { addPage, addRole, DEV } from '../support/permissions.ts'
import { scenarios } from '../support/scenarios.ts'

let page = ''
let made = ''
const test = (more: Record<string, unknown>) => ({
  params: DEV,
  body: { name: 'Guests cannot view Salary', who: 'guest', resource: `page:${page}`, option: 'read', expected: false, ...more },
})

scenarios('permission.saveTest', [
  {
    name: 'a promise about a page',
    as: 'abe',
    given: async world => {
      page = await addPage(world, 'Salary')
      return test({})
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      made = reply.data.id
      const row = await world.db.selectFrom('permission_test').selectAll().executeTakeFirstOrThrow()
      expect(row).toMatchObject({
        id: made,
        who: 'guest',
        kind: 'page',
        resource_id: page,
        option: 'read',
        expected: false,
        environment: '',
        created_by: world.ids.abe,
      })
    },
  },
  {
    name: 'changed, about a role and a duty of an environment',
    as: 'abe',
    given: async world => test({ id: made, who: 'role', roleId: await addRole(world, 'Sales'), resource: 'app', option: 'dataManage', environment: 'qa' }),
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(reply.data.id).toBe(made)
      expect(await world.db.selectFrom('permission_test').selectAll().execute()).toMatchObject([{ kind: 'app', resource_id: null, environment: 'qa' }])
    },
  },
  {
    name: 'one that is not there',
    as: 'abe',
    given: async () => test({ id: uuidv7() }),
    expect: { status: 404, code: 'permission.testUnknown', stored: 'same' },
  },
  {
    name: 'a person of another organisation',
    as: 'abe',
    given: async world => test({ who: 'user', userId: world.ids.dee }),
    expect: { status: 422, errors: ['userId'], stored: 'same' },
  },
  {
    name: 'a role of nobody',
    as: 'abe',
    given: async () => test({ who: 'role', roleId: uuidv7() }),
    expect: { status: 422, errors: ['roleId'], stored: 'same' },
  },
  {
    name: 'a page of nobody',
    as: 'abe',
    given: async () => test({ resource: `page:${uuidv7()}` }),
    expect: { status: 404, code: 'permission.resourceUnknown', stored: 'same' },
  },
  { name: 'without a name', as: 'abe', given: async () => test({ name: ' ' }), expect: { status: 422, errors: ['name'], stored: 'same' } },
  { name: 'is not for a member without duties', as: 'ben', given: async () => test({}), expect: { status: 403, stored: 'same' } },
])
