// Fields of amis as a screen reader meets them.
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clearStoresCache, render as amis } from 'amis'
import '../support/boot.ts'
import { connectLabels } from '../../src/amis/labels.ts'

let end: () => void
beforeEach(() => {
  end = connectLabels(document.body)
})
afterEach(() => {
  end()
  cleanup()
  clearStoresCache()
})

const form = (body: unknown[]) =>
  render(amis({ type: 'form', body: [...body, { type: 'submit', label: 'Send' }], wrapWithPanel: false } as never, {}, {} as never))

it('finds a text field by its label, and says that it is required', async () => {
  form([{ type: 'input-text', name: 'name', label: 'Name', required: true, description: 'As on the door' }])
  const field = await screen.findByRole('textbox', { name: 'Name' })
  expect(field.getAttribute('aria-required')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('As on the door')
})

it('finds a select and a password by their labels', async () => {
  form([
    { type: 'select', name: 'kind', label: 'Kind', options: ['a', 'b'] },
    { type: 'input-password', name: 'secret', label: 'Secret' },
  ])
  expect(await screen.findByLabelText('Kind')).toBeTruthy()
  expect(await screen.findByLabelText('Secret')).toHaveProperty('type', 'password')
})

it('finds the box of a row by what stands first in the row, and the one for all', async () => {
  render(
    amis(
      {
        type: 'crud',
        data: { items: [{ id: 1, name: 'Ann' }] },
        source: '${items}',
        bulkActions: [{ type: 'button', label: 'Remove' }],
        columns: [{ name: 'name', label: 'Name' }],
      } as never,
      {},
      {} as never,
    ),
  )
  expect(await screen.findByRole('checkbox', { name: 'Ann' })).toBeTruthy()
  expect(await screen.findByRole('checkbox', { name: 'All rows' })).toBeTruthy()
})

it('finds the box of a row whose first words come later', async () => {
  const table = document.body.appendChild(document.createElement('table'))
  table.innerHTML = '<tbody><tr><td class="cxd-Table-checkCell"><input type="checkbox"></td><td><span></span></td></tr></tbody>'
  // What watches has seen the row without words.
  await new Promise(done => setTimeout(done))
  expect(screen.getByRole('checkbox').hasAttribute('aria-labelledby')).toBe(false)
  const words = table.querySelector('span') as HTMLElement
  words.textContent = 'Ann'
  expect(await screen.findByRole('checkbox', { name: 'Ann' })).toBeTruthy()
  table.remove()
})

// jsdom shows none of amis' pictures, so this one is put in as the browser has it.
it('says what the eye of a password does in the language of the reader, also after its picture changed', async () => {
  const item = document.body.appendChild(document.createElement('div'))
  item.dataset.role = 'form-item'
  const eye = '<a class="cxd-TextControl-revealPassword"><svg><title>不可见</title></svg></a>'
  item.innerHTML = `<input type="password" name="secret">${eye}`
  const title = () => item.querySelector('title')
  await waitFor(() => expect(title()?.textContent).toBe('Show or hide the password'))
  item.querySelector('a')?.remove()
  item.insertAdjacentHTML('beforeend', eye)
  await waitFor(() => expect(title()?.textContent).toBe('Show or hide the password'))
  item.remove()
})

it('reads the error of a field with it, until the field is right', async () => {
  form([{ type: 'input-text', name: 'name', label: 'Name', required: true, validationErrors: { isRequired: 'Please enter a name' } }])
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  const field = await screen.findByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Please enter a name')
  await userEvent.type(field, 'Ada')
  await waitFor(() => expect(field.hasAttribute('aria-invalid')).toBe(false))
})
