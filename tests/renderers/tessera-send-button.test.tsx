import { cleanup, fireEvent, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '../../renderers/tessera-send-button/send-button.tsx'
import { connectChoices } from '../../src/amis/choices.ts'

const fetcher = vi.fn()
let run = 0
const answer = (data: object) => Promise.resolve({ status: 200, headers: {}, data })
const page = {
  type: 'page',
  data: {
    users: [
      { value: 'a', label: 'Ann' },
      { value: 'b', label: 'Ben' },
    ],
  },
  body: {
    type: 'form',
    id: 'choice',
    wrapWithPanel: false,
    body: [
      { type: 'list-select', name: 'user', label: 'Your account', source: '${users}', selectFirst: true, clearable: false },
      {
        type: 'tessera-send-button',
        label: 'Verify',
        account: '${user}',
        disabledOn: '${!user}',
        api: { method: 'post', url: '/verifyBind', data: { user: '${user}' } },
        onEvent: { sent: { actions: [{ actionType: 'setValue', componentId: 'choice', args: { value: { sentTo: '${user}' } } }] } },
      },
      { type: 'tpl', tpl: 'sent to ${sentTo}', visibleOn: '${sentTo}' },
    ],
  },
}
const show = () => mount(render(page as never, {}, { session: `send-${run++}`, fetcher, theme: 'cxd' } as never))

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  cleanup()
  clearStoresCache()
  fetcher.mockReset()
  vi.useRealTimers()
})

describe('tessera-send-button', () => {
  it('bind.verify-countdown, bind.verify-button: counts down 60 seconds after a code was sent, for this account only', async () => {
    fetcher.mockImplementation(() => answer({ status: 0, msg: '', data: { seconds: 60 } }))
    show()
    await screen.findByRole('button', { name: 'Verify' })
    await vi.waitFor(() => expect(screen.getByRole('button')).toHaveProperty('disabled', false))
    fireEvent.click(screen.getByRole('button', { name: 'Verify' }))
    await vi.waitFor(() => expect(fetcher).toHaveBeenCalled())
    expect(await screen.findByText(/sent to/)).toHaveProperty('textContent', 'sent to a')
    expect(fetcher.mock.lastCall?.[0]).toMatchObject({ url: '/verifyBind', data: { user: 'a' } })
    await vi.waitFor(() => expect(screen.getByRole('button').textContent).toMatch(/Again in (60|59) s/))
    expect(screen.getByRole('button')).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByText('Ben'))
    expect(await screen.findByRole('button', { name: 'Verify' })).toHaveProperty('disabled', false)
    fireEvent.click(screen.getByText('Ann'))
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await screen.findByRole('button', { name: 'Verify' })).toHaveProperty('disabled', false)
  })

  it('tells why nothing was sent, and waits where the server says so', async () => {
    fetcher.mockImplementation(() => answer({ status: 410, msg: 'This sign-in has expired', data: {} }))
    show()
    await screen.findByRole('button', { name: 'Verify' })
    await vi.waitFor(() => expect(screen.getByRole('button')).toHaveProperty('disabled', false))
    fireEvent.click(screen.getByRole('button'))
    expect((await screen.findByRole('alert')).textContent).toBe('This sign-in has expired')
    expect(screen.getByRole('button', { name: 'Verify' })).toHaveProperty('disabled', false)
    fetcher.mockImplementation(() => answer({ status: 429, msg: 'Too soon', data: { seconds: 20 } }))
    fireEvent.click(screen.getByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('Too soon')).toBeTruthy()
    expect(screen.getByRole('button').textContent).toMatch(/Again in (20|19) s/)
  })

  it('bind.first-preselected: the first account is chosen, and the keyboard reaches the others', async () => {
    const end = connectChoices(document.body)
    show()
    const [ann, ben] = await screen.findAllByRole('radio')
    await vi.waitFor(() => expect(ann?.getAttribute('aria-checked')).toBe('true'))
    expect([ann?.tabIndex, ben?.tabIndex]).toEqual([0, -1])
    fireEvent.keyDown(ann!, { key: 'ArrowDown' })
    await vi.waitFor(() => expect(ben?.getAttribute('aria-checked')).toBe('true'))
    expect(document.activeElement).toBe(ben)
    fireEvent.keyDown(ben!, { key: ' ' })
    expect(ben?.getAttribute('aria-checked')).toBe('true')
    end()
  })
})
