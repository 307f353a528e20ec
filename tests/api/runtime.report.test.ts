// runtime.report: what browsers say of errors of running pages, counted and without values; and what the overview makes of it.
import { expect } from 'vitest'
import { addressShape, errorShape, failedCall, isAddressShape, isErrorShape } from '../../api/page-errors.ts'
import { addPage, DEV } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'

const LIVE = { companyKey: 'acme', appUrlKey: 'shop' }
const of = { pageId: '', kind: 'call', method: 'GET', address: 'model:main/order', status: 422, code: 'data.fieldUnknown', message: '', times: 2 }
const drawing = { kind: 'drawing', method: '', address: '', status: 0, code: '', message: 'TypeError: rows.map is not a function', times: 1 }
const body = (...errors: object[]) => ({ body: { errors: errors.map(error => ({ ...of, ...error })) } })
const errorsOf = async (world: Parameters<NonNullable<Parameters<typeof scenarios>[1][number]['then']>>[1]) =>
  (await world.call('app.getOverview', { as: 'ann', params: DEV })).data.errors.map((one: Record<string, unknown>) => [
    one.page,
    one.tag,
    one.message,
    one.times,
  ])

scenarios('runtime.report', [
  {
    name: 'counts the same error of a page once, and the overview tells it with its page',
    as: 'ben',
    params: LIVE,
    given: async world => {
      of.pageId = await addPage(world, { name: 'Board', schema: { type: 'page' } })
      await publish(world)
      await world.call('runtime.report', { as: 'ben', params: LIVE, ...body({}) })
      return body({ times: 3 }, drawing)
    },
    expect: { status: 0, data: { heard: 2 } },
    then: async (_reply, world) => {
      expect((await errorsOf(world)).toSorted()).toEqual([
        ['Board', 'latest', 'A part was not drawn: TypeError: rows.map is not a function', 1],
        ['Board', 'latest', 'GET model:main/order answered 422 (data.fieldUnknown)', 5],
      ])
      const { to } = (await world.call('app.getOverview', { as: 'ann', params: DEV })).data.errors[0]
      expect(to).toBe(`/company/acme/app/shop-dev/design/page/${of.pageId}`)
    },
  },
  {
    name: 'hears nothing that may hold a value, nor of pages of others',
    as: 'ben',
    params: LIVE,
    given: async () =>
      body(
        { address: '/api/orders?name=Ada' },
        { address: 'model:main/order/0191d5a0-0000-7000-8000-0000000000c1' },
        { message: 'Ada' },
        { ...drawing, message: 'Error: Ada Lovelace owes 12' },
        { pageId: '0191d5a0-0000-7000-8000-0000000000c1' },
      ),
    expect: { status: 0, data: { heard: 0 }, stored: 'same' },
  },
  {
    name: 'has nothing to count of pages that are not of the app',
    as: 'ben',
    params: LIVE,
    body: { errors: [{ ...of, pageId: '0191d5a0-0000-7000-8000-0000000000c1' }] },
    expect: { status: 404, code: 'page.unknown', stored: 'same' },
  },
  {
    name: 'is forgotten two weeks after it was seen last',
    as: 'ben',
    params: LIVE,
    given: async world => {
      await world.pool.query(`update page_error set last_at = now() - interval '15 days' where kind = 'call'`)
      await world.running.services.pageErrors.removeOld()
      expect((await errorsOf(world)).length).toBe(1)
      return body({})
    },
    expect: { status: 0, data: { heard: 1 } },
  },
  { name: 'takes no error without a page', as: 'ben', params: LIVE, body: { errors: [{ ...of, pageId: 'x' }] }, expect: { status: 422, stored: 'same' } },
  { name: 'keeps strangers out', as: 'cyd', params: LIVE, given: async () => body({}), expect: { status: 403, stored: 'same' } },
])

scenarios('runtime.report', [
  {
    name: 'what is said of an error has names of its author and of the browser, and no values',
    as: 'cyd',
    params: LIVE,
    given: async () => {
      const rows = '/api/resource/acme/shop/source/main/model/order'
      const urls = [rows, `${rows}/0191d5a0-0000-7000-8000-0000000000c1?x=1`, '/weather/Leeds/2026?key=1', 'https://here/api/x/%E5%B0%8F', 'http://[']
      expect(urls.map(url => addressShape(url))).toEqual(['model:main/order', 'model:main/order/…', '/weather/…/…', '/api/x/…', '…'])
      expect(urls.map(url => isAddressShape(addressShape(url)))).toEqual(urls.map(() => true))
      const said = [
        new TypeError("Cannot read properties of undefined (reading 'title')"),
        new Error('Ada owes 12'),
        'text',
        new RangeError('Invalid array length'),
      ]
      expect(said.map(errorShape)).toEqual([
        "TypeError: Cannot read properties of undefined (reading 'title')",
        'Error',
        'Error',
        'RangeError: Invalid array length',
      ])
      expect(said.map(one => isErrorShape(errorShape(one)))).toEqual(said.map(() => true))
      expect(isErrorShape('TypeError: Ada is here')).toBe(false)
      // What a person typed, or may not do, is no error of the page.
      const calls = [
        ['get', 404, ''],
        ['get', 404, 'data.rowUnknown'],
        ['get', 403, ''],
        ['get', 401, 'access.signedOut'],
        ['post', 422, ''],
        ['put', 500, ''],
      ] as const
      expect(calls.map(([method, status, code]) => !!failedCall(method, rows, status, code))).toEqual([true, false, false, false, false, true])
      return body({ pageId: '0191d5a0-0000-7000-8000-0000000000c1' })
    },
    expect: { status: 403 },
  },
])
