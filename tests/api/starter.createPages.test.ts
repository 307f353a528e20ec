import { expect } from 'vitest'
import { addRow, builtinSource, DEV, makeModel } from '../support/models.ts'
import { addPage, wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let ids: { customer: string; order: string } | undefined
/** Customers, and orders that name them; not applied. */
async function models(world: World) {
  if (ids) return ids
  const sourceId = await builtinSource(world)
  const customer = await makeModel(world, sourceId, 'customer', [
    { key: 'name', type: 'text', name: 'Name', required: true },
    { key: 'notes', type: 'longText', name: 'Notes' },
  ])
  const order = await makeModel(world, sourceId, 'order', [
    { key: 'title', type: 'text', name: 'Title', required: true },
    { key: 'customer', type: 'relationOne', name: 'Customer', relation: { modelId: customer.modelId } },
    { key: 'status', type: 'enum', name: 'Status', options: ['new', 'paid'].map(value => ({ value, label: value })) },
    { key: 'due', type: 'date', name: 'Due' },
    { key: 'left', type: 'integer', name: 'Left', formula: 'DAYS(due, TODAY())' },
  ])
  return (ids = { customer: customer.modelId, order: order.modelId })
}
const ALL = ['dashboard', 'list', 'detail', 'form', 'board', 'calendar']
const paths = (reply: { data: any }) => reply.data.pages.map((one: any) => one.path)
const schemaOf = async (world: World, reply: { data: any }, path: string) => {
  const { id } = reply.data.pages.find((one: any) => one.path === path)
  return JSON.stringify((await world.call('page.get', { as: 'ann', params: { ...DEV, pageId: id } })).data.schema)
}

scenarios('starter.createPages', [
  {
    name: 'makes the pages of two models that lead to each other, and applies the models',
    as: 'ann',
    given: async world => {
      const { customer, order } = await models(world)
      return { params: DEV, body: { models: [{ modelId: customer }, { modelId: order, kinds: ALL }] } }
    },
    expect: { status: 0 },
    then: async (reply, world) => {
      expect(paths(reply)).toEqual([
        '/customer',
        '/customer/:rowId',
        '',
        '/order/overview',
        '/order',
        '/order/:rowId',
        '/order/new',
        '/order/:rowId/edit',
        '/order/board',
        '/order/calendar',
      ])
      expect(reply.data.url).toBe(`/company/acme/app/shop-dev/design/page/${reply.data.openId}`)
      expect(reply.data.pages.find((one: any) => one.id === reply.data.openId).path).toBe('/customer')
      const { items } = (await world.call('page.list', { as: 'ann', params: DEV })).data
      expect(items.map((one: any) => [one.kind, one.name])).toEqual([
        ['page', 'customer'],
        ['group', 'order'],
      ])
      // appsmith #9710, #13750: a generator that passes over relations.
      expect(await schemaOf(world, reply, '/customer/:rowId')).toContain('"model":"order"')
      expect(await schemaOf(world, reply, '/order/:rowId')).toContain('/customer/${customer|url_encode}')
      expect(await schemaOf(world, reply, '/order/board')).toContain('"type":"tessera-board","source":"main","model":"order","by":')
      expect(await schemaOf(world, reply, '/order/new')).toMatch(/model:main.order.choice.customer.{1,600}"creatable":true/)
      expect(await schemaOf(world, reply, '/order/:rowId')).toContain('{"name":"left","type":"tessera-value","format":"decimal"}')
      await addRow(world, 'customer', { name: 'Ada' })
    },
  },
  {
    name: 'takes no address from a page that is there',
    as: 'ann',
    given: async world => {
      const { customer } = await models(world)
      await addPage(world, { name: 'Mine', path: '/customer-2/:any' })
      return { params: DEV, body: { models: [{ modelId: customer, kinds: ['list'] }] } }
    },
    expect: { status: 0 },
    then: reply => expect(paths(reply)).toEqual(['/customer-3']),
  },
  {
    name: 'makes nothing of nothing',
    as: 'ann',
    given: async world => ({ params: DEV, body: { models: [{ modelId: (await models(world)).customer, kinds: ['board'] }] } }),
    expect: { status: 422, code: 'starter.nothing', stored: 'same' },
  },
  {
    name: 'does not apply what would lose something',
    as: 'ann',
    given: async world => {
      const { customer } = await models(world)
      const { fields } = (await world.call('model.get', { as: 'ann', params: { ...DEV, modelId: customer } })).data
      await world.call('model.deleteField', { as: 'ann', params: { ...DEV, modelId: customer, fieldId: fields[1].id } })
      return { params: DEV, body: { models: [{ modelId: customer }] } }
    },
    expect: { status: 409, code: 'starter.applyFirst', stored: 'same' },
  },
  ...wrongPeople({ body: { models: [{ modelId: 'x' }] } }, async () => ({ params: DEV })),
])
