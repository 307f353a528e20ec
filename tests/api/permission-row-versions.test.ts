// permission.list-versions permission.restore-version: rules for rows are part of the versions of an app's permissions, told in words and put back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRule, DEV, makeOrders, ORDERS, rule, where, type Orders } from '../support/row-permissions.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
let orders: Orders
let key = ''
beforeAll(async () => {
  world = await makeWorld()
  orders = await makeOrders(world)
})
afterAll(() => world?.close())

const latest = async () => (await world.call('permission.listVersions', { as: 'ann', params: DEV })).data.items[0]
const seen = async () => (await world.call('data.listRows', { as: 'ben', params: ORDERS })).data.total

describe('versions of row permissions', () => {
  it('a new rule is a version with its author and its conditions in words', async () => {
    const before = (await latest())?.version ?? 0
    key = await addRule(world, rule({ roles: [orders.role] }, where('owner', 'equal', { type: 'field', field: 'user.id' })))
    const version = await latest()
    expect(version).toMatchObject({ by: expect.stringContaining('Ann'), count: 1 })
    expect(version.version).toBe(before + 1)
    expect(version.changes).toEqual(['Row permission “Own orders” of order was added: Owner is Current user: ID'])
    expect(await seen()).toBe(1)
  })

  it('a change tells what is different, in the reader’s language too', async () => {
    const body = rule({ roles: [orders.role], users: [world.ids.ben] }, where('amount', 'greater', 4), { name: 'Large orders' })
    await world.call('rowPermission.updateRowPermission', { as: 'abe', params: { ...ORDERS, key }, body })
    const version = await latest()
    expect(version.by).toContain('Abe')
    expect(version.changes[0]).toMatch(
      /^Row permission “Large orders” of order: called “Own orders” before; \+ Ben.*; conditions “Owner is Current user: ID” → “Amount is greater than 4”$/,
    )
    const chinese = await world.call('permission.getVersion', {
      as: 'ann',
      params: { ...DEV, version: String(version.version) },
      headers: { 'accept-language': 'zh-CN' },
    })
    expect(chinese.data.items[0]).toMatchObject({ what: 'row', text: expect.stringContaining('行权限') })
    expect(await seen()).toBe(2)
  })

  it('a deleted rule comes back as it was with its version, and counts at once', async () => {
    const { version } = await latest()
    await world.call('rowPermission.deleteRowPermission', { as: 'ann', params: { ...ORDERS, key } })
    expect((await latest()).changes).toEqual(['Row permission “Large orders” of order was removed: Amount is greater than 4'])
    expect(await seen()).toBe(3)
    // What going back would do is told before it is done.
    const { latest: now } = (await world.call('permission.listVersions', { as: 'ann', params: DEV })).data
    const difference = await world.call('permission.getVersion', { as: 'ann', params: { ...DEV, version: String(version) }, query: { against: now } })
    expect(difference.data).toMatchObject({ items: [{ text: 'Row permission “Large orders” of order was added: Amount is greater than 4' }], total: 1 })
    expect(await world.call('permission.restoreVersion', { as: 'ann', params: { ...DEV, version: String(version) }, body: {} })).toMatchObject({
      status: 0,
      data: { restored: 1, skipped: 0 },
    })
    expect(await seen()).toBe(2)
    const [only] = (await world.call('rowPermission.listRowPermissions', { as: 'ann', params: ORDERS, query: { type: 'row' } })).data.items
    expect(only).toMatchObject({ key, name: 'Large orders', users: { users: [world.ids.ben], roles: [orders.role] } })
  })

  it('going back to before the first rule removes it, but never one that came with the app', async () => {
    const { version } = await latest()
    const first = (await world.call('permission.listVersions', { as: 'ann', params: DEV, query: { perPage: 50 } })).data.items.find(
      (one: { changes: string[] }) => one.changes[0]?.startsWith('Row permission “Own orders”'),
    ).version as number
    const back = () => world.call('permission.restoreVersion', { as: 'ann', params: { ...DEV, version: String(first - 1) }, body: {} })
    await world.db.updateTable('row_permission').set({ base_acl: true }).execute()
    expect((await back()).data).toMatchObject({ skipped: 1 })
    expect(await seen()).toBe(2)
    await world.db.updateTable('row_permission').set({ base_acl: false }).execute()
    expect((await back()).data).toMatchObject({ restored: 1, skipped: 0 })
    expect(await seen()).toBe(3)
    expect((await latest()).version).toBeGreaterThan(version)
  })
})
