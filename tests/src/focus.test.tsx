// The first field of a form has the focus, unless somebody types elsewhere already.
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { clearStoresCache, loadAllAsyncRenderers, render as amis } from 'amis-core'
import 'amis'
import '../support/boot.ts'
import '../../src/amis/focus.ts'

// As at sign-in, where they are part of the start.
beforeAll(() => loadAllAsyncRenderers())
afterEach(() => {
  cleanup()
  clearStoresCache()
})

const show = () =>
  render(
    amis(
      {
        type: 'form',
        autoFocus: true,
        wrapWithPanel: false,
        body: [
          { type: 'input-text', name: 'name', label: 'Name' },
          { type: 'input-password', name: 'secret', label: 'Secret' },
        ],
      } as never,
      {},
      {} as never,
    ),
  )
const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`) as HTMLInputElement

it('puts the cursor into the first field', async () => {
  show()
  await screen.findByText('Name')
  await waitFor(() => expect(document.activeElement).toBe(field('name')))
})

it('leaves somebody alone who types a password by then', async () => {
  show()
  await screen.findByText('Name')
  field('secret').focus()
  await new Promise(done => setTimeout(done, 400))
  expect(document.activeElement).toBe(field('secret'))
})
