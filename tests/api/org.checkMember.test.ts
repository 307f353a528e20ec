import { uuidv7 } from 'uuidv7'
import { expect } from 'vitest'
import { addDepartment, addMember, foreignDepartment, notForThem, rootOf } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'

let eve = ''
let sales = ''
let east = ''
const ask = (query: () => Record<string, string>) => async () => ({ params: { userId: eve }, query: query() })

scenarios('org.checkMember', [
  {
    name: 'says what a move takes and gives, and which department loses its manager',
    as: 'abe',
    given: async world => {
      sales = await addDepartment(world, 'Sales')
      east = await addDepartment(world, 'East')
      eve = await addMember(world, 'Eve', [sales])
      await world.running.services.organisation.departments.setManager(world.ids.acme, sales, eve)
      return ask(() => ({ action: 'move', departmentIds: east }))()
    },
    expect: {
      status: 0,
      data: { name: 'Eve', departmentsLost: [{ name: 'Sales' }], departmentsGained: [{ name: 'East' }], managed: [{ name: 'Sales' }], apps: [] },
      stored: 'same',
    },
    then: reply => {
      expect(reply.data.sentences).toEqual(['Leaves Sales', 'Comes to East', 'Is no longer the manager of Sales, which then has none'])
      expect(reply.data.text).toBe(reply.data.sentences.join('\n'))
    },
  },
  {
    name: 'says what going from one department to another means; the others stay',
    as: 'abe',
    given: async world => {
      const both = await addMember(world, 'Both', [sales, await addDepartment(world, 'Board')])
      return { params: { userId: both }, query: { action: 'move', departmentId: sales, departmentIds: east } }
    },
    expect: { status: 0, data: { departmentsLost: [{ name: 'Sales' }], departmentsGained: [{ name: 'East' }], managed: [] } },
  },
  {
    name: 'says which roles a move takes and gives, those of departments above and of roles that include others too',
    as: 'abe',
    given: async world => {
      const scope = { company_id: world.ids.acme, app_id: world.ids.shop }
      const role = async (name: string, kind: 'user' | 'department' | 'role', subject_id: string) => {
        const id = uuidv7()
        await world.db
          .insertInto('role')
          .values({ id, ...scope, name })
          .execute()
        await world.db
          .insertInto('role_member')
          .values({ role_id: id, kind, subject_id, ...scope })
          .execute()
        return id
      }
      await role('Sellers', 'department', sales)
      await role('Easterners', 'role', await role('East coast', 'department', east))
      await role('Own', 'user', eve)
      await role('All of it', 'department', await rootOf(world))
      return { params: { userId: eve }, query: { action: 'move', departmentIds: east } }
    },
    expect: {
      status: 0,
      data: { rolesLost: [{ name: 'Sellers (Shop)' }], rolesGained: [{ name: 'East coast (Shop)' }, { name: 'Easterners (Shop)' }] },
    },
    then: async (reply, world) => {
      expect(reply.data.sentences).toContain('Loses the roles Sellers (Shop)')
      expect(reply.data.sentences).toContain('Gains the roles East coast (Shop), Easterners (Shop)')
      const banned = await world.call('org.checkMember', { as: 'abe', params: { userId: eve }, query: { action: 'ban' } })
      expect(banned.data.sentences).toContain('Cannot use the roles All of it (Shop), Own (Shop), Sellers (Shop) until let in again')
      await world.db.deleteFrom('role').where('built_in', 'is', null).execute()
    },
  },
  {
    name: 'says that nothing changes',
    as: 'abe',
    given: ask(() => ({ action: 'move', departmentIds: sales })),
    expect: { status: 0, data: { sentences: ['Nothing changes'] } },
  },
  {
    name: 'says that who loses the last department comes to the first one',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    given: ask(() => ({ action: 'remove', departmentId: sales })),
    expect: { status: 0, data: { sentences: ['离开 Sales', '加入 Acme', '不再是 Sales 的负责人，该职位将空缺'] } },
  },
  {
    name: 'says what leaving the organisation means for an administrator who owns an app',
    as: 'ann',
    given: async world => {
      await world.db.updateTable('app').set({ owner_id: world.ids.abe }).where('id', '=', world.ids.shop).execute()
      return { params: { userId: world.ids.abe }, query: { action: 'remove' } }
    },
    expect: { status: 0, data: { isLeader: true, apps: [{ key: 'shop', name: 'Shop' }], departmentsLost: [{ name: 'Acme' }] } },
    then: reply =>
      expect(reply.data.sentences).toEqual([
        'Leaves Acme with all departments',
        'Can no longer open Acme and its apps',
        'Can no longer administer the organisation',
        'Owns Shop, which the administrators go on managing',
      ]),
  },
  {
    name: 'says what a ban means',
    as: 'ann',
    given: ask(() => ({ action: 'ban' })),
    expect: {
      status: 0,
      data: { departmentsLost: [], sentences: ['Stays the manager of Sales without being able to act', 'Can no longer open Acme and its apps'] },
    },
  },
  {
    name: 'knows no department of another organisation',
    as: 'ann',
    given: async world => ({ params: { userId: eve }, query: { action: 'move', departmentIds: await foreignDepartment(world) } }),
    expect: { status: 422, code: 'org.departmentUnknown', errors: ['departmentIds'] },
  },
  {
    name: 'knows nobody of another organisation',
    as: 'ann',
    given: async world => ({ params: { userId: world.ids.dee }, query: { action: 'ban' } }),
    expect: { status: 404, code: 'org.memberUnknown' },
  },
  {
    name: 'is not removed from where he is not',
    as: 'ann',
    given: async world => ({ params: { userId: eve }, query: { action: 'remove', departmentId: await rootOf(world) } }),
    expect: { status: 404, code: 'org.departmentUnknown' },
  },
  { name: 'wants a known action', as: 'ann', given: ask(() => ({ action: 'fire' })), expect: { status: 422, errors: ['action'] } },
  ...notForThem(
    {},
    ask(() => ({ action: 'ban' })),
  ),
])
