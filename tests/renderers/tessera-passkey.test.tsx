import { act, cleanup, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, expect, it, vi } from 'vitest'
import '../../renderers/tessera-passkey/passkey.tsx'

const browser = vi.hoisted(() => ({ startRegistration: vi.fn(), startAuthentication: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => browser)
const fetcher = vi.fn()
let run = 0
const answer = (data: object) => Promise.resolve({ status: 200, headers: {}, data })
const passkey = {
  type: 'tessera-passkey',
  label: 'Add a passkey',
  mode: 'create',
  api: { method: 'post', url: '/start', data: { password: '${password}' } },
  onEvent: {
    proved: { actions: [{ actionType: 'ajax', api: { method: 'post', url: '/add', data: { credential: '${event.data.credential}', name: '${name}' } } }] },
  },
}
const form = { type: 'form', data: { name: 'Laptop', password: 'secret' }, body: [{ type: 'input-text', name: 'password', label: 'Password' }, passkey] }
const show = () => mount(render({ type: 'page', body: form } as never, {}, { session: `passkey-${run++}`, fetcher, theme: 'cxd' } as never))
const press = async () => {
  const button = await screen.findByRole('button', { name: 'Add a passkey' }, { timeout: 15_000 })
  await act(async () => void fireEvent.click(button))
}

afterEach(() => {
  cleanup()
  clearStoresCache()
  vi.resetAllMocks()
})

it('has the browser make one, and hands on what it answered', async () => {
  fetcher.mockImplementation(({ url }: { url: string }) => answer({ status: 0, data: url === '/start' ? { options: { challenge: 'abc' } } : {} }))
  browser.startRegistration.mockResolvedValue({ id: 'x' })
  show()
  await press()
  await waitFor(() => expect(fetcher).toHaveBeenCalledTimes(2))
  expect(fetcher.mock.calls[0]?.[0]).toMatchObject({ url: '/start', data: { password: 'secret' } })
  expect(browser.startRegistration).toHaveBeenCalledWith({ optionsJSON: { challenge: 'abc' } })
  expect(fetcher.mock.calls[1]?.[0]).toMatchObject({ url: '/add', data: { credential: '{"id":"x"}', name: 'Laptop' } })
})

it('says at its field what the server refuses, and asks the browser for nothing', async () => {
  fetcher.mockImplementation(() => answer({ status: 422, msg: 'Check the form', errors: { password: 'The password is not right' } }))
  show()
  await press()
  await screen.findByText('The password is not right')
  expect(browser.startRegistration).not.toHaveBeenCalled()
})

it('says in plain words that nothing was chosen, and can be tried again', async () => {
  fetcher.mockImplementation(() => answer({ status: 0, data: { options: {} } }))
  browser.startRegistration.mockRejectedValue(Object.assign(new Error('The operation either timed out or was not allowed'), { name: 'NotAllowedError' }))
  show()
  await press()
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was chosen')
  expect((screen.getByRole('button', { name: 'Add a passkey' }) as HTMLButtonElement).disabled).toBe(false)
})
