import { expect } from 'vitest'
import { addPage, DEV, shopOf } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

const SCHEMA = { type: 'page', body: { type: 'service', api: '${API_HOST}/orders/${id}' } }
const at = (path: string, app = DEV) => ({ params: { ...app, path } })
const LATEST = { appUrlKey: 'shop' }

scenarios('runtime.page', [
  {
    name: 'answers the page at a path as it was written',
    as: 'ben',
    ...at('orders'),
    given: async world => {
      await addPage(world, { name: 'Orders', schema: SCHEMA })
      await addPage(world, { name: 'Detail', path: '/crud/:id/edit', schema: { detail: true }, visible: false })
      await addPage(world, { name: 'Group', kind: 'group' })
    },
    expect: { status: 0, data: { name: 'Orders', path: '/orders', schema: SCHEMA, params: {} } },
  },
  { name: 'takes slashes in the address', as: 'ben', ...at('crud/7/edit'), expect: { status: 0, data: { path: '/crud/:id/edit', params: { id: '7' } } } },
  { name: 'takes other letters in the address', as: 'ben', ...at('crud/订 单/edit'), expect: { status: 0, data: { params: { id: '订 单' } } } },
  { name: 'says when nothing is published', as: 'ben', ...at('orders', LATEST), expect: { status: 404, code: 'runtime.notPublished' } },
  {
    name: 'answers the page of the release, whatever was saved since',
    as: 'ben',
    ...at('orders', LATEST),
    given: async world => {
      await publish(world)
      const page = (await world.running.services.pages.list(shopOf(world))).find(p => p.name === 'Orders')
      await world.running.services.pages.update(shopOf(world), world.ids.ann, page?.id as string, { schema: { changed: true }, name: 'Renamed' })
    },
    expect: { status: 0, data: { name: 'Orders', schema: SCHEMA } },
    then: async (reply, world) => {
      const etag = String(reply.headers.etag)
      const again = await world.call('runtime.page', { as: 'ben', ...at('orders', LATEST), headers: { 'if-none-match': etag } })
      expect(again.http).toBe(304)
      await publish(world)
      const changed = await world.call('runtime.page', { as: 'ben', ...at('orders', LATEST), headers: { 'if-none-match': etag } })
      expect([changed.http, changed.data.name, changed.data.schema]).toEqual([200, 'Renamed', { changed: true }])
    },
  },
  {
    name: 'answers the variables that formulas of the page name, and no others',
    as: 'ben',
    ...at('formulas'),
    given: async world => {
      const consts = [
        { var: 'API_HOST', value: 'https://api.test' },
        { var: 'RATE', value: '7' },
        { var: 'RATE_OLD', value: '5' },
        { var: 'RATE_KEY', value: 'hidden', secret: true },
      ]
      await world.call('runtime.saveSettings', { as: 'ann', params: DEV, body: { consts } })
      await addPage(world, { name: 'Formulas', path: '/formulas', schema: { body: ['${price * RATE}', '${API_HOST}', '${RATE_KEY + 1}'] } })
    },
    expect: { status: 0, data: { schema: { body: ['${price * RATE}', 'https://api.test', '${RATE_KEY + 1}'] } } },
    then: reply => expect(reply.data.variables).toEqual({ RATE: '7' }),
  },
  { name: 'knows only pages', as: 'ben', ...at('nowhere'), expect: { status: 404, code: 'runtime.pageUnknown' } },
  { name: 'opens nothing outside the app', as: 'ben', ...at('../../globex/app/x'), expect: { status: 404 } },
  { name: 'takes no long address', as: 'ben', ...at('x'.repeat(401)), expect: { status: 404 } },
  { name: 'has no page without a path', as: 'ben', ...at(''), expect: { status: 404 } },
  { name: 'wants a signed-in person', ...at('orders'), expect: { status: 401 } },
  { name: 'keeps strangers out', as: 'cyd', ...at('orders'), expect: { status: 403 } },
  { name: 'keeps other organisations out', as: 'dee', ...at('orders'), expect: { status: 403 } },
])
