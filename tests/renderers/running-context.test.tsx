// What the canvas of a page finds around it, and whose authority it asks with.
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useRunning, type AppEnv } from '../../renderers/tessera-page-designer/running-context.ts'

const site = { variables: { user: { name: 'Ann' } }, authority: 'of the app' }
const asDesigner = vi.fn(async () => ({ status: 200, data: { status: 0, msg: '', data: site } }))
const asPage = vi.fn(async () => ({ status: 200, data: { status: 0, msg: '', data: { rows: 1 } } }))
const appEnv = vi.fn<AppEnv>(async () => ({ request: asPage }))
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

it('a page asks as it does in the running app, and not as whoever designs it', async () => {
  const { result } = renderHook(() => useRunning(asDesigner, appEnv, ['acme', 'shop-dev'], 'en-US'))
  await waitFor(() => expect(result.current.context).toMatchObject({ user: { name: 'Ann' }, dataApi: '/api/resource/acme/shop-dev/source' }))
  const api = { url: '/api/platform/outbox', method: 'get' }
  expect((await result.current.request(api)).data).toMatchObject({ data: { rows: 1 } })
  expect(asPage).toHaveBeenCalledWith(api)
  expect(appEnv).toHaveBeenCalledWith('/company/acme/app/shop-dev', 'of the app')
  // The designer's own authority was used for what the app is, once.
  expect(asDesigner).toHaveBeenCalledOnce()
})

it('a template that belongs to no app asks for nothing', async () => {
  const { result } = renderHook(() => useRunning(asDesigner, appEnv, ['', ''], 'en-US'))
  expect((await result.current.request({ url: '/api/user/info', method: 'get' })).data).toEqual({ status: 0, msg: '', data: {} })
  expect([asDesigner, asPage].map(one => one.mock.calls.length)).toEqual([0, 0])
})
