// Totals of lists of rows: counted once for many who ask, and right after every change.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRowTotals } from '../../api/server/services/data/rows/totals.ts'
import { makeOrders, ORDERS } from '../support/rows.ts'
import { addRow } from '../support/models.ts'
import { makeWorld, type World } from '../support/world.ts'

describe('totals that are kept', () => {
  const question = { sql: 'select', parameters: [1] }

  it('counts once for many who ask the same, and again for another value', async () => {
    const totals = createRowTotals()
    let asked = 0
    const count = async () => ++asked
    expect(await Promise.all([totals.of('m', question, count), totals.of('m', question, count)])).toEqual([1, 1])
    expect(await totals.of('m', { ...question, parameters: ['1'] }, count)).toBe(2)
    expect(await totals.of('n', question, count)).toBe(3)
  })

  it('forgets an exact total with a change, one that is under way too, and in time anyway; more than are counted stays for longer', async () => {
    let at = 0
    const totals = createRowTotals({ now: () => at })
    let answer = 5
    const count = async () => answer
    const running = totals.of('m', question, count)
    totals.forget('m')
    await running
    answer = 6
    expect(await totals.of('m', question, count)).toBe(6)
    answer = 7
    expect(await totals.of('m', question, count)).toBe(6)
    at = 4_000
    expect(await totals.of('m', question, count)).toBe(7)
    answer = 10_001
    totals.forget('m')
    expect(await totals.of('m', question, count)).toBe(10_001)
    answer = 3
    totals.forget('m')
    at = 20_000
    expect(await totals.of('m', question, count)).toBe(10_001)
    at = 25_000
    expect(await totals.of('m', question, count)).toBe(3)
  })

  it('keeps no failure', async () => {
    const totals = createRowTotals()
    await expect(totals.of('m', question, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await totals.of('m', question, async () => 2)).toBe(2)
  })
})

describe('totals of a list', () => {
  let world: World
  let ids: string[] = []
  beforeAll(async () => {
    world = await makeWorld()
    ids = await makeOrders(world)
  })
  afterAll(() => world?.close())
  const total = async (filter?: object) =>
    (await world.call('data.listRows', { as: 'ann', params: ORDERS, query: filter ? { filter: JSON.stringify(filter) } : {} })).data.total

  it('are right after every change', async () => {
    const large = { conjunction: 'and', children: [{ left: { type: 'field', field: 'amount' }, op: 'greater', right: 2 }] }
    expect([await total(), await total(large)]).toEqual([3, 1])
    await addRow(world, 'order', { title: 'Fourth', amount: 9 })
    expect([await total(), await total(large)]).toEqual([4, 2])
    await world.call('data.updateRow', { as: 'ann', params: { ...ORDERS, rowId: ids[0] as string }, body: { amount: 0 } })
    expect([await total(), await total(large)]).toEqual([4, 1])
    await world.call('data.deleteRows', { as: 'ann', params: { ...ORDERS, rowIds: ids.join(',') } })
    expect([await total(), await total(large)]).toEqual([1, 1])
  })
})
