// Leaving a page on which something is not saved, by whatever leads away from it.
import '../support/boot.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryRouter, Link, RouterProvider, useLocation, useNavigate } from 'react-router-dom'
import { whileSending } from '../../src/live/busy.ts'
import { blockRouting, go, hasUnsaved, mayLeave, setAskToLeave, setLeaving, setNavigator } from '../../src/navigation.ts'
import { LeaveGuard } from '../../src/shell/leave-guard.tsx'
import { hide, showScreen } from '../support/show-screen.tsx'

const asked = vi.fn<() => Promise<boolean>>()
setAskToLeave(asked)
afterAll(() => setAskToLeave(async () => true))
let release = () => {}
let unsaved: string | undefined

function Place() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  setNavigator({ go: (to, options) => void navigate(to, options) })
  return (
    <>
      <output data-testid="address">{pathname + search}</output>
      <Link to="/elsewhere">Menu</Link>
      <input aria-label="Field" />
    </>
  )
}
const router = () =>
  createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <>
            <LeaveGuard />
            <Place />
          </>
        ),
      },
    ],
    { initialEntries: ['/before', '/here'], initialIndex: 1 },
  )
let shown: ReturnType<typeof router>
const at = () => screen.getByTestId('address').textContent

/** Each way that leads away from a page. */
const WAYS: [string, () => unknown][] = [
  ['a line of the menu', () => fireEvent.click(screen.getByText('Menu'))],
  ['an address that a screen leads to', () => go('/elsewhere')],
  ["the browser's way back", () => shown.navigate(-1)],
]

beforeEach(() => {
  unsaved = 'There are unsaved changes'
  release = blockRouting(() => unsaved)
  asked.mockReset()
  shown = router()
  render(<RouterProvider router={shown} />)
})
afterEach(() => {
  release()
  setLeaving(false)
  cleanup()
})

describe.each(WAYS)('%s', (_, leave) => {
  it('asks once, and stays where the answer is no', async () => {
    asked.mockResolvedValue(false)
    await act(async () => void leave())
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
    expect(at()).toBe('/here')
  })

  it('leads on where the answer is yes, and asks nothing without changes', async () => {
    asked.mockResolvedValue(true)
    await act(async () => void leave())
    await waitFor(() => expect(at()).not.toBe('/here'))
    expect(asked).toHaveBeenCalledTimes(1)
    unsaved = undefined
    await act(async () => go('/third'))
    expect(at()).toBe('/third')
    expect(asked).toHaveBeenCalledTimes(1)
  })
})

it('asks nothing on the same page', async () => {
  await act(async () => go('/here?page=2'))
  expect(at()).toBe('/here?page=2')
  expect(asked).not.toHaveBeenCalled()
})

it('keeps a tab open with unsaved changes, and not without', () => {
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
  unsaved = undefined
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
})

it('asks who signs out once, not again when the page goes', async () => {
  asked.mockResolvedValue(true)
  expect(await mayLeave()).toBe(true)
  setLeaving(true)
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
})

it('holds what was typed in a dialog', () => {
  unsaved = undefined
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.innerHTML = '<input>'
  document.body.append(dialog)
  const field = dialog.querySelector('input') as HTMLInputElement
  field.focus()
  fireEvent.input(field, { target: { value: 'Typed' } })
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
  dialog.remove()
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
})

describe('a form with promptPageLeave', () => {
  const form = {
    type: 'page',
    body: {
      type: 'form',
      wrapWithPanel: false,
      promptPageLeave: true,
      data: { name: 'Before' },
      body: [
        { type: 'input-text', name: 'name', label: 'Name' },
        { type: 'hidden', name: 'read', value: '${1 + 1}' },
      ],
    },
  }
  beforeEach(async () => {
    unsaved = undefined
    cleanup()
    await showScreen('general.forbidden', form)
  })
  afterEach(() => hide())

  it('holds what was typed until it is saved, and not what it began with', async () => {
    expect(hasUnsaved()).toBe(false)
    const field = screen.getByDisplayValue('Before')
    field.focus()
    fireEvent.input(field, { target: { value: 'After' } })
    await waitFor(() => expect(hasUnsaved()).toBe(true))
    await whileSending(
      async () => true,
      wentWell => wentWell,
    )
    expect(hasUnsaved()).toBe(false)
  })
})
