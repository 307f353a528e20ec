// An app of a workbook: models, rows and pages, all or none.
import { expect } from 'vitest'
import { csv } from '../support/data-imports.ts'
import { DEV } from '../support/models.ts'
import { wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import { readShop, settled } from '../support/sheets.ts'
import type { World } from '../support/world.ts'

let startId = ''
const DAYS = ['01/02/2026,12.5%,a@x.test,Tea; Milk', '03/04/2026,"5,5 %",b@x.test,Milk', '05/06/2026,100%,c@x.test,Tea', '07/08/2026,7%,d@x.test,Tea']
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
    name: 'reads days without the year in front as it was said, and what stands for something as that',
    as: 'ann',
    given: async world => {
      const read = await world.call('starter.readSheets', { as: 'ann', params: DEV, files: csv('Due,Share,Mail,Tags', ...DAYS) })
      startId = read.data.id
      const columns = read.data.sheets[0].columns.map(({ at, name, type, format, dateOrder }: any) => ({
        at,
        name,
        type,
        ...(format && { format }),
        ...(dateOrder && { dateOrder: 'dayFirst' }),
      }))
      return { params: { ...DEV, startId }, body: { sheets: [{ sheet: 0, name: 'Days', columns }] } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      await settled(world)
      const { data } = await world.call('starter.getSheets', { as: 'ann', params: { ...DEV, startId } })
      expect(data.result.rows).toEqual([{ name: 'Days', created: 4, errors: 0 }])
      const params = { ...DEV, dsKey: 'main', dmKey: 'days' }
      const { items, fields } = (await world.call('data.listRows', { as: 'ann', params, query: { orderBy: 'due' } })).data
      expect(items[0]).toMatchObject({ due: '2026-02-01', share: '12.50', mail: 'a@x.test', tags: ['Tea', 'Milk'] })
      expect(items[1]).toMatchObject({ share: '5.50' })
      expect(fields.map((one: any) => one.format ?? one.type)).toEqual(['date', 'percent', 'email', 'multiEnum'])
    },
  },
  {
    name: 'asks how such days are read before anything is made',
    as: 'ann',
    given: async world => {
      const read = await world.call('starter.readSheets', { as: 'ann', params: DEV, files: csv('Due,Share,Mail,Tags', ...DAYS) })
      startId = read.data.id
      return { params: { ...DEV, startId }, body: { sheets: [{ sheet: 0, name: 'Days', columns: [{ at: 0, name: 'Due', type: 'date' }] }] } }
    },
    expect: { status: 0 },
    then: async (_reply, world) => {
      await settled(world)
      const { data } = await world.call('starter.getSheets', { as: 'ann', params: { ...DEV, startId } })
      expect(data).toMatchObject({ state: 'failed', reason: 'Say how the dates of “Due” are read' })
    },
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
