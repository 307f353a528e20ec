import { expect } from 'vitest'
import { addRule, makeOrders, ORDERS, rule, where, type Orders } from '../support/row-permissions.ts'
import { addRole, putIn } from '../support/roles.ts'
import { addDepartment, sitIn } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let orders: Orders
/** Rules for ben by a role through his department, and one for somebody else. */
const ready = async (world: World) => {
  if (orders) return orders
  orders = await makeOrders(world)
  const east = await addDepartment(world, 'East')
  await sitIn(world, world.ids.ben, [east])
  const sales = await addRole(world, 'Sales')
  await putIn(world, sales, 'department', [east])
  const own = { left: { type: 'field', field: 'owner' }, op: 'equal', right: { type: 'field', field: 'user.id' } }
  const small = { left: { type: 'field', field: 'amount' }, op: 'less', right: 3 }
  await addRule(world, rule({ roles: [sales] }, { conjunction: 'and', children: [own, small] }))
  await addRule(world, rule({ users: [world.ids.abe] }, where('amount', 'greater', 4), { name: 'Large orders' }))
  return orders
}

scenarios('data.explainRow', [
  {
    name: 'names the rule that shows a row, and the way to the person',
    as: 'ann',
    given: async world => {
      const { mine } = await ready(world)
      return { params: { ...ORDERS, rowId: mine }, query: { userId: world.ids.ben } }
    },
    expect: {
      status: 0,
      data: {
        person: { name: 'Ben' },
        row: { title: "ben's" },
        allow: true,
        text: 'The row permission Own orders shows it: role Sales ← department East',
        duty: { allow: true },
        rules: [
          {
            name: 'Own orders',
            is: 'shows',
            who: 'role Sales ← department East',
            conditions: 'Owner is Current user: ID and Amount is less than 3',
            leaves: [
              { text: 'Owner is Current user: ID', holds: true, value: 'Ben' },
              { text: 'Amount is less than 3', holds: true, value: '1' },
            ],
          },
          { name: 'Large orders', is: 'others', who: 'for Abe', leaves: [] },
        ],
      },
    },
  },
  {
    name: 'says which condition a row does not fit',
    as: 'ann',
    given: async world => ({ params: { ...ORDERS, rowId: orders.other }, query: { userId: world.ids.ben } }),
    expect: {
      status: 0,
      data: {
        allow: false,
        text: 'No row permission that is for this person fits this row',
        rules: [
          {
            is: 'hides',
            leaves: [
              { holds: false, value: 'Ann' },
              { holds: false, value: '5' },
            ],
          },
          {},
        ],
      },
    },
  },
  {
    name: 'says why somebody who manages the app sees everything',
    as: 'ann',
    given: async world => ({ params: { ...ORDERS, rowId: orders.third }, query: { userId: world.ids.abe } }),
    expect: { status: 0, data: { allow: true, text: 'Administrators of the organisation may do everything' } },
  },
  {
    name: 'knows nobody from elsewhere',
    as: 'ann',
    given: async world => ({ params: { ...ORDERS, rowId: orders.mine }, query: { userId: world.ids.dee } }),
    expect: { status: 404, code: 'permission.personUnknown' },
  },
  { name: 'wants a person', as: 'ann', given: async () => ({ params: { ...ORDERS, rowId: orders.mine } }), expect: { status: 422, errors: ['userId'] } },
  {
    name: 'knows no row that is not there',
    as: 'ann',
    given: async world => ({ params: { ...ORDERS, rowId: world.ids.ann }, query: { userId: world.ids.ben } }),
    expect: { status: 404, code: 'data.rowUnknown' },
  },
  {
    name: 'keeps out who does not configure permissions, though he manages data',
    as: 'ben',
    given: async world => ({ params: { ...ORDERS, rowId: orders.mine }, query: { userId: world.ids.ben } }),
    expect: { status: 403, stored: 'same' },
  },
  {
    name: 'explains no row that the asker does not see himself',
    as: 'ben',
    given: async world => {
      const { id } = await world.db.selectFrom('role').select('id').where('name', '=', 'Sales').executeTakeFirstOrThrow()
      await world.db
        .insertInto('permission_list')
        .values({ company_id: world.ids.acme, app_id: world.ids.shop, list: 'adminRole', roles: [id] })
        .execute()
      const seen = await world.call('data.explainRow', { as: 'ben', params: { ...ORDERS, rowId: orders.mine }, query: { userId: world.ids.ben } })
      expect(seen).toMatchObject({ status: 0, data: { allow: true } })
      return { params: { ...ORDERS, rowId: orders.other }, query: { userId: world.ids.ben } }
    },
    expect: { status: 404, code: 'data.rowUnknown' },
  },
])
