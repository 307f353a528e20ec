import { expect } from 'vitest'
import { makeOrders, notForThem, ORDERS, scopeRefused, type Orders } from '../support/row-permissions.ts'
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
        { label: 'Owner', name: 'owner', valueTypes: ['field'] },
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
  { name: 'refuses what is no yes or no', as: 'ann', given, query: { evalMode: 'perhaps' }, expect: { status: 422, errors: ['evalMode'] } },
  ...notForThem(given),
  ...scopeRefused(given),
])
