import { expect } from 'vitest'
import { addRule, dropRules, LINES, makeOrders, notForThem, ORDERS, rule, scopeRefused, where, type Orders } from '../support/row-permissions.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let made: Orders | undefined
const given = async (world: World) => {
  made ??= await makeOrders(world)
  return { params: ORDERS as Record<string, string> }
}
scenarios('rowPermission.getConditionSource', [
  {
    name: 'rowPermission.get-condition-source: fields of the model, and the variables in a group',
    as: 'ann',
    given,
    query: { type: 'row' },
    expect: { status: 0 },
    then: reply => {
      expect(reply.data.fields.slice(0, 3)).toMatchObject([
        { label: 'Title', name: 'title', type: 'text' },
        { label: 'Amount', name: 'amount', type: 'number' },
        { label: 'Owner', name: 'owner', type: 'select', valueTypes: ['value', 'field'] },
      ])
      expect(reply.data.fields.at(-1).children.map((one: { name: string }) => one.name)).toEqual(reply.data.variables.map((one: { name: string }) => one.name))
      expect(reply.data.variables[0]).toEqual({ name: 'user.id', label: 'Current user: ID', type: 'user' })
    },
  },
  {
    name: 'evalMode tells what variables are for who asks; without variables only the fields',
    as: 'abe',
    given,
    query: { evalMode: 'true', variables: 'false' },
    expect: { status: 0 },
    then: (reply, world) => {
      expect(reply.data.fields.some((one: { children?: object }) => one.children)).toBe(false)
      expect(reply.data.variables[0]).toEqual({ name: 'user.id', label: 'Current user: ID', type: 'user', value: [world.ids.abe] })
    },
  },
  {
    name: 'people, rows and roles are chosen by their names, those that rules name already among them',
    as: 'ann',
    given: async world => {
      const { params } = await given(world)
      const { role } = made as Orders
      await addRule(world, rule({ roles: [role] }, where('order', 'equal', (made as Orders).other)), LINES)
      return { params: { ...params, dmKey: 'line' } }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      type Field = { name: string; options?: { value: string; label: string }[]; children?: Field[] }
      const fields = reply.data.fields as Field[]
      const order = fields.find(one => one.name === 'order')
      expect(order?.options).toContainEqual({ value: (made as Orders).other, label: "ann's" })
      const roles = fields.at(-1)?.children?.find(one => one.name === 'user.roles')
      expect(roles?.options).toContainEqual({ value: (made as Orders).role, label: 'Data' })
      expect(fields.find(one => one.name === 'created_by')?.options).toContainEqual({ value: world.ids.ben, label: 'Ben' })
      // A comparison that was made by a call is shown as one that is chosen.
      const listed = await world.call('rowPermission.listRowPermissions', { as: 'ann', params: LINES, query: { type: 'row' } })
      expect(listed.data.items[0].filters.children[0]).toMatchObject({ op: 'select_equals', right: (made as Orders).other })
      await dropRules(world)
    },
  },
  { name: 'refuses what is no yes or no', as: 'ann', given, query: { evalMode: 'perhaps' }, expect: { status: 422, errors: ['evalMode'] } },
  ...notForThem(given),
  ...scopeRefused(given),
])
