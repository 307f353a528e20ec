// Rules for rows where something is written: what becomes a row, what it becomes, what is deleted, and which rows a link may name.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CallId } from '../../api/generated/calls.ts'
import { addRow } from '../support/models.ts'
import { addRule, dropRules, field, LINES, makeOrders, ORDERS, rule, where, type Orders } from '../support/row-permissions.ts'
import { makeWorld, type Ask, type World } from '../support/world.ts'

let world: World
let orders: Orders
beforeAll(async () => {
  world = await makeWorld()
  orders = await makeOrders(world)
}, 60_000)
afterAll(() => world?.close())
afterEach(() => dropRules(world))

const UNKNOWN_ROLE = '0191d5a0-0000-7000-8000-0000000000a3'
const ask = (call: CallId, more: Ask) => world.call(call, { as: 'ben', ...more })
/** ben may do this with orders that are not above an amount. */
const upTo = (amount: number, ...permissions: string[]) =>
  addRule(world, rule({ roles: [orders.role] }, where('amount', 'less_or_equal', amount), { permissions, name: `Up to ${amount} ${permissions.join(' ')}` }))
async function refused(call: CallId, more: Ask) {
  const before = await world.stored()
  const reply = await ask(call, more)
  expect({ call, http: reply.http, code: reply.code }).toEqual({ call, http: 403, code: 'data.rowRefused' })
  expect(await world.stored()).toBe(before)
}
const fine = async (call: CallId, more: Ask) => {
  const reply = await ask(call, more)
  expect(reply.status, `${call}: ${reply.msg}`).toBe(0)
  return reply.data
}
type Work = Record<string, any>
/** An answer may come before the work is done. */
async function ended(first: Work, look: () => Promise<Work>) {
  return first.state === 'working' || first.state === 'checking'
    ? vi.waitUntil(async () => {
        const now = await look()
        return now.state === 'working' || now.state === 'checking' ? undefined : now
      }, 20_000)
    : first
}
async function bulk(more: Ask) {
  const first = await fine('data.startBulk', more)
  return ended(first, () => fine('data.getBulk', { params: { ...more.params, bulkId: first.id } }))
}
const file = (content: string) => ({ files: [{ field: 'file', name: 'rows.csv', content }] })
async function imported(content: string, mode: 'insert' | 'update') {
  const read = await fine('data.importRows', { params: ORDERS, ...file(content) })
  const params = { ...ORDERS, importId: read.id as string }
  const fields = (read.columns as { field: string }[]).map(column => column.field)
  const look = () => fine('data.getImport', { params })
  await ended(await fine('data.planImport', { params, body: { mode, fields, ...(mode === 'update' && { keyField: 'id' }) } }), look)
  return ended(await fine('data.confirmImport', { params, body: {} }), look)
}

it('a rule that is about seeing rows limits nothing else', async () => {
  await upTo(5, 'SELECT')
  const { id } = await fine('data.createRow', { params: ORDERS, body: { title: 'Large', amount: 90 } })
  expect((await ask('data.getRow', { params: { ...ORDERS, rowId: id } })).http).toBe(404)
  await fine('data.updateRow', { params: { ...ORDERS, rowId: orders.mine }, body: { title: 'Mine' } })
})

it('a rule that is about changing rows leaves all rows to be seen', async () => {
  await upTo(0, 'UPDATE', 'DELETE')
  expect((await fine('data.listRows', { params: ORDERS })).total).toBeGreaterThanOrEqual(3)
})

it('only rows become one that fit, whichever way they come', async () => {
  await upTo(5, 'INSERT')
  await fine('data.createRow', { params: ORDERS, body: { title: 'Small', amount: 5 } })
  await refused('data.createRow', { params: ORDERS, body: { title: 'Large', amount: 6 } })
  // What is empty fits no comparison.
  await refused('data.createRow', { params: ORDERS, body: { title: 'None' } })
  expect(await imported('Title,Amount\nOne,1\nTen,10\n', 'insert')).toMatchObject({ state: 'failed' })
  expect(await imported('Title,Amount\nOne,1\nTwo,2\n', 'insert')).toMatchObject({ state: 'done' })
})

describe('changes', () => {
  it('only of rows that fit, to rows that fit', async () => {
    const small = await addRow(world, 'order', { title: 'Small', amount: 1 })
    const large = await addRow(world, 'order', { title: 'Large', amount: 9 })
    await upTo(5, 'UPDATE')
    const one = (rowId: string, amount: number) => ({ params: { ...ORDERS, rowId }, body: { amount } })
    await fine('data.updateRow', one(small, 2))
    await refused('data.updateRow', one(small, 6))
    await refused('data.updateRow', one(large, 3))
    const many = (ids: string[], amount: number) => ({ params: ORDERS, body: { ids, values: { amount } } })
    await fine('data.updateRows', many([small], 3))
    await refused('data.updateRows', many([small, large], 3))
    await refused('data.previewRows', many([small], 7))
    const all = { params: ORDERS, body: { filter: JSON.stringify(where('title', 'equal', 'Large')), values: { amount: 1 } } }
    await refused('data.previewBulk', all)
    expect(await bulk({ ...all, body: { ...all.body, count: 1 } })).toMatchObject({ state: 'failed' })
    expect(await imported(`Id,Amount\n${small},8\n`, 'update')).toMatchObject({ state: 'failed' })
    expect(await imported(`Id,Amount\n${small},4\n`, 'update')).toMatchObject({ state: 'done' })
    expect((await fine('data.getRow', { params: { ...ORDERS, rowId: small } })).row.amount).toBe(4)
  })

  it('back to what is not allowed any more are refused', async () => {
    const row = await addRow(world, 'order', { title: 'Once large', amount: 9 })
    const { changeId } = await fine('data.updateRows', { params: ORDERS, body: { ids: [row], values: { amount: 2 } } })
    const { items } = await fine('data.getHistory', { params: { ...ORDERS, rowId: row } })
    await upTo(5, 'UPDATE')
    await refused('data.restoreRow', { params: { ...ORDERS, rowId: row }, body: { changeId: items.at(-1).id } })
    await refused('data.undoChange', { params: { ...ORDERS, changeId }, body: {} })
    expect((await fine('data.getRow', { params: { ...ORDERS, rowId: row } })).row.amount).toBe(2)
  })
})

it('only rows that fit are deleted, one or many', async () => {
  const small = await addRow(world, 'order', { title: 'Small', amount: 1 })
  const large = await addRow(world, 'order', { title: 'To stay', amount: 9 })
  await upTo(5, 'DELETE')
  await refused('data.deleteRows', { params: { ...ORDERS, rowIds: large } })
  await refused('data.deleteRows', { params: { ...ORDERS, rowIds: `${small},${large}` } })
  await refused('data.previewRows', { params: ORDERS, body: { ids: [large] } })
  const all = { filter: JSON.stringify(where('title', 'equal', 'To stay')) }
  expect(await bulk({ params: ORDERS, body: { ...all, count: 1 } })).toMatchObject({ state: 'failed' })
  const { changeId } = await fine('data.deleteRows', { params: { ...ORDERS, rowIds: small } })
  await upTo(0, 'INSERT')
  await refused('data.undoChange', { params: { ...ORDERS, changeId }, body: {} })
})

it('managers of the app are limited by none of it', async () => {
  for (const kind of ['INSERT', 'UPDATE', 'DELETE'])
    await addRule(world, rule({ roles: [orders.role] }, where('amount', 'less', 0), { permissions: [kind], name: kind }))
  const id = await addRow(world, 'order', { title: 'Of ann', amount: 7 })
  expect((await world.call('data.updateRow', { as: 'ann', params: { ...ORDERS, rowId: id }, body: { amount: 8 } })).status).toBe(0)
  expect((await world.call('data.deleteRows', { as: 'ann', params: { ...ORDERS, rowIds: id } })).status).toBe(0)
})

describe('a link to a row that one does not see', () => {
  const UNKNOWN = '0191d5a0-0000-7000-8000-0000000000a2'
  it('is refused in the words for one that is not there', async () => {
    await addRule(world, rule({ roles: [orders.role] }, where('owner', 'equal', field('user.id'))))
    const line = await addRow(world, 'line', { text: 'Free' })
    for (const [call, of] of [
      ['data.createRow', (order: string) => ({ params: LINES, body: { text: 'x', order } })],
      ['data.updateRow', (order: string) => ({ params: { ...LINES, rowId: line }, body: { order } })],
      ['data.updateRows', (order: string) => ({ params: LINES, body: { ids: [line], values: { order } } })],
      ['data.previewRows', (order: string) => ({ params: LINES, body: { ids: [line], values: { order } } })],
    ] as [CallId, (order: string) => Ask][]) {
      const before = await world.stored()
      const [hidden, unknown] = [await ask(call, of(orders.other)), await ask(call, of(UNKNOWN))]
      const told = ({ http, code, msg, errors }: typeof hidden) => ({ http, code, msg, errors })
      expect(told(hidden)).toEqual(told(unknown))
      expect(told(hidden)).toMatchObject({ http: 422, code: 'data.relationUnknown', errors: { order: 'There is no such row' } })
      expect(await world.stored()).toBe(before)
      await fine(call, of(orders.mine))
    }
    const matching = { filter: JSON.stringify(where('text', 'equal', 'Free')), values: { order: orders.other } }
    const reason = async (order: string) => (await bulk({ params: LINES, body: { ...matching, values: { order }, count: 1 } })) as { reason?: string }
    expect((await reason(orders.other)).reason).toBe((await reason(UNKNOWN)).reason)
    expect((await reason(UNKNOWN)).reason).toBe('There is no such row')
  })

  it('stays where it is when the rest of the row is changed', async () => {
    await addRule(world, rule({ roles: [orders.role] }, where('owner', 'equal', field('user.id'))))
    await fine('data.updateRow', { params: { ...LINES, rowId: orders.line }, body: { text: 'Changed', order: orders.other } })
  })
})

describe('conditions by names', () => {
  it('the roles of who asks, compared with roles of the app', async () => {
    const list = async () => (await fine('data.listRows', { params: ORDERS })).total as number
    const holds = (roles: string[]) => ({ conjunction: 'and', children: [{ left: field('user.roles'), op: 'select_any_in', right: roles }] })
    await addRule(world, rule({ roles: [orders.role] }, holds([orders.role])))
    expect(await list()).toBeGreaterThan(0)
    await dropRules(world)
    await addRule(world, rule({ roles: [orders.role] }, holds([UNKNOWN_ROLE])))
    expect(await list()).toBe(0)
    // A field holds no roles.
    const body = rule({ roles: [orders.role] }, where('title', 'equal', field('user.roles')))
    expect(await world.call('rowPermission.createRowPermission', { as: 'ann', params: ORDERS, body })).toMatchObject({ http: 422 })
  })

  it('a person and a row that were chosen limit, and are told by their names', async () => {
    await addRule(world, rule({ roles: [orders.role] }, where('owner', 'select_any_in', [world.ids.ann])))
    expect((await fine('data.listRows', { params: ORDERS })).items.map((row: { id: string }) => row.id)).toEqual([orders.other])
    await addRule(world, rule({ roles: [orders.role] }, where('order', 'select_equals', orders.other)), LINES)
    expect((await fine('data.listRows', { params: LINES })).items.every((row: { order: string }) => row.order === orders.other)).toBe(true)
    const why = await world.call('data.explainRow', { as: 'ann', params: { ...LINES, rowId: orders.line }, query: { userId: world.ids.ben } })
    expect(why.data).toMatchObject({ allow: true, rules: [{ conditions: "Order is ann's" }] })
    const of = await world.call('data.explainRow', { as: 'ann', params: { ...ORDERS, rowId: orders.other }, query: { userId: world.ids.ben } })
    expect(of.data.rules[0].conditions).toBe('Owner is one of Ann')
  })
})
