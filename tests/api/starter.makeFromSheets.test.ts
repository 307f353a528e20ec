// An app of a workbook: models, rows and pages, all or none.
import { expect } from 'vitest'
import { DEV } from '../support/models.ts'
import { wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import { readShop, settled } from '../support/sheets.ts'
import type { World } from '../support/world.ts'

let startId = ''
const rows = async (world: World, table: string, tag = 'dev') =>
  (await world.pool.query(`select * from app_${world.ids.shop.replaceAll('-', '')}_${tag}."${table}"`)).rows

scenarios('starter.makeFromSheets', [
  {
    name: 'makes models with relations, rows, pages and a release that members may change rows in; rows with errors are left out and told',
    as: 'ann',
    given: async world => {
      const { id, sheets } = await readShop(world)
      startId = id
      return { params: { ...DEV, startId }, body: { sheets, publish: true, membersChange: true } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      await settled(world)
      const { data } = await world.call('starter.getSheets', { as: 'ann', params: { ...DEV, startId } })
      expect(data).toMatchObject({ state: 'done', progress: 100, reason: '', result: { isPublished: true, appUrl: '/company/acme/app/shop' } })
      expect(data.result.rows).toEqual([
        { name: 'Customers', created: 2, errors: 0 },
        { name: 'Orders', created: 38, errors: 2 },
      ])
      const orders = await rows(world, 'orders')
      const customers = await rows(world, 'customers')
      expect(orders.length).toBe(38)
      expect(new Set(orders.map((one: any) => one.customer))).toEqual(new Set(customers.map((one: any) => one.id)))
      // People find the same rows in what was published.
      expect((await rows(world, 'orders', 'latest')).map((one: any) => one.id).sort()).toEqual(orders.map((one: any) => one.id).sort())
      const site = await world.call('runtime.site', { as: 'ben', params: { companyKey: 'acme', appUrlKey: 'shop' } })
      expect(site.status).toBe(0)
      const params = { companyKey: 'acme', appUrlKey: 'shop', dsKey: 'main', dmKey: 'orders' }
      const changed = await world.call('data.updateRow', { as: 'ben', params: { ...params, rowId: orders[0].id }, body: { status: 'New' } })
      expect(changed.status).toBe(0)
      // superset #33289: the total is that of all rows, not of a page.
      const list = await world.call('data.listRows', { as: 'ben', params, query: { perPage: 10 } })
      expect([list.data.items.length, list.data.total]).toEqual([10, 38])
    },
  },
  {
    name: 'is not made twice',
    as: 'ann',
    given: async world => ({ params: { ...DEV, startId }, body: { sheets: (await readShop(world)).sheets } }),
    expect: { status: 409, code: 'starter.taken' },
  },
  {
    name: 'leaves nothing behind of what fails, and says why',
    as: 'ann',
    given: async world => {
      const { id, sheets } = await readShop(world)
      startId = id
      // The orders name customers, which are left out.
      return { params: { ...DEV, startId: id }, body: { sheets: [sheets[1]] } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      await settled(world)
      const { data } = await world.call('starter.getSheets', { as: 'ann', params: { ...DEV, startId } })
      expect(data).toMatchObject({ state: 'failed', result: null })
      expect(data.reason).toContain('Customer')
      const { items } = (await world.call('page.list', { as: 'ann', params: DEV })).data
      expect(items.filter((one: any) => /Orders 2|orders-2/.test(`${one.name}${one.path}`))).toEqual([])
    },
  },
  {
    name: 'makes the same file again beside what is there, with keys and addresses of its own',
    as: 'ann',
    given: async world => {
      const { id, sheets } = await readShop(world)
      startId = id
      return { params: { ...DEV, startId: id }, body: { sheets } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      await settled(world)
      expect((await world.call('starter.getSheets', { as: 'ann', params: { ...DEV, startId } })).data).toMatchObject({
        state: 'done',
        result: { isPublished: false },
      })
      expect((await rows(world, 'orders2')).length).toBe(38)
    },
  },
  ...wrongPeople({ body: { sheets: [{ sheet: 0, name: 'A', columns: [{ at: 0, name: 'A', type: 'text' }] }] } }, async () => ({
    params: { ...DEV, startId: '01890000-0000-7000-8000-000000000001' },
  })),
])
