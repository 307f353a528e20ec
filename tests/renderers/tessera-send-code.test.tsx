import { act, cleanup, fireEvent, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '../../renderers/tessera-captcha/captcha.tsx'
import '../../renderers/tessera-send-code/send-code.tsx'

const fetcher = vi.fn()
let run = 0
const answer = (data: object) => Promise.resolve({ status: 200, headers: {}, data })
const form = {
  type: 'form',
  id: 'verify',
  body: [
    { type: 'input-text', name: 'phone', label: 'Phone', changeImmediately: true },
    {
      type: 'tessera-captcha',
      id: 'graph',
      name: 'graphCode',
      label: 'Graphical code',
      image: '/captcha',
      challenge: 'get:/captcha/challenge',
      solved: '${solved}',
    },
    {
      type: 'tessera-send-code',
      name: 'token',
      label: 'Code',
      account: '${phone}',
      api: { method: 'post', url: '/send', data: { phone: '${phone}', graphCode: '${graphCode}' } },
      onEvent: {
        sent: { actions: [{ actionType: 'setValue', componentId: 'verify', args: { value: { solved: true } } }] },
        ready: { actions: [{ actionType: 'setValue', componentId: 'verify', args: { value: { solved: false } } }] },
        refused: { actions: [{ actionType: 'reload', componentId: 'graph' }] },
      },
    },
  ],
}
const show = () => mount(render({ type: 'page', body: form } as never, {}, { session: `code-${run++}`, fetcher, theme: 'cxd' } as never))
const picture = () => screen.getByRole('img', { name: 'Picture of letters and digits' }).getAttribute('src')
const type = (name: string, value: string) => fireEvent.change(document.querySelector(`input[name=${name}]`)!, { target: { value } })

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  cleanup()
  clearStoresCache()
  fetcher.mockReset()
  vi.useRealTimers()
})

// general.code-button: ready, counting after a code was sent, ready again after 60 seconds; a refusal leaves it ready. Before an email that is none
// nothing is sent: tests/screens/signin.test.tsx.
describe('tessera-send-code', () => {
  it('sends what was typed just now, and counts down until the next code', async () => {
    fetcher.mockImplementation(() => answer({ status: 0, msg: '', data: { seconds: 60 } }))
    show()
    await screen.findByRole('button', { name: 'Send code' })
    type('phone', '13900000001')
    type('graphCode', 'K7MXA')
    fireEvent.click(screen.getByRole('button', { name: 'Send code' }))
    expect(await screen.findByText(/A code is on its way/)).toBeTruthy()
    expect(fetcher.mock.lastCall?.[0]).toMatchObject({ url: '/send', data: { phone: '13900000001', graphCode: 'K7MXA' } })
    const button = await screen.findByRole('button', { name: /Again in \d+ s/ })
    expect(button).toHaveProperty('disabled', true)
    expect(await screen.findByText('The graphical code is right')).toBeTruthy()
    const before = picture()
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    expect(screen.getByRole('button', { name: 'Send code' })).toHaveProperty('disabled', false)
    await vi.waitFor(() => expect(picture()).not.toBe(before))
  })

  it('lets somebody else ask at once, and holds the seconds that the server names', async () => {
    fetcher.mockImplementation(() => answer({ status: 429, msg: 'A code was asked for a moment ago', data: { seconds: 30 } }))
    show()
    await screen.findByRole('button', { name: 'Send code' })
    type('phone', '13900000001')
    fireEvent.click(screen.getByRole('button', { name: 'Send code' }))
    expect((await screen.findByRole('alert')).textContent).toBe('A code was asked for a moment ago')
    await screen.findByRole('button', { name: /Again in (30|29) s/ })
    type('phone', '13900000002')
    expect(await screen.findByRole('button', { name: 'Send code' })).toHaveProperty('disabled', false)
  })

  it('shows a refusal at the field, with another picture', async () => {
    fetcher.mockImplementation(() => answer({ status: 422, msg: 'Check the form', errors: { graphCode: 'The graphical code is not right' } }))
    show()
    await screen.findByRole('button', { name: 'Send code' })
    const before = picture()
    type('graphCode', 'wrong')
    fireEvent.click(screen.getByRole('button', { name: 'Send code' }))
    expect(await screen.findByText('The graphical code is not right')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Send code' })).toHaveProperty('disabled', false)
    await vi.waitFor(() => expect(picture()).not.toBe(before))
  })
})
