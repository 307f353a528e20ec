// What goes wrong on a running page is gathered, told once with its count, and never told of itself.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callAnswered, drawingFailed, showPage } from '../../src/runtime/errors.ts'

const sent: { url: string; data: { errors: Record<string, unknown>[] } }[] = []
const page = (pageId: string) => showPage({ companyKey: 'acme', appUrlKey: 'shop', pageId, send: async api => void sent.push(api as never) })
const rows = '/api/resource/acme/shop/source/main/model/order'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  sent.length = 0
})

it('tells the same error once with its count, and of the page that was shown then', async () => {
  const leave = page('one')
  for (let times = 0; times < 3; times++) callAnswered('get', `${rows}?page=${times}`, { status: 422, code: 'data.fieldUnknown' })
  callAnswered('get', rows, { status: 0 })
  leave()
  callAnswered('get', '/lost', { status: 500 })
  page('two')
  drawingFailed(new TypeError('rows.map is not a function'))
  await vi.advanceTimersByTimeAsync(6000)
  expect(sent.map(({ url }) => url)).toEqual(['/api/company/acme/app/shop/runtime/report'])
  expect(sent[0]?.data.errors.map(({ pageId, message, address, times }) => [pageId, address || message, times])).toEqual([
    ['one', 'model:main/order', 3],
    ['two', 'TypeError: rows.map is not a function', 1],
  ])
})

it('tells neither of its own failure nor of a server that is away, and of so many errors only', async () => {
  page('three')
  callAnswered('post', sent[0]?.url ?? '/api/company/acme/app/shop/runtime/report', { status: 500 })
  drawingFailed(new Error('Failed to fetch'))
  for (let at = 0; at < 100; at++) callAnswered('get', `/x${'abcdefghijklmnopqrstuvwxyz'[at % 26]}${'abcd'[at % 4]}/y`, { status: 500 })
  await vi.advanceTimersByTimeAsync(20_000)
  const told = sent.flatMap(({ data }) => data.errors)
  expect(told.length).toBeLessThanOrEqual(30)
  expect(told.every(({ address }) => String(address).startsWith('/x'))).toBe(true)
})
