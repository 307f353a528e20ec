import { expect } from 'vitest'
import { makeOrders, ORDERS, ordersIn } from '../support/rows.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let ids: string[] = []
const ready = async (world: World) => {
  if (!ids.length) ids = await makeOrders(world)
}
const amounts = async (world: World) => (await ordersIn(world)).map(row => row.amount)

scenarios('data.startBulk', [
  {
    name: 'changes all rows that match, and can be undone',
    as: 'ann',
    given: async world => {
      await ready(world)
      return { params: ORDERS, body: { keywords: 'ir', values: { amount: 2 }, count: 2 } }
    },
    expect: { status: 0, data: { state: 'done', progress: 100, isDeletion: false, result: { count: 2, changed: 1 } } },
    then: async (reply, world) => {
      expect(await amounts(world)).toEqual([2, 1, 2])
      const { changeId } = reply.data.result
      expect((await world.call('data.undoChange', { as: 'abe', params: { ...ORDERS, changeId }, body: {} })).data).toMatchObject({ count: 1 })
      expect(await amounts(world)).toEqual([3, 1, 2])
    },
  },
  {
    name: 'does nothing when other rows match than were shown, and says so',
    as: 'ann',
    given: async () => ({ params: ORDERS, body: { values: { amount: 9 }, count: 2 } }),
    expect: { status: 0, data: { state: 'failed', result: null, reason: 'Other rows match now than were shown. Nothing was changed. Look at it again' } },
    then: async (_reply, world) => expect(await amounts(world)).toEqual([3, 1, 2]),
  },
  {
    name: 'leaves no change behind when every row is so already',
    as: 'ann',
    given: async () => ({ params: ORDERS, body: { values: { status: 'new' }, count: 3 } }),
    expect: { status: 0, data: { state: 'done', result: { count: 3, changed: 0, changeId: '' } } },
  },
  {
    name: 'deletes all rows that match',
    as: 'ann',
    given: async () => ({ params: ORDERS, body: { count: 3 } }),
    expect: { status: 0, data: { state: 'done', isDeletion: true, result: { count: 3, changed: 3 } } },
    then: async (reply, world) => {
      expect(await ordersIn(world)).toEqual([])
      const { changeId } = reply.data.result
      await world.call('data.undoChange', { as: 'ann', params: { ...ORDERS, changeId }, body: {} })
      expect((await ordersIn(world)).map(row => row.title)).toEqual(['First', 'Second', 'Third'])
    },
  },
  {
    name: 'says what is wrong with a value, before anything is done',
    as: 'ann',
    given: async () => ({ params: ORDERS, body: { values: { amount: 'many' }, count: 3 } }),
    expect: { status: 422, errors: ['amount'], stored: 'same' },
  },
  {
    name: 'refuses more rows than one transaction holds',
    as: 'ann',
    given: async () => ({ params: ORDERS, body: { values: { amount: 1 }, count: 100_001 } }),
    expect: { status: 422, code: 'data.tooManyMatch', stored: 'same' },
    then: reply => expect(reply.msg).toContain('100,000'),
  },
  {
    name: 'keeps a member without the duty out',
    as: 'ben',
    given: async () => ({ params: ORDERS, body: { values: { amount: 1 }, count: 3 } }),
    expect: { status: 403, stored: 'same' },
    then: async (_reply, world) => expect(await amounts(world)).toEqual([3, 1, 2]),
  },
])
