// release.downloader: idle, downloading, done, failed.
import { cleanup, fireEvent, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, expect, it, vi } from 'vitest'
import '../../renderers/tessera-downloader/downloader.tsx'

interface Asked {
  url: string
  data: unknown
  responseType: string
  config: { onDownloadProgress(event: { loaded: number; total?: number }): void }
}
const waiting: { asked: Asked; answer(data: object): void }[] = []
const request = vi.fn(
  (asked: Asked) => new Promise<object>(resolve => void waiting.push({ asked, answer: data => resolve({ status: 200, headers: {}, data }) })),
)
let run = 0
const page = {
  type: 'page',
  body: {
    type: 'form',
    wrapWithPanel: false,
    data: { from: 'dev' },
    body: [
      { type: 'input-text', name: 'from', label: 'Version' },
      { type: 'input-text', name: 'password', label: 'Password', required: true, validationErrors: { isRequired: 'A password, please' } },
      { type: 'tessera-downloader', label: 'Download', api: { method: 'post', url: '/export', data: { from: '${from}', password: '${password}' } } },
    ],
  },
}
async function show() {
  mount(render(page as never, {}, { session: `download-${run++}`, theme: 'cxd', request } as never))
  await screen.findByRole('button', { name: 'Download' })
}
const type = (label: string, value: string) => {
  const field = screen.getByText(label).closest('.cxd-Form-item')?.querySelector('input') as HTMLInputElement
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Download' }))
const told = () => screen.getByRole('progressbar').getAttribute('aria-valuenow')

afterEach(() => {
  cleanup()
  clearStoresCache()
  request.mockClear()
  waiting.length = 0
})

it('asks the form first, then downloads once however often it is pressed (release.downloader-click)', async () => {
  await show()
  press()
  await screen.findByText('A password, please')
  expect(request).not.toHaveBeenCalled()
  type('Password', 'Secret-1')
  await vi.waitFor(() => expect(screen.queryByText('A password, please')).toBeNull())
  press()
  await screen.findByRole('progressbar')
  expect(waiting[0]?.asked).toMatchObject({ url: '/export', data: { from: 'dev', password: 'Secret-1' }, responseType: 'blob' })
  press()
  waiting[0]?.answer({ status: 0, msg: '' })
  expect((await screen.findByRole('status')).textContent).toContain('Downloaded')
  press()
  expect(request).toHaveBeenCalledTimes(1)
  // Another version is another file.
  type('Version', '1.0.0')
  await vi.waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  press()
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(2))
})

it('moves its bar in steps of more than a tenth (release.progress-steps)', async () => {
  await show()
  type('Password', 'Secret-1')
  await vi.waitFor(() => {
    press()
    expect(request).toHaveBeenCalled()
  })
  await screen.findByText('Being made…')
  const { onDownloadProgress } = waiting[0]!.asked.config
  const seen: (string | null)[] = []
  for (let loaded = 1; loaded <= 100; loaded++) {
    onDownloadProgress({ loaded, total: 100 })
    await new Promise(resolve => setTimeout(resolve, 0))
    if (seen.at(-1) !== told()) seen.push(told())
  }
  expect(seen).toEqual(['0', '11', '22', '33', '44', '55', '66', '77', '88', '99'])
})

it('says what the server said, at the field too, and nothing of it on the next try (release.downloader-error)', async () => {
  await show()
  type('Password', 'Secret-1')
  await vi.waitFor(() => {
    press()
    expect(request).toHaveBeenCalled()
  })
  waiting[0]?.answer({ status: 422, msg: 'Check the form', errors: { from: 'There is no such version' } })
  expect((await screen.findByRole('alert')).textContent).toContain('There is no such version')
  expect(screen.getAllByText('There is no such version').length).toBeGreaterThan(0)
  press()
  await screen.findByRole('progressbar')
  expect(screen.queryByRole('alert')).toBeNull()
  waiting[1]?.answer({ status: 403, msg: 'The plan of your organisation has no packages of apps' })
  expect((await screen.findByRole('alert')).textContent).toContain('has no packages')
})
