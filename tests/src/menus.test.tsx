// What is pressed beside a menu that is open, or about to go.
import { cleanup, fireEvent, render as mount, screen, waitFor } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, expect, it } from 'vitest'
import '../../src/amis/menus.ts'

afterEach(() => {
  cleanup()
  clearStoresCache()
})

/** A menu that is open, beside a box and a link. */
async function opened(more: object = {}) {
  const menu = {
    type: 'dropdown-button',
    label: 'Export',
    ...more,
    buttons: [{ type: 'button', label: 'Package', actionType: 'dialog', dialog: { title: 'D' } }],
  }
  const body = [menu, { type: 'form', body: [{ type: 'switch', name: 'on', option: 'Rows' }] }]
  const env = { session: 'menus', theme: 'cxd', locale: 'en-US', notify: () => {} }
  mount(render({ type: 'page', body } as never, {}, env as never))
  fireEvent.click(await screen.findByText('Export'))
  return { item: await screen.findByText('Package') }
}
/** Presses the switch as people do, not the box that it hides. */
function press() {
  const label = document.querySelector('label.cxd-Switch') as Element
  fireEvent.click(label)
  return waitFor(() => expect(label.classList.contains('is-checked')).toBe(true))
}
const menus = () => document.querySelectorAll('.cxd-DropDown-menu').length

it('does what it says, and closes the menu', async () => {
  await opened()
  await press()
  await waitFor(() => expect(menus()).toBe(0))
})

it('does what it says in the dialog that was chosen from the menu', async () => {
  const { item } = await opened({ closeOnClick: true })
  fireEvent.click(item)
  expect(menus()).toBe(1)
  await press()
  await waitFor(() => expect(menus()).toBe(0))
})

it('keeps what a menu itself does about a press in it', async () => {
  const { item } = await opened({ closeOnClick: true })
  expect(fireEvent.click(item)).toBe(false)
})
