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
