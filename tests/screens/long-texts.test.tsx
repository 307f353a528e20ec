// Fields with a limit: what goes beyond it stays in the field and is told.
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { hide, showScreen } from '../support/show-screen.tsx'

afterEach(() => hide())

it('tells that a pasted text is too long, and keeps all of it', async () => {
  const { container } = await showScreen('general.forbidden', {
    type: 'page',
    body: {
      type: 'form',
      wrapWithPanel: false,
      body: [
        { type: 'input-text', name: 'name', label: 'Name', maxLength: 5 },
        { type: 'submit', label: 'Send' },
      ],
    },
  })
  const field = container.querySelector('input[name=name]') as HTMLInputElement
  field.focus()
  expect(field.maxLength).toBe(-1)
  fireEvent.change(field, { target: { value: 'too long' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect((await screen.findByText(/5/)).textContent).toMatch(/5/)
  expect(field.value).toBe('too long')
})
