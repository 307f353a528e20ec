// A long call: the file on its way, the server's steps, given up, refused and done.
import { cleanup, fireEvent, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '../../renderers/tessera-progress-button/progress-button.tsx'

interface Asked {
  url: string
  method: string
  data: unknown
  config: { headers: Record<string, string>; onUploadProgress(event: { loaded: number; total?: number }): void; cancelExecutor(cancel: () => void): void }
}
const sent: { asked: Asked; answer(data: object): void }[] = []
const fetcher = vi.fn((asked: Asked) => new Promise<object>(resolve => void sent.push({ asked, answer: data => resolve({ status: 200, headers: {}, data }) })))
let told = { step: '', done: 0, total: 0 }
const request = vi.fn(async (asked: { url: string; method: string }) => ({ data: { status: 0, msg: '', data: asked.method === 'get' ? told : {} } }))
let run = 0
const page = {
  type: 'page',
  body: {
    type: 'form',
    id: 'form',
    wrapWithPanel: false,
    data: { count: '' },
    body: [
      { type: 'input-text', name: 'password', label: 'Password', required: true, validationErrors: { isRequired: 'A password, please' } },
      {
        type: 'tessera-progress-button',
        label: 'Update',
        api: { method: 'post', url: '/import', dataType: 'form-data', data: { password: '${password}' } },
        onEvent: { done: { actions: [{ actionType: 'setValue', componentId: 'form', args: { value: { count: '${event.data.result.data.count}' } } }] } },
      },
      { type: 'tpl', tpl: 'taken: ${count}' },
    ],
  },
}
beforeEach(async () => {
  mount(render(page as never, {}, { session: `progress-${run++}`, theme: 'cxd', request, fetcher } as never))
  await screen.findByRole('button', { name: 'Update' })
})
afterEach(() => {
  cleanup()
  clearStoresCache()
  sent.length = 0
  fetcher.mockClear()
  request.mockClear()
  told = { step: '', done: 0, total: 0 }
})
async function begin() {
  const field = screen.getByText('Password').closest('.cxd-Form-item')?.querySelector('input') as HTMLInputElement
  fireEvent.change(field, { target: { value: 'Secret-1' } })
  fireEvent.blur(field)
  await vi.waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Update' }))
    expect(sent).toHaveLength(1)
  })
  return sent[0] as (typeof sent)[number]
}
const shown = () => screen.getByRole('progressbar').getAttribute('aria-valuetext')

it('asks the form first, shows the file on its way and each step of the server, and hands on the answer', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Update' }))
  await screen.findByText('A password, please')
  expect(sent).toHaveLength(0)
  const { asked, answer } = await begin()
  expect(asked).toMatchObject({ url: '/import', method: 'post' })
  expect(asked.data).toBeInstanceOf(FormData)
  asked.config.onUploadProgress({ loaded: 3 * 1024 * 1024, total: 12 * 1024 * 1024 })
  await vi.waitFor(() => expect(shown()).toBe('Sending the file: 3.0 of 12.0 MB'))
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  asked.config.onUploadProgress({ loaded: 12 * 1024 * 1024, total: 12 * 1024 * 1024 })
  told = { step: 'writePages', done: 1200, total: 5000 }
  await vi.waitFor(() => expect(shown()).toBe('Writing pages: 1,200 of 5,000'), 3000)
  expect(request).toHaveBeenCalledWith({ method: 'get', url: `/api/progress/${asked.config.headers['X-Tessera-Progress']}` })
  answer({ status: 0, msg: '', data: { count: 7 } })
  await screen.findByText('taken: 7')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('is given up on the server while that works, and says so when it has ended', async () => {
  const { asked, answer } = await begin()
  const abort = vi.fn()
  asked.config.cancelExecutor(abort)
  told = { step: 'check', done: 2048, total: 4096 }
  await vi.waitFor(() => expect(shown()).toBe('Checking the package: 2.0 of 4.0 MB'), 3000)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await vi.waitFor(() => expect(shown()).toBe('Cancelling…'))
  expect(request).toHaveBeenCalledWith({ method: 'post', url: `/api/progress/${asked.config.headers['X-Tessera-Progress']}/cancel`, data: {} })
  expect(abort).not.toHaveBeenCalled()
  answer({ status: 409, msg: 'Cancelled. Nothing was changed', code: 'request.cancelled' })
  expect((await screen.findByRole('status')).textContent).toBe('Cancelled. Nothing was changed')
})

it('ends what is still on its way in the browser', async () => {
  const { asked } = await begin()
  const abort = vi.fn()
  asked.config.cancelExecutor(abort)
  asked.config.onUploadProgress({ loaded: 1024, total: 1024 * 1024 })
  await vi.waitFor(() => expect(shown()).toContain('Sending the file'))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(abort).toHaveBeenCalled()
})

it('says why it failed, at the field too, and is given up when its screen is left', async () => {
  const { answer } = await begin()
  answer({ status: 422, msg: 'Check the form', errors: { password: 'The package password is wrong' } })
  expect((await screen.findByRole('alert')).textContent).toContain('The package password is wrong')
  await vi.waitFor(() => expect(screen.getAllByText(/The package password is wrong/)).toHaveLength(2), 10_000)
  fireEvent.click(screen.getByRole('button', { name: 'Update' }))
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  cleanup()
  const id = sent[1]?.asked.config.headers['X-Tessera-Progress']
  expect(request).toHaveBeenCalledWith({ method: 'post', url: `/api/progress/${id}/cancel`, data: {} })
})
